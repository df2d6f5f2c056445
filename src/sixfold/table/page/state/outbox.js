// What waits to be sent: throws that were made while the table was out of reach. They are kept by this browser, and
// each is sent as the same post until it is answered, so that it is thrown once, whoever sends it.
import { keep, load } from "./local-storage.js";
import { unsent } from "./table.js";

/** @typedef {{ key: string, room: string, person: string, text: string, body: Record<string, any>, at: number }} Unsent */

/** @returns {Unsent[]} of all tables */
const all = () => load("outbox", []);

/** What is not answered yet of a person at a table, also of another window. @param {string} room @param {string} person */
export const unsentBy = (room, person) => all().filter((one) => one.room === room && one.person === person);

/** Before it is sent for the first time. @param {Unsent} one */
export const put = (one) => keep("outbox", [...all().filter((other) => other.key !== one.key), one]);

/** What could not be sent now says so. @param {string} room @param {string} person */
export function wait(room, person) {
  unsent.value = unsentBy(room, person);
}

// Another window of this person has sent it.
addEventListener("storage", ({ key }) => {
  if (key === "sixfold/outbox" && unsent.value.length) unsent.value = unsent.value.filter((one) => all().some((other) => other.key === one.key));
});

/** It was answered, or is not wanted any more. @param {string} key */
export function takeBack(key) {
  const left = all().filter((one) => one.key !== key);
  keep("outbox", left.length ? left : null);
  if (unsent.value.some((one) => one.key === key)) unsent.value = unsent.value.filter((one) => one.key !== key);
}
