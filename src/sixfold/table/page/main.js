// The page: the view that belongs to the address.
import { html } from "./html.js";
import { render } from "./vendor/preact.js";
import { effect } from "./vendor/signals.js";
import { Lazy } from "./lazy.js";
import { keepPage } from "./offline.js";
import "./state/preferences.js"; // before anything is drawn
import { follow, place } from "./state/place.js";
import { log } from "./state/table.js";
import { Table } from "./views/table.js";

const first = () => import("./views/first.js").then((module) => module.First);
const bench = () => import("./views/workbench/workbench.js").then((module) => module.Workbench);
const stream = () => import("./views/stream.js").then((module) => module.Stream);
const luck = () => import("./views/luck.js").then((module) => module.Luck);

function Page() {
  const { view, room, secret } = place.value;
  if (view === "first") return html`<${Lazy} key="first" load=${first} />`;
  if (view === "table") return html`<${Table} key=${room} room=${room} secret=${secret} />`;
  if (view === "stream") return html`<${Lazy} key="stream" load=${stream} props=${{ room, secret }} />`;
  if (view === "luck" && room) return html`<${Lazy} key="luck" load=${luck} props=${{ room }} />`;
  return html`<${Lazy} key="bench" load=${bench} />`;
}

addEventListener("click", follow);
render(html`<${Page} />`, document.body);
// What is kept for a day without a network weighs more than the table: whoever opens a link wants to roll first.
addEventListener("load", () => {
  void import("./focus.js").catch(() => undefined);
  const end = effect(() => {
    if (place.value.view === "table" && !log.value.some((event) => event.kind === "throw")) return;
    void keepPage();
    queueMicrotask(() => end());
  });
});
