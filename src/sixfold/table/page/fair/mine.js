// What this browser asked for when it rolled: the bytes that it added, and what it had seen of the log before. A roll in
// its person's name that it did not ask for, or not so, is found out.
import { signal } from "../vendor/signals.js";
import { keep, load } from "../state/local-storage.js";

/** @typedef {import("../state/table.js").Event} Event */
/** @typedef {{ c: string, seen: string }} Asked `seen` has the hash of the last event before it */

const REMEMBERED = 500;

/** A roll in this person's name that this browser did not ask for: the last one of which nobody said that they know. */
export const foreign = signal(/** @type {{ number: number, check: string } | null} */ (null));

/** At a table again. @param {string} room */
export const recallForeign = (room) => void (foreign.value = load(`foreign/${room}`, null));

/** This person knows of the roll that they were told of, and of those before it. @param {string} room */
export function know(room) {
  keep(`asks/${room}`, foreign.value?.number);
  keep(`foreign/${room}`, (foreign.value = null));
}

/** @param {string} room @returns {Asked[]} */
const asked = (room) => load(`asked/${room}`, []);

/** Before it is sent. @param {string} room @param {Asked} one */
export const remember = (room, one) => keep(`asked/${room}`, [...asked(room), one].slice(-REMEMBERED));

/** Whether this browser chose these bytes. @param {string} room @param {string} c @returns {boolean} */
export const chose = (room, c) => asked(room).some((one) => one.c === c);

/**
 * New events of a table, compared with what this browser asked for as this person: those after the number from which on
 * it remembers. Without storage it remembers from the moment on when it came.
 * @param {string} room @param {string} person @param {Event[]} events
 */
export function findForeign(room, person, events) {
  const last = events.at(-1)?.number ?? 0;
  const from = load(`asks/${room}`, null) ?? last;
  keep(`asks/${room}`, from);
  const mine = asked(room);
  const sent = (/** @type {Event} */ { c, request }) => mine.some((one) => one.c === c && (one.seen ?? "") === (request?.seen?.hash ?? ""));
  const roll = events.findLast((event) => event.number > from && event.person === person && DRAWN.has(event.kind) && event["c"] && !sent(event));
  if (roll) keep(`foreign/${room}`, (foreign.value = { number: roll.number, check: roll["request"]?.check ?? "" }));
}

const DRAWN = new Set(["throw", "question", "failed"]);
