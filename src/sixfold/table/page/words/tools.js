export const toolsWords = {
  title: "Instruments",
  resting: "Instruments without anything on them yet",
  none: "Instruments appear when a game needs them. The GM chooses games under “Games at this table”.",
  ofMany: (/** @type {number} */ count, /** @type {number} */ of) => `${count} of ${of}`,
  hatched: (/** @type {string[]} */ columns) => `Hatched columns expire: ${columns.join(", ")}.`,
  now: "now",
  never: "never",
  optional: " (may be left out)",
  nobody: "Nobody",
};
