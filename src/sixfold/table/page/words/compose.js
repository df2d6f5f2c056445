export const composeWords = {
  label: "Check",
  throw: "Roll",
  sealed: "Roll sealed",
  seenBy: "Who sees this roll",
  visible: { all: "Everyone", master: "GM and me", self: "Only me", blind: "Only the GM" },
  visibleToMaster: { all: "Everyone", master: "Only me", self: "Only me", blind: "Only me" },
  visibleToMasters: "Only GMs",
  fitting: "Words that fit here",
  throws: "Rolls",
  meant: (/** @type {string} */ guess) => `Did you mean “${guess}”?`,
  watching: "You are watching this table. Players roll from here.",
};
