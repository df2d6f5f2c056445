// Small drawings: icons beside words, and marks that carry a verdict by their shape.
import { html } from "../html.js";

/** Strokes, on a square of 20. @type {Record<string, string>} */
const ICONS = {
  pencil: "m4 16 .8-3.5L14 3.3l2.7 2.7-9.2 9.2Z M12 5.3 14.7 8",
  ask: "M4 18V3h11.5l-3 4 3 4H4",
  search: "M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z m4.5 10 4.5 4.5",
  more: "M4 10h.01M10 10h.01M16 10h.01",
  form: "M3 5h8 M15 5h2 M3 10h2 M9 10h8 M3 15h8 M15 15h2 M13 3.5v3 M7 8.5v3 M13 13.5v3",
  log: "M4 3h12v14H4z M7.5 3v14 M10 7h4 M10 10.5h4",
  die: "M6 3h8a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3Z M7 7h.01 M13 13h.01 M13 7h.01 M7 13h.01",
  tools: "M3 16h14 M5 16V9 M10 16V4 M15 16v-5",
  person: "M10 3a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z M3.5 17.5c.6-3.8 3.2-5.5 6.5-5.5s5.9 1.7 6.5 5.5",
  clock: "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Z M10 5.5V10l3 2",
  sealed: "M2.5 5h15v10h-15z m0 0 7.5 6 7.5-6",
  opened: "M2.5 8.5 10 3l7.5 5.5V16h-15z m0 0 7.5 4.5 7.5-4.5",
  correct: "M3 10.5 7 14.5 M9 17h8 m-.5-11.3L9.3 13l-2.6.6.6-2.6 7.3-7.2Z",
  again: "M15.5 6.5A6.5 6.5 0 1 0 16.5 10 M16 3v4h-4",
  note: "M4 3.5h12v9l-4 4H4z M12 16.5v-4h4 M7 7h6 M7 10h4",
  download: "M10 3v9.5 M6 9l4 4 4-4 M3.5 16.5h13",
  plus: "M10 4v12 M4 10h12",
  up: "M10 16V4.5 M5.5 9 10 4.5 14.5 9",
  erase: "M7 5h10v10H7l-4.5-5z M10 8l4 4 M14 8l-4 4",
  close: "M5 5l10 10 M15 5 5 15",
  down: "M10 4v11.5 M5.5 11l4.5 4.5 4.5-4.5",
  sound: "M3.5 8v4h3l4 3.5v-11L6.5 8z M13 7.5a3.5 3.5 0 0 1 0 5 M15.200 5a7 7 0 0 1 0 10",
  lost: "M3 8.5a10 10 0 0 1 14 0 M6 12a5.6 5.6 0 0 1 8 0 M10 15.5h.01 M3.5 3l13 14",
  warn: "M10 2.5 18 17H2Z M10 8v4 M10 14.6h.01",
  back: "M12.5 4 6.5 10l6 6",
  copy: "M7 7h9v10H7z M13 7V3H4v10h3",
  proof: "M10 2 3.5 4.5v5c0 4 2.7 6.8 6.5 8.5 3.8-1.7 6.5-4.5 6.5-8.5v-5Z m-3 7.8 2.2 2.2L13 8",
  broken: "M10 2 3.5 4.5v5c0 4 2.7 6.8 6.5 8.5 3.8-1.7 6.5-4.5 6.5-8.5v-5Z m-2.5 5.5 5 5 m0-5-5 5",
};

/** An icon; the word beside it says what it is. @param {{ name: string }} props */
export const Icon = ({ name }) => html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

const ring = html`<circle cx="10" cy="10" r="8.2" fill="none" stroke="currentColor" stroke-width="1.6" />`;

/** Marks by verdict. @type {Record<string, any>} */
const MARKS = {
  success: html`<path fill="currentColor" fill-rule="evenodd" d="M10 1a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm5.2 6.2-1.5-1.4-4.9 5.3-2.5-2.4-1.4 1.4 4 3.9Z" />`,
  failure: html`${ring}<path stroke="currentColor" stroke-width="1.8" d="M6 10h8" />`,
  critical: html`<polygon fill="currentColor" points="10,.4 12.1,4.8 16.8,3.2 15.2,7.9 19.6,10 15.2,12.1 16.8,16.8 12.1,15.2 10,19.6 7.9,15.2 3.2,16.8 4.8,12.1 .4,10 4.8,7.9 3.2,3.2 7.9,4.8" />`,
  blunder: html`<path fill="currentColor" d="M9.4 1.2A8 8 0 0 0 8 17l2.2-4.4L7 9.4Zm2.2 1.7L9.8 9l3.4 3.4-2.8 6.1A8 8 0 0 0 11.6 2.9Z" />`,
  triumph: html`<circle cx="10" cy="10" r="9" fill="none" stroke="currentColor" stroke-width="1.5" /><circle cx="10" cy="10" r="6" fill="currentColor" />`,
  partial: html`${ring}<path fill="currentColor" d="M10 1.8a8.2 8.2 0 0 0 0 16.4Z" />`,
  double: html`<g fill="none" stroke="currentColor" stroke-width="1.7"><circle cx="7" cy="10" r="5" /><circle cx="13" cy="10" r="5" /></g>`,
  triple: html`<g fill="currentColor"><circle cx="10" cy="4.6" r="3" /><circle cx="4.8" cy="14" r="3" /><circle cx="15.2" cy="14" r="3" /></g>`,
  sealed: html`<g fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"><path d="M2 4.5h16v11H2z" /><path d="m2 4.5 8 6.5 8-6.5" /></g>`,
  note: html`<circle cx="10" cy="10" r="3" fill="currentColor" />`,
};

/** The mark of a verdict, whose word stands beside it. @param {{ verdict: string }} props */
export const Mark = ({ verdict }) => html`<svg class="mark" viewBox="0 0 20 20" aria-hidden="true">${MARKS[verdict] ?? MARKS["note"]}</svg>`;
