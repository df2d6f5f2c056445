// How this browser likes the page: light or dark, still or moving, heard or not. Kept, and told to the style sheets.
import { effect, signal } from "../vendor/signals.js";
import { keep, load } from "./local-storage.js";

/** @type {import("../vendor/signals.js").Signal<"system" | "light" | "dark">} */
export const theme = signal(load("theme", "system"));

/** Whether dice tumble: as the system says, or never. @type {import("../vendor/signals.js").Signal<"system" | "still">} */
export const motion = signal(load("motion", "system"));

/** Whether dice are heard. */
export const sound = signal(load("sound", false));

/** Whether anything may move now. */
export const moves = () => motion.value !== "still" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

const root = document.documentElement;
effect(() => {
  keep("theme", theme.value);
  if (theme.value === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme.value;
});
effect(() => {
  keep("motion", motion.value);
  if (motion.value === "system") delete root.dataset["motion"];
  else root.dataset["motion"] = motion.value;
});
effect(() => keep("sound", sound.value));
