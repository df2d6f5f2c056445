// The characters at this table: those of this person, the one who rolls now, and the one that is being edited.
import { computed, signal } from "../vendor/signals.js";
import { tab } from "./tab.js";
import { leads, me, roomView } from "./table.js";

/**
 * A character as the room shows it; `rolls` are its checks and `has` what instruments keep for its owner.
 * @typedef {{ character: number, owner: string | null, visible: "all" | "master", name: string, game: string, notes: string, values: Record<string, any>,
 *   checks: { name: string, check: string }[], rolls: { name: string, value: string, trait: string, rule: string, check: string, words: string, missing: string[] }[], has: Record<string, number> }} Character
 */

/** @type {import("../vendor/signals.js").ReadonlySignal<Character[]>} */
export const all = computed(() => roomView.value?.characters ?? []);

/** Whether a character is this person's own, or the GM's. @param {Character} one */
export const isMine = (one) => me.value !== null && (one.owner === me.value.person || (one.owner === null && leads.value));

export const own = computed(() => all.value.filter(isMine));

/** The number of the character who rolls. */
export const rolling = signal(0);

/** The character who rolls; null where this person has none. */
export const roller = computed(() => own.value.find((one) => one.character === rolling.value) ?? own.value[0] ?? null);

/** What is edited: a character by its number, a new one (0), or nothing. @type {import("../vendor/signals.js").Signal<number | null>} */
export const editing = signal(null);

/** The form of a character opens where rolls are made. @param {number} number 0 for a new one */
export function open(number) {
  editing.value = number;
  tab.value = "throw";
}

/** A button that rolls a check, which may be `missing` something; one of the `own` sheet has a value. @typedef {{ name: string, check: string, value?: string, missing?: boolean, own?: boolean }} Button */

/** The buttons of a character. @param {Character} one @returns {Button[]} */
export const buttons = (one) => [...one.rolls.map((roll) => ({ ...roll, missing: roll.missing.length > 0, own: true })), ...one.checks];
