export const starterWords = {
  title: "Checks to begin with",
  rolls: (/** @type {string} */ check) => `Rolls ${check}. Press long or right-click to change it first.`,
  called: (/** @type {string} */ name) => name.charAt(0).toUpperCase() + name.slice(1),
};
