// How likely a throw was: this or better, exactly, and its place among everything that could have come.
import { html } from "../../html.js";
import { logWords } from "../../words/log.js";
import { whyWords } from "../../words/why.js";
import { Bars, drawn } from "../chart.js";
import { exactly, percent } from "../../words/figures.js";

const LONG = 24; // signs of a fraction that can still be read

/** @param {{ told: any, room: string }} props */
export function Likely({ told, room }) {
  const { chance, spread } = told;
  const bars = spread && drawn(spread.words, spread.bars.map((/** @type {any} */ bar) => ({ low: bar.value, high: bar.value, chance: bar.chance, good: bar.reached })));
  return html`<div class="likely">
    ${chance ? html`<p><b>${logWords.standing(told.standing)}</b></p>` : html`<p>${told.why_no_chance}</p>`}
    ${chance && html`<p class="soft small">${chance.exact.length > LONG || ["", "1"].includes(exactly(chance)) ? percent(chance) : whyWords.exactly(chance.exact, percent(chance))}</p>`}
    ${bars && html`<${Bars} spread=${bars} height=${150} scale=${true} here=${spread.here ?? undefined} />
      <p class="soft small">${chance ? whyWords.filled(spread.words) : whyWords.marked(spread.words)}</p>`}
    ${room && html`<p><a href=${`/rooms/${room}/luck`}>${whyWords.luck}</a></p>`}
  </div>`;
}
