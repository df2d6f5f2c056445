import { counted } from "./text.js";

export const typedWords = {
  open: "Dice from a real table",
  short: "Real dice",
  label: "The faces, in the order of the roll",
  pad: "Faces",
  back: "Take the last one back",
  face: (/** @type {number} */ face) => `A ${face}`,
  check: "Type the check first.",
  more: (/** @type {number} */ count, /** @type {string} */ label, /** @type {number} */ sides, /** @type {boolean} */ on) =>
    `${on ? "Type" : "Roll"} ${counted(count, on ? "more die" : "die", on ? "more dice" : "dice")}${sides === 6 ? "" : ` with ${sides} sides`} for “${label}”.`,
  whole: (/** @type {number} */ count) => `${counted(count, "die", "dice")}, and nothing more to roll.`,
};
