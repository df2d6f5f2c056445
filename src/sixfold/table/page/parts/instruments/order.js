// An order of people: whose turn it is, with the dice that it came of.
import { html } from "../../html.js";
import { minus, upright } from "../../words/text.js";
import { toolsWords } from "../../words/tools.js";
import { Row } from "../dice.js";

/** @typedef {{ name: string, total: number, record: any, note: string, now: boolean, out: boolean }} Turn */

/** @param {{ turns: Turn[] }} props */
export const Order = ({ turns }) => html`<ol class="order">
  ${turns.map((turn) => html`<li class="${turn.now ? "is-now" : ""} ${turn.out ? "is-out" : ""}" aria-current=${turn.now ? "step" : null}>
    <b class="num">${minus(turn.total)}</b>
    <span class="who"><bdi>${turn.name}</bdi>${turn.note && html`<span class="tiny soft">${upright(turn.note)}</span>`}</span>
    ${turn.record && html`<${Row} record=${turn.record} />`}
    ${turn.now && html`<span class="tag">${toolsWords.now}</span>`}
  </li>`)}
</ol>`;
