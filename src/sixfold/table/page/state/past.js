// What was to be thrown before, newest first: to be called back with the arrow keys.
import { kept } from "./local-storage.js";

const MOST = 50;

export const past = kept("past", /** @type {string[]} */ ([]));

/** @param {string} text */
export const remember = (text) => (past.value = [text, ...past.value.filter((other) => other !== text)].slice(0, MOST));
