// What games declare of their characters, the damage of the last roll, and names: fetched with the sheet and its form.
import { knownGames, ruleOf } from "../verdict.js";
import { all } from "./characters.js";
import { log } from "./table.js";

/** The schema of the traits of a game. @param {string} game @returns {[string, any][]} */
export const traitsOf = (game) => Object.entries(knownGames.value.find((one) => one.name === game)?.characters?.properties ?? {});

/** Rolls whose damage somebody took already, by number. @type {Set<number>} */
export const suffered = new Set();

/** The damage of the last roll of a game, if it is an attack that hit. @param {string} game @returns {{ number: number, harm: number } | null} */
export function harmOf(game) {
  const last = log.value.findLast((event) => event["record"] && event.kind !== "correct");
  const record = last?.["record"];
  if (!last || record?.system !== game || suffered.has(last.number)) return null;
  const harm = record.outcome[ruleOf(game, record.rule)?.harm ?? ""];
  return typeof harm === "number" && harm > 0 ? { number: last.number, harm } : null;
}

/** What a character is called now, or was when it was removed. @param {number} number */
export const nameOfCharacter = (number) =>
  all.value.find((one) => one.character === number)?.name ?? log.value.findLast((event) => event["character"] === number && event["sheet"]?.name)?.["sheet"].name ?? "";
