// Checks to begin with, in plain words: of one's own character, else of the games at this table. Nobody needs notation
// for a first roll.
import { knownGames } from "../verdict.js";
import { capital } from "../words/text.js";
import { buttons, roller } from "./characters.js";
import { roomView } from "./table.js";

const MOST = 4;

/** A check with what it is called, in plain words. @typedef {{ name: string, game: string, check: string }} Starter */

/** What a game or a rule is, without its details. @param {{ title: string }} of */
export const inWords = ({ title }) => capital(title.split(":")[0] ?? title);

/** The barest check of a rule, which is its example where it cannot do without a word. @param {any} game @param {any} rule */
const barest = (game, rule) => (rule.options.required.length || rule.options.anyOf ? rule.example : rule === game.rules[0] ? game.name : `${game.name} ${rule.name}`);

/** @returns {Starter[]} */
export function starters() {
  const own = roller.value;
  if (own) {
    const known = buttons(own).filter((one) => !one.missing).slice(0, MOST);
    if (known.length) return known.map(({ name, check }) => ({ name, game: own.name, check }));
  }
  /** @type {any[]} */
  const all = knownGames.value;
  const chosen = all.filter((one) => roomView.value?.games.includes(one.name));
  const games = chosen.length ? chosen : all.filter((one) => one.rules[0].options.properties.check === undefined);
  // Of one game the first rules; of several the first rule of each.
  const rules = games.length === 1 ? games[0].rules.map((/** @type {any} */ rule) => ({ game: games[0], rule, called: rule })) : games.map((game) => ({ game, rule: game.rules[0], called: game }));
  return rules.slice(0, MOST).map((/** @type {any} */ { game, rule, called }) => ({ name: inWords(called), game: game.name, check: barest(game, rule) }));
}
