// The way to the engine, in place of the way to a table: the same calls, answered in this browser.
import { Problem } from "../../table/page/problem.js";
import { built } from "./built.js";
import { Engine } from "./engine.js";
import { state } from "./state.js";

/** The engine that answers now. @type {Engine | undefined} */
let current;

/** The engine of this page. */
export const engine = () => (current ??= new Engine((said) => (state.value = said)));

/** Give up what the engine works on. */
export const stop = () => engine().stop();

/** Replace the engine by one without somebody's own game. */
export const anew = () => engine().forget();

/**
 * Ask the engine for something.
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, signal?: AbortSignal | undefined, text?: boolean }} [more]
 * @returns {Promise<any>}
 * @throws {Problem}
 */
export async function call(method, path, { body, signal, text } = {}) {
  if (path === "/games") return built("games");
  let answer;
  try {
    answer = await engine().call(path, body, signal);
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw new Problem({ code: "page/offline", detail: "The engine has stopped. It starts again when you ask it." });
  }
  if (answer.status === 200) return text ? answer.text : JSON.parse(answer.text);
  throw new Problem(JSON.parse(answer.text));
}
