// A view to take along: its chart as a picture that stands alone, its values as a table, its answer as data.
import { html } from "../../html.js";
import { useRef } from "../../vendor/hooks.js";
import { download } from "../../parts/download.js";
import { csv, markdown } from "../../parts/tables.js";
import { benchWords } from "../../words/bench.js";

const SHARP = 2; // dots of a picture for each px

/** @param {{ name: string, data: any, rows: () => string[][], chart?: boolean }} props `rows` of the table, the first with its heads; without a `chart`, they are the picture */
export function SaveAs({ name, data, rows, chart = true }) {
  const here = useRef(/** @type {HTMLElement | null} */ (null));
  const drawing = () => (chart ? alone(/** @type {SVGSVGElement} */ (here.current?.closest("section")?.querySelector("svg.chart"))) : tabled(rows()));
  /** @type {[string, () => void | Promise<void>][]} */
  const forms = [
    ["PNG", async () => download(`${name}.png`, await painted(drawing()))],
    ["SVG", () => download(`${name}.svg`, drawing())],
    ["CSV", () => download(`${name}.csv`, csv(rows()))],
    ["Markdown", () => download(`${name}.md`, markdown(rows()))],
    ["JSON", () => download(`${name}.json`, JSON.stringify(data, null, 1))],
  ];
  return html`<div class="row saving" role="group" aria-label=${benchWords.save} ref=${here}><span class="label">${benchWords.save}</span>
    ${forms.map(([form, save]) => html`<button key=${form} class="button" type="button" onClick=${save}>${form}</button>`)}</div>`;
}

const [LINE, GAP, LETTER] = [24, 24, 8.4]; // px of a table in a picture

/** Rows as a drawing. @param {string[][]} rows the first has the heads */
function tabled(rows) {
  const wide = (rows[0] ?? []).map((_, nth) => GAP + LETTER * Math.max(...rows.map((row) => row[nth]?.length ?? 0)));
  const starts = wide.map((_, nth) => GAP + wide.slice(0, nth).reduce((sum, one) => sum + one, 0));
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const size = { width: String(Math.ceil(GAP + wide.reduce((sum, one) => sum + one, 0))), height: String(LINE * (rows.length + 1)) };
  const style = { fill: getComputedStyle(document.body).color, "font-family": "ui-monospace, monospace", "font-size": "14" };
  for (const [name, value] of Object.entries({ ...size, ...style, xmlns: "http://www.w3.org/2000/svg" })) svg.setAttribute(name, value);
  rows.forEach((row, down) => row.forEach((cell, across) => {
    const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
    for (const [name, value] of Object.entries({ x: starts[across], y: LINE * (down + 1), ...(down ? {} : { "font-weight": 700 }) })) text.setAttribute(name, String(value));
    text.textContent = cell;
    svg.append(text);
  }));
  return new XMLSerializer().serializeToString(svg);
}

/** A drawing as a picture, on paper. @param {string} svg @returns {Promise<Blob>} */
async function painted(svg) {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: picture.width * SHARP, height: picture.height * SHARP });
  const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  paint.fillStyle = getComputedStyle(document.body).getPropertyValue("background-color");
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(picture.src);
  return new Promise((done) => canvas.toBlob((blob) => done(/** @type {Blob} */ (blob))));
}

/** A chart that looks the same outside of the page: styles written into it, sizes in px. @param {SVGSVGElement} chart */
function alone(chart) {
  const copy = /** @type {SVGSVGElement} */ (chart.cloneNode(true));
  const { width, height } = chart.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  const shapes = chart.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((shape, nth) => {
    const style = getComputedStyle(/** @type {Element} */ (shapes[nth]));
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "paint-order", "font-family", "font-size"]) shape.setAttribute(name, style.getPropertyValue(name));
    shape.removeAttribute("class");
  });
  copy.removeAttribute("class");
  return new XMLSerializer().serializeToString(copy);
}
