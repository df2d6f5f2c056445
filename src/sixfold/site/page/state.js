// How the engine is: starting, ready, or failed.
import { signal } from "../../web/page/vendor/signals.js";

/** @type {import("../../web/page/vendor/signals.js").Signal<"starting" | "ready" | "failed">} */
export const state = signal("starting");

/** A newer version of the site, which waits until somebody wants it. @type {import("../../web/page/vendor/signals.js").Signal<ServiceWorker | null>} */
export const newer = signal(null);
