// The throw that is being made: its text and what the rules make of it, who will see it, and its odds meanwhile.
import { computed, effect, signal } from "../vendor/signals.js";
import { Problem } from "../problem.js";
import * as engine from "../engine.js";
import { connection, leads } from "./table.js";

/** What the engine says of a text, see `POST /checks`. @typedef {Record<string, any> & { text: string, system: string, rule: string, options: Record<string, any> }} Read */

/** The text of the check, as it was typed or as a form writes it. */
export const text = signal("");

/** The check of a text, without the note behind it. @param {string} said */
export const checkOf = (said) => said.split("#", 1)[0]?.trim() ?? "";

/** What a text says that it is rolled for. @param {string} said */
export const noteOf = (said) => said.split("#").slice(1).join("#").trim();

/** Another check, with the note that stands behind this one. @param {string} check */
export const noted = (check) => (noteOf(text.value) ? `${check} # ${noteOf(text.value)}` : check);

/** What the engine makes of it; null before it has answered. @type {import("../vendor/signals.js").Signal<Read | null>} */
export const read = signal(null);

/** What a form shows: the last check that could be read, or what is being set in it. @type {import("../vendor/signals.js").Signal<{ system: string, rule: string, options: Record<string, any> } | null>} */
export const shape = signal(null);

/** What is wrong with what was set in a form, as a sentence. */
export const unfit = signal("");

/** Why the last throw was refused, as a sentence. */
export const refused = signal("");

/** Who will see it: all, master, blind or self. @type {import("../vendor/signals.js").Signal<"all" | "master" | "blind" | "self">} */
export const visible = signal("all");

/** Dice of a real table, as typed; null where the table throws. @type {import("../vendor/signals.js").Signal<string | null>} */
export const typed = signal(null);

/** What the throw is for, by number (a request of the master, an extended test), and the check that was taken up. @type {import("../vendor/signals.js").Signal<{ to: number, check: string } | null>} */
export const taken = signal(null);

/** The last odds that came, also while newer ones are awaited. @type {import("../vendor/signals.js").Signal<any>} */
export const odds = signal(null);

/** Why there are no odds of this check, as a sentence. */
export const without = signal("");

/** Whether the odds are those of the text as it stands. */
export const oddsAreCurrent = computed(() => odds.value !== null && odds.value.text === read.value?.text);

/** What kind of dice was wanted last. */
export const die = signal({ sides: 6, lowest: 1 });

/** The typed dice as numbers: `6 6 5 2`, or in one `6652` where a face has one digit. */
export const faces = computed(() => {
  const [first = "", ...others] = (typed.value ?? "").match(/\d+/g) ?? [];
  if (others.length === 0 && die.value.sides <= 10) return [...first].map(Number);
  return [first, ...others].map(Number);
});

/** @typedef {{ start: number, end: number, word: string, form: string, help: string }} Completion */

/** Where one is typing, in characters; undefined where nobody is. @type {import("../vendor/signals.js").Signal<number | undefined>} */
const place = signal(undefined);

/** The words that fit, by the last answer, and the text and the place that it is about. @type {import("../vendor/signals.js").Signal<{ said: string, cursor: number | undefined, words: Completion[] }>} */
const offered = signal({ said: "", cursor: undefined, words: [] });

/** The words that fit where one is typing. While the next answer is awaited: those of the last one that fit still. */
export const fitting = computed(() => {
  const { said, words } = offered.value;
  const check = text.value.split("#", 1)[0] ?? "";
  const cursor = place.value;
  if (!read.value || cursor === undefined) return [];
  if (check === said && cursor === offered.value.cursor) return words;
  const [before, now] = [[...said], [...check]];
  const begins = (/** @type {Completion} */ { start, word }) =>
    start <= cursor && before.slice(0, start).join("") === now.slice(0, start).join("") && word.startsWith(now.slice(start, cursor).join("").toLowerCase());
  return words.filter(begins).map((one) => ({ ...one, end: Math.max(cursor, one.end + now.length - before.length) }));
});

/** @type {{ check: engine.Check, cursor?: number } | null} */
let next = null;
let asking = false;

/** One question at a time, and after it the newest: a finger that is quicker than the connection leaves no queue. */
async function ask() {
  if (asking) return;
  asking = true;
  while (next) {
    const { check, cursor } = next;
    next = null;
    const more = { ...(cursor === undefined ? {} : { cursor }), ...(typed.value === null ? {} : { faces: faces.value }) };
    try {
      const answer = await engine.check(check, more);
      if (!next) answered(check, answer, cursor);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!next) read.value = null; // out of reach: the text can still be thrown, and waits
    }
  }
  asking = false;
}

/** @param {engine.Check} check @param {Read} answer @param {number} [cursor] */
function answered(check, answer, cursor) {
  const form = typeof check !== "string";
  unfit.value = form ? (answer["problem"]?.detail ?? "") : "";
  if (form && answer["problem"]) return;
  if (form) text.value = noted(answer.text);
  read.value = answer;
  offered.value = { said: form ? "" : check, cursor, words: answer["completions"] ?? [] };
  if (answer["needed"]) die.value = answer["needed"];
  if (!form && !answer["problem"]) shape.value = { system: answer.system, rule: answer.rule, options: answer.options };
}

/** @param {string} said */
const game = (said) => said.trim().split(" ")[0]?.toLowerCase();

/** Take a check up, to be thrown or added to. @param {string} check @param {number} [to] the number of what it is for */
export function take(check, to) {
  taken.value = null;
  say(check);
  taken.value = to === undefined ? null : { to, check };
  document.getElementById("check")?.focus();
}

/** Another text. @param {string} said @param {number} [cursor] in characters, where the words that fit are wanted */
export function say(said, cursor) {
  text.value = said;
  place.value = cursor;
  refused.value = "";
  if (taken.value && game(said) !== game(taken.value.check)) taken.value = null;
  reread();
}

/** Read the text, as it stands: it is another one, or something else that matters changed. */
function reread() {
  const check = text.peek().split("#", 1)[0] ?? "";
  const cursor = place.peek();
  if (check.trim() || cursor !== undefined) {
    next = cursor === undefined || cursor > check.length ? { check } : { check, cursor };
    void ask();
  } else {
    next = null;
    read.value = null;
  }
}

/** Another setting in a form: the text follows. @param {Record<string, any>} options all of them */
export function set(options) {
  if (!shape.value) return;
  shape.value = { ...shape.value, options };
  next = { check: shape.value };
  void ask();
}

/** Whose the checks inside a check are, by their names in its rule. @type {Record<string, string>} */
const fighters = {};

/** A check inside is a character's: once all of them are somebody's, the note says who is against whom. @param {string[]} sides @param {string} side @param {string} who */
export function fights(sides, side, who) {
  fighters[side] = who;
  const names = sides.map((one) => fighters[one]);
  if (sides.length > 1 && names.every(Boolean)) text.value = `${checkOf(text.value)} # ${names.join(" against ")}`;
}

/** Other dice of a real table. @param {string | null} said */
export function type(said) {
  typed.value = said;
  reread();
}

// The table answers again: what was typed meanwhile is read, and its odds are asked for.
effect(() => {
  if (connection.value.state === "open" && (!read.peek() || without.peek())) reread();
});

/** The throw as it is made now: its text, who will see it, what it is for and its dice. */
export const now = () => ({ said: text.peek(), seen: visible.peek(), to: taken.peek(), dice: typed.peek() });

/** It is thrown: nothing that was meant for this throw alone stays. What was set meanwhile is meant for the next one. */
export function thrown({ said, seen, to, dice } = now()) {
  // A master who throws in secret goes on so, until he says otherwise.
  if (!leads.value && visible.value === seen) visible.value = "all";
  if (taken.value === to) taken.value = null;
  if (text.value === said && noteOf(said)) text.value = checkOf(said);
  if (typed.value && typed.value === dice) type("");
}

const PAUSE = 60; // ms: a finger between two letters

effect(() => {
  const said = read.value?.text;
  if (!said) return;
  const known = engine.remembered(said);
  if (known) {
    odds.value = known;
    without.value = "";
    return;
  }
  const control = new AbortController();
  const due = setTimeout(async () => {
    try {
      odds.value = await engine.outlook(said, control.signal);
      without.value = "";
    } catch (error) {
      if (error instanceof Problem) without.value = error.code;
    }
  }, PAUSE);
  return () => {
    clearTimeout(due);
    control.abort();
  };
});
