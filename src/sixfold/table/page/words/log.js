import { counted } from "./text.js";

/** @typedef {{ half: "better" | "worse" | "same", one_in: string }} Standing */

const HALVES = { better: "This or better", worse: "This or worse", same: "Just this" };

export const logWords = {
  sealed: "A sealed roll",
  blind: "A blind roll",
  blindSaid: "Only the GM sees it.",
  sealedTag: "sealed",
  /** Who sees a hidden roll, for a person who sees it. */
  seen: { master: "you and the GM", self: "only you", blind: "only the GM" },
  seenByMaster: (/** @type {string} */ visible, /** @type {string} */ who, /** @type {boolean} */ mine) => (mine || visible === "blind" ? "only you" : `you and ${who}`),
  typed: "typed",
  corrected: "corrected",
  withdrawn: "taken back",
  over: "rolled again",
  instead: "instead of an earlier roll",
  opened: "opened",
  why: "Why",
  again: "Again",
  againTitle: (/** @type {string} */ check) => `Roll ${check} again`,
  /** How likely it was, by the half that says something. */
  standing: (/** @type {Standing} */ { half, one_in }) => `${HALVES[half]}: ${one_in}.`,
  standingShort: (/** @type {Standing} */ { half, one_in }) => `${HALVES[half].toLowerCase()}: ${one_in.replace("about ", "")}`,
  missed: (/** @type {number} */ count) => `While you were away: ${counted(count, "roll")}`,
  open: (/** @type {string} */ who, /** @type {string} */ what) => `Open this roll of ${who}: ${what}`,
  earlier: "Earlier",
  newest: "To the newest",
  nothing: "The log has nothing like this.",
  find: "Search the log",
  search: "Search",
  person: "Who",
  game: "Game",
  verdict: "Result",
  any: "all",
  mine: "Only mine",
  clear: "Show all",
  found: (/** @type {number} */ count) => `${counted(count, "entry", "entries")} found`,
  exports: "Save the log",
  formats: { json: "JSON", csv: "CSV", markdown: "Text" },
  exportFailed: "The log could not be loaded.",
  verdicts: { critical: "Critical", success: "Success", triumph: "Triumph", partial: "Partial", failure: "Failure", blunder: "Blunder", note: "No result", sealed: "Sealed" },
  /** One sentence for a roll that arrives while somebody listens. */
  aloud: (/** @type {string} */ who, /** @type {string} */ check, /** @type {string} */ dice, /** @type {string} */ said) => `${who}, ${check}: ${dice}. ${said}.`,
  aloudQuestion: (/** @type {string} */ who, /** @type {string} */ check, /** @type {string} */ asked, /** @type {boolean} */ mine) => (mine ? `${check}: ${asked} The choice is yours.` : `${who}, ${check}: ${asked}`),
  aloudSealed: (/** @type {string} */ who) => `${who} makes a sealed roll.`,
  aloudMany: (/** @type {number} */ count) => `${counted(count, "more entry", "more entries")} in the log.`,
  aloudNote: (/** @type {string} */ who, /** @type {string} */ text, /** @type {boolean} */ hidden) => `${who}${hidden ? ", not for everyone" : ""}: ${text}`,
};
