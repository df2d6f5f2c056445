// So many of so many, box by box; where there is no room for boxes, as a bar.
import { html } from "../../html.js";
import { Mark } from "../icon.js";
import { toolsWords } from "../../words/tools.js";
import { Bar } from "./meter.js";

const MOST_BOXES = 18; // three rows at the side of a table

/** @param {{ label: string, reached: number, of: number, mark: string }} props */
export function Tally({ label, reached, of, mark }) {
  const told = toolsWords.ofMany(reached, of);
  return html`<div class="stack is-tight">
    <p class="small"><b>${label}</b> ${told}</p>
    ${of > MOST_BOXES
      ? html`<${Bar} share=${reached / of} said=${`${label}: ${told}`} />`
      : html`<div class="boxes" role="img" aria-label=${`${label}: ${told}`}>
          ${Array.from({ length: of }, (_, at) => html`<i class=${at < reached ? "is-on" : ""} data-verdict=${mark}>${at < reached && html`<${Mark} verdict=${mark} />`}</i>`)}
        </div>`}
  </div>`;
}
