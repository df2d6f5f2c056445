// What was read of the dice, line by line, and the rule as its book has it.
import { html } from "../../html.js";
import { whyWords } from "../../words/why.js";
import { Row } from "../dice.js";
import { Mark } from "../icon.js";

/** @param {{ lines: { label: string, faces: [number, boolean][], words: string }[], record: any, typed: boolean }} props */
export function Lines({ lines, record, typed }) {
  let nth = 0;
  return html`<ol class="lines">${lines.map((line, at) => {
    if (line.faces.length) {
      const thrown = record.throws[nth++];
      return html`<li key=${at}><b>${line.label}</b><${Row} record=${{ ...record, throws: [thrown] }} typed=${typed} /><span>${line.words}</span></li>`;
    }
    // What a clause did begins with its number.
    const [clause = "", ...rest] = line.label ? [line.label, line.words] : line.words.split(": ");
    return html`<li key=${at} class=${line.label ? "" : "is-clause"}><b>${line.label ? line.label : html`<code>${clause}</code>`}</b><span class="wide">${rest.join(": ")}</span></li>`;
  })}</ol>`;
}

/** @param {{ clauses: { clause: string, text: string }[], applied: { clause: string, text: string }[] }} props */
export function Clauses({ clauses, applied }) {
  return html`<ol class="clauses">${clauses.map(({ clause, text }, at) => {
    const did = applied.filter((one) => one.clause === clause);
    return html`<li key=${at} class=${did.length ? "is-applied" : ""} data-verdict=${did.length ? "success" : "note"}><code>${clause}</code>
      <span>${text}${did.map((one) => html`<b class="did"><${Mark} verdict="success" /><span><span class="sr">${whyWords.applied} </span>${one.text}</span></b>`)}</span></li>`;
  })}</ol>`;
}
