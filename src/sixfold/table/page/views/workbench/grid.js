// The grid that goes into a rule book: a check over a range of one option, or of two.
import { html } from "../../html.js";
import * as engine from "../../engine.js";
import { benchWords } from "../../words/bench.js";
import { decimal, percent } from "../../words/figures.js";
import { download } from "../../parts/download.js";
import { useAnswer, useFields } from "./answer.js";
import { Field, Progress } from "./field.js";
import { SaveAs } from "./save-as.js";

/** Further forms in which a grid can be taken along, and the endings of their files. @type {Record<string, string>} */
const FORMS = { latex: "tex", html: "html", vega: "vl.json" };

/** @param {{ query: URLSearchParams }} props */
export function Grid({ query }) {
  const [fields, , field] = useFields(query, { check: "ten", rows: "modifier=-6..9..3", columns: "skew=-3..3", event: "" });
  const { check = "", rows = "", columns = "", event = "" } = fields;
  const asked = { check, rows, ...(columns.trim() ? { columns } : {}), ...(event.trim() ? { event: [event] } : {}) };
  const answer = useAnswer(check.trim() && rows.trim() ? JSON.stringify(asked) : "", (signal) => engine.grid(asked, "json", signal));
  const { found, wrong, late } = answer;
  return html`<div class="cols">
    <section class="sheet c4" aria-label=${benchWords.asked}><div class="pad stack">
      ${/** @type {const} */ (["check", "rows", "columns", "event"]).map((name) => html`<${Field} key=${name} id="grid-${name}" label=${benchWords.grid[name].label}
        ...${field(name)} hint=${benchWords.grid[name].hint} />`)}
      <${Progress} of=${answer} />
    </div></section>
    ${found && html`<section class="sheet c8 ${late || wrong ? "is-late" : ""}" aria-labelledby="grid-title">
      <header><h2 id="grid-title"><code>${found.text}</code></h2><span class="small soft">${found.event.join(", ")}</span></header>
      <div class="pad stack">
        <${Cells} grid=${found} />
        <${SaveAs} name=${found.text} data=${found} rows=${() => listed(found)} chart=${false} />
        <div class="row">${Object.entries(FORMS).map(([form, ending]) => html`<button key=${form} class="button" type="button"
          onClick=${async () => download(`table.${ending}`, await engine.grid(asked, form))}>${benchWords.forms[/** @type {"html"} */ (form)]}</button>`)}</div>
      </div></section>`}
  </div>`;
}

/** What is above the columns. @param {any} grid @returns {string[]} */
const headed = ({ columns, event }) => columns?.labels ?? event;

/** The grid as a table. @param {any} grid */
const listed = (grid) => [[grid.rows.option, ...headed(grid)], ...grid.cells.map((/** @type {any[]} */ row, /** @type {number} */ nth) => [grid.rows.labels[nth], ...row.map((cell) => figure(cell, grid.event[0]))])];

/** The cells: a chance as a tint and a number, the fraction behind it. @param {{ grid: any }} props */
function Cells({ grid }) {
  const { rows, columns, cells } = grid;
  const heads = headed(grid);
  return html`<p class="small soft">${benchWords.axes(rows.option, columns?.option)}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${benchWords.names.grid}><table class="heat">
      <thead><tr><td></td>${heads.map((/** @type {string} */ head) => html`<th scope="col" key=${head}>${head}</th>`)}</tr></thead>
      <tbody>${cells.map((/** @type {any[]} */ row, /** @type {number} */ nth) => html`<tr key=${nth}><th scope="row">${rows.labels[nth]}</th>
        ${row.map((cell, at) => html`<td key=${at} title="${cell.text ?? ""} ${cell.exact ?? ""}" style=${{ "--p": cell.decimal <= 1 ? Math.round(100 * cell.decimal) : 0 }}>${figure(cell, grid.event[0])}</td>`)}</tr>`)}</tbody>
    </table></div>`;
}

/** @param {any} cell @param {string} show */
function figure(cell, show) {
  if (cell?.decimal === undefined || cell.decimal === null) return "–";
  return show.startsWith("mean ") ? decimal(cell, 2) : percent(cell).replace("\u202f%", "");
}
