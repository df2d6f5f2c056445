// Rolls that are made of several: whose they are, where the note behind a check names them (“Mira against Rook”).
import { ruleOf } from "./verdict.js";
import { isolated } from "./words/text.js";

/** Whether a record is of several rolls: the first kind of roll comes again. @param {any} record */
export const several = ({ throws: [first, ...others] }) => others.some((/** @type {any} */ one) => one.label === first.label);

/** The checks inside a check, by the names that the sentences of its rule have for them. @param {any} rule @returns {string[]} */
export const sidesOf = (rule) => Object.entries(rule?.options.properties ?? {}).filter(([, one]) => one["x-kind"] === "check").map(([name]) => name);

/** A sentence of a rule with the names of the people in place of “the first” and “the second”. @param {string} text @param {any} record @param {string} [note] behind its check */
export function named(text, { system, rule }, note = "") {
  const sides = sidesOf(ruleOf(system, rule));
  const people = note.split(" against ");
  if (sides.length < 2 || people.length !== sides.length) return text;
  return sides.reduce((said, side, at) => said.replace(new RegExp(`\\b([Tt]he ${side}|${side} player(?=['’]s))\\b`, "g"), () => isolated(people[at]?.trim() ?? "")), text);
}
