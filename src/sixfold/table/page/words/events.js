import { listed } from "./text.js";

/** Everything else that happens at a table, in a line. */
export const eventWords = {
  opened: (/** @type {string} */ table) => `The table “${table}” is open.`,
  joined: (/** @type {string} */ who, /** @type {string} */ role) => `${who} sits down${role === "master" ? " as game master" : role === "spectator" ? " to watch" : ""}.`,
  renamed: (/** @type {string} */ who, /** @type {string} */ name) => (who === name ? `${who} has a new colour.` : `${who} is now ${name}.`),
  removed: (/** @type {string} */ who, /** @type {string} */ whom) => `${who} removes ${whom}.`,
  left: (/** @type {string} */ who) => `${who} leaves.`,
  handedOver: (/** @type {string} */ who, /** @type {string} */ to) => `${who} hands the table to ${to}.`,
  games: (/** @type {string} */ who, /** @type {string[]} */ games) => `${who} chooses the games: ${listed(games) || "none"}.`,
  door: (/** @type {string} */ who, /** @type {boolean} */ open) => `${who} ${open ? "opens" : "closes"} the door.`,
  links: (/** @type {string} */ who) => `${who} makes new links.`,
  restored: "The table was restored from a copy. Everything after the line above is lost. From here on, all dice have new keys.",
  asked: (/** @type {string} */ who, /** @type {string} */ whom) => `${who} asks ${whom}:`,
  noted: (/** @type {string} */ who, /** @type {string} */ whom, /** @type {boolean} */ hidden) => (whom ? `${who} to ${whom}:` : hidden ? `${who}, not for everyone:` : `${who}:`),
  reveal: (/** @type {string} */ who, /** @type {string} */ whose) => `${who} opens ${whose}.`,
  correct: (/** @type {string} */ who, /** @type {string} */ whose) => `${who} corrects ${whose}.`,
  withdraw: (/** @type {string} */ who, /** @type {string} */ whose) => `${who} takes back ${whose}.`,
  throwOf: (/** @type {string} */ whose, /** @type {string} */ at) => `the roll of ${whose}, ${at}`,
  request: "a request",
  act: "an action",
  failed: (/** @type {string} */ who) => `A roll of ${who} failed, and its dice count for nothing:`,
  actOf: (/** @type {string} */ whose, /** @type {string} */ what) => `the proposal of ${whose}${what ? `, “${what}”` : ""}`,
  yes: "on",
  no: "off",
};
