// A throw that something hangs on: its dice, and what it came to.
import { html } from "../../html.js";
import { verdict } from "../../verdict.js";
import { Row } from "../dice.js";
import { Mark } from "../icon.js";

/** @param {{ record: any }} props */
export const Result = ({ record }) => html`<div class="figure" data-verdict=${verdict(record)}>
  <p class="row"><${Mark} verdict=${verdict(record)} /><b class="voice h2">${record.announcement}</b></p>
  <p><${Row} record=${record} /></p>
</div>`;
