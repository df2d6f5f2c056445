// What came of a record, as the game's own events say it: the page knows no rule, only the roles that a game gives.
import { signal } from "./vendor/signals.js";
import * as engine from "./engine.js";

/** The games, once they are known. @type {import("./vendor/signals.js").Signal<any[]>} */
export const systems = signal([]);
engine.systems().then((found) => (systems.value = found), () => undefined);

/** @param {string} system @param {string} rule */
export const ruleOf = (system, rule) =>
  systems.value.find((one) => one.name === system)?.rules.find((/** @type {any} */ one) => one.name === rule);

/** Whether an event of a rule (`success`, `quality=critical`) holds of an outcome. @param {string} event @param {Record<string, any>} outcome */
export function holds(event, outcome) {
  const [name = "", value] = event.split("=");
  return value === undefined ? outcome[name] === true : String(outcome[name]) === value;
}

/** The verdict of a record, by which it is marked: the first role that holds, else success or failure, else a note. @param {any} record */
export function verdict(record) {
  const events = ruleOf(record.system, record.rule)?.events ?? [];
  const named = events.find((/** @type {any} */ one) => !["success", "ordinary"].includes(one.role) && holds(one.name, record.outcome));
  if (named) return named.role;
  const success = events.find((/** @type {any} */ one) => one.role === "success");
  return success ? (holds(success.name, record.outcome) ? "success" : "failure") : "note";
}
