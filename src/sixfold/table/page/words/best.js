export const bestWords = {
  ask: "What is best?",
  for: "Your aim",
  best: "best",
  working: "Calculating.",
  equal: "For this aim they are equal.",
  high: (/** @type {string} */ number) => `high ${number}`,
  low: (/** @type {string} */ number) => `low ${number}`,
};
