// Dice are heard by those who ask for it: how they sound is fetched then.
import { effect } from "../vendor/signals.js";
import { sound } from "../state/preferences.js";

/** @param {number[]} times in ms from now */
const play = (times) => void import("./sound-effects.js").then((module) => module.clack(times), () => undefined);

/** Dice that hit the table. @param {number[]} times in ms from now */
export const playDice = (times) => sound.peek() && play(times);

// Who asks for it hears at once what it is like.
let first = true;
effect(() => {
  if (sound.value) play(first ? [] : [0, 70, 120]);
  first = false;
});
