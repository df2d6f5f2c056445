// Whether a throw was fair, in plain words: worked out again in this browser, with the bytes for those who want them.
import { html } from "../html.js";
import { useState } from "../vendor/hooks.js";
import { call } from "../api.js";
import { chose } from "../fair/mine.js";
import { me, nameOf, room } from "../state/table.js";
import { words } from "../words.js";
import { Icon } from "./icon.js";

/** @typedef {import("../fair/check.js").Found} Found */

/** A button that becomes the proof. @param {{ number: number, person: string | null }} props */
export function Proof({ number, person }) {
  const [found, setFound] = useState(/** @type {Found | "working" | "failed" | null} */ (null));

  async function prove() {
    setFound("working");
    try {
      // The hashes weigh as much as the table itself: they come when somebody asks.
      const [{ check }, text] = await Promise.all([
        import("../fair/check.js"),
        call("GET", `/rooms/${room.value.room}/export`, { secret: me.value?.token ?? "", text: true }),
      ]);
      setFound(check(JSON.parse(text), number));
    } catch {
      setFound("failed");
    }
  }
  if (found === null) return html`<button class="button" type="button" onClick=${prove}><${Icon} name="proof" />${words.proof.ask}</button>`;
  return html`<section class="proof" aria-label=${words.proof.ask} aria-live="polite">
    ${found === "working" && html`<p class="soft">${words.proof.working}</p>`}
    ${found === "failed" && html`<p class="wrong">${words.proof.failed} <button class="button is-plain" type="button" onClick=${prove}>${words.proof.again}</button></p>`}
    ${typeof found === "object" && html`<${Told} found=${found} who=${nameOf(person)} />`}
  </section>`;
}

/** @param {{ found: Found, who: string }} props */
function Told({ found, who }) {
  const good = found.whole;
  const title = !good ? words.proof.bad : found.kind === "drawn" ? words.proof.good : found.kind === "typed" ? words.proof.typed(who) : words.proof.sealed;
  return html`<h3 class="row ${good ? "" : "wrong"}"><${Icon} name=${good ? "proof" : "broken"} />${title}</h3>
    <ol class="steps">
      ${found.draws.map((draw) => html`
        <li key=${`${draw.call} locked`} class=${draw.locked ? "" : "wrong"}>${draw.locked ? words.proof.locked(draw.lockedIn, draw.call) : words.proof.notLocked}</li>
        <li key=${`${draw.call} bound`} class=${draw.bound ? "" : "wrong"}>${draw.bound ? words.proof.bound(who, chose(room.value.room, draw.bytes["c"] ?? "")) : words.proof.notBound}</li>
        <li key=${`${draw.call} witness`}>${draw.witness ? words.proof.witness(nameOf(draw.witness)) : words.proof.noWitness}</li>
        <li key=${`${draw.call} faces`} class=${draw.same ? "" : "wrong"}>${draw.same ? words.proof.same(draw.faces) : words.proof.notSame(draw.faces)}</li>`)}
      <li class=${found.chain ? "wrong" : ""}><span>${found.chain ? words.proof.torn(found.chain) : words.proof.chain(found.events)} ${words.proof.aloud} <code>${found.last.slice(0, 8)}</code></span></li>
    </ol>
    ${!good && html`<p>${words.proof.whatNow}</p>`}
    ${found.draws.length > 0 && html`<details><summary>${words.proof.bytes}</summary>
      ${found.draws.map((draw) => html`<dl class="bytes" key=${draw.call}>
        ${Object.entries(draw.bytes).map(([name, value]) => html`<div key=${name}><dt>${words.proof.names[/** @type {"key"} */ (name)]}</dt><dd><code>${value || "–"}</code></dd></div>`)}</dl>`)}
    </details>`}`;
}
