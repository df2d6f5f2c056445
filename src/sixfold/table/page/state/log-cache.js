// The log of an evening, kept in this browser: it opens at once, and also without a network.

/** @typedef {import("./table.js").Event} Event */

const NAME = "sixfold";
const EVENTS = "events";
const VIEWS = "views";

/** @type {Promise<IDBDatabase> | undefined} */
let opening;

/** @returns {Promise<IDBDatabase>} */
function database() {
  if (opening) return opening;
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore(EVENTS);
    asked.result.createObjectStore(VIEWS);
  };
  return (opening = settled(asked));
}

/** What a request of the database comes to. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const settled = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

/** Everything of a room, by room and number. @param {string} room */
const range = (room) => IDBKeyRange.bound([room, 0], [room, Infinity]);

/** What is kept of a room: its events in order and how it was last seen. @param {string} room @returns {Promise<{ events: Event[], view: any }>} */
export async function loadLog(room) {
  try {
    const kept = (await database()).transaction([EVENTS, VIEWS]);
    const [events, view] = await Promise.all([
      settled(kept.objectStore(EVENTS).getAll(range(room))),
      settled(kept.objectStore(VIEWS).get(room)),
    ]);
    return { events, view };
  } catch {
    return { events: [], view: undefined }; // a browser that keeps nothing asks the table for all of it
  }
}

/** Keep events and how the room looks now. @param {string} room @param {Event[]} events @param {any} [view] */
export async function storeLog(room, events, view) {
  try {
    const kept = (await database()).transaction([EVENTS, VIEWS], "readwrite");
    for (const event of events) kept.objectStore(EVENTS).put(event, [room, event.number]);
    if (view) kept.objectStore(VIEWS).put(view, room);
  } catch {
    // Full, or forbidden: the table has everything.
  }
}

/** Forget a room. @param {string} room */
export async function forgetLog(room) {
  try {
    const kept = (await database()).transaction([EVENTS, VIEWS], "readwrite");
    kept.objectStore(EVENTS).delete(range(room));
    kept.objectStore(VIEWS).delete(room);
  } catch {
    // There was nothing to forget.
  }
}
