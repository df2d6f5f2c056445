// Commands about people, characters, links, games and throws that are done: fetched with the part that offers them.
import { command } from "./commands.js";
import { call } from "./api.js";
import { keepLinks } from "./state/local-storage.js";

/** Make, change, hand over, show or remove a character. @param {object} body */
export const portray = (body) => command("POST", "/characters", body);

/** Another name and colour for somebody. @param {string} person @param {string} name @param {string} colour */
export const rename = (person, name, colour) => command("PATCH", `/people/${person}`, { name, colour });

/** Leave, or show somebody out. @param {string} person */
export const remove = (person) => command("DELETE", `/people/${person}`);

/** Let somebody else lead. @param {string} person */
export const handOver = (person) => command("POST", "/masters", { person });

/** Say which games are played here. @param {string[]} games */
export const layOut = (games) => command("PUT", "/games", { games });

/** Bring a game as a Python file. @param {string} name @param {string} source @returns {Promise<{ game: string, title: string, untried?: string[] }>} */
export const bringGame = (name, source) => command("POST", "/own-games", { name, source });

/** Open or close the door for newcomers. @param {boolean} open */
export const setDoor = (open) => command("PUT", "/door", { open });

/** New links for everyone; this browser keeps them. */
export async function renewLinks() {
  const { room: id, links } = await command("POST", "/links", {});
  keepLinks(id, links);
}

/** Open a room. @param {string} name @returns {Promise<string>} the master's link */
export async function makeTable(name) {
  const { room: id, links } = await call("POST", "/rooms", { body: { name } });
  keepLinks(id, links);
  return links.master;
}

/** Ask people for a roll. @param {{ check: unknown, people: string[], visible: string }} body */
export const request = (body) => command("POST", "/requests", body);

/** Open a sealed throw to everyone. @param {number} number */
export const reveal = (number) => command("POST", "/reveals", { throw: number });

/** Use an instrument. @param {string} system @param {string} instrument @param {string} named the instrument's own command @param {object} values */
export const use = (system, instrument, named, values = {}) =>
  command("POST", "/instruments", { system, instrument, command: named, values });
