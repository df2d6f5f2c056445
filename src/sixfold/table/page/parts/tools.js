// The place of the games' instruments: what draws them is fetched once there are some.
import { html } from "../html.js";
import { Lazy } from "../lazy.js";
import { roomView } from "../state/table.js";
import { toolsWords } from "../words/tools.js";

const instruments = () => import("./instruments/instruments.js").then((module) => module.Instruments);

export function Tools() {
  if (roomView.value?.instruments.length) return html`<${Lazy} load=${instruments} props=${{ otherwise: html`<${None} />` }} />`;
  return html`<${None} />`;
}

/** No game has anything on the table. */
const None = () => html`<section class="sheet" aria-labelledby="tools-title">
  <header><h2 id="tools-title">${toolsWords.title}</h2></header>
  <p class="pad small soft">${toolsWords.none}</p>
</section>`;
