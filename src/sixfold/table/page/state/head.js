// The last event that this browser saw of a table. A table that later shows another log at that place is found out,
// unless that log says itself that it was restored from a copy.
import { signal } from "../vendor/signals.js";
import { call } from "../api.js";
import { keep, load } from "./local-storage.js";

/** @typedef {import("./table.js").Event} Event */
/** @typedef {{ number: number, hash: string }} Head */

/** What this browser saw of this table and its log does not have. @type {import("../vendor/signals.js").Signal<Head | null>} */
export const missing = signal(/** @type {Head | null} */ (null));

/** The last event that was seen of a table. @param {string} room @returns {Head | null} */
const seenOf = (room) => load(`head/${room}`, null);

/** @param {string} room @param {Head | null} value */
function miss(room, value) {
  keep(`missing/${room}`, value);
  missing.value = value;
}

/** At a table again. @param {string} room */
export const recall = (room) => void (missing.value = load(`missing/${room}`, null));

/** The table says that its log is another one. @param {string} room */
export function lose(room) {
  const seen = seenOf(room);
  if (seen) miss(room, seen);
  keep(`head/${room}`, null);
}

/** Ask for the last event that was seen of a table where the log goes on further behind. @param {string} room @param {string} token */
export function compare(room, token) {
  const seen = seenOf(room);
  if (!seen) return;
  const found = call("GET", `/rooms/${room}/events?after=${seen.number - 1}&limit=1`, { secret: token });
  // Without an answer nothing is known; a proof compares all of it.
  found.then(({ events: [event] }) => void (event?.hash !== seen.hash && miss(room, seen)), () => undefined);
}

/** New events of a table, compared with the last one that was seen. @param {string} room @param {Event[]} events */
export function look(room, events) {
  const seen = seenOf(room);
  const there = events.find((event) => event.number === seen?.number);
  if (seen && there && there["hash"] !== seen.hash) lose(room);
  const lost = missing.value;
  if (lost && events.some((event) => event.kind === "restored" && event.number <= lost.number)) miss(room, null);
  const last = events.at(-1);
  if (last && last.number >= (seenOf(room)?.number ?? 0)) keep(`head/${room}`, { number: last.number, hash: last["hash"] });
}
