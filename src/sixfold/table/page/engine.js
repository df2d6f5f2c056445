// The engine: everything that needs the rules is asked here and nowhere else. Today it is the server's; an engine in
// the browser would take its place behind the same names.
import { call } from "./api.js";
import { Problem } from "./problem.js";

/** A check as people write it, or as a form makes it. @typedef {string | { system: string, rule: string, options: object }} Check */

/** @type {Promise<any[]> | undefined} */
let games;

/** The games with their rules, words, schemas and events. @param {boolean} [anew] after one more came @returns {Promise<any[]>} */
export function systems(anew) {
  if (anew) games = undefined;
  games ??= call("GET", "/games").then((answer) => answer.games);
  games.catch(() => (games = undefined));
  return games;
}

/**
 * A check as far as it can be read: its canonical text and options, what is wrong with it, and how it may go on.
 * @param {Check} check
 * @param {{ cursor?: number, faces?: number[] }} [more] `cursor` in characters: the words that fit there are offered;
 *   `faces` of a real table: which dice come next is told
 */
export const check = (check, more = {}) => call("POST", "/checks", { body: { check, ...more } });

/** A question that the engine answers: its body goes to its path. @param {string} path */
const ask = (path) => (/** @type {object} */ asked, /** @type {AbortSignal | undefined} */ signal = undefined) => call("POST", path, { body: asked, signal });

/** Outlooks that were asked for before, the newest last. @type {Map<string, any>} */
const seen = new Map();
const REMEMBERED = 200;

/** The odds of a canonical text in small, if they were asked for before. @param {string} text */
export const remembered = (text) => seen.get(text);

/** The odds of a canonical text in small: a few chances and a chart. @param {string} text @param {AbortSignal} [signal] */
export async function outlook(text, signal) {
  const found = await call("POST", "/outlook", { body: { check: text }, signal });
  if (found.problem) throw new Problem(found.problem);
  seen.set(text, found);
  if (seen.size > REMEMBERED) seen.delete(/** @type {string} */ (seen.keys().next().value));
  return found;
}

/** Exact odds of a `check`; with an `aim`, those of the play that is best for it. */
export const odds = ask("/odds");

/** What each option of a decision is worth for an `aim`, with best play from there on: `check`, `faces`, `choices`. */
export const advise = ask("/advice");

/** A throw of a `check` that nobody else sees, perhaps with `faces` and `choices`. */
export const roll = ask("/rolls");

/** The rule of a `check` in words, clause by clause. */
export const explain = ask("/explain");

/** What is said beside the throws of at most 50 `records`: hands, clauses, this or better; in `throws`. */
export const tell = ask("/tellings");

/** Why the throw of a `record` came out so, and where it stands. */
export const why = ask("/why");

/** Some `checks` side by side, perhaps by another `event`. */
export const compare = ask("/compare");

/** Which number gives a `chance`. */
export const need = ask("/need");

/** Odds that a book has `printed`, beside the exact ones: claims, or the table of a `check` with ?. */
export const audit = ask("/audit");

/** How lucky the `faces` of a `check` are. */
export const luck = ask("/luck");

/** How lucky all rolls of a `log` are together. */
export const evening = ask("/evening");

/** The grid that goes into a rule book, as data (`json`) or written in a format. @param {object} asked @param {string} format @param {AbortSignal} [signal] */
export const grid = (asked, format, signal) => call("POST", "/grids", { body: { ...asked, format }, signal, text: format !== "json" });
