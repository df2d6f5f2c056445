// Who made a throw and when, who may see it, and what became of it since.
import { html } from "../../html.js";
import { openThrow } from "../../state/opened.js";
import { nameOf } from "../../state/table.js";
import { whyWords } from "../../words/why.js";
import { Clock } from "../time.js";

/** @param {{ entry: import("../../state/entries.js").Entry, who: string }} props */
export function History({ entry, who }) {
  const { event, first, corrections, opened, withdrawn, over } = entry;
  const { request } = event;
  const link = (/** @type {number} */ number) => html`<button class="in-text" type="button" onClick=${() => openThrow(number)}>${whyWords.number(number)}</button>`;
  return html`<ol class="history">
    <li><span>${event["typed"] ? whyWords.typed(who) : whyWords.thrown(who)} ${whyWords.number(event.number)}</span><${Clock} at=${event.at} /></li>
    ${request?.instead && html`<li><span>${whyWords.insteadOf} ${link(request.instead)}</span></li>`}
    ${event["hidden"] && html`<li><span>${whyWords.seen[/** @type {"self"} */ (request?.visible)] ?? whyWords.seen.none}</span></li>`}
    ${opened && html`<li><span>${whyWords.opened(nameOf(opened.person))}</span><${Clock} at=${opened.at} /></li>`}
    ${first && html`<li><span>${whyWords.first} <s>${first.announcement}</s> <code>${first.text}</code></span></li>`}
    ${corrections.map((one) => html`<li key=${one.number}><span>${whyWords.corrected(nameOf(one.person))} ${one["record"].announcement} <code>${one["record"].text}</code>${one["reason"] && html` <q>${one["reason"]}</q>`}</span><${Clock} at=${one.at} /></li>`)}
    ${withdrawn && html`<li><span>${whyWords.withdrawn(nameOf(withdrawn.person))}${withdrawn["reason"] && html` <q>${withdrawn["reason"]}</q>`}</span><${Clock} at=${withdrawn.at} /></li>`}
    ${over > 0 && html`<li><span>${whyWords.over} ${link(over)}</span></li>`}
  </ol>`;
}
