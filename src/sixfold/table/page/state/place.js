// Where we are: the view and what it shows, from the address and back into it.
import { signal } from "../vendor/signals.js";
import { VIEWS } from "../views/workbench/views.js";

/** @typedef {{ view: "first" | "table" | "stream" | import("../views/workbench/views.js").View, room: string, secret: string, query: URLSearchParams }} Place */

/** @returns {Place} */
function here() {
  const [head, room = "", tail] = location.pathname.split("/").slice(1);
  const query = new URLSearchParams(location.search);
  const secret = location.hash.slice(1);
  if (head === "rooms" && room) return { view: tail === "luck" || tail === "stream" ? tail : "table", room, secret, query };
  return { view: VIEWS.find((one) => one === head) ?? "first", room: "", secret: "", query };
}

/** The place of this moment. */
export const place = signal(here());

/** The table from which somebody went on, by its room; empty where there is none. */
export const from = signal("");

/** Go to an address of the page. @param {string} address @param {{ instead?: boolean }} [how] */
export function go(address, { instead = false } = {}) {
  if (place.value.room) from.value = place.value.room;
  if (instead) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  place.value = here();
}

/** Write what a view asks into its address; this goes nowhere, since the view is there. @param {URLSearchParams} query */
export const writeQuery = (query) => history.replaceState(null, "", `${location.pathname}?${query}`);

addEventListener("popstate", () => (place.value = here()));
addEventListener("hashchange", () => (place.value = here()));

/** Follow links of the page without loading it anew. @param {MouseEvent} event */
export function follow(event) {
  const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !plain || event.defaultPrevented || link.hasAttribute("download") || link.getAttribute("target")) return;
  event.preventDefault();
  go(/** @type {string} */ (link.getAttribute("href")));
}
