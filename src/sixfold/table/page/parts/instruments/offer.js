// Something that waits for an answer: who says it, what, and what can be done about it.
import { html } from "../../html.js";
import { upright } from "../../words/text.js";
import { Do } from "./acts.js";

/** @param {{ text: string, by: string, note: string, acts: any[], tool: any }} props */
export const Offer = ({ text, by, note, acts, tool }) => html`<div class="offer">
  <p>${by && html`<b><bdi>${by}</bdi>:</b> `}${upright(text)}</p>
  ${note && html`<p class="small soft">${upright(note)}</p>`}
  <${Do} acts=${acts} tool=${tool} />
</div>`;
