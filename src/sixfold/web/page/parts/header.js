// The bar above every view: the name of the house, where one is, how the line is.
import { html } from "../html.js";
import { line, room, waiting } from "../state/table.js";
import { words } from "../words.js";
import { Die } from "./dice.js";
import { Icon } from "./icon.js";

/** @param {{ title?: string, children?: any }} props */
export const Header = ({ title, children }) => html`<header class="bar">
  <a class="wordmark" href="/"><${Die} face=${6} />${words.name}</a>
  ${title && html`<div class="titles"><h1>${title}</h1><${Line} /></div>`}
  <nav class="end">${children}</nav>
</header>`;

/** One line, always there: how many are here and whether all is sent, or since when the table is out of reach. */
function Line() {
  const { state, since } = line.value;
  const lost = state === "lost";
  const waits = waiting.value.length ? words.line.waits(waiting.value.length) : words.line.sent;
  const here = words.line.here(room.value?.people.length ?? 0);
  const said = lost ? `${words.line.lost(Math.round((Date.now() - since) / 1000))} · ${waits}` : state === "open" ? `${here} · ${waits}` : words.line.connecting;
  return html`<p class="line ${lost ? "is-lost" : ""}" role="status">${lost && html`<${Icon} name="lost" />`}${said}</p>`;
}
