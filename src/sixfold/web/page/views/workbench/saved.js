// A figure to take along: the chart as SVG that stands alone, or its data.
import { html } from "../../html.js";
import { useRef } from "../../vendor/hooks.js";
import { download } from "../../parts/download.js";
import { benchWords } from "../../words/bench.js";

/** @param {{ name: string, odds: any }} props */
export function Saved({ name, odds }) {
  const here = useRef(/** @type {HTMLElement | null} */ (null));
  const figure = () => {
    const chart = /** @type {SVGSVGElement | null} */ (here.current?.closest("section")?.querySelector("svg.chart"));
    if (chart) download(`${name}.svg`, alone(chart));
  };
  return html`<div class="row" ref=${here}>
    <button class="button" type="button" onClick=${figure}>${benchWords.figure}</button>
    <button class="button" type="button" onClick=${() => download(`${name}.json`, JSON.stringify(odds, null, 1))}>${benchWords.data}</button>
  </div>`;
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
    for (const name of ["fill", "stroke", "stroke-width", "font-family", "font-size"]) shape.setAttribute(name, style.getPropertyValue(name));
    shape.removeAttribute("class");
  });
  copy.removeAttribute("class");
  return new XMLSerializer().serializeToString(copy);
}
