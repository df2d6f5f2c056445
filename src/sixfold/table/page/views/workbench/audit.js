// The odds that a book prints, beside the exact ones: a table that is pasted, or claims.
import { html } from "../../html.js";
import * as engine from "../../engine.js";
import { benchWords } from "../../words/bench.js";
import { exactly, percent } from "../../words/figures.js";
import { Mark } from "../../parts/icon.js";
import { useAnswer, useFields } from "./answer.js";
import { Area, Field, Progress } from "./field.js";
import { SaveAs } from "./save-as.js";

const BEGIN = "Modifier  Chance\n-3  26 %\n+0  62.5 %\n+3  90 %\n+6  98 %\n+9  99 %";

/** Marks of what is said of a claim. @type {Record<string, string>} */
const MARKS = { upheld: "success", cut: "partial", wrong: "blunder" };

/** @param {{ query: URLSearchParams }} props */
export function Audit({ query }) {
  const [fields, , field] = useFields(query, { check: "ten +?", event: "", printed: BEGIN });
  const { check = "", event = "", printed = "" } = fields;
  const asked = { printed, ...(check.trim() ? { check } : {}), ...(event.trim() ? { event } : {}) };
  const answer = useAnswer(printed.trim() ? JSON.stringify(asked) : "", (signal) => engine.audit(asked, signal));
  const { found, wrong, late } = answer;
  return html`<div class="cols">
    <section class="sheet c4" aria-label=${benchWords.asked}><div class="pad stack">
      <${Field} id="audit-check" label=${benchWords.audit.check} ...${field("check")} hint=${benchWords.audit.checkHint} />
      <${Field} id="audit-event" label=${benchWords.event} ...${field("event")} hint=${benchWords.eventHint} />
      <${Area} id="audit-printed" label=${benchWords.audit.printed} ...${field("printed")} hint=${benchWords.audit.printedHint} />
      <${Progress} of=${answer} />
    </div></section>
    ${found && html`<section class="sheet c8 ${late || wrong ? "is-late" : ""}" aria-label=${benchWords.answers}><div class="pad stack">
      <p class="voice h2">${benchWords.audit.summary(found.summary)}</p>
      <${Claims} claims=${found.claims} />
      <${SaveAs} name=${benchWords.names.audit} data=${found} rows=${() => listed(found.claims)} chart=${false} />
    </div></section>`}
  </div>`;
}

/** @param {any[]} claims */
const listed = (claims) => [
  [benchWords.audit.claim, benchWords.event, benchWords.audit.said, benchWords.chance, benchWords.exact, benchWords.audit.verdict, benchWords.audit.right],
  ...claims.map((one) => [one.worst, one.event, one.printed, percent(one), exactly(one), benchWords.audit.verdicts[/** @type {"cut"} */ (one.verdict)], one.right]),
];

/** Every claim with its verdict and what to print. @param {{ claims: any[] }} props */
const Claims = ({ claims }) => html`<div class="scroll" tabindex="0" role="region" aria-label=${benchWords.audit.claims}><table class="ledger">
  <thead><tr><th scope="col">${benchWords.audit.claim}</th><th scope="col" class="num">${benchWords.audit.said}</th><th scope="col" class="num">${benchWords.exact}</th><th scope="col">${benchWords.audit.verdict}</th></tr></thead>
  <tbody>${claims.map((one, nth) => html`<tr key=${nth}><th scope="row"><a href=${`/odds?${new URLSearchParams({ check: one.worst })}`}><code>${one.worst}</code></a><br /><span class="soft small">${one.event}</span></th>
    <td class="num">${one.printed}</td><td class="num" title=${exactly(one)}>${percent(one)}</td>
    <td data-verdict=${MARKS[one.verdict]}><${Mark} verdict=${MARKS[one.verdict]} /> ${benchWords.audit.verdicts[/** @type {"cut"} */ (one.verdict)]}
      ${one.verdict !== "upheld" && html`<br /><span class="small">${benchWords.audit.print(one.right)}</span>`}${one.otherwise.map((/** @type {string} */ other) => html`<br /><span class="soft small">${benchWords.audit.otherwise(other)}</span>`)}</td></tr>`)}</tbody></table></div>`;
