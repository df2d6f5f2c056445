import { counted } from "./text.js";

export const connectionWords = {
  connecting: "connecting",
  sent: "all sent",
  lost: (/** @type {number} */ seconds) => `No connection for ${seconds} s`,
  waits: (/** @type {number} */ count) => `${counted(count, "roll waits", "rolls wait")}`,
  sending: (/** @type {number} */ count) => `sending ${counted(count, "roll")}`,
  /** @param {number} count @param {number} seats */
  here: (count, seats) => (count > 1 ? `${count} here` : seats > 1 ? "Only you here" : "Only you so far"),
  atLeast: (/** @type {number} */ count) => `${count} seen here`,
  otherLog: (/** @type {number} */ number, /** @type {string} */ hash) => `This log is not the one that you saw: your event ${number} had the hash ${hash}. Compare it with the others.`,
  back: "The table is back.",
  lostAloud: "No connection to the table. Your rolls wait, and are sent once.",
};
