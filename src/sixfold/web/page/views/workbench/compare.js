// Checks side by side, of one game or of several.
import { html } from "../../html.js";
import * as engine from "../../engine.js";
import { benchWords } from "../../words/bench.js";
import { Bars, spread } from "../../parts/chart.js";
import { decimal, percent } from "../../parts/figures.js";
import { useAnswer, useFields } from "./asked.js";
import { CheckField, Field, Wrong } from "./field.js";

const MOST = 6;
const BEGIN = "ten +3 superior 1\nskew +2 vs 12\nwild 3D+1 vs 12";

/** @param {{ query: URLSearchParams }} props */
export function Compare({ query }) {
  const [fields, set] = useFields(query, { checks: BEGIN, event: "" });
  const checks = (fields["checks"] ?? "").split("\n");
  const write = (/** @type {string[]} */ all) => set("checks", all.join("\n"));
  return html`<div class="cols">
    ${checks.map((check, nth) => html`<section class="sheet c6" key=${nth} aria-label=${benchWords.nth(nth + 1)}>
      <div class="pad stack">
        <${CheckField} id="compare-${nth}" label=${benchWords.nth(nth + 1)} value=${check} hint="" set=${(/** @type {string} */ value) => write(checks.with(nth, value))} />
        <${One} check=${check.trim()} event=${fields["event"]?.trim() ?? ""} />
        ${checks.length > 1 && html`<p><button class="button is-plain is-flush" type="button" onClick=${() => write(checks.toSpliced(nth, 1))}>${benchWords.away}</button></p>`}
      </div></section>`)}
    <section class="sheet c6" aria-label=${benchWords.more_checks}><div class="pad stack">
      <${Field} id="compare-event" label=${benchWords.event} value=${fields["event"]} set=${(/** @type {string} */ value) => set("event", value)} hint=${benchWords.eventHint} />
      ${checks.length < MOST && html`<button class="button" type="button" onClick=${() => write([...checks, checks.at(-1) ?? ""])}>${benchWords.add}</button>`}
    </div></section>
  </div>`;
}

/** One check of several: its chance, its bars. @param {{ check: string, event: string }} props */
function One({ check, event }) {
  const { found, wrong, late } = useAnswer(check && `${check}\n${event}`, async (signal) => {
    const [odds, compared] = await Promise.all([engine.odds({ check }, signal), engine.compare({ checks: [check], ...(event ? { event } : {}) }, signal)]);
    return { odds, line: compared.checks[0] };
  });
  if (wrong) return html`<${Wrong} wrong=${wrong} />`;
  if (!found) return null;
  const shown = spread(found.odds);
  const { line } = found;
  return html`<div class="stack is-tight ${late ? "is-late" : ""}">
    <p class="row is-apart"><span>${line.chance ? line.event : line.number?.field}</span>
      <b class="voice h2">${line.chance ? percent(line.chance) : line.number ? `${benchWords.onAverage} ${decimal(line.number.mean, 2)}` : ""}</b></p>
    ${shown && html`<${Bars} spread=${shown} height=${110} scale=${true} />`}
    <p class="small soft">${line.chance && line.chance.exact.length <= 24 && html`<code>${line.chance.exact}</code> · `}${line.number && benchWords.middle(line.number.field, decimal(line.number.mean, 2), line.number.tenths)}</p>
  </div>`;
}
