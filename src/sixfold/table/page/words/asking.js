export const askingWords = {
  title: "Ask for this check",
  short: "Ask",
  all: "All players",
  ask: "Ask for",
  nobodyHere: "No player is here yet.",
};
