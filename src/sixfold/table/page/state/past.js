// What was to be thrown before, newest first: to be called back with the arrow keys.
import { signal } from "../vendor/signals.js";
import { keep, load } from "./local-storage.js";

const MOST = 50;

/** @type {import("../vendor/signals.js").Signal<string[]>} */
export const past = signal(load("past", []));

/** @param {string} text */
export function remember(text) {
  past.value = [text, ...past.value.filter((other) => other !== text)].slice(0, MOST);
  keep("past", past.value);
}
