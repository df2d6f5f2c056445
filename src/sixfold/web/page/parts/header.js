// The bar above every view: the name of the house, where one is, how the line is.
import { html } from "../html.js";
import { Die } from "./dice.js";
import { Line } from "./line.js";
import { Settings } from "./settings.js";
import { words } from "../words/common.js";

/** @param {{ title?: string, children?: any }} props */
export const Header = ({ title, children }) => html`<header class="bar ${title ? "has-title" : ""}">
  <a class="wordmark" href="/" aria-label=${words.name}><${Die} face=${6} /><span>${words.name}</span></a>
  ${title && html`<div class="titles"><h1><bdi>${title}</bdi></h1><${Line} /></div>`}
  <nav class="end">${children}<${Settings} more=${title && children} /></nav>
</header>`;
