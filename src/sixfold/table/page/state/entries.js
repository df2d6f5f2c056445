// The log as a person reads it: one entry for each thing that happened, with what became of it later. It grows with
// the events; an entry that nothing happened to stays the same object, so that it is not drawn anew.
import { computed, signal } from "../vendor/signals.js";
import { leads, log, me, seated } from "./table.js";

/** @typedef {import("./table.js").Event} Event */

/**
 * One entry. `record` is the throw as it stands now, if this person may see it; `first` is how it fell, where it was
 * corrected. `opened` is the event that opened it to all, `over` the number of the throw that was made instead.
 * `chosen`: what was taken of a question and of those before it, for the same dice; `answered`: whether it was of this one.
 * `done`: a question that was answered and thrown on, of which the next one or the throw itself tells.
 * @typedef {{ event: Event, record: any, first: any, corrections: Event[], opened: Event | null, withdrawn: Event | null, over: number, done: boolean, answered: boolean, chosen: string[] }} Entry
 */

/** Events that say nothing by themselves: they serve fairness, or another entry tells of them. */
const SILENT = new Set(["lane", "call", "answer"]);

/** What the last events made of the log: it is gone on from there. */
const made = {
  /** @type {Event[]} */ from: [],
  /** @type {Entry[]} */ entries: [],
  /** @type {Map<number, number>} by number of the event: which entry */ at: new Map(),
};

/** @param {number} number @param {(entry: Entry) => Partial<Entry>} change */
function become(number, change) {
  const at = made.at.get(number);
  const entry = at === undefined ? undefined : made.entries[at];
  if (at !== undefined && entry) made.entries[at] = { ...entry, ...change(entry) };
}

/** @param {Event} event */
function follow(event) {
  const { number, kind } = event;
  if (kind === "answer") become(event["question"], ({ event: asked, chosen }) => ({ answered: true, chosen: [...chosen, asked["options"][event["choice"]]] }));
  if (kind === "reveal" || kind === "correct") later(event);
  if (SILENT.has(kind)) return;
  /** @type {Entry} */
  const entry = { event, record: event["record"] ?? null, first: null, corrections: [], opened: null, withdrawn: null, over: 0, done: false, answered: false, chosen: [] };
  if (kind === "correct" || kind === "reveal") entry.record = null;
  if (event["answers"] && (kind === "throw" || kind === "question" || kind === "failed")) {
    become(event["answers"], (asked) => {
      entry.chosen = asked.chosen;
      return { done: true };
    });
  }
  if (kind === "throw" && event["request"]?.instead) become(event["request"].instead, () => ({ over: number }));
  made.at.set(number, made.entries.length);
  made.entries.push(entry);
}

/** Something that became of an earlier entry. @param {Event} event */
function later(event) {
  const root = made.at.get(event["throw"]);
  if (root === undefined) return;
  const whose = made.entries[root]?.event.number ?? 0;
  const corrected = made.entries[root]?.event;
  if (event.kind === "reveal" && corrected?.kind === "correct") {
    // A correction that was hidden is one from now on, for those who did not see it before.
    if (!corrected["salt"]) later({ ...event, ...corrected, kind: "correct", record: event["record"], withdrawn: event["withdrawn"] });
    return;
  }
  if (event.kind === "reveal") become(whose, (entry) => ({ opened: entry.opened ?? event, record: event["withdrawn"] ? entry.record : event["record"] ?? entry.record }));
  else if (event["withdrawn"]) become(whose, () => ({ withdrawn: event }));
  else if (event["record"]) {
    become(whose, (entry) => ({ first: entry.first ?? entry.record, record: event["record"], corrections: [...entry.corrections, event] }));
  }
}

/** Every entry, the oldest first. @type {import("../vendor/signals.js").ReadonlySignal<readonly Entry[]>} */
export const entries = computed(() => {
  const events = log.value;
  const known = made.from.length;
  const goesOn = known <= events.length && (known === 0 || events[known - 1] === made.from[known - 1]);
  if (!goesOn) Object.assign(made, { from: [], entries: [], at: new Map() });
  for (const event of events.slice(made.from.length)) follow(event);
  made.from = events;
  return [...made.entries];
});

/** An entry by the number of its event, or of one that became of it. @param {number} number @returns {Entry | undefined} */
export function entryOf(number) {
  const all = entries.value;
  const at = made.at.get(number);
  return at === undefined ? undefined : all[at];
}

/** An open question that somebody wants to answer now, by its number. */
export const focusedQuestion = signal(0);

/**
 * What lies on the blotter: the newest throw, or a sealed one that was just opened. A choice of one's own stays until it
 * is taken, or until one throws something else.
 */
export const shownRoll = computed(() => {
  const all = entries.value;
  const mine = me.value?.person;
  const open = (/** @type {Entry} */ { event, done }) => event.kind === "question" && !done;
  const wanted = focusedQuestion.value ? entryOf(focusedQuestion.value) : undefined;
  if (wanted && open(wanted)) return wanted;
  const last = all.findLast((entry) => ["throw", "reveal"].includes(entry.event.kind) || open(entry));
  const own = all.findLast((entry) => entry.event.person === mine && (entry.event.kind === "throw" || open(entry)));
  if (own && open(own) && !own.answered) return own;
  return last?.event.kind === "reveal" ? entryOf(last.event["throw"]) : last;
});

/** Whether this person takes the choice: who threw, or the master for somebody who is gone. @param {Entry} entry */
export function mayChoose({ event, answered }) {
  if (answered) return false;
  const here = seated.value.some((person) => person.id === event.person);
  return event.person === me.value?.person || (!here && leads.value);
}
