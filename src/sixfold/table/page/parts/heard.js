// Dice are heard by those who ask for it: how they sound is fetched then.
import { effect } from "../vendor/signals.js";
import { sound } from "../state/looks.js";

/** @param {number[]} times in ms from now */
const sounds = (times) => void import("./clack.js").then((module) => module.clack(times), () => undefined);

/** Dice that hit the table. @param {number[]} times in ms from now */
export const heard = (times) => sound.peek() && sounds(times);

// Who asks for it hears at once what it is like.
let first = true;
effect(() => {
  if (sound.value) sounds(first ? [] : [0, 70, 120]);
  first = false;
});
