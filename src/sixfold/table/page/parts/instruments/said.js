// Words on an instrument's sheet: a sentence, and the heading of a part.
import { html } from "../../html.js";
import { upright } from "../../words/text.js";

/** @param {{ text: string, hint: boolean }} props */
export const Said = ({ text, hint }) => html`<p class="small ${hint ? "soft" : ""}">${upright(text)}</p>`;

/** @param {{ title: string, aside: string }} props */
export const Part = ({ title, aside }) => html`<div class="part"><h3>${upright(title)}</h3>${aside && html`<span class="small soft">${upright(aside)}</span>`}</div>`;
