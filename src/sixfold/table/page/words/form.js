import { capital } from "./text.js";

export const formWords = {
  open: "As a form",
  short: "Form",
  close: "As text",
  rule: "Rule",
  none: "none",
  even: "neither",
  named: "How hard",
  nothing: "This rule has nothing to set.",
  less: (/** @type {string} */ what) => `${what}, one less`,
  more: (/** @type {string} */ what) => `${what}, one more`,
  oneMore: (/** @type {string} */ what) => `One more ${what}`,
  between: (/** @type {string} */ down, /** @type {string} */ up) => `${capital(down)} to ${up}`,
  house: (/** @type {number} */ count) => `House rules, ${count}`,
  addNamed: "A named modifier",
  newLabel: (/** @type {number} */ nth) => `Reason ${nth}`,
  whose: (/** @type {string} */ what) => `${what}, of a character`,
  character: "A check of a character",
  labelOf: (/** @type {number} */ nth) => `What modifier ${nth} is for`,
  remove: (/** @type {string} */ what) => `Remove ${what}`,
  together: (/** @type {string} */ sum) => `${sum} together`,
};
