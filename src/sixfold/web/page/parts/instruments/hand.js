// A throw that something hangs on: its dice, and what it came to.
import { html } from "../../html.js";
import { Row } from "../dice.js";
import { Mark } from "../icon.js";

/** @param {{ throws: any[], text: string, mark: string }} props */
export const Hand = ({ throws, text, mark }) => html`<div class="figure" data-verdict=${mark || null}>
  <p class="row">${mark && html`<${Mark} verdict=${mark} />`}<b class="voice h2">${text}</b></p>
  <p><${Row} throws=${throws} /></p>
</div>`;
