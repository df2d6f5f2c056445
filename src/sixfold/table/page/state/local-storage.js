// The local storage of this browser: seats at tables, links, saved checks, how things look. Without storage it forgets, no more.
import { effect, signal } from "../vendor/signals.js";

/** @param {string} name @param {any} otherwise @returns {any} */
export function load(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`sixfold/${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value null or undefined forgets it */
export function keep(name, value) {
  try {
    if (value === null || value === undefined) localStorage.removeItem(`sixfold/${name}`);
    else localStorage.setItem(`sixfold/${name}`, JSON.stringify(value));
  } catch {
    // A full or forbidden storage: this visit goes on without it.
  }
}

/** A signal that this browser keeps by a name. @template T @param {string} name @param {T} otherwise @returns {import("../vendor/signals.js").Signal<T>} */
export function kept(name, otherwise) {
  const value = signal(load(name, otherwise));
  effect(() => keep(name, value.value));
  return value;
}

/** A seat at a table. @typedef {{ person: string, name: string, role: string, token: string }} Seat */

/** @param {string} room @returns {Seat | null} */
export const seat = (room) => load(`seat/${room}`, null);

/** @param {string} room @param {Seat | null} value */
export const keepSeat = (room, value) => keep(`seat/${room}`, value);

/** The links of a room that this browser knows, by role. @param {string} room @returns {Record<string, string>} */
export const links = (room) => load(`links/${room}`, {});

/** @param {string} room @param {Record<string, string>} value */
export const keepLinks = (room, value) => keep(`links/${room}`, { ...links(room), ...value });

/** The tables at which this browser has a seat, by the name they had when one sat there last. @returns {{ room: string, table: string, name: string }[]} */
export function seats() {
  try {
    const rooms = Object.keys(localStorage).filter((key) => key.startsWith("sixfold/seat/")).map((key) => key.slice("sixfold/seat/".length));
    return rooms.flatMap((room) => {
      const sits = seat(room);
      const table = load(`table/${room}`, "");
      return sits && table ? [{ room, table, name: sits.name }] : [];
    }).slice(0, SHOWN);
  } catch {
    return [];
  }
}

const SHOWN = 6;
