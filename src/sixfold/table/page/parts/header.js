// The bar above every view: the name of the house, where one is, how the line is.
import { html } from "../html.js";
import { useEffect } from "../vendor/hooks.js";
import { Die } from "./dice.js";
import { Connection } from "./connection.js";
import { Lazy } from "../lazy.js";
import { helping } from "../state/help.js";
import { Menu } from "./menu.js";
import { words } from "../words/common.js";

const help = () => import("./help.js").then((module) => module.Help);

/** Whether another view was there before: whoever came from it goes on at the heading of this one. */
let moved = false;

/** @param {{ title?: string, children?: any }} props */
export function Header({ title, children }) {
  useEffect(() => {
    const heading = document.querySelector("h1");
    if (moved && heading && document.activeElement === document.body) {
      heading.tabIndex = -1;
      heading.focus();
    }
    moved = true;
  }, []);
  return html`<header class="bar ${title ? "has-title" : ""}">
  <a class="wordmark" href="/" aria-label=${words.name}><${Die} face=${6} /><span>${words.name}</span></a>
  ${title && html`<div class="titles"><h1><bdi>${title}</bdi></h1><${Connection} /></div>`}
  <nav class="end">${children}<span class="popped"><button class="button is-plain is-square" type="button" aria-label=${words.help} title=${words.help} onClick=${() => (helping.value = true)}><b aria-hidden="true">?</b></button></span><${Menu} more=${title && children} /></nav>
${helping.value && html`<${Lazy} key="help" load=${help} />`}</header>`;
}
