// The engine: everything that needs the rules is asked here and nowhere else. Today it is the server's; an engine in
// the browser would take its place behind the same names.
import { Problem, call } from "./api.js";

/** A check as people write it, or as a form makes it. @typedef {string | { system: string, rule: string, options: object }} Check */

/** @type {Promise<any[]> | undefined} */
let games;

/** The games with their rules, words, schemas and events. @returns {Promise<any[]>} */
export function systems() {
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

/** Exact odds; with an aim, those of the play that is best for it. @param {Check} check @param {AbortSignal} [signal] @param {string} [aim] */
export const odds = (check, signal, aim) => call("POST", "/odds", { body: aim ? { check, aim } : { check }, signal });

/** What each option of a decision is worth for an aim, with best play from there on. @param {{ check: Check, faces: number[], choices: number[], aim?: string }} asked @param {AbortSignal} [signal] */
export const advise = (asked, signal) => call("POST", "/advice", { body: asked, signal });

/** A throw that nobody else sees. @param {Check} check @param {{ faces?: number[], choices?: number[] }} [more] */
export const roll = (check, more = {}) => call("POST", "/rolls", { body: { check, ...more } });

/** The rule in words, clause by clause. @param {Check} check */
export const explain = (check) => call("POST", "/explain", { body: { check } });

/** What is said beside throws: hands, clauses, this or better. @param {any[]} records at most 50 @returns {Promise<any[]>} */
export const tell = (records) => call("POST", "/tellings", { body: { records } }).then((answer) => answer.throws);

/** Why a throw came out so, and where it stands. @param {any} record */
export const why = (record) => call("POST", "/why", { body: { record } });

/** Checks side by side. @param {string[]} checks @param {string} [event] @param {AbortSignal} [signal] */
export const compare = (checks, event, signal) => call("POST", "/compare", { body: { checks, ...(event ? { event } : {}) }, signal });

/** Which number gives a chance. @param {object} asked @param {AbortSignal} [signal] */
export const need = (asked, signal) => call("POST", "/need", { body: asked, signal });

/** The grid that goes into a rule book, as data (`json`) or written in a form. @param {object} asked @param {string} form @param {AbortSignal} [signal] */
export const grid = (asked, form, signal) => call("POST", "/grids", { body: { ...asked, form }, signal, text: form !== "json" });
