// A row of radio buttons that reads as one control.
import { html } from "../html.js";

/** @param {{ name: string, options: [value: any, words: any][], value: any, set: (value: any) => void, kind?: string, about?: object }} props `about`: attributes of the row */
export const Choice = ({ name, options, value, set, kind = "", about }) => html`<div class="choice ${kind}" ...${about}>
  ${options.map(([one, words]) => html`<label key=${one}><input type="radio" name=${name} checked=${value === one} onChange=${() => set(one)} />${words}</label>`)}
</div>`;
