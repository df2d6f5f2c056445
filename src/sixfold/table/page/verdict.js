// What came of a record, as the game's own events say it: the page knows no rule, only the roles that a game gives.
import { signal } from "./vendor/signals.js";
import * as engine from "./engine.js";
import { keep, load } from "./state/local-storage.js";

const AGAIN = 2000; // ms until a table that did not answer is asked for its games again

/** The games, once they are known. @type {import("./vendor/signals.js").Signal<any[]>} */
export const knownGames = signal([]);

/** Ask for the games until they are known; meanwhile they are what this browser heard last. */
async function know() {
  try {
    knownGames.value = await engine.systems();
    keep("games", knownGames.value);
  } catch {
    if (!knownGames.value.length) knownGames.value = load("games", []);
    setTimeout(know, AGAIN);
  }
}
void know();

/** @param {string} system @param {string} rule */
export const ruleOf = (system, rule) =>
  knownGames.value.find((one) => one.name === system)?.rules.find((/** @type {any} */ one) => one.name === rule);

/** Whether an event of a rule (`success`, `quality=critical`) holds of an outcome. @param {string} event @param {Record<string, any>} outcome */
function holds(event, outcome) {
  const [name = "", value] = event.split("=");
  return value === undefined ? outcome[name] === true : String(outcome[name]) === value;
}

/** Marks that stand beside a verdict, of which a throw may have several. */
const BESIDE = ["double", "triple"];

/** The events of a rule that are drawn and hold of a record, in the game's order. @param {any} record @returns {{ mark: string, role: string, words: string, name: string }[]} */
const marked = (record) =>
  (ruleOf(record.system, record.rule)?.events ?? []).filter((/** @type {any} */ one) => one.mark && holds(one.name, record.outcome));

/** The verdict of a record, by which it is marked: the first that is not plain success, else success or failure, else a note. @param {any} record @returns {string} */
export function verdict(record) {
  const found = marked(record).filter((one) => !BESIDE.includes(one.mark));
  const first = found.find((one) => one.role !== "success") ?? found[0];
  if (first) return first.mark;
  const success = (ruleOf(record.system, record.rule)?.events ?? []).some((/** @type {any} */ one) => one.role === "success" && one.name in record.outcome);
  return success ? "failure" : "note";
}

/** What else a record is, beside its verdict: a mark and the game's word. @param {any} record */
export const beside = (record) => marked(record).filter((one) => BESIDE.includes(one.mark));
