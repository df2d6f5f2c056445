// Words on an instrument's sheet: a sentence, and the heading of a part.
import { html } from "../../html.js";

/** @param {{ text: string, hint: boolean }} props */
export const Said = ({ text, hint }) => html`<p class="small ${hint ? "soft" : ""}">${text}</p>`;

/** @param {{ title: string, aside: string }} props */
export const Part = ({ title, aside }) => html`<div class="part"><h3><bdi>${title}</bdi></h3>${aside && html`<span class="small soft">${aside}</span>`}</div>`;
