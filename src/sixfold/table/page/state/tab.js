// Which part of the table a small screen shows: the tabs.
import { computed, effect, signal } from "../vendor/signals.js";
import { live } from "./missed.js";
import { log, me } from "./table.js";

export const TABS = /** @type {const} */ (["throw", "log", "tools", "people"]);

/** @type {import("../vendor/signals.js").Signal<typeof TABS[number]>} */
export const tab = signal("throw");

/** The last event that this person has had before them; Infinity before they look at all. */
const seen = signal(Infinity);
effect(() => {
  if (!me.value) seen.value = Infinity;
  else if (live.value && (tab.value === "log" || seen.peek() === Infinity)) seen.value = log.value.at(-1)?.number ?? 0;
});

/** How many lines others wrote since the log was before this person. */
export const talk = computed(() => log.value.filter(({ kind, number, person }) => kind === "noted" && number > seen.value && person !== me.value?.person).length);
