// Games that this browser keeps, by name.
import { settled } from "../../table/page/state/log-cache.js";

/** @typedef {{ name: string, source: string }} Game */

/** @param {IDBTransactionMode} mode @returns {Promise<IDBObjectStore>} */
async function shelf(mode) {
  const request = indexedDB.open("sixfold-games", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "name" });
  return (await settled(request)).transaction("games", mode).objectStore("games");
}

/** All of them. @returns {Promise<Game[]>} */
export const games = () => shelf("readonly").then((store) => settled(store.getAll())).catch(() => []);

/** Keep one; it replaces the one of that name. @param {string} name @param {string} source */
export const keep = (name, source) => shelf("readwrite").then((store) => settled(store.put({ name, source })));

/** @param {string} name */
export const forget = (name) => shelf("readwrite").then((store) => settled(store.delete(name)));
