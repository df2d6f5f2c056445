// What the engine says beside a throw: the words under its hands, how likely this or better was. It is asked for what
// is in view, many throws in one question, and kept as long as the page is open.
import { effect, signal } from "../vendor/signals.js";
import * as engine from "../engine.js";
import { connection } from "./table.js";

/** @typedef {{ hands: string[], clauses: { clause: string, text: string, after: number }[], chance: { exact: string, decimal: number, unresolved: string } | null, standing?: { half: "better" | "worse" | "same", one_in: string, exact: string, unresolved: string }, why_no_chance?: string }} Telling */

const AT_ONCE = 25; // a log in view; a screen has no more
const REMEMBERED = 400; // those of more throws are asked for again
const SOON = 20; // ms: entries come into view together

/** @type {Map<string, import("../vendor/signals.js").Signal<Telling | null>>} */
const told = new Map();

/** Records that nobody has answered for yet. @type {Map<string, any>} */
const wanted = new Map();

let due = 0;

/** The same dice in the same check are told once. @param {any} record */
const keyOf = ({ text, throws, choices, revision }) => JSON.stringify([text, throws.map((/** @type {any} */ one) => one.faces), choices, revision]);

/** What is said of a record, or null until it is known. @param {any} record @returns {Telling | null} */
export function telling(record) {
  const key = keyOf(record);
  let found = told.get(key);
  if (!found) {
    told.set(key, (found = signal(/** @type {Telling | null} */ (null))));
    if (told.size > REMEMBERED) told.delete(/** @type {string} */ (told.keys().next().value));
    wanted.set(key, record);
    due ||= window.setTimeout(ask, SOON);
  }
  return found.value;
}

async function ask() {
  const batch = [...wanted].slice(0, AT_ONCE);
  try {
    const { throws: answers } = await engine.tell({ records: batch.map(([, record]) => record) });
    batch.forEach(([key], at) => {
      wanted.delete(key);
      const one = told.get(key);
      if (one && answers[at]?.hands) one.value = answers[at];
    });
    due = wanted.size ? window.setTimeout(ask, 0) : 0;
  } catch {
    due = 0; // the table is away: asked again once it is back
  }
}

effect(() => {
  if (connection.value.state === "open" && wanted.size) due ||= window.setTimeout(ask, SOON);
});
