// A roll as a picture: its check, its dice, what it came to, and how likely that was.
import * as engine from "../engine.js";
import { named, several } from "../opponents.js";
import { logWords } from "../words/log.js";
import { download } from "./download.js";
import { nth, parts } from "./story.js";

const [WIDE, EDGE, SIDE, GAP] = [1200, 64, 112, 20]; // px
const [SMALL, BEFORE] = [52, 150]; // px: a die of a story, and what numbers its row
const VOICE = "600 64px Besley, Georgia, serif";
const TEXT = "32px system-ui, sans-serif";
const CODE = "36px ui-monospace, monospace";
const TOLD = "26px system-ui, sans-serif";

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

/** The dice of some throws, one after another. @param {any[]} throws */
const diceOf = (throws) => throws.flatMap((hand) => hand.faces.map((/** @type {any} */ face, /** @type {number} */ at) => ({ face, sides: hand.sides, kept: hand.kept?.[at] ?? true })));

/** Rows of dice with what is said of each: of several rolls a row each, else as many dice as there is room for. @param {any} record @param {any} told by the engine @param {string} [note] */
function rowsOf(record, told, note) {
  if (!several(record)) {
    const [dice, many] = [diceOf(record.throws), Math.floor((WIDE - 2 * EDGE + GAP) / (SIDE + GAP))];
    const rows = Array.from({ length: Math.ceil(dice.length / many) }, (_, at) => ({ dice: dice.slice(at * many, (at + 1) * many), before: "", after: "" }));
    return { rows, side: SIDE, start: EDGE };
  }
  const all = parts(record.throws, told?.clauses ?? []);
  const rows = all.map(({ throws, said }, at) => ({ dice: diceOf(throws), before: nth(record, all.length, at), after: named(said.at(-1) ?? "", record, note) }));
  return { rows, side: SMALL, start: EDGE + BEFORE };
}

/** Save a roll as a picture. @param {any} record @param {string} [who] rolled it @param {string} [note] behind its check */
export async function picture(record, who, note) {
  const [{ throws: [told] }] = await Promise.all([engine.tell({ records: [record] }), document.fonts.load(VOICE)]);
  const { rows, side, start } = rowsOf(record, told, note);
  const apart = (side * GAP) / SIDE;
  const canvas = document.createElement("canvas");
  const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  paint.font = VOICE;
  const said = lines(paint, named(record.announcement, record, note));
  paint.font = CODE;
  const titled = lines(paint, `${who ? `${who}: ` : ""}${record.text}${note ? ` # ${note}` : ""}`);
  const step = side + (side === SIDE ? GAP : 2 * apart);
  Object.assign(canvas, { width: WIDE, height: 2 * EDGE + 12 + titled.length * 48 + rows.length * step + 30 + said.length * 78 + 60 });
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => {
    const probe = Object.assign(document.createElement("i"), { hidden: true });
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found || style.color;
  };
  const write = (/** @type {string} */ text, /** @type {string} */ font, /** @type {string} */ of, /** @type {number} */ y, x = EDGE) => {
    paint.font = font;
    paint.fillStyle = colour(of);
    paint.fillText(text, x, y, WIDE - EDGE - x);
  };
  paint.fillStyle = colour("--blotter");
  paint.fillRect(0, 0, canvas.width, canvas.height);
  let y = EDGE;
  for (const line of titled) {
    write(line, CODE, "--on-blotter-soft", y + 30);
    y += 48;
  }
  y += 12;
  const widest = Math.min(10, Math.max(...rows.map(({ dice }) => dice.length)));
  for (const { dice, before, after } of rows) {
    const level = y + side * 0.66;
    write(before, TOLD, "--on-blotter-soft", level);
    const shown = after ? dice.slice(0, widest) : dice;
    shown.forEach((die, at) => drawn(paint, die, start + at * (side + apart), y, side, colour));
    write(after && `${dice.length > widest ? "… " : ""}${after}`, TOLD, "--on-blotter", level, start + widest * (side + apart) + GAP);
    y += step;
  }
  y += 76;
  for (const line of said) {
    write(line, VOICE, "--on-blotter", y);
    y += 78;
  }
  if (told?.standing) write(logWords.standing(told.standing), TEXT, "--on-blotter-soft", y);
  canvas.toBlob((blob) => blob && download(`${record.text}.png`, blob));
}

/** A die: with pips where it has six sides or fewer, with its face in figures otherwise; one that does not count is an outline. @param {CanvasRenderingContext2D} paint @param {{ face: any, sides: any, kept: boolean }} die @param {number} x @param {number} y @param {number} side @param {(name: string) => string} colour */
function drawn(paint, { face, sides, kept }, x, y, side, colour) {
  paint.beginPath();
  paint.roundRect(x, y, side, side, side / 5);
  paint.lineWidth = 3;
  paint.strokeStyle = colour("--on-blotter-soft");
  paint.fillStyle = colour("--bone");
  if (kept) paint.fill();
  else paint.stroke();
  paint.fillStyle = kept ? colour("--pip") : colour("--on-blotter-soft");
  const pips = sides === 6 ? PIPS[face] : undefined;
  for (const [across = 0, down = 0] of pips ?? []) {
    paint.beginPath();
    paint.arc(x + side * (0.24 + 0.26 * across), y + side * (0.24 + 0.26 * down), side * 0.085, 0, 7);
    paint.fill();
  }
  if (pips) return;
  paint.font = `600 ${side * 0.45}px system-ui, sans-serif`;
  paint.textAlign = "center";
  paint.fillText(String(face), x + side / 2, y + side * 0.66);
  paint.textAlign = "start";
}
