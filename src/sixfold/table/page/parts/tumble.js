// How dice fall: from above, turning, with faces that change in the air, until they lie as it was decided. The first
// throw falls at once; what the rule threw later falls later. Who wants no motion sees them lie there.
import { moves } from "../state/preferences.js";
import { playDice } from "./sound.js";

const FALL = 620; // ms that a die is in the air
const LATER = 420; // the same of dice that are thrown on
const APART = 30; // between the dice of one hand
const SPREAD = 270; // all dice of one hand have left it by then
const AFTER = 120; // from the last die's landing to the next throw
const LONGEST = 1600; // all of them lie by then, however many throws there were
const BLINK = 55; // between two faces of a die in the air

/** @typedef {{ faces: number[] }} Thrown */

/** When each die leaves the hand and for how long it falls, throw by throw. @param {readonly Thrown[]} throws */
function times(throws) {
  const plan = throws.map(({ faces }, nth) => {
    const apart = Math.min(APART, SPREAD / Math.max(1, faces.length));
    return { apart, lasts: nth ? LATER : FALL, all: apart * (faces.length - 1) + (nth ? LATER : FALL) };
  });
  let begin = 0;
  const begins = plan.map(({ all }) => {
    const mine = begin;
    begin += all + AFTER;
    return mine;
  });
  const ends = plan.map(({ all }, nth) => (begins[nth] ?? 0) + all);
  const last = Math.max(0, ...ends);
  const firstEnd = ends[0] ?? 0;
  // Many throws one after another fall into each other, rather than keep people waiting.
  const pace = last > LONGEST ? (LONGEST - firstEnd) / (last - firstEnd) : 1;
  return plan.map(({ apart, lasts }, nth) => {
    const start = nth ? firstEnd + ((begins[nth] ?? 0) - firstEnd) * pace : 0;
    return throws[nth]?.faces.map((_, i) => ({ delay: start + apart * i * (nth ? pace : 1), lasts: nth ? lasts * Math.max(0.5, pace) : lasts })) ?? [];
  });
}

/** When the last die of each throw lies, in ms. @param {readonly Thrown[]} throws */
export const landings = (throws) => times(throws).map((dice) => (moves() ? Math.round(Math.max(0, ...dice.map(({ delay, lasts }) => delay + lasts))) : 0));

/** When the last die lies, in ms. @param {readonly Thrown[]} throws */
export const landed = (throws) => Math.max(0, ...landings(throws));

/**
 * Let the dice of an element fall. What is returned ends it: they lie as they were decided.
 * @param {HTMLElement} lie @param {readonly Thrown[]} throws @returns {(() => void) | undefined}
 */
export function fall(lie, throws) {
  if (!moves() || document.hidden) return undefined;
  // Dice lie throw by throw, those that count first, and so they leave the hand.
  const plan = times(throws).flat();
  const dice = /** @type {HTMLElement[]} */ ([...lie.querySelectorAll(".die")]);
  // Everything is measured before anything is moved: else each die would lay the page out anew.
  const side = dice[0]?.offsetWidth ?? 0;
  const flights = dice.map((die, at) => fly(die, side, plan[Math.min(at, plan.length - 1)] ?? { delay: 0, lasts: FALL }));
  playDice(flights.map(({ delay, lasts }) => delay + lasts * 0.5));

  let frame = 0;
  let begun = 0;
  let last = -1;
  /** @param {number} now */
  function turn(now) {
    begun ||= now;
    const blink = Math.floor((now - begun) / BLINK);
    // All faces change together: the page is drawn anew a few times, not with every frame.
    const flying = blink === last || flights.map((flight) => show(flight, now - begun, blink)).some(Boolean);
    last = blink;
    if (flying) frame = requestAnimationFrame(turn);
  }
  frame = requestAnimationFrame(turn);
  return () => {
    cancelAnimationFrame(frame);
    for (const { die, move, face } of flights) {
      move.cancel();
      die.classList.remove("in-air");
      if (face) die.dataset["face"] = face;
    }
  };
}

/** @param {HTMLElement} die @param {number} side its length in px @param {{ delay: number, lasts: number }} when */
function fly(die, side, { delay, lasts }) {
  const way = Math.random() < 0.5 ? -1 : 1;
  const far = side * (0.5 + Math.random() * 1.6);
  const high = side * (1.6 + Math.random() * 0.8) + 60;
  const turns = way * (300 + Math.random() * 260);
  /** @param {number} x @param {number} y @param {number} turn */
  const at = (x, y, turn) => `translate(${x}px, ${y}px) rotate(${turn}deg)`;
  const move = die.animate(
    [
      { transform: `${at(-way * far, -high, -turns)} scale(1.16)`, opacity: 0, easing: "cubic-bezier(.35,.1,.8,.7)" },
      { opacity: 1, offset: 0.12 },
      { transform: at(-way * far * 0.34, 0, -turns * 0.36), offset: 0.46, easing: "cubic-bezier(.2,.6,.5,1)" },
      { transform: at(-way * far * 0.16, -side * 0.34, -turns * 0.16), offset: 0.62, easing: "cubic-bezier(.5,0,.8,.5)" },
      { transform: at(-way * far * 0.04, 0, -turns * 0.03), offset: 0.8, easing: "cubic-bezier(.2,.6,.5,1)" },
      { transform: at(0, -side * 0.05, 0), offset: 0.89, easing: "cubic-bezier(.5,0,.8,.5)" },
      { transform: "none" },
    ],
    { duration: lasts, delay, fill: "backwards" },
  );
  const face = die.dataset["face"];
  die.classList.add("in-air");
  return { die, move, delay, lasts, face };
}

/** Show the face of a die at a time of its flight; whether it still flies. @param {ReturnType<typeof fly>} flight @param {number} time @param {number} blink */
function show({ die, delay, lasts, face }, time, blink) {
  const part = (time - delay) / lasts;
  if (part >= 0.8) {
    if (die.classList.contains("in-air")) {
      if (face) die.dataset["face"] = face;
      die.classList.remove("in-air");
    }
    return false;
  }
  if (part > 0 && face) {
    die.dataset["face"] = String(1 + ((Number(face) + blink * 2 + Math.floor(Math.random() * 3)) % 6));
  }
  return true;
}
