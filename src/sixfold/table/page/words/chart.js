export const chartWords = {
  aloud: (/** @type {string} */ field, /** @type {string} */ low, /** @type {string} */ high, /** @type {number} */ good) =>
    `Chances by ${field}, from ${low} to ${high}; ${(100 * good).toFixed(1)} per cent are filled.`,
  keys: "Point at the chart, or use the arrow keys",
  point: "Point at the chart to read a value.",
};
