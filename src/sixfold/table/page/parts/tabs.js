// The tabs of a small screen, nearest the thumb.
import { html } from "../html.js";
import { editing } from "../state/characters.js";
import { TABS, tab, talk } from "../state/tab.js";
import { tableWords } from "../words/table.js";
import { waitingWords } from "../words/waiting.js";
import { talkWords } from "../words/talk.js";
import { mine } from "../state/waiting.js";
import { Icon } from "./icon.js";

const ICONS = { throw: "die", log: "log", tools: "tools", people: "person" };

export const Tabs = () => html`<nav class="tabs" aria-label=${tableWords.parts}>
  ${TABS.map((one) => html`<button key=${one} type="button" aria-current=${tab.value === one ? "page" : null} onClick=${() => (tab.value = one)}>
    <${Icon} name=${ICONS[one]} />${one === "throw" && editing.value !== null ? tableWords.character : tableWords.tabs[one]}<${Badge} ...${news(one)} /></button>`)}
</nav>`;

/** What is new behind a tab: lines that others wrote, or what waits for this person. @param {typeof TABS[number]} one */
function news(one) {
  if (one === "log") return { count: talk.value, said: talkWords.unread };
  return { count: mine.value.filter(({ kind }) => (kind === "offer" ? "tools" : "throw") === one).length, said: waitingWords.wait };
}

/** @param {{ count: number, said: (count: number) => string }} props */
const Badge = ({ count, said }) => count > 0 && html`<span class="badge"><span aria-hidden="true">${count}</span><span class="sr">${said(count)}</span></span>`;
