// Numbers of several checks in one chart with a common axis: as bars side by side, as curves, or against the first.
import { html } from "../html.js";
import { useState } from "../vendor/hooks.js";
import { chartWords } from "../words/chart.js";
import { minus } from "../words/text.js";
import { ticks } from "./chart.js";

/** How often a number is exactly, at least, or at most a value. @typedef {"chance" | "least" | "most"} Way */

/** A check's number: heights by value, between 0 and 1, or less than 0 where they are differences. @typedef {{ name: string, heights: Map<number, number> }} Line */

const TAIL = 0.0005; // chance below which the ends are not drawn
const MOST_BARS = 150; // bars that can be told apart; more are curves
const NUMBERS = 9; // numbers below the chart

/** The values that are drawn: no end that no check reaches with a chance worth drawing. @param {Line[]} lines @param {number[]} values @param {Line[]} exactly */
function drawn(lines, values, exactly) {
  const rare = (/** @type {number[]} */ from) => {
    const sums = exactly.map(() => 0);
    return from.findIndex((value) => exactly.some(({ heights }, nth) => (sums[nth] = /** @type {number} */ (sums[nth]) + (heights.get(value) ?? 0)) > TAIL));
  };
  const [before, after] = [rare(values), rare([...values].reverse())];
  return lines.length ? values.slice(Math.max(0, before), values.length - Math.max(0, after)) : values;
}

/**
 * A chart of several lines.
 * @param {{ lines: Line[], exactly: Line[], values: number[], bars: boolean, label: string, height?: number, read: (value: number) => string[] }} props
 *   `exactly` has the chances of single values, from which the ends are judged; `read` gives what each line has at a value, in words
 */
export function Curves({ lines, exactly, values: all, bars, label, height = 240, read }) {
  const [here, setHere] = useState(/** @type {number | null} */ (null));
  const values = drawn(lines, all, exactly);
  const [first = 0] = values;
  const last = values.at(-1) ?? first;
  const count = last - first + 1;
  const flat = values.flatMap((value) => lines.map(({ heights }) => heights.get(value) ?? 0));
  const [low, high] = [Math.min(0, ...flat), Math.max(0, ...flat) || 0.01];
  const plot = height - 20;
  const y = (/** @type {number} */ chance) => 4 + ((high - chance) / (high - low)) * (plot - 8);
  const x = (/** @type {number} */ value) => ((value - first + 0.5) / count) * 100;
  const beside = Math.max(1, Math.ceil(count / NUMBERS));
  const wide = 84 / count / lines.length;
  /** @param {number} value the nearest one that is drawn */
  const point = (value) => setHere(values.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best), first));
  /** @param {PointerEvent} event */
  function move(event) {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    point(first + Math.floor(((event.clientX - box.left) / box.width) * count));
  }
  /** @param {KeyboardEvent} event */
  function key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = values.indexOf(here ?? NaN);
    const next = event.key === "Home" ? first : event.key === "End" ? last : by && (at < 0 ? first : values[at + by]);
    if (next === undefined) return;
    event.preventDefault();
    setHere(next);
  }
  const shown = here !== null && values.includes(here) ? here : null;
  return html`<div class="curves" tabindex="0" role="group" aria-label=${chartWords.keys} onKeyDown=${key} onPointerMove=${move} onPointerDown=${move} onPointerLeave=${() => setHere(null)}>
    <svg class="chart" height=${height} role="img" aria-label=${label}>
      ${ticks(low, high).map((mark) => html`<line class="grid" x1="0" x2="100%" y1=${y(mark)} y2=${y(mark)} />`)}
      ${shown !== null && html`<line class="at" x1="${x(shown)}%" x2="${x(shown)}%" y1="0" y2=${plot} />`}
      ${bars && count * lines.length <= MOST_BARS
        ? lines.map(({ heights }, nth) => values.map((value) => {
            const tall = heights.get(value) ?? 0;
            return html`<rect class="line-${nth} is-bar" x="${((value - first) / count) * 100 + 8 / count + nth * wide}%" width="${wide * 0.94}%" y=${Math.min(y(0), y(tall))} height=${Math.max(tall ? 1 : 0, Math.abs(y(tall) - y(0)))} />`;
          }))
        : html`<svg x="0" y="0" width="100%" height=${plot} viewBox="0 0 100 ${plot}" preserveAspectRatio="none">${lines.map(({ heights }, nth) =>
            html`<polyline class="line-${nth}" fill="none" vector-effect="non-scaling-stroke" points=${values.map((value) => `${x(value)},${y(heights.get(value) ?? 0)}`).join(" ")} />`)}</svg>`}
      ${ticks(low, high).map((mark) => html`<text class="halo" x="0" y=${y(mark) - 3}>${minus(Number((100 * mark).toPrecision(3)))}\u202f%</text>`)}
      <line class="axis" x1="0" x2="100%" y1=${y(0)} y2=${y(0)} />
      ${Array.from({ length: Math.ceil(count / beside) }, (_, nth) => first + nth * beside).map((value) => html`<text x="${x(value)}%" y=${height - 4} text-anchor="middle">${minus(value)}</text>`)}
    </svg>
    <p class="small readout" role="status">${shown === null ? html`<span class="soft">${chartWords.point}</span>`
      : html`<b>${minus(shown)}</b> ${read(shown).map((text, nth) => html`<span key=${nth}><i class="key line-${nth}"></i>${text}</span>`)}`}</p>
  </div>`;
}
