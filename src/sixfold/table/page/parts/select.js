// One of several, in a list that opens.
import { html } from "../html.js";
import { entered } from "./handlers.js";

/** @param {{ options: (readonly [value: string, words: string])[], value: string | null | undefined, set: (value: string) => void, kind?: string, element?: { current: any }, about?: object }} props `about`: attributes of the list */
export const Select = ({ options, value, set, kind = "", element, about }) => html`<select class="select ${kind}" ref=${element} ...${about} value=${value} onChange=${entered(set)}>
  ${options.map(([one, words]) => html`<option key=${one} value=${one}>${words}</option>`)}</select>`;
