import { capital } from "./text.js";

export const oddsWords = {
  dear: "Its exact odds would take too long. You can still roll it.",
  unread: "The odds come back when the check can be read.",
  offline: "No odds while the table does not answer.",
  and: "and",
  more: (/** @type {number} */ many) => `${many} more`,
  within: (/** @type {number} */ much) => `at most ${much.toExponential(0).replace("e-", " · 10 to the −")} higher`,
  mean: (/** @type {string} */ mean, /** @type {string} */ sd) => `${mean} ± ${sd}`,
  average: (/** @type {string} */ field, /** @type {string} */ mean, /** @type {string} */ sd) => `${capital(field)}: ${mean} on average, give or take ${sd}.`,
};
