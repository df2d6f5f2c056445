// Checks side by side, of one game or of several, and all of them in one chart.
import { html } from "../../html.js";
import { useEffect, useMemo, useState } from "../../vendor/hooks.js";
import * as engine from "../../engine.js";
import { benchWords } from "../../words/bench.js";
import { minus } from "../../words/text.js";
import { ruleOf } from "../../verdict.js";
import { Bars, spread } from "../../parts/chart.js";
import { Choice } from "../../parts/choice.js";
import { Curves } from "../../parts/curves.js";
import { apart, cumulated, decimal, drawable, exactly, percent } from "../../words/figures.js";
import { useAnswer, useFields } from "./answer.js";
import { TurnedCheck, Field, Progress } from "./field.js";
import { SaveAs } from "./save-as.js";
import { Ledger } from "../../parts/ledger.js";

/** @typedef {import("../../words/figures.js").Exact} Exact */
/** A check that was answered: its number and the values of it. @typedef {{ text: string, field: string, values: { value: number, chance: Exact, least: Exact, most: Exact }[], unresolved: string, odds: any }} Known */

const MOST = 6;
const MANY = 300; // rows of a table
const FEW = 26; // letters of a fraction that stands beside its figure
const BEGIN = "ten +3 superior 1\nskew +2 vs 12\nwild 3D+1 vs 12";

/** @param {{ query: URLSearchParams }} props */
export function Compare({ query }) {
  const [fields, set, field] = useFields(query, { checks: BEGIN, event: "", drawn: "bars", way: "chance" });
  const [known, setKnown] = useState(/** @type {Map<string, Known | null>} */ (new Map()));
  const checks = (fields["checks"] ?? "").split("\n");
  const write = (/** @type {string[]} */ all) => set("checks", all.join("\n"));
  const event = fields["event"]?.trim() ?? "";
  const tell = (/** @type {string} */ check, /** @type {Known | null} */ found) => setKnown((before) => new Map(before).set(check, found));
  const found = checks.map((check) => known.get(check.trim())).filter((one) => one !== null && one !== undefined);
  return html`<div class="cols">
    ${checks.map((check, nth) => html`<section class="sheet c6" key=${nth} aria-label=${benchWords.nth(nth + 1)}>
      <div class="pad stack">
        <${TurnedCheck} id="compare-${nth}" label=${benchWords.nth(nth + 1)} value=${check} hint="" set=${(/** @type {string} */ value) => write(checks.with(nth, value))} />
        <${One} check=${check.trim()} event=${event} tell=${tell} />
        ${checks.length > 1 && html`<p><button class="button is-plain is-flush" type="button" onClick=${() => write(checks.toSpliced(nth, 1))}>${benchWords.away}</button></p>`}
      </div></section>`)}
    <section class="sheet c6" aria-label=${benchWords.more_checks}><div class="pad stack">
      <${Field} id="compare-event" label=${benchWords.event} ...${field("event")} hint=${benchWords.eventHint} />
      ${checks.length < MOST && html`<button class="button" type="button" onClick=${() => write([...checks, checks.at(-1) ?? ""])}>${benchWords.add}</button>`}
    </div></section>
    ${found.length > 0 && html`<${Together} found=${found} drawn=${fields["drawn"]} way=${fields["way"]} set=${set} />`}
  </div>`;
}

/** One check of several: its chance, its bars. @param {{ check: string, event: string, tell: (check: string, found: Known | null) => void }} props */
function One({ check, event, tell }) {
  const answer = useAnswer(check && `${check}\n${event}`, async (signal) => {
    const [odds, compared] = await Promise.all([engine.odds({ check }, signal), engine.compare({ checks: [check], ...(event ? { event } : {}) }, signal)]);
    return { odds, line: compared.checks[0] };
  });
  const { found, wrong, late } = answer;
  useEffect(() => {
    if (!late) tell(check, found && !wrong ? numbered(found.odds) : null);
  }, [found, wrong, late]);
  if (wrong || !found) return html`<${Progress} of=${answer} />`;
  const shown = spread(found.odds);
  const { line } = found;
  return html`<div class="stack is-tight ${late ? "is-late" : ""}">
    <p class="row is-apart"><span>${line.chance ? line.event : line.number?.field}</span>
      <b class="voice h2">${line.chance ? percent(line.chance) : line.number ? `${benchWords.onAverage} ${decimal(line.number.mean, 2)}` : ""}</b></p>
    ${shown && html`<${Bars} spread=${shown} height=${110} scale=${true} />`}
    <p class="small soft">${line.chance && exactly(line.chance) && line.chance.exact.length <= 24 && html`<code>${line.chance.exact}</code> · `}${line.number && benchWords.middle(line.number.field, decimal(line.number.mean, 2), line.number.tenths)}</p>
  </div><${Progress} of=${answer} />`;
}

/** The number of a check that its rule draws, else its first one. @param {any} odds @returns {Known | null} */
function numbered(odds) {
  const drawn = ruleOf(odds.system, odds.rule)?.chart;
  const field = drawn && odds.numbers[drawn] ? drawn : Object.keys(odds.numbers)[0];
  return field ? { text: odds.text, field, values: cumulated(odds.numbers[field]), unresolved: odds.numbers[field].unresolved, odds } : null;
}

/** What a check has at any value, also between and beyond its own. @param {Known} one @param {number} value */
function at({ values, unresolved }, value) {
  const nothing = { exact: "0", unresolved };
  const next = values.find((each) => each.value >= value);
  if (next?.value === value) return next;
  const before = values.findLast((each) => each.value < value);
  return { value, chance: nothing, least: next?.least ?? nothing, most: before?.most ?? nothing };
}

/** All checks in one chart, and as a table. @param {{ found: Known[], drawn: string, way: "chance" | "least" | "most", set: (name: string, value: string) => void }} props */
function Together({ found, drawn, way, set }) {
  const [open, setOpen] = useState(false);
  const { values, rows } = useMemo(() => {
    const values = [...new Set(found.flatMap((one) => one.values.map(({ value }) => value)))].sort((one, other) => one - other);
    return { values, rows: new Map(values.map((value) => [value, found.map((one) => at(one, value))])) };
  }, [found.map(({ odds }) => odds.text).join("\n")]);
  const apartFrom = drawn === "difference" && found.length > 1;
  const of = (/** @type {number} */ value) => rows.get(value) ?? [];
  const heights = (/** @type {"chance" | "least" | "most"} */ how, /** @type {number} */ nth) => new Map(values.map((value) => [value, drawable(/** @type {any} */ (of(value)[nth])[how])]));
  const lines = found.map(({ text }, nth) => ({ name: text, heights: heights(way, nth) }));
  const [first, ...others] = lines;
  const shown = apartFrom && first
    ? others.map(({ name, heights: mine }) => ({ name, heights: new Map(values.map((value) => [value, (mine.get(value) ?? 0) - (first.heights.get(value) ?? 0)])) }))
    : lines;
  const read = (/** @type {number} */ value) => {
    const [base, ...rest] = of(value);
    return apartFrom && base ? rest.map((one) => apart(one[way], base[way])) : of(value).map((one) => percent(one[way]));
  };
  const written = () => [
    [benchWords.value, ...found.flatMap(({ text }) => [text, `${text}: ${benchWords.exactly}`])],
    ...values.map((value) => [String(value), ...of(value).flatMap((one) => [String(drawable(one[way])), exactly(one[way])])]),
  ];
  const names = apartFrom ? found.slice(1) : found;
  return html`<section class="sheet c12" aria-labelledby="together-title"><header><h2 id="together-title">${benchWords.together}</h2></header>
    <div class="pad stack">
      <div class="row">
        <${Setting} name="drawn" label=${benchWords.drawnAs} options=${benchWords.forms_} value=${drawn} set=${set} />
        <${Setting} name="way" label=${benchWords.counts} options=${benchWords.ways} value=${way} set=${set} />
      </div>
      <ul class="row keys small">${names.map(({ text, field }, nth) => html`<li key=${nth}><i class="key line-${nth}"></i><code>${text}</code> ${field.replaceAll("_", " ")}</li>`)}</ul>
      <${Curves} lines=${shown} exactly=${found.map(({ text }, nth) => ({ name: text, heights: heights("chance", nth) }))} values=${values} bars=${drawn !== "curves"} label=${benchWords.together} read=${read} />
      <${SaveAs} name=${benchWords.names.compare} data=${found.map(({ odds }) => odds)} rows=${written} />
      <details onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary>${benchWords.allValues}</summary>
        ${open && html`<${Ledger} label=${benchWords.allValues} heads=${[benchWords.value, ...found.map(({ text }) => html`<code>${text}</code>`)]}>
          ${values.slice(0, MANY).map((value) => html`<tr key=${value}><th scope="row">${minus(value)}</th>${of(value).map((one, nth) => html`<td class="num" key=${nth} title=${exactly(one[way])}>
            ${apartFrom && nth > 0 ? apart(one[way], /** @type {any} */ (of(value)[0])[way]) : percent(one[way])}
            ${exactly(one[way]).length < FEW && html`<br /><code class="soft">${exactly(one[way])}</code>`}</td>`)}</tr>`)}<//>
          ${values.length > MANY && html`<p class="small soft">${benchWords.firstValues(MANY, values.length)}</p>`}`}
      </details>
    </div></section>`;
}

/** A choice of a few words. @param {{ name: string, label: string, options: Record<string, string>, value: string, set: (name: string, value: string) => void }} props */
const Setting = ({ name, label, options, value, set }) => html`<fieldset><legend class="label">${label}</legend>
  <${Choice} name=${name} options=${Object.entries(options)} value=${value} set=${(/** @type {string} */ one) => set(name, one)} /></fieldset>`;
