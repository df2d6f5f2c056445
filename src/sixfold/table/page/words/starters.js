export const starterWords = {
  title: "Checks to begin with",
  called: (/** @type {string} */ name) => name.charAt(0).toUpperCase() + name.slice(1),
};
