// Whether a throw was fair, in plain words: worked out again in this browser, with the bytes for those who want them.
import { html } from "../html.js";
import { useLayoutEffect, useRef, useState } from "../vendor/hooks.js";
import { call } from "../api.js";
import { chose } from "../fair/mine.js";
import { log, me, nameOf, roomView } from "../state/table.js";
import { proofWords } from "../words/proof.js";
import { Icon } from "./icon.js";

/** @typedef {import("../fair/check.js").Found} Found */

/** A button that becomes the proof. @param {{ number: number, person: string | null }} props */
export function Proof({ number, person }) {
  const [found, setFound] = useState(/** @type {Found | "working" | "failed" | null} */ (null));

  const proof = useRef(/** @type {HTMLElement | null} */ (null));

  async function prove() {
    setFound("working");
    const last = log.peek().at(-1); // before the export, which may have more
    try {
      // The hashes weigh as much as the table itself: they come when somebody asks.
      const [{ check }, text] = await Promise.all([
        import("../fair/check.js"),
        call("GET", `/rooms/${roomView.value.room}/export`, { secret: me.value?.token ?? "", text: true }),
      ]);
      setFound(check(JSON.parse(text), number, last && { number: last.number, hash: last["hash"] }));
    } catch {
      setFound("failed");
    }
  }
  useLayoutEffect(() => proof.current?.focus(), [found === null]); // the button is gone
  if (found === null) return html`<button class="button" type="button" onClick=${prove}><${Icon} name="proof" />${proofWords.ask}</button>`;
  return html`<section class="proof" ref=${proof} tabindex="-1" aria-label=${proofWords.ask} aria-live="polite">
    ${found === "working" && html`<p class="soft">${proofWords.working}</p>`}
    ${found === "failed" && html`<p class="wrong">${proofWords.failed} <button class="button is-plain" type="button" onClick=${prove}>${proofWords.again}</button></p>`}
    ${typeof found === "object" && html`<${Told} found=${found} who=${nameOf(person)} />`}
  </section>`;
}

/** @param {{ found: Found, who: string }} props */
function Told({ found, who }) {
  const good = found.whole;
  const title = !good ? proofWords.bad : found.kind === "drawn" ? proofWords.good : found.kind === "typed" ? proofWords.typed(who) : proofWords.sealed;
  return html`<h3 class="row ${good ? "" : "wrong"}"><${Icon} name=${good ? "proof" : "broken"} />${title}</h3>
    <ol class="steps">
      ${found.draws.map((draw) => html`
        <li key=${`${draw.call} locked`} class=${draw.locked ? "" : "wrong"}>${draw.locked ? proofWords.locked(draw.lockedIn, draw.call) : proofWords.notLocked}</li>
        <li key=${`${draw.call} bound`} class=${draw.bound ? "" : "wrong"}>${draw.bound ? proofWords.bound(who, chose(roomView.value.room, draw.bytes["c"] ?? "")) : proofWords.notBound}</li>
        <li key=${`${draw.call} witness`}>${draw.witness ? proofWords.witness(nameOf(draw.witness)) : proofWords.noWitness}</li>
        <li key=${`${draw.call} faces`} class=${draw.same ? "" : "wrong"}>${draw.same ? proofWords.same(draw.faces) : proofWords.notSame(draw.faces)}</li>`)}
      <li class=${found.chain ? "wrong" : ""}><span>${found.chain ? proofWords.torn(found.chain) : proofWords.chain(found.events)} ${proofWords.aloud} <code>${found.last.slice(0, 8)}</code></span></li>
    </ol>
    ${!good && html`<p>${proofWords.whatNow}</p>`}
    ${found.draws.length > 0 && html`<details><summary>${proofWords.bytes}</summary>
      ${found.draws.map((draw) => html`<dl class="bytes" key=${draw.call}>
        ${Object.entries(draw.bytes).map(([name, value]) => html`<div key=${name}><dt>${proofWords.names[/** @type {"key"} */ (name)]}</dt><dd><code>${value || "–"}</code></dd></div>`)}</dl>`)}
    </details>`}`;
}
