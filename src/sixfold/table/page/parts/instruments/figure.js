// What stands, in large.
import { html } from "../../html.js";
import { upright } from "../../words/text.js";
import { Mark } from "../icon.js";

/** @param {{ text: string, note: string, mark: string }} props */
export const Figure = ({ text, note, mark }) => html`<div class="figure" data-verdict=${mark || null}>
  <p class="row">${mark && html`<${Mark} verdict=${mark} />`}<b class="voice h2">${upright(text)}</b></p>
  ${note && html`<p class="small soft">${upright(note)}</p>`}
</div>`;
