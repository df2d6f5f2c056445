// The exact odds of a check: what can happen, how often, and the number that it gives.
import { html } from "../../html.js";
import * as engine from "../../engine.js";
import { words } from "../../words.js";
import { Bars, spread } from "../../parts/chart.js";
import { percent } from "../../parts/odds.js";
import { ruleOf } from "../../verdict.js";
import { useAnswer, useFields } from "./asked.js";
import { CheckField, Wrong } from "./field.js";
import { Saved } from "./saved.js";

/** @param {{ query: URLSearchParams }} props */
export function Odds({ query }) {
  const [fields, set] = useFields(query, { check: "ten +4 superior 1" });
  const { found, wrong, late } = useAnswer(fields["check"]?.trim() ?? "", (signal) => engine.odds(fields["check"] ?? "", signal));
  const shown = found && spread(found);
  return html`<div class="cols">
    <section class="sheet c12" aria-label=${words.bench.names.odds}>
      <div class="pad stack">
        <${CheckField} id="odds-check" label=${words.compose.label} value=${fields["check"]} set=${(/** @type {string} */ value) => set("check", value)} />
        <${Wrong} wrong=${wrong} />
      </div>
    </section>
    ${found && html`
      <section class="sheet c8 ${late ? "is-late" : ""}" aria-labelledby="odds-title">
        <header><h2 id="odds-title"><code>${found.text}</code></h2></header>
        <div class="pad stack">
          ${shown && html`<${Bars} spread=${shown} height=${180} /><p class="small soft">${words.bench.by(shown.field)}</p>`}
          <${Events} odds=${found} />
          ${shown && html`<${Saved} name=${found.text} odds=${found} />`}
        </div>
      </section>
      <section class="sheet c4 ${late ? "is-late" : ""}" aria-labelledby="numbers-title">
        <header><h2 id="numbers-title">${words.bench.numbers}</h2></header>
        <div class="pad stack"><${Numbers} odds=${found} /></div>
      </section>`}
  </div>`;
}

/** Every event with its chance, exact and rounded. @param {{ odds: any }} props */
function Events({ odds }) {
  const events = ruleOf(odds.system, odds.rule)?.events ?? [];
  const rows = events.filter((/** @type {any} */ event) => odds.events[event.name]);
  if (!rows.length) return null;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${words.bench.events}><table class="ledger">
    <thead><tr><th scope="col">${words.bench.event}</th><th scope="col" class="num">${words.bench.chance}</th><th scope="col" class="num">${words.bench.exact}</th></tr></thead>
    <tbody>${rows.map((/** @type {any} */ event) => {
      const chance = odds.events[event.name];
      return html`<tr key=${event.name}><th scope="row">${event.words}</th><td class="num">${percent(chance.decimal)}</td><td class="num"><code>${chance.exact}</code>
        ${chance.unresolved !== "0" && html`<br /><span class="soft">${words.bench.within(chance.unresolved)}</span>`}</td></tr>`;
    })}</tbody></table></div>`;
}

/** The numbers of a check: mean and spread. @param {{ odds: any }} props */
const Numbers = ({ odds }) => html`<table class="ledger">
  <thead><tr><th scope="col">${words.bench.number}</th><th scope="col" class="num">${words.bench.mean}</th><th scope="col" class="num">${words.bench.sd}</th></tr></thead>
  <tbody>${Object.entries(odds.numbers).map(([name, number]) => html`<tr key=${name}><th scope="row">${name.replaceAll("_", " ")}</th>
    <td class="num">${number.mean === null ? "–" : number.mean.toFixed(2)}</td><td class="num">${number.sd === null ? "–" : number.sd.toFixed(2)}</td></tr>`)}</tbody></table>`;
