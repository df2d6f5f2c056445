// Which part of the table a small screen shows: the tabs.
import { signal } from "../vendor/signals.js";

export const TABS = /** @type {const} */ (["throw", "log", "tools", "people"]);

/** @type {import("../vendor/signals.js").Signal<typeof TABS[number]>} */
export const tab = signal("throw");
