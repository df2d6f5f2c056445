// The rule of a check in words, clause by clause.
import { html } from "../../html.js";
import * as engine from "../../engine.js";
import { benchWords } from "../../words/bench.js";
import { composeWords } from "../../words/compose.js";
import { Clauses } from "../../parts/why/clauses.js";
import { useAnswer, useFields } from "./answer.js";
import { TurnedCheck, Progress } from "./field.js";
import { SaveAs } from "./save-as.js";

/** @param {{ query: URLSearchParams }} props */
export function Explain({ query }) {
  const [fields, , field] = useFields(query, { check: "ten hard +4 superior 1" });
  const { check = "" } = fields;
  const answer = useAnswer(check.trim(), (signal) => engine.explain({ check }, signal));
  const { found, wrong, late } = answer;
  return html`<div class="cols">
    <section class="sheet c4" aria-label=${benchWords.asked}><div class="pad stack">
      <${TurnedCheck} id="explain-check" label=${composeWords.label} ...${field("check")} />
      <${Progress} of=${answer} />
    </div></section>
    ${found && html`<section class="sheet c8 ${late || wrong ? "is-late" : ""}" aria-labelledby="explain-title">
      <header><h2 id="explain-title"><code>${found.text}</code></h2><a href=${`/odds?${new URLSearchParams({ check: found.text })}`}>${benchWords.names.odds}</a></header>
      <div class="pad stack">
        <${Clauses} clauses=${found.clauses} applied=${[]} />
        <${SaveAs} name=${found.text} data=${found} chart=${false}
          rows=${() => [[benchWords.clause, benchWords.rule], ...found.clauses.map((/** @type {any} */ one) => [one.clause, one.text])]} />
      </div></section>`}
  </div>`;
}
