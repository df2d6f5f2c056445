// What a person does at the table: each act is one post, sent once, also over a line that was lost in between.
import { Problem, call, fresh } from "./api.js";
import { me, room, waiting } from "./state/table.js";
import { remember } from "./fair/mine.js";
import { keepLinks, keepSeat } from "./state/kept.js";

/** Open a room. @param {string} name @returns {Promise<string>} the master's link */
export async function makeTable(name) {
  const { room: id, links } = await call("POST", "/rooms", { body: { name } });
  keepLinks(id, links);
  return links.master;
}

/** Sit down by a link. @param {string} id @param {string} secret @param {string} name */
export async function join(id, secret, name) {
  const { person, name: called, role, token } = await call("POST", `/rooms/${id}/people`, { body: { name }, secret });
  keepLinks(id, { [role]: `${location.origin}/rooms/${id}#${secret}` });
  keepSeat(id, { person, name: called, role, token });
  return { person, name: called, role, token };
}

/** Fresh bytes of chance for a throw, remembered so that its proof can say whose they are. */
function chance() {
  const c = fresh(16);
  remember(room.value.room, c);
  return c;
}

/** @param {string} method @param {string} path below the room @param {unknown} [body] @param {string} [key] */
export function ask(method, path, body, key = fresh(12)) {
  const seat = me.value;
  if (!seat || !room.value) throw new Problem({ code: "page/offline", detail: "The table does not answer." });
  return call(method, `/rooms/${room.value.room}${path}`, { body, secret: seat.token, key });
}

/**
 * Throw a check.
 * @param {{ check: import("./engine.js").Check, visible?: string, faces?: number[], to?: number, instead?: number }} what
 */
export async function throwCheck(what) {
  const key = fresh(12);
  waiting.value = [...waiting.value, { key, text: String(what.check) }];
  try {
    return await ask("POST", "/throws", { ...what, ...(what.faces ? {} : { c: chance() }) }, key);
  } finally {
    waiting.value = waiting.value.filter((other) => other.key !== key);
  }
}

/** Take an option of a question. @param {number} question @param {number} choice from 0 */
export const answer = (question, choice) => ask("POST", "/answers", { question, choice, c: chance() });

/** Open a sealed throw to everyone. @param {number} number */
export const reveal = (number) => ask("POST", "/reveals", { throw: number });

/** Use an instrument. @param {string} system @param {string} instrument @param {string} command @param {object} values */
export const use = (system, instrument, command, values = {}) =>
  ask("POST", "/instruments", { system, instrument, command, values });

/** Another name and colour for somebody. @param {string} person @param {string} name @param {string} colour */
export const rename = (person, name, colour) => ask("PATCH", `/people/${person}`, { name, colour });

/** Leave, or show somebody out. @param {string} person */
export const remove = (person) => ask("DELETE", `/people/${person}`);

/** Let somebody else lead. @param {string} person */
export const handOver = (person) => ask("POST", "/masters", { person });

/** Say which games are played here. @param {string[]} games */
export const layOut = (games) => ask("PUT", "/games", { games });

/** Open or close the door for newcomers. @param {boolean} open */
export const setDoor = (open) => ask("PUT", "/door", { open });

/** New links for everyone; this browser keeps them. */
export async function renewLinks() {
  const { room: id, links } = await ask("POST", "/links", {});
  keepLinks(id, links);
}

/** Give entropy for somebody else's throw. @param {number} number of the call */
export const witness = (number) => ask("POST", "/witnesses", { call: number, w: fresh(16) }).catch(() => undefined);

let due = 0;

/** Fetch the room at this moment, soon: what follows from several events is fetched once. */
export function refresh() {
  clearTimeout(due);
  due = window.setTimeout(async () => {
    const id = room.value?.room;
    const seat = me.value;
    if (!id || !seat) return;
    try {
      const shown = await view(id, seat.token);
      if (room.value?.room === id && shown.number >= room.value.number) room.value = shown;
    } catch {
      // The line is gone, and says so; it comes again with new events.
    }
  }, 40);
}

/** The room as a person sees it. @param {string} id @param {string} token */
export const view = (id, token) => call("GET", `/rooms/${id}`, { secret: token });
