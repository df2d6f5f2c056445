// How texts are put together: counts, minus signs, lists, and names that are read from right to left.

/** @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** A number as it is printed: with a minus sign, not a hyphen. @param {number | string} number */
export const minus = (number) => String(number).replace("-", "−");

/** A number with its sign, plus too. @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : minus(number));

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const RIGHT_TO_LEFT = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]";
const TURNED = new RegExp(RIGHT_TO_LEFT, "u");
const TURNED_WORDS = new RegExp(`${RIGHT_TO_LEFT}(?:[^\\p{L}\\p{N}]*${RIGHT_TO_LEFT})*`, "gu");

/** A name within a sentence: one that is read from right to left turns nothing beside it around. @param {string} name */
export const isolated = (name) => (TURNED.test(name) ? `\u2068${name}\u2069` : name);

/** A sentence that has names in it already, isolated in the same way. @param {string} sentence */
export const upright = (sentence) => (TURNED.test(sentence) ? sentence.replace(TURNED_WORDS, "\u2068$&\u2069") : sentence);

/** @param {string[]} names */
export const listed = (names) => [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
