// A table of figures: names in its first column, numbers in the others.
import { html } from "../html.js";

/** @param {{ heads: any[], label?: string, kind?: string, children?: any }} props `children` are its rows; one with a `label` scrolls by itself */
export function Ledger({ heads, label, kind = "", children }) {
  const table = html`<table class="ledger ${kind}">
    <thead><tr>${heads.map((head, nth) => html`<th key=${nth} scope="col" class=${nth ? "num" : ""}>${head}</th>`)}</tr></thead>
    <tbody>${children}</tbody></table>`;
  return label ? html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>${table}</div>` : table;
}
