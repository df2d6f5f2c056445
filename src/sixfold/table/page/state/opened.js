// The throw that is looked at more closely: it stands in the address, so that the way back closes it.
import { computed } from "../vendor/signals.js";
import { go, place } from "./place.js";

/** Its number, or 0. */
export const opened = computed(() => (place.value.view === "table" ? Number(place.value.query.get("throw")) || 0 : 0));

/** Whether this visit opened it: then the way back leads to the table as it was. */
let ours = false;

/** @param {number} number */
export function openThrow(number) {
  const instead = opened.peek() > 0;
  go(`/rooms/${place.peek().room}?throw=${number}`, { instead });
  if (!instead) ours = true;
}

/** Back to the table. */
export function closeThrow() {
  if (opened.peek() === 0) return;
  if (ours) history.back();
  else go(`/rooms/${place.peek().room}`, { instead: true });
  ours = false;
}
