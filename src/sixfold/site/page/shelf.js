// Games that this browser keeps, by name.

/** @typedef {{ name: string, source: string }} Game */

/** @param {IDBRequest} request @returns {Promise<any>} */
const done = (request) => new Promise((yes, no) => { request.onsuccess = () => yes(request.result); request.onerror = () => no(request.error); });

/** @param {IDBTransactionMode} mode @returns {Promise<IDBObjectStore>} */
async function shelf(mode) {
  const request = indexedDB.open("sixfold-games", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "name" });
  return (await done(request)).transaction("games", mode).objectStore("games");
}

/** All of them. @returns {Promise<Game[]>} */
export const games = () => shelf("readonly").then((store) => done(store.getAll())).catch(() => []);

/** Keep one; it replaces the one of that name. @param {string} name @param {string} source */
export const keep = (name, source) => shelf("readwrite").then((store) => done(store.put({ name, source })));

/** @param {string} name */
export const forget = (name) => shelf("readwrite").then((store) => done(store.delete(name)));
