// The site: Sixfold on a page without a server. It shares the views of a table's page, and answers them by itself.
import { html } from "../../table/page/html.js";
import { options, render } from "../../table/page/vendor/preact.js";
import "../../table/page/vendor/signals.js";
import "../../table/page/focus.js";
import "../../table/page/state/preferences.js";

import { Workbench } from "../../table/page/views/workbench/workbench.js";
import { engine } from "./api.js";
import { Home } from "./home.js";
import { Play } from "./playground.js";
import { place } from "./place.js";
import { newer, state } from "./state.js";
import { siteWords } from "./words.js";

function Site() {
  const { view, room, visit } = place.value;
  const View = view === "first" ? Home : ["play", "games", "learn"].includes(view) ? Play : Workbench;
  return html`<${View} key=${View === Workbench ? `bench ${visit}` : `${view}/${room}`} />
    <p class="engine-state" role="status" hidden=${state.value === "ready"}>${state.value === "failed" ? siteWords.failed : siteWords.starting}</p>
    ${newer.value && html`<p class="engine-state row" role="status">${siteWords.newer} <button class="button is-slim" type="button" onClick=${change}>${siteWords.load}</button></p>`}`;
}

/** Change to the newer version of the site. */
function change() {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  newer.value?.postMessage("take over");
}

/** Keep the files of the site for later, and notice a newer version. */
async function keep() {
  const kept = await navigator.serviceWorker.register("service-worker.js");
  const look = () => (newer.value = navigator.serviceWorker.controller && kept.waiting);
  kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", look));
  look();
}

// Addresses of a table's page are fragments here, also for a browser that opens a link elsewhere.
options.vnode = (/** @type {{ type: any, props: any }} */ { type, props }) => {
  if (type === "a" && props.href?.startsWith("/")) props.href = `#${props.href}`;
};
const root = /** @type {HTMLElement} */ (document.getElementById("site"));
const drawn = document.createElement("aside"); // what was drawn when the site was built: its odds stay until Python has started
drawn.className = "page";
drawn.append(...root.querySelectorAll(".built, nav"));
root.replaceChildren();
root.after(drawn);
render(html`<${Site} />`, root);
engine();
// The files are kept for later once the engine has its own.
const done = state.subscribe((now) => {
  if (now === "ready") drawn.querySelector(".built")?.remove();
  if (now === "starting" || !isSecureContext || !("serviceWorker" in navigator)) return;
  queueMicrotask(() => done());
  void keep().catch(() => undefined);
});
