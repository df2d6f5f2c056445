// The odds of what is about to be thrown, in a line: the chances by name, exact behind what is rounded.
import { html } from "../html.js";
import { ruleOf } from "../verdict.js";

/** @param {number} chance 0 to 1 @returns {string} in per cent with one decimal, never a rounded 0 or 100 */
export function percent(chance) {
  if (chance > 0 && chance < 0.001) return "< 0.1\u202f%";
  if (chance < 1 && chance > 0.999) return "> 99.9\u202f%";
  return `${(100 * chance).toFixed(1)}\u202f%`;
}

/** @param {{ odds: any }} props */
export function OddsLine({ odds }) {
  const events = ruleOf(odds.system, odds.rule)?.events ?? [];
  return html`<dl>${events.map((/** @type {any} */ event) => {
    const chance = odds.events[event.name];
    return chance && html`<div key=${event.name}><dt>${event.words}</dt><dd title=${chance.exact}>${percent(chance.decimal)}</dd></div>`;
  })}</dl>`;
}
