// The throw that is being made: its text, what the rules make of it, and its odds while one is typing.
import { effect, signal } from "../vendor/signals.js";
import { Problem } from "../api.js";
import * as engine from "../engine.js";

/** The text of the check. */
export const text = signal("");

/** Who will see it: all, master, blind or self. @type {import("../vendor/signals.js").Signal<"all" | "master" | "blind" | "self">} */
export const visible = signal("all");

/** Dice of a real table, as typed; empty for dice that the table throws. */
export const typed = signal("");

/** The odds of the text, or null before they are known. @type {import("../vendor/signals.js").Signal<any>} */
export const odds = signal(null);

/** What is wrong with the text, or null. @type {import("../vendor/signals.js").Signal<Problem | null>} */
export const problem = signal(null);

/** The number of what the next throw is for, while its text still begins with what was taken; or null. @type {import("../vendor/signals.js").Signal<{ to: number, check: string } | null>} */
export const taken = signal(null);

/** Take a check up, to be thrown or added to. @param {string} check @param {number} [to] the number of what it is for */
export function take(check, to) {
  text.value = check;
  taken.value = to === undefined ? null : { to, check };
  document.getElementById("check")?.focus();
}

/** What the next throw is for: what was taken up, as long as its check stands at the head of the text. */
export const forWhat = () => (taken.value && text.value.startsWith(taken.value.check) ? taken.value.to : undefined);

const PAUSE = 60; // ms: a finger between two letters

effect(() => {
  const check = text.value.trim();
  const control = new AbortController();
  if (!check) {
    odds.value = null;
    problem.value = null;
    return;
  }
  const due = setTimeout(async () => {
    try {
      odds.value = await engine.odds(check, control.signal);
      problem.value = null;
    } catch (error) {
      if (error instanceof Problem) problem.value = error;
    }
  }, PAUSE);
  return () => {
    clearTimeout(due);
    control.abort();
  };
});
