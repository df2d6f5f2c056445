export const chipWords = {
  title: "Saved checks",
  none: "No saved checks.",
  put: (/** @type {string} */ check) => `Rolls ${check}. Press long or right-click to change it first.`,
  needs: (/** @type {string} */ check) => `Begins ${check}.`,
  stands: (/** @type {string} */ instrument) => `${instrument} counts for you: add it to the check`,
  this: "Save this",
  short: "Save",
};
