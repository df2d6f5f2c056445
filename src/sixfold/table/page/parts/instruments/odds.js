// How likely it is that it comes well, in a sentence; the figure is the engine's.
import { html } from "../../html.js";
import { percent, together } from "../../words/figures.js";
import { useOdds } from "./chances.js";

/** @param {{ text: string, check: string, events: string[] }} props */
export function Odds({ text, check, events }) {
  const odds = useOdds(check);
  // Events of one named value exclude each other: their chances add up.
  const chance = odds && together(events.flatMap((event) => odds.events[event] ?? []));
  return html`<p class="small soft" title=${check}>${text}: <b class="ink">${odds ? percent(chance) : "\u2007"}</b></p>`;
}
