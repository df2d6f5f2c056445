export const helpWords = {
  title: "Help",
  close: "Close the help",
  game: "Game",
  try: (/** @type {string} */ check) => `Use ${check}`,
  words: "Words of this check",
  more: "The rules, clause by clause",
  failed: "The rules could not be loaded.",
  here: "On this page",
  /** Short paragraphs for each view. @type {Record<string, string[]>} */
  views: {
    first: [
      "Choose a game, then type a check or set it with the buttons. The odds below follow at once.",
      "Press Roll to try it. Nobody else sees these rolls.",
      "Make a table to roll with others: you get a link, and everyone with the link joins with a name.",
    ],
    table: [
      "Type a check and press Roll, or press a saved check: it rolls at once. Press it long, or right-click it, to change it first.",
      "A # after the check adds a note: ten +4 # I pick the lock. The line under the log writes to everyone, to the game master or to one person.",
      "“Form” sets the check with buttons instead of text. “Real dice” takes the dice of a real table.",
      "The row at the bottom says who sees the roll. A sealed roll is in the log for everyone, but only some see the dice. You can open it later.",
      "The line above the input shows what waits for you: requests of the game master, proposals, choices. If there are several, the number beside it shows the next one.",
      "Every roll in the log opens. It shows which dice counted, which rules applied, how likely it was, and whether it was fair.",
      "Instruments keep what a game needs between rolls: effort, initiative, extended tests. On a phone they are under Tools.",
    ],
    luck: ["Each dot is a roll, at the share of possible results that it beat. The average of a fair evening is in the middle.", "The table compares the number of successes with the number to expect for the same checks."],
    odds: [
      "Odds: everything that can happen in one check, exactly.",
      "Compare: several checks side by side, also of different games.",
      "Need: put a question mark in place of a number, and get the number that gives the chance you want.",
      "Table: one value for each combination of two options, for a rule book.",
      "The address of each view contains the question: share it, or keep it as a bookmark.",
    ],
  },
};
