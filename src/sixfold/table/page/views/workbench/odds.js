// The exact odds of a check: what can happen, how often, and the number that it gives.
import { html } from "../../html.js";
import { Problem } from "../../problem.js";
import * as engine from "../../engine.js";
import { useState } from "../../vendor/hooks.js";
import { benchWords } from "../../words/bench.js";
import { minus } from "../../words/text.js";
import { composeWords } from "../../words/compose.js";
import { aimsOf } from "../../parts/best.js";
import { Bars, spread } from "../../parts/chart.js";
import { cumulated, decimal, drawable, exactly, percent } from "../../words/figures.js";
import { ruleOf } from "../../verdict.js";
import { useAnswer, useFields } from "./answer.js";
import { TurnedCheck, Progress } from "./field.js";
import { SaveAs } from "./save-as.js";
import { Ledger } from "../../parts/ledger.js";
import { Select } from "../../parts/select.js";

/** @param {{ query: URLSearchParams }} props */
export function Odds({ query }) {
  const [fields, , field] = useFields(query, { check: "ten +4 superior 1", aim: "" });
  const { check = "", aim = "" } = fields;
  const answer = useAnswer(check.trim() && `${check.trim()}\n${aim}`, (signal) => played(check, signal, aim));
  const { found, wrong, late } = answer;
  const known = found ? aimsOf(found, Object.keys(found.numbers)) : [];
  const aims = !aim || known.some(([one]) => one === aim) ? known : [...known, /** @type {[string, string]} */ ([aim, aim])];
  const shown = found && spread(found);
  return html`<div class="cols">
    <section class="sheet c12" aria-label=${benchWords.names.odds}>
      <div class="pad stack">
        <${TurnedCheck} id="odds-check" label=${composeWords.label} ...${field("check")} />
        <div><label class="label" for="odds-aim">${benchWords.chooses}</label>
          <${Select} about=${{ id: "odds-aim" }} options=${[["", benchWords.book], ...aims.map(([one, called]) => [one, benchWords.aim(called)])]} ...${field("aim")} /></div>
        <${Progress} of=${answer} />
      </div>
    </section>
    ${found && html`
      <section class="sheet c8 ${late || wrong ? "is-late" : ""}" aria-labelledby="odds-title">
        <header><h2 id="odds-title"><code>${found.text}</code></h2></header>
        <div class="pad stack">
          ${aim && !late && !found.play && html`<p class="calm">${benchWords.nothing}</p>`}
          ${found.play && html`<${Play} play=${found.play} called=${aims.find(([one]) => one === found.play.aim)?.[1] ?? found.play.aim} />`}
          ${shown && html`<${Bars} spread=${shown} height=${180} scale=${true} /><p class="small soft">${benchWords.by(shown.field)}</p>`}
          <${Events} odds=${found} />
          ${Object.entries(found.numbers).map(([name, number]) => html`<${Values} key=${name} name=${name} number=${number} />`)}
          <${SaveAs} name=${found.text} data=${found} rows=${() => listedValues(found, shown?.field)} chart=${Boolean(shown)} />
        </div>
      </section>
      <section class="sheet c4 ${late || wrong ? "is-late" : ""}" aria-labelledby="numbers-title">
        <header><h2 id="numbers-title">${benchWords.numbers}</h2></header>
        <div class="pad stack"><${Numbers} odds=${found} /></div>
      </section>`}
  </div>`;
}

/** Odds for an aim; where nothing is decided, or it is no aim of this check, those of the rule. @param {string} check @param {AbortSignal} signal @param {string} aim */
const played = (check, signal, aim) => engine.odds(aim ? { check, aim } : { check }, signal).catch((error) => {
  if (!aim || !(error instanceof Problem) || !["odds/no-choice", "study/event"].includes(error.code)) throw error;
  return engine.odds({ check }, signal);
});

/** What best play comes to, beside the usual choice. @param {{ play: any, called: string }} props */
function Play({ play: { kind, best, usual }, called }) {
  const figure = (/** @type {any} */ one) => (kind === "mean" ? decimal(one, 2) : percent(one));
  return html`<p title=${exactly(best)}>${benchWords.best_play(called, figure(best), figure(usual), best.exact === usual.exact)}</p>`;
}

/** Every event with its chance, exact and rounded. @param {{ odds: any }} props */
function Events({ odds }) {
  const events = ruleOf(odds.system, odds.rule)?.events ?? [];
  const rows = events.filter((/** @type {any} */ event) => odds.events[event.name]);
  if (!rows.length) return null;
  return html`<${Ledger} label=${benchWords.events} heads=${[benchWords.event, benchWords.chance, benchWords.exact]}>
    ${rows.map((/** @type {any} */ event) => {
      const chance = odds.events[event.name];
      return html`<tr key=${event.name}><th scope="row">${event.words}</th><td class="num">${percent(chance)}</td><td class="num"><code>${exactly(chance)}</code>
        ${chance.unresolved !== "0" && html`<span class="soft">${benchWords.within(chance.exact, chance.unresolved)}</span>`}</td></tr>`;
    })}<//>`;
}

const MANY = 300; // values that a table shows

/** A number of a check as a table; where it has none, its events. @param {any} odds @param {string | undefined} field */
function listedValues(odds, field = Object.keys(odds.numbers)[0]) {
  const cells = (/** @type {import("../../words/figures.js").Exact[]} */ chances) => chances.flatMap((one) => [String(drawable(one)), exactly(one)]);
  const heads = (/** @type {string[]} */ names) => names.flatMap((name) => [name, `${name}: ${benchWords.exactly}`]);
  if (!field) return [[benchWords.event, ...heads([benchWords.chance])], ...Object.entries(odds.events).map(([name, chance]) => [name, ...cells([chance])])];
  return [[field, ...heads([benchWords.chance, benchWords.atLeast, benchWords.atMost])], ...cumulated(odds.numbers[field]).map(({ value, chance, least, most }) => [String(value), ...cells([chance, least, most])])];
}

/** Every value of a number with its chance, and those of at least and at most it. @param {{ name: string, number: any }} props */
function Values({ name, number }) {
  const [open, setOpen] = useState(false);
  const rows = open ? cumulated(number) : [];
  const cell = (/** @type {import("../../words/figures.js").Exact} */ chance) => html`<td class="num" title=${exactly(chance)}>${percent(chance)}${exactly(chance).length < 26 && html`<br /><code class="soft">${exactly(chance)}</code>`}</td>`;
  return html`<details onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary>${benchWords.values(name)}</summary>
    ${open && html`<${Ledger} label=${benchWords.values(name)} heads=${[name.replaceAll("_", " "), benchWords.chance, benchWords.atLeast, benchWords.atMost]}>
      ${rows.slice(0, MANY).map(({ value, chance, least, most }) => html`<tr key=${value}><th scope="row">${minus(value)}</th>${cell(chance)}${cell(least)}${cell(most)}</tr>`)}<//>
      ${rows.length > MANY && html`<p class="small soft">${benchWords.firstValues(MANY, rows.length)}</p>`}
      ${number.unresolved !== "0" && html`<p class="small soft">${benchWords.bounds(percent({ exact: "0", unresolved: number.unresolved }))}</p>`}`}
  </details>`;
}

/** The numbers of a check: mean and spread. @param {{ odds: any }} props */
const Numbers = ({ odds }) => html`<${Ledger} heads=${[benchWords.number, benchWords.mean, benchWords.sd]}>
  ${Object.entries(odds.numbers).map(([name, number]) => html`<tr key=${name}><th scope="row">${name.replaceAll("_", " ")}</th>
    <td class="num">${number.mean === null ? "–" : number.mean.toFixed(2)}</td><td class="num">${number.sd === null ? "–" : number.sd.toFixed(2)}</td></tr>`)}<//>`;
