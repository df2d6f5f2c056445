// A roll as a picture: its check, its dice, what it came to, and how likely that was.
import * as engine from "../engine.js";
import { logWords } from "../words/log.js";
import { download } from "./download.js";

const [WIDE, EDGE, SIDE, GAP] = [1200, 64, 112, 20]; // px
const VOICE = "600 64px Besley, Georgia, serif";
const TEXT = "32px system-ui, sans-serif";

/** Where the pips of a die are, in thirds of its side. @type {Record<number, number[][]>} */
const PIPS = {
  1: [[1, 1]], 2: [[0, 0], [2, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]], 6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};

/** Lines of a text that fit. @param {CanvasRenderingContext2D} paint @param {string} text */
function lines(paint, text) {
  /** @type {string[]} */
  const found = [""];
  for (const word of text.split(" ")) {
    const longer = `${found.at(-1)} ${word}`.trim();
    if (paint.measureText(longer).width > WIDE - 2 * EDGE) found.push(word);
    else found[found.length - 1] = longer;
  }
  return found;
}

/** Save a roll as a picture. @param {any} record @param {string} [who] rolled it */
export async function picture(record, who) {
  const [{ throws: [told] }] = await Promise.all([engine.tell({ records: [record] }), document.fonts.load(VOICE)]);
  const dice = record.throws.flatMap((/** @type {any} */ hand) => hand.faces.map((/** @type {any} */ face, /** @type {number} */ at) => ({ face, sides: hand.sides, kept: hand.kept?.[at] ?? true })));
  const many = Math.floor((WIDE - 2 * EDGE + GAP) / (SIDE + GAP));
  const canvas = document.createElement("canvas");
  const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  paint.font = VOICE;
  const said = lines(paint, record.announcement);
  const rows = Math.ceil(dice.length / many);
  Object.assign(canvas, { width: WIDE, height: 2 * EDGE + 60 + rows * (SIDE + GAP) + 30 + said.length * 78 + 60 });
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => {
    const probe = Object.assign(document.createElement("i"), { hidden: true });
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found || style.color;
  };
  const write = (/** @type {string} */ text, /** @type {string} */ font, /** @type {string} */ of, /** @type {number} */ y) => {
    paint.font = font;
    paint.fillStyle = colour(of);
    paint.fillText(text, EDGE, y);
  };
  paint.fillStyle = colour("--blotter");
  paint.fillRect(0, 0, canvas.width, canvas.height);
  write(who ? `${who}: ${record.text}` : record.text, "36px ui-monospace, monospace", "--on-blotter-soft", EDGE + 30);
  dice.forEach((/** @type {any} */ die, /** @type {number} */ nth) => drawn(paint, die, EDGE + (nth % many) * (SIDE + GAP), EDGE + 60 + Math.floor(nth / many) * (SIDE + GAP), colour));
  let y = EDGE + 60 + rows * (SIDE + GAP) + 76;
  for (const line of said) {
    write(line, VOICE, "--on-blotter", y);
    y += 78;
  }
  if (told?.standing) write(logWords.standing(told.standing), TEXT, "--on-blotter-soft", y);
  canvas.toBlob((blob) => blob && download(`${record.text}.png`, blob));
}

/** A die: with pips where it has six sides or fewer, with its face in figures otherwise; one that does not count is an outline. @param {CanvasRenderingContext2D} paint @param {{ face: any, sides: any, kept: boolean }} die @param {number} x @param {number} y @param {(name: string) => string} colour */
function drawn(paint, { face, sides, kept }, x, y, colour) {
  paint.beginPath();
  paint.roundRect(x, y, SIDE, SIDE, SIDE / 5);
  paint.lineWidth = 3;
  paint.strokeStyle = colour("--on-blotter-soft");
  paint.fillStyle = colour("--bone");
  if (kept) paint.fill();
  else paint.stroke();
  paint.fillStyle = kept ? colour("--pip") : colour("--on-blotter-soft");
  const pips = sides === 6 ? PIPS[face] : undefined;
  for (const [across = 0, down = 0] of pips ?? []) {
    paint.beginPath();
    paint.arc(x + SIDE * (0.24 + 0.26 * across), y + SIDE * (0.24 + 0.26 * down), SIDE * 0.085, 0, 7);
    paint.fill();
  }
  if (pips) return;
  paint.font = `600 ${SIDE * 0.45}px system-ui, sans-serif`;
  paint.textAlign = "center";
  paint.fillText(String(face), x + SIDE / 2, y + SIDE * 0.66);
  paint.textAlign = "start";
}
