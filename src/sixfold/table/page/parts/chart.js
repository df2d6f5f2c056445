// Charts of what a check can give: bars in our own few lines of SVG, filled where it succeeds, outlined where it fails.
// Widths are in per cent, so that a chart fits its place and text keeps its size.
import { html } from "../html.js";
import { ruleOf, verdict } from "../verdict.js";
import { chartWords } from "../words/chart.js";
import { minus } from "../words/text.js";

/** Verdicts that are drawn filled. */
const GOOD = ["success", "critical", "triumph", "partial", "note"];

/** Most bars that can be told apart in a column. */
const MOST_BARS = 48;

/** Numbers below the bars, few enough for the narrowest chart. */
const LABELS = 5;

/** Chance (0 to 1) below which the ends of a spread are drawn as one bar. */
const TAIL = 0.0005;

/** Values `low` to `high` of what is drawn, their chance together, and how much of it succeeds. @typedef {{ low: number, high: number, chance: number, good: number }} Bar */

/** A number that a check gives, as bars. @typedef {{ field: string, bars: Bar[], low: number, high: number }} Spread */

/**
 * The spread of the number that a rule draws.
 * @param {any} odds as the engine has them
 * @returns {Spread | null} null where the rule draws no number
 */
export function spread(odds) {
  const field = ruleOf(odds.system, odds.rule)?.chart;
  /** @type {Map<number, Bar>} */
  const found = new Map();
  for (const { outcome, decimal } of odds.outcomes) {
    const value = field && outcome[field];
    if (typeof value !== "number") continue;
    const bar = found.get(value) ?? { low: value, high: value, chance: 0, good: 0 };
    bar.chance += decimal;
    if (GOOD.includes(verdict({ system: odds.system, rule: odds.rule, outcome }))) bar.good += decimal;
    found.set(value, bar);
  }
  if (!found.size) return null;
  const values = [...found.values()].sort((one, other) => one.low - other.low);
  return drawn(field, values);
}

/**
 * Bars of a number, as many as can be told apart.
 * @param {string} field what the number is called @param {Bar[]} values one each, in order @param {number} [most] bars @returns {Spread}
 */
export const drawn = (field, values, most = MOST_BARS) =>
  ({ field, bars: grouped(tucked(values), most), low: values[0]?.low ?? 0, high: values.at(-1)?.high ?? 0 });

/**
 * Bars of an outlook.
 * @param {{ words: string, bars: { value: number, chance: number, good: number }[] }} found @param {number} [most] bars @returns {Spread}
 */
export const outlined = (found, most) =>
  drawn(found.words, found.bars.map(({ value, chance, good }) => ({ low: value, high: value, chance, good })), most);

/** The rare ends as one bar each, never over the border between success and failure. @param {Bar[]} bars */
function tucked(bars) {
  const left = run(bars);
  const right = run([...bars].reverse());
  if (left + right >= bars.length) return bars;
  const middle = bars.slice(left, bars.length - right);
  return [...joined(bars.slice(0, left)), ...middle, ...joined(bars.slice(bars.length - right))];
}

/** How many bars at the beginning are rare together and of one kind. @param {Bar[]} bars */
function run(bars) {
  let sum = 0;
  const count = bars.findIndex((bar) => {
    sum += bar.chance;
    return sum > TAIL * 4 || succeeds(bar) !== succeeds(/** @type {Bar} */ (bars[0]));
  });
  return count < 2 ? 0 : count;
}

/** @param {Bar} bar */
const succeeds = (bar) => bar.good > 0;

/** @param {Bar[]} bars @returns {Bar[]} */
function joined(bars) {
  const [first] = bars;
  if (!first) return [];
  const sum = (/** @type {"chance" | "good"} */ of) => bars.reduce((all, bar) => all + bar[of], 0);
  return [{ low: first.low, high: bars.at(-1)?.high ?? first.high, chance: sum("chance"), good: sum("good") }];
}

/** As many values a bar as keep the bars apart. @param {Bar[]} bars @param {number} most @returns {Bar[]} */
function grouped(bars, most) {
  const step = Math.ceil(bars.length / most);
  if (step === 1) return bars;
  return Array.from({ length: Math.ceil(bars.length / step) }, (_, i) => joined(bars.slice(i * step, (i + 1) * step))).flat();
}

/** What stands below a bar; the ends say that they hold all that is beyond. @param {Spread} spread @param {number} nth */
function label({ bars, low, high }, nth) {
  const bar = /** @type {Bar} */ (bars[nth]);
  if (bar.low === bar.high) return minus(bar.low);
  if (nth === 0 && bar.low === low) return `≤ ${minus(bar.high)}`;
  if (nth === bars.length - 1 && bar.high === high) return `≥ ${minus(bar.low)}`;
  return minus(bar.low);
}

/** How large text is, by that of 16 px: what is written below and beside bars has room for it. */
const scaleOfText = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** Round numbers at the side, from the lowest to the highest. @param {number} low @param {number} high */
export function ticks(low, high) {
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span));
  const step = power * ([0.2, 0.5, 1].find((one) => span < 6 * one * power) ?? 2);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => (first + at) * step);
}

/**
 * Bars of a spread.
 * @param {{ spread: Spread, height?: number, axis?: boolean | "ends", here?: number, scale?: boolean }} props
 *   `height` in px where text has 16, `axis` with numbers below, or those of its `ends`, `here` a value that is marked, `scale` with chances at the side
 */
export function Bars({ spread: shown, height: usual = 96, axis = true, here, scale = false }) {
  const text = scaleOfText();
  const height = usual * text;
  const { bars, field } = shown;
  const most = Math.max(...bars.map((bar) => bar.chance));
  const wide = 100 / bars.length;
  const room = height - (axis ? 20 * text : 1);
  const tall = (/** @type {number} */ chance) => Math.max(chance > 0 ? 2 : 0, (chance / most) * (room - 2));
  const good = bars.reduce((all, bar) => all + bar.good, 0);
  const beside = Math.max(1, Math.ceil(bars.length / LABELS));
  const marks = scale ? ticks(0, most).slice(1) : [];
  return html`<svg class="chart ${scale ? "is-scaled" : ""}" height=${height} role="img" aria-label=${chartWords.aloud(field, minus(shown.low), minus(shown.high), good)}>
    ${marks.map((mark) => html`<line class="grid" x1="0" x2="100%" y1=${room - tall(mark)} y2=${room - tall(mark)} />`)}
    ${bars.map((bar, nth) => {
      const x = nth * wide + wide * 0.08;
      const filled = bar.good > 0 ? tall(bar.good) : 0;
      const full = tall(bar.chance);
      const marked = here !== undefined && bar.low <= here && here <= bar.high;
      return html`
        ${bar.chance > bar.good * 1.000001 && html`<rect class="off" x="${x}%" width="${wide * 0.84}%" y=${room - full} height=${Math.max(0, full - filled)} />`}
        ${filled > 0 && html`<rect class="on" x="${x}%" width="${wide * 0.84}%" y=${room - filled} height=${filled} />`}
        ${marked && html`<rect class="here" x="${x}%" width="${wide * 0.84}%" y=${room - full - 4} height=${full + 4} />`}`;
    })}
    ${marks.map((mark) => html`<text x="-6" y=${room - tall(mark) + 4 * text} text-anchor="end">${Number((100 * mark).toPrecision(3))}\u202f%</text>`)}
    <line class="axis" x1="0" x2="100%" y1=${room + 0.5} y2=${room + 0.5} />
    ${axis && bars.map((_, nth) => {
      const last = nth === bars.length - 1;
      if (axis === "ends" && nth > 0 && !last) return null;
      if (!last && (nth % beside !== 0 || nth > bars.length - 1 - beside * 0.8)) return null;
      const anchor = nth === 0 ? "start" : last ? "end" : "middle";
      const x = nth === 0 ? 0 : last ? 100 : (nth + 0.5) * wide;
      return html`<text x="${x}%" y=${height - 4 * text} text-anchor=${anchor}>${label(shown, nth)}</text>`;
    })}
  </svg>`;
}
