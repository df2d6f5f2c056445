// The bytes that this browser added to its own throws: what it can swear to later.
import { keep, kept } from "../state/kept.js";

const REMEMBERED = 500;

/** @param {string} room @param {string} c */
export const remember = (room, c) => keep(`c/${room}`, [...kept(`c/${room}`, []), c].slice(-REMEMBERED));

/** Whether this browser chose these bytes. @param {string} room @param {string} c @returns {boolean} */
export const chose = (room, c) => kept(`c/${room}`, []).includes(c);
