// The formulas of fair dice, as docs/fairness/protocol.md states them: a verifier of its own, which shares nothing with the
// server. The hashes are a library's and not the browser's, which has none on a plain http address.
import { hmac } from "../vendor/hashes/hmac.js";
import { sha256 } from "../vendor/hashes/sha2.js";

const utf8 = new TextEncoder();

/** @param {Uint8Array} bytes @returns {string} */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text @returns {Uint8Array} */
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));

/** SHA-256 in hexadecimal. @param {string | Uint8Array} data @returns {string} */
export const sha = (data) => hex(sha256(typeof data === "string" ? utf8.encode(data) : data));

/**
 * JSON with sorted names and without blanks, for whole numbers only.
 * @param {any} data
 * @returns {string}
 */
export function canon(data) {
  if (Array.isArray(data)) return `[${data.map(canon).join(",")}]`;
  if (data === null || typeof data !== "object") return JSON.stringify(data);
  const names = Object.keys(data).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canon(data[name])}`).join(",")}}`;
}

/** The commitment that belongs to a key. @param {string} key hexadecimal @returns {string} */
export function committed(key) {
  const head = utf8.encode("sixfold/1/commit\n");
  const all = new Uint8Array(head.length + key.length / 2);
  all.set(head);
  all.set(unhex(key), head.length);
  return sha(all);
}

/** The seal of a key, a request and the thrower's entropy. @param {string} key @param {object} request @param {string} c @returns {string} */
export const sealed = (key, request, c) => hex(hmac(sha256, unhex(key), utf8.encode(`sixfold/1/seal\n${canon({ c, request })}`)));

/**
 * The faces of a draw.
 * @param {{ key: string, room: string, lane: string, index: number, request: object, c: string, w: string, dice: number[][] }} draw
 *   `dice` has rows of how many dice, of how many sides, and their lowest face
 * @returns {number[]}
 */
export function faces({ key, room, lane, index, request, c, w, dice }) {
  const head = ["sixfold/1/faces", room, lane, index, sha(canon(request)), c, w, ""].join("\n");
  const row = words(unhex(key), head);
  return dice.flatMap(([count = 0, sides = 6, lowest = 1]) => {
    const limit = 2 ** 32 - (2 ** 32 % sides);
    return Array.from({ length: count }, () => {
      let word = row.next().value;
      while (word >= limit) word = row.next().value;
      return (word % sides) + lowest;
    });
  });
}

/** The endless row of 32-bit numbers of a draw. @param {Uint8Array} key @param {string} head @returns {Generator<number, never>} */
function* words(key, head) {
  for (let block = 0; ; block++) {
    const bytes = hmac(sha256, key, utf8.encode(head + block));
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}
