// The site: Sixfold on a page without a server. It shares the views of a table's page, and answers them by itself.
import { html } from "../../web/page/html.js";
import { render } from "../../web/page/vendor/preact.js";
import "../../web/page/vendor/signals.js";
import "../../web/page/state/looks.js";

import { Workbench } from "../../web/page/views/workbench/workbench.js";
import { engine } from "./api.js";
import { Home } from "./home.js";
import { Play } from "./play.js";
import { follow, place } from "./place.js";
import { state } from "./state.js";
import { siteWords } from "./words.js";

function Site() {
  const { view } = place.value;
  const View = view === "first" ? Home : view === "play" || view === "games" ? Play : Workbench;
  return html`<${View} key=${View === Workbench ? "bench" : view} />
    <p class="engine-state" role="status" hidden=${state.value === "ready"}>${state.value === "failed" ? siteWords.failed : siteWords.starting}</p>`;
}

addEventListener("click", follow);
const root = /** @type {HTMLElement} */ (document.getElementById("site"));
root.replaceChildren(); // what was drawn when the site was built
render(html`<${Site} />`, root);
engine();
if ("serviceWorker" in navigator && location.protocol === "https:") void navigator.serviceWorker.register("service-worker.js").catch(() => undefined);
