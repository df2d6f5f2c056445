// What the master asks for: a line above the composer that has its place before anything comes, and how he asks.
import { html } from "../html.js";
import { useState } from "../vendor/hooks.js";
import * as draft from "../state/draft.js";
import { Problem } from "../api.js";
import { ask } from "../acts.js";
import { takeBack } from "../state/outbox.js";
import * as saved from "../state/saved.js";
import { me, names, room, waiting as waits } from "../state/table.js";
import { words } from "../words.js";
import { Icon } from "./icon.js";

/** The newest request that this person has not answered. */
const mine = () => (room.value?.asked ?? []).findLast((/** @type {any} */ one) => one.waiting.includes(me.value?.person));

/** The newest request of this table that somebody has not answered. */
const pending = () => (room.value?.asked ?? []).findLast((/** @type {any} */ one) => one.waiting.length > 0);

/** Answer a request: its check stands in the line, and the throw says what it is for. @param {any} asked */
function take(asked) {
  draft.take(asked.check, asked.asked);
  draft.visible.value = asked.visible;
}

/** One line: what waits to be sent, what is asked, or who throws. @param {{ manage: () => void }} props */
export function Above({ manage }) {
  const asked = mine();
  const waiting = waits.value[0];
  if (waiting) {
    return html`<div class="ask is-asked" role="status"><${Icon} name="clock" /><p>${words.outbox.waits(waits.value.length)} <code>${waiting.text}</code></p>
      <button class="button" type="button" onClick=${() => takeBack(waiting.key)}>${words.outbox.back}</button></div>`;
  }
  const taken = draft.taken.value;
  if (taken) {
    const answers = (room.value?.asked ?? []).some((/** @type {any} */ one) => one.asked === taken.to);
    return html`<div class="ask is-asked" role="status"><${Icon} name=${answers ? "ask" : "die"} /><p><b>${answers ? words.asked.answering : words.asked.counting}</b> <code>${taken.check}</code></p>
      <button class="button" type="button" onClick=${() => (draft.taken.value = null)}>${words.asked.leave}</button></div>`;
  }
  if (asked) {
    return html`<div class="ask is-asked" role="status"><${Icon} name="ask" /><p><b>${words.asked.you}</b> <code>${asked.check}</code></p>
      <button class="button" type="button" onClick=${() => take(asked)}>${words.asked.take}</button></div>`;
  }
  if (me.value?.role === "master" && pending()) return html`<${Pending} asked=${pending()} />`;
  return html`<div class="ask"><p><b>${me.value?.name}</b> ${saved.character.value ? words.asked.throwsAs : words.asked.throws}${" "}
    <button class="link" type="button" onClick=${manage}>${saved.character.value?.name ?? words.asked.nobody}</button></p></div>`;
}

/** For the master: who has not answered yet. @param {{ asked: any }} props */
function Pending({ asked }) {
  const who = asked.waiting.map((/** @type {string} */ person) => names.value[person] ?? words.somebody).join(", ");
  return html`<div class="ask" role="status"><${Icon} name="ask" /><p><code>${asked.check}</code> <span class="soft">${words.asked.waiting(who)}</span></p>
    <button class="button is-plain" type="button" onClick=${() => ask("POST", "/corrections", { throw: asked.asked, withdraw: true }).catch(() => undefined)}>${words.asked.back}</button></div>`;
}

/** For the master: ask one, several or all for what stands in the line. @param {{ done: () => void }} props */
export function Asking({ done }) {
  const [people, setPeople] = useState(/** @type {string[]} */ ([]));
  const [refused, setRefused] = useState("");
  const players = (room.value?.people ?? []).filter((/** @type {any} */ one) => one.role === "player");
  const check = draft.read.value?.text ?? "";
  async function send() {
    try {
      await ask("POST", "/requests", { check, people, visible: draft.visible.value });
      draft.thrown();
      done();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setRefused(error.message);
    }
  }
  return html`<div class="asking" role="group" aria-label=${words.asked.title}>
    <div class="row">
      <label class="pick"><input type="checkbox" checked=${people.length === 0} onChange=${() => setPeople([])} /><span>${words.asked.all}</span></label>
      ${players.map((/** @type {any} */ one) => html`<label class="pick" key=${one.id}><input type="checkbox" checked=${people.includes(one.id)}
        onChange=${() => setPeople(people.includes(one.id) ? people.filter((id) => id !== one.id) : [...people, one.id])} /><span>${one.name}</span></label>`)}
    </div>
    ${refused && html`<p class="wrong small" role="alert">${refused}</p>`}
    ${players.length === 0 && html`<p class="soft small">${words.asked.nobodyHere}</p>`}
    <div class="row"><button class="button is-ask" type="button" disabled=${!check || players.length === 0} onClick=${send}>${words.asked.ask}${check && html` <code>${check}</code>`}</button>
      <button class="button is-plain" type="button" onClick=${done}>${words.cancel}</button></div>
  </div>`;
}
