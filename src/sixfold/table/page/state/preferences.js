// How this browser likes the page: light or dark, still or moving, heard or not. Kept, and told to the style sheets.
import { effect } from "../vendor/signals.js";
import { kept } from "./local-storage.js";

export const theme = kept("theme", /** @type {"system" | "light" | "dark"} */ ("system"));

/** Whether dice tumble: as the system says, or never. */
export const motion = kept("motion", /** @type {"system" | "still"} */ ("system"));

/** Whether dice are heard. */
export const sound = kept("sound", false);

/** Whether anything may move now. */
export const moves = () => motion.value !== "still" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

const { dataset } = document.documentElement;
for (const [name, liked] of Object.entries({ theme, motion })) {
  effect(() => {
    if (liked.value === "system") delete dataset[name];
    else dataset[name] = liked.value;
  });
}
