// The tabs of a small screen, nearest the thumb.
import { html } from "../html.js";
import { TABS, tab } from "../state/tab.js";
import { tableWords } from "../words/table.js";
import { askedWords } from "../words/asked.js";
import { mine } from "../state/waits.js";
import { Icon } from "./icon.js";

const ICONS = { throw: "die", log: "log", tools: "tools", people: "person" };

export const Tabs = () => html`<nav class="tabs" aria-label=${tableWords.parts}>
  ${TABS.map((one) => html`<button key=${one} type="button" aria-current=${tab.value === one ? "page" : null} onClick=${() => (tab.value = one)}>
    <${Icon} name=${ICONS[one]} />${tableWords.tabs[one]}<${Badge} count=${mine.value.filter(({ kind }) => (kind === "offer" ? "tools" : "throw") === one).length} /></button>`)}
</nav>`;

/** How much waits behind a tab. @param {{ count: number }} props */
const Badge = ({ count }) => count > 0 && html`<span class="badge"><span aria-hidden="true">${count}</span><span class="sr">${askedWords.wait(count)}</span></span>`;
