// The connection to the table, always shown: how many are here and whether all is sent, or since when the table is out of reach.
import { html } from "../html.js";
import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { connection, present, roomView, seated, unsent } from "../state/table.js";
import { missing } from "../state/head.js";
import { connectionWords } from "../words/connection.js";
import { Icon } from "./icon.js";

/** How many are here, as far as it is known. */
function here() {
  const seats = new Set(seated.value.map((person) => person.id));
  const found = (present.value ?? roomView.value?.here ?? { people: [], whole: true });
  const count = found.people.filter((/** @type {string} */ id) => seats.has(id)).length;
  return found.whole ? connectionWords.here(count, seats.size) : connectionWords.atLeast(count);
}

export const Connection = () => html`<div class="line-place"><${Shown} /><${Aloud} /></div>`;

function Shown() {
  const { state, since } = connection.value;
  const waits = unsent.value.length;
  if (state === "lost") return html`<${Lost} since=${since} waits=${waits} />`;
  if (state !== "open") return html`<p class="line">${connectionWords.connecting}</p>`;
  if (missing.value) return html`<p class="line is-lost" role="alert"><${Icon} name="warn" /><span>${connectionWords.otherLog(missing.value.number, missing.value.hash.slice(0, 8))}</span></p>`;
  return html`<p class="line"><span>${here()} · ${waits ? connectionWords.sending(waits) : connectionWords.sent}</span></p>`;
}

/** Out of reach: the seconds are counted; what is said aloud is said once. @param {{ since: number, waits: number }} props */
function Lost({ since, waits }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const due = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(due);
  }, []);
  const seconds = Math.max(0, Math.round((Date.now() - since) / 1000));
  return html`<p class="line is-lost"><${Icon} name="lost" /><span>${connectionWords.lost(seconds)}${waits ? ` · ${connectionWords.waits(waits)}` : ""}</span></p>`;
}

/** What a screen reader is told of the connection: that it is lost, and that it is back; never the seconds. */
function Aloud() {
  const was = useRef(false);
  const lost = connection.value.state === "lost";
  const said = lost ? connectionWords.lostAloud : was.current ? connectionWords.back : "";
  was.current ||= lost;
  return html`<span class="sr" role="status">${said}</span>`;
}
