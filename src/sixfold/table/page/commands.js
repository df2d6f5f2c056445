// The commands of a person at the table: each is one request, sent once, also over a connection that was lost in between.
import { call } from "./api.js";
import { Problem, refusal } from "./problem.js";
import { effect } from "./vendor/signals.js";
import { refused } from "./state/draft.js";
import * as outbox from "./state/outbox.js";
import { place } from "./state/place.js";
import { connection, log, me, rolled, unsent } from "./state/table.js";
import { words } from "./words/common.js";
import { remember } from "./fair/mine.js";
import { keepLinks, keepSeat } from "./state/local-storage.js";

/** What a link leads to. @param {string} id @param {string} secret */
export const invitation = (id, secret) => call("GET", `/rooms/${id}/invitation`, { secret });

/** Sit down by a link, without keeping the seat. @param {string} id @param {string} secret @param {string} name @returns {Promise<import("./state/local-storage.js").Seat>} */
export async function sitDown(id, secret, name) {
  const { person, name: called, role, token } = await call("POST", `/rooms/${id}/people`, { body: { name }, secret });
  return { person, name: called, role, token };
}

/** Sit down by a link. @param {string} id @param {string} secret @param {string} name */
export async function join(id, secret, name) {
  const found = await sitDown(id, secret, name);
  keepLinks(id, { [found.role]: `${location.origin}/rooms/${id}#${secret}` });
  keepSeat(id, found);
  return found;
}

/** Fresh random bytes, hexadecimal. @param {number} bytes */
const fresh = (bytes) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Fresh bytes of chance for a throw, and the last event before it: remembered, so that nobody rolls in one's name. */
function chance() {
  const c = fresh(16);
  const last = log.peek().at(-1);
  remember(place.value.room, { c, seen: last?.["hash"] ?? "" });
  return last ? { c, seen: { number: last.number, hash: last["hash"] } } : { c };
}

/** @param {string} method @param {string} path below the room @param {unknown} [body] @param {string} [key] @param {AbortSignal} [signal] */
export function command(method, path, body, key = fresh(12), signal = undefined) {
  const seat = me.value;
  if (!seat) throw new Problem({ code: "page/offline", detail: words.offline });
  return call(method, `/rooms/${place.value.room}${path}`, { body, secret: seat.token, key, signal });
}

/**
 * Throw a check; null where the table is out of reach: then it waits, and is sent once as soon as it answers.
 * @param {{ check: import("./engine.js").Check, visible?: string, faces?: number[], to?: number, instead?: number, note?: string }} what
 */
export async function throwCheck(what) {
  const seat = me.value;
  const id = place.value.room;
  if (!seat || !id) throw new Problem({ code: "page/offline", detail: words.offline });
  const body = { ...what, ...(what.faces ? {} : chance()) };
  const one = { key: fresh(12), room: id, person: seat.person, text: String(what.check), body, at: Date.now() };
  outbox.put(one);
  try {
    return await send(one);
  } catch (error) {
    if (!maySendAgain(error)) throw error;
    outbox.wait(id, seat.person);
    again();
    return null;
  }
}

const PATIENCE = 10_000; // ms for an answer, before a throw counts as not sent
const AGAIN = 3000; // ms until what waits is sent again

/** Posts that are under way from this window. @type {Set<string>} */
const flying = new Set();

/** Whether what failed so may be sent again, as the same post. @param {unknown} error */
const maySendAgain = (error) => error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Send a throw, perhaps not for the first time: its key and its chance are the same each time. @param {outbox.Unsent} one */
async function send(one) {
  const rolledAs = (/** @type {number} */ number) => one.body["to"] && (rolled.value = { ...rolled.peek(), [one.body["to"]]: number });
  flying.add(one.key);
  rolledAs(Infinity);
  try {
    const event = await command("POST", "/throws", one.body, one.key, AbortSignal.timeout(PATIENCE));
    outbox.takeBack(one.key);
    rolledAs(event.number);
    return event;
  } catch (error) {
    if (!maySendAgain(error)) outbox.takeBack(one.key);
    rolledAs(0);
    throw error;
  } finally {
    flying.delete(one.key);
  }
}

let retry = 0;
const again = () => {
  clearTimeout(retry);
  retry = window.setTimeout(sendAll, AGAIN);
};

/** Send what waits, in its order. */
async function sendAll() {
  const seat = me.value;
  const id = place.value.room;
  if (!seat || !id) return;
  for (const one of outbox.unsentBy(id, seat.person)) {
    if (flying.has(one.key)) continue;
    try {
      await send(one);
    } catch (error) {
      if (maySendAgain(error)) return void (outbox.wait(id, seat.person), again());
      refused.value = `${one.text}: ${refusal(error)}`;
    }
  }
  if (unsent.peek().length) outbox.wait(id, seat.person);
}

// The table answers again, or one sits down at it again: what waited is sent.
effect(() => {
  // Not within the effect, which would follow what it changes.
  if (connection.value.state === "open" && me.value) queueMicrotask(() => void sendAll());
});

/** Take an option of a question. @param {number} question @param {number} choice from 0 */
export const answer = (question, choice) => command("POST", "/answers", { question, choice, ...chance() });

/** Write a line into the log. @param {string} text @param {{ visible?: string, people?: string[] }} who sees it */
export const note = (text, who) => command("POST", "/notes", { text, ...who });

/** Correct a throw that is done, or take it back with `withdraw`. @param {{ throw: number, withdraw?: boolean, check?: import("./engine.js").Check, faces?: number[], reason?: string }} body */
export const correct = (body) => command("POST", "/corrections", body);

/** Give entropy for somebody else's throw. @param {number} number of the call */
export const witness = (number) => command("POST", "/witnesses", { call: number, w: fresh(16) }).catch(() => undefined);
