import { counted } from "./text.js";

export const proofWords = {
  ask: "Was it fair?",
  working: "Working out the dice again.",
  failed: "The log could not be loaded.",
  again: "Try again",
  good: "Nobody chose these dice.",
  bad: "Something is wrong with this roll.",
  typed: (/** @type {string} */ who) => `${who} typed in these dice. There is nothing to check.`,
  sealed: "This roll is sealed. You can check its dice after it is opened.",
  locked: (/** @type {number} */ event, /** @type {number} */ call) => `Before the roll (entry ${call}), its key was locked in the log (entry ${event}). Nobody could change it any more.`,
  notLocked: "The key is not the one that was locked in the log before the roll.",
  bound: (/** @type {string} */ who, /** @type {boolean} */ mine) =>
    mine ? "Then this browser added random bytes of its own. Nobody could know them before. The browser remembers exactly these bytes." : `Then ${who}’s browser added random bytes of its own. Nobody could know them before.`,
  notBound: "The key was not bound to this check and to the bytes of the roller.",
  witness: (/** @type {string} */ who) => `${who}’s browser added random bytes, too. So not even the roller and the server together could choose.`,
  noWitness: "No other browser was asked, or none answered in time. So the server and the roller together could have chosen, but neither of them alone.",
  same: (/** @type {number[]} */ faces) => `Your browser worked out the same faces: ${faces.join(" ")}.`,
  notSame: (/** @type {number[]} */ faces) => `Your browser worked out other faces: ${faces.join(" ")}.`,
  chain: (/** @type {number} */ count) => `The log is complete: ${counted(count, "entry", "entries")}, each bound to the one before.`,
  torn: (/** @type {number} */ number) => `The log is broken: entry ${number} does not follow the one before.`,
  aloud: "People with the same log read here:",
  whatNow: "These faces do not follow from the seal. Save the log, and ask the person who runs the server.",
  bytes: "The bytes",
  names: { key: "Key", commitment: "Locked before", seal: "Seal", c: "Added by the roller", w: "Added by the witness" },
};
