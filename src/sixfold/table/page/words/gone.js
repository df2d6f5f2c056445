export const goneWords = {
  title: "You have no seat here any more",
  removed: (/** @type {string} */ name) => `“${name}” left this table, or was removed. The log keeps their rolls.`,
  again: "Use a link to come in again. If you do not have one, ask the game master.",
  back: "Come in again",
  away: "Back to the first page",
};
