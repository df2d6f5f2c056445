export const starterWords = {
  title: "Checks to begin with",
};
