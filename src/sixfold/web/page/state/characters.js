// The characters at this table: those of this person, the one who rolls now, and the one that is being edited.
import { computed, signal } from "../vendor/signals.js";
import { ruleOf, systems } from "../verdict.js";
import { log, me, room } from "./table.js";

/**
 * A character as the room shows it; `rolls` are its checks and `has` what instruments keep for its owner.
 * @typedef {{ character: number, owner: string | null, visible: "all" | "master", name: string, game: string, notes: string, values: Record<string, any>,
 *   checks: { name: string, check: string }[], rolls: { name: string, value: string, trait: string, rule: string, check: string, words: string, missing: string[] }[], has: Record<string, number> }} Character
 */

/** @type {import("../vendor/signals.js").ReadonlySignal<Character[]>} */
export const all = computed(() => room.value?.characters ?? []);

/** Whether a character is this person's own, or the GM's. @param {Character} one */
export const isMine = (one) => me.value !== null && (one.owner === me.value.person || (one.owner === null && me.value.role === "master"));

export const own = computed(() => all.value.filter(isMine));

/** The number of the character who rolls. */
export const rolling = signal(0);

/** The character who rolls; null where this person has none. */
export const character = computed(() => own.value.find((one) => one.character === rolling.value) ?? own.value[0] ?? null);

/** What is edited: a character by its number, a new one (0), or nothing. @type {import("../vendor/signals.js").Signal<number | null>} */
export const editing = signal(null);

/** The schema of the traits of a game. @param {string} game @returns {[string, any][]} */
export const traitsOf = (game) => Object.entries(systems.value.find((one) => one.name === game)?.characters?.properties ?? {});

/** The buttons of the character who rolls. @returns {{ name: string, value: string, check: string, missing: boolean, own: boolean }[]} */
export const buttons = () => {
  const one = character.value;
  if (!one) return [];
  return [
    ...one.rolls.map(({ name, value, check, missing }) => ({ name, value, check, missing: missing.length > 0, own: true })),
    ...one.checks.map(({ name, check }) => ({ name, value: "", check, missing: false, own: false })),
  ];
};

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
