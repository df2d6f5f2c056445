// The table as this person sees it: the room at this moment, the log by number, and the connection to it.
import { computed, signal } from "../vendor/signals.js";
import { words } from "../words/common.js";
import { isolated } from "../words/text.js";

/** An event as this person may see it. @typedef {Record<string, any> & { number: number, kind: string, person: string | null, at: string }} Event */

/** Who sits here, or null before joining. @type {import("../vendor/signals.js").Signal<import("./local-storage.js").Seat | null>} */
export const me = signal(null);

/** The room as this person sees it: what the server shows of it (people, lanes, questions, asks, instruments), or null. @type {import("../vendor/signals.js").Signal<any>} */
export const roomView = signal(null);

/** Somebody at the table. @typedef {{ id: string, name: string, colour: string, role: "master" | "player" | "spectator" }} Person */

/** Who sits at this table. @type {import("../vendor/signals.js").ReadonlySignal<Person[]>} */
export const seated = computed(() => roomView.value?.people ?? []);

/** Whether this person leads the table. */
export const leads = computed(() => me.value?.role === "master");

/** Every event that is here, in order and without a gap; earlier ones may be at the table only. @type {import("../vendor/signals.js").Signal<Event[]>} */
export const log = signal([]);

/** The connection to the table: `lost` has the time since when, in ms. */
export const connection = signal({ state: /** @type {"connecting" | "open" | "lost" | "gone"} */ ("connecting"), since: 0 });

/** Whether all that happened until now is here: what comes after it comes as it happens. */
export const upToDate = signal(false);

/**
 * Who is here, by id, or null before it is known; `whole` is false where another server may have others.
 * @type {import("../vendor/signals.js").Signal<{ people: string[], whole: boolean } | null>}
 */
export const present = signal(null);

/** Throws of this browser that are not acknowledged yet. @type {import("../vendor/signals.js").Signal<{ key: string, text: string }[]>} */
export const unsent = signal([]);

/**
 * What this window rolled for, by the number of the request: the number of the event, and Infinity before it is known.
 * @type {import("../vendor/signals.js").Signal<Readonly<Record<number, number>>>}
 */
export const rolled = signal({});

/** What the names were when they last changed. @type {Record<string, string>} */
let called = {};

/** Names by person, also of those who left; the same object as long as nobody has another name. */
export const names = computed(() => {
  /** @type {Record<string, string>} */
  const found = {};
  for (const event of log.value) {
    if (event.kind === "joined" && event.person) found[event.person] = event["name"];
    if (event.kind === "renamed" && event["name"]) found[event["who"]] = event["name"];
  }
  for (const person of [...(roomView.value?.left ?? []), ...seated.value]) found[person.id] = person.name;
  const people = Object.keys(found);
  if (people.length !== Object.keys(called).length || people.some((person) => found[person] !== called[person])) called = found;
  return called;
});

/** What somebody is called within a sentence. @param {string | null | undefined} person */
export const nameOf = (person) => isolated(names.value[person ?? ""] ?? words.somebody);

/** The colour of somebody's dice; nothing for somebody who left. @param {string | null | undefined} person */
export const colourOf = (person) => seated.value.find((one) => one.id === person)?.colour;

const MOST = 600; // events in memory, before those that nobody reads any more are let go: the table has them all
const KEPT = 400;

/** Whether somebody reads further up in the log, or looks for something: then nothing of it is let go. */
export const reading = signal(false);

/** The number of the oldest event that still waits for this person, which stays. */
export const oldest = signal(Infinity);

/** @param {Event[]} events */
function bounded(events) {
  if (events.length <= MOST || reading.peek()) return events;
  const from = Math.min(events[events.length - KEPT]?.number ?? 1, oldest.peek());
  return events.filter((event) => event.number >= from);
}

/**
 * Add events that follow on what is here; those that are here already stay.
 * @param {Event[]} events
 * @returns {boolean} false where they do not follow: they are of another history
 */
export function add(events) {
  const last = log.value.at(-1);
  const newer = events.filter((event) => event.number > (last?.number ?? 0));
  const [first] = newer;
  if (!first) return true;
  if (last && first["prev"] !== last["hash"]) return false;
  log.value = bounded([...log.value, ...newer]);
  return true;
}

/**
 * Add events that come before what is here.
 * @param {Event[]} events
 * @returns {boolean} false where what is here does not follow on them
 */
export function prepend(events) {
  const [first] = log.value;
  const older = events.filter((event) => event.number < (first?.number ?? 0));
  if (first && older.at(-1)?.["hash"] !== first["prev"]) return false;
  log.value = [...older, ...log.value];
  return true;
}

/** Begin this table's log anew. */
export function restart() {
  log.value = [];
  if (roomView.value) roomView.value = { ...roomView.value, number: 0 };
}

/** Away from this table. */
export function leave() {
  me.value = null;
  roomView.value = null;
  present.value = null;
  upToDate.value = false;
  log.value = [];
  unsent.value = [];
  rolled.value = {};
  connection.value = { state: "connecting", since: 0 };
}
