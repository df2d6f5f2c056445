// Whether a throw was fair, worked out again from an export: what was locked before, what each side added, the faces.
import { canon, committed, faces, sealed, sha } from "./formulas.js";

/** An event of an export: the public part as bytes, and what this person may see beside it. @typedef {{ stored: string, private?: string }} Line */

/**
 * What one draw showed. Each of `locked`, `bound` and `same` is whether that step holds.
 * @typedef {object} Draw
 * @property {number} lockedIn the event that holds the commitment
 * @property {number} call
 * @property {boolean} locked the key is the one that was committed to, before it was asked for
 * @property {boolean} bound the key was bound to this request and to the thrower's bytes
 * @property {boolean} same the faces are those of the draw
 * @property {number[]} faces
 * @property {string | null} witness
 * @property {Record<string, string>} bytes by name: key, commitment, seal, c, w
 */

/**
 * What a check of one throw found. `chain` is the number of the first event that does not follow on the one before,
 * or 0; `last` is the hash of the last event.
 * @typedef {{ kind: "drawn" | "typed" | "sealed", chain: number, events: number, last: string, draws: Draw[], whole: boolean }} Found
 */

/**
 * Check one throw of an export. The chain starts at the first event, wherever the page began to read.
 * @param {{ room: string, events: Line[] }} document
 * @param {number} number the throw
 * @param {{ number: number, hash: string } | undefined} [seen] an event that this browser was shown: the chain leads to it
 * @returns {Found}
 */
export function check({ room, events }, number, seen) {
  const { first, last } = chain(events, seen);
  const open = events.map((line) => ({ ...JSON.parse(line.stored), ...(line.private ? JSON.parse(line.private) : {}) }));
  const revealed = open.find((event) => event.kind === "reveal" && event.throw === number);
  const thrown = { ...revealed, ...open[number - 1], ...(revealed ? secrets(revealed) : {}) };
  const found = { chain: first, events: events.length, last, draws: /** @type {Draw[]} */ ([]), whole: first === 0 };
  if (thrown.typed) return { ...found, kind: "typed" };
  if (!thrown.key) return { ...found, kind: "sealed" };
  found.draws = thrown.calls.map((/** @type {number} */ call) => draw(room, open, call, thrown));
  const drawn = found.draws.flatMap((one) => one.faces);
  const lying = thrown.record?.throws.flatMap((/** @type {any} */ one) => one.faces) ?? thrown.faces;
  found.whole &&= found.draws.length > 0 && found.draws.every((one) => one.locked && one.bound && one.same);
  found.whole &&= String(drawn) === String(lying);
  if (revealed) found.whole &&= sha(canon(secrets(revealed))) === open[number - 1].sealed;
  return { ...found, kind: "drawn" };
}

/** Where the chain of hashes breaks first (0: nowhere), and its last hash. @param {Line[]} events @param {{ number: number, hash: string } | undefined} seen */
function chain(events, seen) {
  let last = "";
  let first = 0;
  events.forEach((line, i) => {
    const event = JSON.parse(line.stored);
    const torn = event.prev !== last || event.number !== i + 1 || (line.private !== undefined && sha(line.private) !== event.sealed);
    last = sha(line.stored);
    if (torn || (seen?.number === i + 1 && seen.hash !== last)) first ||= i + 1;
  });
  if (seen && seen.number > events.length) first ||= events.length + 1;
  return { first, last };
}

/** The private part that a revelation shows. @param {any} event */
function secrets(event) {
  const { at, kind, number, person, prev, throw: of, version, ...rest } = event;
  void [at, kind, number, person, prev, of, version];
  return rest;
}

/** One draw of a throw. @param {string} room @param {any[]} events @param {number} call @param {any} thrown @returns {Draw} */
function draw(room, events, call, thrown) {
  const called = events[call - 1];
  // The dice before a choice lie in the question; the last ones in the throw itself.
  const shown = thrown.call === call ? thrown : events.find((event) => event.kind === "question" && event.call === call);
  const lane = called.person;
  const index = called.index;
  // What was locked before the table was put back from a copy is void.
  const since = events.findLast((event) => event.kind === "restored" && event.number < call)?.number ?? 0;
  const lock = events.find(
    (event) =>
      event.kind === "lane" && event.person === lane && since < event.number && event.number < call && event.first <= index && index < event.first + event.commitments.length,
  );
  const commitment = lock?.commitments[index - lock.first] ?? "";
  const { key, request, c, w, dice, witness } = shown;
  const worked = faces({ key, room, lane, index, request, c, w, dice });
  return {
    lockedIn: lock?.number ?? 0,
    call,
    locked: committed(key) === commitment && shown.index === index && shown.person === lane,
    bound: sealed(key, request, c) === called.seal,
    same: String(worked) === String(shown.faces),
    faces: worked,
    witness,
    bytes: { key, commitment, seal: called.seal, c, w },
  };
}
