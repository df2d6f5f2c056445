// Saved checks: for each character of this browser a few, by name. They leave it as a config file, and come from one.
import { computed, signal } from "../vendor/signals.js";
import { SAVED_CHARACTERS, SAVED_CHECKS, SAVED_NAME_LENGTH, TEXT_LENGTH } from "../bounds.js";
import { keep, load } from "./local-storage.js";

/** @typedef {{ name: string, check: string }} Saved */
/** @typedef {{ name: string, checks: Saved[] }} Character */
/** @typedef {{ characters: Character[], now: number }} Book */

/** @param {string} text @param {number} most */
export const short = (text, most) => text.trim().slice(0, most);

/** @type {import("../vendor/signals.js").Signal<Book>} */
export const book = signal(sound(load("saved", null)) ?? { characters: [], now: 0 });

/** The character who throws; null where there is none yet. */
export const savedCharacter = computed(() => book.value.characters[book.value.now] ?? null);

/** @param {Book} value */
export function put(value) {
  book.value = { ...value, now: Math.max(0, Math.min(value.now, value.characters.length - 1)) };
  keep("saved", book.value);
}

/** What is a book of characters indeed, cut to its bounds; null for anything else. @param {any} data @returns {Book | null} */
export function sound(data) {
  if (!Array.isArray(data?.characters)) return null;
  /** @param {any} one */
  const saved = (one) => typeof one?.name === "string" && typeof one?.check === "string" && one.name.trim() && one.check.length <= TEXT_LENGTH;
  /** @type {Character[]} */
  const characters = data.characters
    .filter((/** @type {any} */ one) => typeof one?.name === "string" && one.name.trim() && Array.isArray(one.checks))
    .slice(0, SAVED_CHARACTERS)
    .map((/** @type {any} */ one) => ({
      name: short(one.name, SAVED_NAME_LENGTH),
      checks: one.checks.filter(saved).slice(0, SAVED_CHECKS).map((/** @type {any} */ check) => ({ name: short(check.name, SAVED_NAME_LENGTH), check: check.check })),
    }));
  return characters.length ? { characters, now: Number.isInteger(data.now) ? data.now : 0 } : null;
}
