// The site: Sixfold on a page without a server. It shares the views of a table's page, and answers them by itself.
import { html } from "../../web/page/html.js";
import { options, render } from "../../web/page/vendor/preact.js";
import "../../web/page/vendor/signals.js";
import "../../web/page/state/looks.js";

import { Workbench } from "../../web/page/views/workbench/workbench.js";
import { engine } from "./api.js";
import { Home } from "./home.js";
import { Play } from "./play.js";
import { place } from "./place.js";
import { state } from "./state.js";
import { siteWords } from "./words.js";

function Site() {
  const { view, room } = place.value;
  const View = view === "first" ? Home : ["play", "games", "learn"].includes(view) ? Play : Workbench;
  return html`<${View} key=${View === Workbench ? "bench" : `${view}/${room}`} />
    <p class="engine-state" role="status" hidden=${state.value === "ready"}>${state.value === "failed" ? siteWords.failed : siteWords.starting}</p>`;
}

// Addresses of a table's page are fragments here, also for a browser that opens a link elsewhere.
options.vnode = ({ type, props }) => {
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
  void navigator.serviceWorker.register("service-worker.js").catch(() => undefined);
});
