// How the engine is: starting, ready, or failed.
import { signal } from "../../table/page/vendor/signals.js";

/** @type {import("../../table/page/vendor/signals.js").Signal<"starting" | "ready" | "failed">} */
export const state = signal("starting");

/** A newer version of the site, which waits until somebody wants it. @type {import("../../table/page/vendor/signals.js").Signal<ServiceWorker | null>} */
export const newer = signal(null);
