// The log: a ledger with an entry for everything that happened, newest below.
import { html } from "../html.js";
import { changes, log, names, seenUpTo } from "../state/table.js";
import { verdict } from "../verdict.js";
import { words } from "../words.js";
import { Row } from "./dice.js";
import { Icon, Mark } from "./icon.js";

/** @param {string} at a time as events have it */
export const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

export function Log() {
  const shown = log.value.filter((event) => event.kind in ENTRIES);
  const missed = shown.filter((event) => event.number > seenUpTo.value && event.kind === "throw").length;
  const first = shown.find((event) => event.number > seenUpTo.value)?.number;
  return html`<section class="log sheet" aria-labelledby="log-title">
    <header><h2 id="log-title">${words.table.log}</h2></header>
    <div role="log" aria-label=${words.table.throws} tabindex="0">
      <ol>
        ${shown.length === 0 && html`<li class="void">${words.table.empty}</li>`}
        ${shown.map((event) => html`
          ${event.number === first && missed > 0 && html`<li class="fold" key="missed"><span>${words.log.missed(missed)}</span></li>`}
          <${Entry} key=${event.number} event=${event} missed=${event.number > seenUpTo.value} />`)}
      </ol>
    </div>
  </section>`;
}

/** One entry. @param {{ event: import("../state/table.js").Event, missed: boolean }} props */
function Entry({ event, missed }) {
  const Body = ENTRIES[event.kind];
  return html`<${Body} event=${event} who=${names.value[event.person ?? ""] ?? words.somebody} missed=${missed ? "is-missed" : ""} />`;
}

/** @typedef {{ event: import("../state/table.js").Event, who: string, missed: string }} Shown */

/** A throw, open or sealed. @param {Shown} props */
function Throw({ event, who, missed }) {
  const record = changes.value.get(event.number)?.findLast((change) => change["record"])?.["record"] ?? event["record"];
  if (!record) {
    return html`<li class="entry is-sealed ${missed}" data-verdict="sealed">
      <span class="gutter"><${Mark} verdict="sealed" /></span>
      <div class="body">
        <p class="head"><b>${who}</b><span class="grow"></span><time datetime=${event.at}>${clock(event.at)}</time></p>
        <p class="slip sealed-pattern"><span>${words.log.sealed}</span></p>
      </div>
    </li>`;
  }
  const kind = verdict(record);
  return html`<li class="entry ${missed}" data-verdict=${kind}>
    <span class="gutter"><${Mark} verdict=${kind} /></span>
    <div class="body">
      <p class="head"><b>${who}</b><code>${record.text}</code><time datetime=${event.at}>${clock(event.at)}</time></p>
      <p class="verdict">${record.announcement}</p>
      <p class="foot"><${Row} throws=${record.throws} typed=${event["typed"]} />
        ${event["typed"] && html`<span class="tag"><${Icon} name="pencil" />${words.log.typed}</span>`}</p>
    </div>
  </li>`;
}

/** Which events are entries, and how each is written. @type {Record<string, any>} */
const ENTRIES = { throw: Throw };
