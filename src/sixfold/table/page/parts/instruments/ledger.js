// Who has how much of what; columns that end by themselves are hatched, and said below.
import { html } from "../../html.js";
import { upright } from "../../words/text.js";
import { toolsWords } from "../../words/tools.js";

/** @typedef {{ head: string, short: string, ends: string }} Column */

/** @param {{ label: string, columns: Column[], rows: { head: string, cells: (number | string)[], note: string }[] }} props */
export function Ledger({ label, columns, rows }) {
  const ending = columns.filter((column) => column.ends);
  return html`<div class="stack is-tight">
    <div class="scroll" tabindex="0" role="group" aria-label=${label}>
      <table class="ledger is-even">
        <thead><tr><td></td>${columns.map((column) => html`<th class="num" scope="col">${column.short ? html`<abbr title=${column.head} aria-label=${column.head}>${column.short}</abbr>` : column.head}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`<tr>
          <th scope="row" title=${row.head}><bdi>${row.head}</bdi>${row.note && html`<span class="tiny soft">${upright(row.note)}</span>`}</th>
          ${row.cells.map((cell, at) => html`<td class="num ${columns[at]?.ends ? "is-temp" : ""} ${cell === 0 ? "is-none" : ""}">${cell}</td>`)}
        </tr>`)}</tbody>
      </table>
    </div>
    ${ending.length > 0 && html`<p class="tiny soft">${toolsWords.hatched(ending.map((column) => `${column.head} ${column.ends}`))}</p>`}
  </div>`;
}
