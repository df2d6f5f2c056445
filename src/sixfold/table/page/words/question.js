export const questionWords = {
  take: "Count these",
  usual: "usual",
  or: (/** @type {string} */ way) => `or ${way}`,
  chooses: (/** @type {string} */ who) => `${who} chooses`,
  chose: (/** @type {string} */ who, /** @type {string} */ what) => `${who} takes ${what}`,
};
