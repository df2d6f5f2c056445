// The odds of what is about to be thrown: its chances by name and its chart, in a line or with room.
import { html } from "../html.js";
import * as draft from "../state/draft.js";
import { oddsWords } from "../words/odds.js";
import { minus } from "../words/text.js";
import { Bars, outlined } from "./chart.js";
import { Mark } from "./icon.js";

/** A chance of the game by name; `figure` is what the engine writes of it. @typedef {{ name: string, words: string, mark: string, chance: number, unresolved: number, figure: string, exact?: string }} Chance */

/** A chance in per cent. @param {Chance} chance */
export const figure = ({ figure: text }) => text.replace(" %", "\u202f%");

/** A chance in two digits, for a phone; what is not certain is not rounded to it. @param {Chance} chance */
const brief = (chance) => {
  const percent = 100 * chance.chance;
  if (!/^\d/.test(chance.figure) || percent === 0 || percent === 100) return figure(chance);
  return percent > 99.4 ? "> 99\u202f%" : `${Number(percent.toPrecision(2))}\u202f%`;
};

/** What stands behind the rounded figure. @param {Chance} chance */
const behind = ({ exact, unresolved }) => exact ?? (unresolved ? oddsWords.within(unresolved) : undefined);

/** How the odds look, also while newer ones are awaited. @param {string} kind */
const state = (kind) => ({
  class: `${kind} ${draft.oddsAreCurrent.value ? "" : draft.read.value?.["problem"] ? "is-old is-void" : "is-old"}`,
  "aria-busy": String(!draft.oddsAreCurrent.value && !draft.without.value),
});

/** Why there are none: the check may be thrown all the same. */
function Without() {
  return html`<p class="calm">${draft.without.value === "page/offline" ? oddsWords.offline : oddsWords.dear}</p>`;
}

/** In the place of the odds of a check that cannot be read. */
const Unread = () => !draft.oddsAreCurrent.value && draft.read.value?.["problem"] && html`<p class="calm unread">${oddsWords.unread}</p>`;

/** @param {{ odds: any }} props */
function Mean({ odds }) {
  return html`<div><dt>${odds.spread.words}</dt><dd>${oddsWords.mean(minus(odds.mean.toFixed(1)), odds.sd.toFixed(1))}</dd></div>`;
}

/** The most chances in the line; the others are counted. */
const FEW = 4;

/** In a line below the text: a small chart and the first chances. */
export function OddsLine() {
  const odds = draft.odds.value;
  const more = odds ? odds.events.slice(FEW) : [];
  if (draft.without.value) return html`<div class="odds-line"><${Without} /></div>`;
  if (!odds || !draft.text.value.trim()) return html`<div class="odds-line"></div>`;
  return html`<div ...${state("odds-line")}>
    ${odds.spread && html`<div class="spread"><${Bars} spread=${outlined(odds.spread, 26)} height=${54} axis="ends" /></div>`}
    <dl>${odds.events.slice(0, FEW).map((/** @type {Chance} */ one) => html`<div key=${one.name}><dt>${one.words}</dt><dd title=${behind(one)} data-brief=${brief(one)}><span>${figure(one)}</span></dd></div>`)}
      ${more.length > 0 && html`<div><dt>${oddsWords.and}</dt><dd title=${more.map((/** @type {Chance} */ one) => `${one.words} ${figure(one)}`).join(", ")}>${oddsWords.more(more.length)}</dd></div>`}
      ${odds.events.length === 0 && odds.spread && html`<${Mean} odds=${odds} />`}</dl>
    <${Unread} />
  </div>`;
}

/** The first chance alone, where a form leaves no more room. */
export function FirstChance() {
  const [first] = /** @type {Chance[]} */ (draft.oddsAreCurrent.value ? draft.odds.value.events : []);
  return first && html`<span class="first-chance phone-only">${first.words} <b>${brief(first)}</b></span>`;
}

/** With room, beside a form: the chart with its values, and every chance as a bar. @param {{ height?: number }} props */
export function OddsSheet({ height = 104 }) {
  const odds = draft.odds.value;
  if (draft.without.value) return html`<div class="live"><${Without} /></div>`;
  if (!odds) return html`<div class="live"></div>`;
  return html`<div ...${state("live")}>
    ${odds.spread && html`<${Bars} spread=${outlined(odds.spread, 30)} height=${height} />`}
    <div class="bars">${odds.events.map((/** @type {Chance} */ one) => html`<div key=${one.name} data-verdict=${one.mark || "note"}>
        <${Mark} verdict=${one.mark || "note"} /><span>${one.words}</span>
        <span class="track"><i style=${{ inlineSize: `${100 * one.chance}%` }}></i></span>
        <span class="num" title=${behind(one)}>${figure(one)}</span></div>`)}</div>
    ${odds.spread && odds.mean !== null && html`<p class="small soft">${oddsWords.average(odds.spread.words, minus(odds.mean.toFixed(2)), odds.sd.toFixed(2))}</p>`}
    <${Unread} />
  </div>`;
}
