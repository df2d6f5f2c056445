// The blotter: where dice fall, what they mean, and how likely that was.
import { html } from "../html.js";
import { lying, names } from "../state/table.js";
import { verdict } from "../verdict.js";
import { words } from "../words.js";
import { Hands } from "./dice.js";
import { Mark } from "./icon.js";
import { clock } from "./log.js";

export function Blotter() {
  const event = lying.value;
  const record = event?.["record"];
  return html`<section class="blotter" aria-label=${words.table.last}>
    ${!event && html`<p class="top"><span class="soft">${words.table.emptyBlotter}</span></p>`}
    ${event && html`<p class="top"><b>${names.value[event.person ?? ""] ?? words.somebody}</b>
      ${record && html`<code>${record.text}</code>`}<span class="soft">${clock(event.at)}</span></p>`}
    ${record && html`<${Lying} record=${record} typed=${event["typed"]} />`}
    ${event && !record && html`<div class="fall"></div><div class="result" data-verdict="sealed"><${Mark} verdict="sealed" /><div><p class="verdict">${words.log.sealed}</p></div></div>`}
  </section>`;
}

/** A record as it lies on the blotter. @param {{ record: any, typed?: boolean }} props */
export function Lying({ record, typed = false }) {
  const kind = verdict(record);
  return html`<div class="fall"><${Hands} throws=${record.throws} typed=${typed} /></div>
    <div class="result" data-verdict=${kind}><${Mark} verdict=${kind} /><div><p class="verdict">${record.announcement}</p></div></div>`;
}
