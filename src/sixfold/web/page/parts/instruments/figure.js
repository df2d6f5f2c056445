// What stands, in large.
import { html } from "../../html.js";
import { Mark } from "../icon.js";

/** @param {{ text: string, note: string, mark: string }} props */
export const Figure = ({ text, note, mark }) => html`<div class="figure" data-verdict=${mark || null}>
  <p class="row">${mark && html`<${Mark} verdict=${mark} />`}<b class="voice h2">${text}</b></p>
  ${note && html`<p class="small soft">${note}</p>`}
</div>`;
