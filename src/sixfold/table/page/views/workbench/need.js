// Which number gives at least that chance: a check with a question mark in place of a number.
import { html } from "../../html.js";
import * as engine from "../../engine.js";
import { benchWords } from "../../words/bench.js";
import { composeWords } from "../../words/compose.js";
import { exactly, percent } from "../../words/figures.js";
import { Choice } from "../../parts/choice.js";
import { useAnswer, useFields } from "./answer.js";
import { Field, Progress } from "./field.js";
import { SaveAs } from "./save-as.js";
import { Ledger } from "../../parts/ledger.js";

/** @param {{ query: URLSearchParams }} props */
export function Need({ query }) {
  const [fields, , field] = useFields(query, { check: "ten +? superior 1", chance: "85%", event: "", most: "" });
  const { check = "", chance = "", event = "", most = "" } = fields;
  const answer = useAnswer(check.trim() && chance.trim() ? JSON.stringify(fields) : "", async (signal) => ({
    ...(await engine.need({ check, chance, at_most: most === "yes", ...(event.trim() ? { event } : {}) }, signal)),
    wanted: chance.trim(),
  }));
  const { found, wrong, late } = answer;
  return html`<div class="cols">
    <section class="sheet c6" aria-label=${benchWords.names.need}><div class="pad stack">
      <${Field} id="need-check" label=${composeWords.label} ...${field("check")} hint=${benchWords.open} />
      <fieldset><legend class="label">${benchWords.wanted}</legend>
        <${Choice} name="most" options=${[["", benchWords.atLeast], ["yes", benchWords.atMost]]} ...${field("most")} /></fieldset>
      <${Field} id="need-chance" label=${benchWords.chance} ...${field("chance")} hint=${benchWords.chanceHint} />
      <${Field} id="need-event" label=${benchWords.event} ...${field("event")} hint=${benchWords.eventHint} />
      <${Progress} of=${answer} />
    </div></section>
    <section class="sheet c6 ${late || wrong ? "is-late" : ""}" aria-label=${benchWords.answers} aria-live="polite"><div class="pad stack">
      ${found && html`<${Answers} found=${found} />`}
    </div></section>
  </div>`;
}

const NAMED = 8; // numbers that were not solved and are named

/** Numbers that were too expensive to solve. @param {{ found: any }} props */
const NotSolved = ({ found }) => found.dear.length > 0 && html`<p>${benchWords.notSolved(`${found.dear.slice(0, NAMED).map((/** @type {number[]} */ one) => one.join(" ")).join(", ")}${found.dear.length > NAMED ? " …" : ""}`)}</p>`;

/** @param {{ found: any }} props */
function Answers({ found }) {
  if (!found.answers.length) {
    return html`<p class="voice h2">${benchWords.none}</p><p>${found.reason || (found.best && benchWords.best(found.best.asked, percent(found.best)))}</p><${NotSolved} found=${found} />`;
  }
  return html`<p class="soft">${found.event}, ${found.at_most ? benchWords.atMost : benchWords.atLeast} ${found.wanted.replace(/\s*%/, "\u202f%")}:</p>
    <${Ledger} heads=${[composeWords.label, benchWords.chance, benchWords.exact]}>${found.answers.map((/** @type {any} */ one) => html`<tr key=${one.text}><th scope="row"><a href=${`/odds?${new URLSearchParams({ check: one.text })}`}><code>${one.asked}</code></a></th>
      <td class="num">${percent(one)}</td><td class="num"><code>${one.exact.length > 24 ? "" : exactly(one)}</code></td></tr>`)}<//>
    <p class="small soft">${benchWords.tried(found.tried)}</p><${NotSolved} found=${found} />
    <${SaveAs} name=${benchWords.names.need} data=${found} chart=${false}
      rows=${() => [[composeWords.label, benchWords.chance, benchWords.exact], ...found.answers.map((/** @type {any} */ one) => [one.asked, percent(one), exactly(one)])]} />`;
}
