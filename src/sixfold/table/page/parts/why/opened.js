// The throw that the address names, looked at closely.
import { html } from "../../html.js";
import { opened } from "../../state/opened.js";
import { Lazy } from "../../lazy.js";
import { words } from "../../words/common.js";

const why = () => import("./why.js").then((module) => module.Why);

export const OpenedThrow = () => (opened.value > 0 ? html`<${Lazy} key=${opened.value} load=${why} props=${{ number: opened.value }} otherwise=${html`<p class="sr" role="alert">${words.offline}</p>`} />` : null);
