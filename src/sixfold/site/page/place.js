// Where we are on the site: the view and what it shows, in the fragment, so that any file server will do.
import { signal } from "../../table/page/vendor/signals.js";
import { VIEWS as BENCH } from "../../table/page/views/workbench/views.js";

/** @typedef {{ view: "first" | "table" | "games" | "play" | "learn" | import("../../table/page/views/workbench/views.js").View, room: string, secret: string, query: URLSearchParams, visit: number }} Place */

const VIEWS = /** @type {const} */ ([...BENCH, "games", "play", "learn"]);

/** Where this document opens without a fragment: a page of a game opens that game. */
const opens = document.getElementById("site")?.dataset["opens"] ?? "";

/** @returns {Place} */
function here() {
  const said = location.hash.slice(1) || opens;
  const [path = "", search = ""] = said.split("?");
  const [head = "", room = ""] = path.split("/").slice(1);
  const view = VIEWS.find((one) => one === head) ?? "first";
  const query = new URLSearchParams(said.startsWith("/") ? search : said);
  return { view: query.has("game") ? "play" : view, room, secret: "", query, visit: 0 };
}

/** The place of this moment. */
export const place = signal(here());

/** The table from which somebody went on; there is none here. */
export const from = signal("");

/** The fragment that is shown. */
let shown = location.hash;

/** Show what the address says now; a second link to the same view opens it anew. */
function follow() {
  if (location.hash === shown) return;
  shown = location.hash;
  const { view, visit } = place.value;
  const next = here();
  place.value = { ...next, visit: next.view === view ? visit + 1 : visit };
}

/** Go to an address as the page of a table has them. @param {string} address @param {{ instead?: boolean }} [how] */
export function go(address, { instead = false } = {}) {
  const hash = address === "/" ? "#/" : `#${address}`;
  if (instead) history.replaceState(null, "", hash);
  else history.pushState(null, "", hash);
  follow();
}

/** Write what a view asks into its address; this goes nowhere, since the view is there. @param {URLSearchParams} query */
export function writeQuery(query) {
  history.replaceState(null, "", `#/${place.value.view}?${query}`);
  shown = location.hash;
}

addEventListener("popstate", follow);
addEventListener("hashchange", follow);
