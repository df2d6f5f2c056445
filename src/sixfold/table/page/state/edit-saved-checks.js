// Changing the saved checks of this browser, and the file that they go to and come from: fetched with their sheet.
import { call } from "../api.js";
import { SAVED_CHARACTERS, SAVED_CHECKS, SAVED_NAME_LENGTH, TEXT_LENGTH } from "../bounds.js";
import { book, savedCharacter, put, short, sound } from "./saved-checks.js";

export { book, savedCharacter };

/** @typedef {import("./saved-checks.js").Saved} Saved */
/** @typedef {import("./saved-checks.js").Character} Character */

/** Throw as another character. @param {number} now */
export const become = (now) => put({ ...book.value, now });

/** A character of one's own. @param {string} name */
export function create(name) {
  const { characters } = book.value;
  if (!name.trim() || characters.length >= SAVED_CHARACTERS) return;
  put({ characters: [...characters, { name: short(name, SAVED_NAME_LENGTH), checks: [] }], now: characters.length });
}

/** @param {Partial<Character>} what of the character who throws */
export function edit(what) {
  put({ ...book.value, characters: book.value.characters.map((one, i) => (i === book.value.now ? { ...one, ...what } : one)) });
}

/** Forget the character who throws. */
export const dismiss = () => put({ ...book.value, characters: book.value.characters.filter((_, i) => i !== book.value.now) });

/** Checks with one more, which is one button under its newest name. @param {Saved[]} checks @param {Saved} one */
export const withCheck = (checks, one) => [...checks.filter((other) => other.name !== one.name && other.check !== one.check), one];

/** Save a check, which is one button under its newest name; without a character there is one of this name. @param {string} name @param {string} check @param {string} otherwise */
export function save(name, check, otherwise) {
  if (!savedCharacter.value) create(otherwise);
  const now = { name: short(name, SAVED_NAME_LENGTH), check: short(check, TEXT_LENGTH) };
  edit({ checks: withCheck(savedCharacter.value?.checks ?? [], now).slice(-SAVED_CHECKS) });
}

/** @param {number} at @param {Partial<Saved>} what */
export const alter = (at, what) => edit({ checks: (savedCharacter.value?.checks ?? []).map((one, i) => (i === at ? { ...one, ...what } : one)) });

/** @param {number} at */
export const drop = (at) => edit({ checks: (savedCharacter.value?.checks ?? []).filter((_, i) => i !== at) });

/** Put a check before or behind its neighbour. @param {number} at @param {number} by 1 or -1 */
export function move(at, by) {
  const checks = [...(savedCharacter.value?.checks ?? [])];
  checks.splice(at + by, 0, ...checks.splice(at, 1));
  edit({ checks });
}

/** A text as TOML has it in quotes. @param {string} text */
const quoted = (text) => JSON.stringify(text.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("\x7f", "\\u007f");

/** Keys of TOML, each there once: of equal names the second has a 2 behind it. @param {string[]} names */
function keys(names) {
  /** @type {Set<string>} */
  const taken = new Set();
  return names.map((name) => {
    let key = name;
    for (let at = 2; taken.has(key.toLowerCase()); at += 1) key = `${name.slice(0, SAVED_NAME_LENGTH - 4)} ${at}`;
    taken.add(key.toLowerCase());
    return quoted(key);
  });
}

/** All characters, as the text of a config file. */
export function written() {
  const { characters } = book.value;
  const names = keys(characters.map((one) => one.name));
  const tables = characters.map(({ checks }, i) => {
    const named = keys(checks.map((one) => one.name));
    return [`[characters.${names[i]}]`, ...checks.map((one, at) => `${named[at]} = ${quoted(one.check)}`), ""].join("\n");
  });
  return tables.join("\n");
}

/**
 * The characters of a config file, beside those that are here; the number of those that came.
 * @param {string} text @param {string} otherwise whose the checks of no character are
 * @throws {import("../problem.js").Problem} of a file that the table cannot read
 */
export async function read(text, otherwise) {
  const { checks, characters: named } = await call("POST", "/config", { body: { text } });
  const found = sound({ characters: [...(checks.length ? [{ name: otherwise, checks }] : []), ...named], now: 0 });
  if (!found) return 0;
  const others = book.value.characters.filter((one) => !found.characters.some((other) => other.name === one.name));
  put({ characters: [...others, ...found.characters].slice(-SAVED_CHARACTERS), now: others.length });
  return found.characters.length;
}
