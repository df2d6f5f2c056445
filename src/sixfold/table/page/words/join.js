import { listed } from "./text.js";

export const joinWords = {
  linkNeeded: "This table needs a link",
  noTable: "There is no such table",
  wrongAddress: "The address is wrong, or the table was deleted. Ask the game master for a new link.",
  shut: "This link does not let you in",
  title: "You are invited to a table",
  to: (/** @type {string} */ table) => `You are invited to “${table}”`,
  by: (/** @type {string[]} */ masters) => `${masters.length === 1 ? "Game master" : "Game masters"}: ${listed(masters)}.`,
  name: "Your name at this table",
  keep: "You need nothing else. This browser remembers your seat.",
  in: "Sit down",
  gone: "This link does not work any more. Ask the game master for a new one.",
  closed: "The door is closed for new people. The game master can open it.",
  full: "The table is full: nobody else can sit down. Ask the game master.",
  noLink: "You need a link to come in. Ask the game master for one.",
  home: "To the first page",
  waits: "The dice are waiting for you.",
};
