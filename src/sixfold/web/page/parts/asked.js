// A line above the composer that has its place before anything comes: what waits, what the master asks, who throws.
import { html } from "../html.js";
import { useEffect, useState } from "../vendor/hooks.js";
import * as engine from "../engine.js";
import { entryOf } from "../state/entries.js";
import * as draft from "../state/draft.js";
import { Problem } from "../api.js";
import { ask, throwCheck } from "../acts.js";
import { takeBack } from "../state/outbox.js";
import { mine, pending } from "../state/asked.js";
import * as saved from "../state/saved.js";
import { me, nameOf, room, waiting as waits } from "../state/table.js";
import { askedWords } from "../words/asked.js";
import { outboxWords } from "../words/outbox.js";
import { savedWords } from "../words/saved.js";
import { Icon } from "./icon.js";
import { figure } from "./odds.js";

/** Answer a request with the check as it was asked for. @param {any} asked */
async function answer({ check, visible, asked }) {
  draft.refused.value = "";
  try {
    await throwCheck({ check, visible, to: asked });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    draft.refused.value = error.message;
  }
}

/** Take a request up: its check stands in the line, to be added to, and the throw says what it is for. @param {any} asked */
function take(asked) {
  draft.take(asked.check, asked.asked);
  draft.visible.value = asked.visible;
}

/** The first chance of a check that is asked for. @param {{ check: string }} props */
function Chance({ check }) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  useEffect(() => {
    const control = new AbortController();
    engine.outlook(check, control.signal).then(setFound, () => undefined);
    return () => control.abort();
  }, [check]);
  const first = found?.text === check && found.events[0];
  return first && html`<span class="soft small wide-only">${first.words} ${figure(first)}</span>`;
}

/** One line: what waits to be sent, what is asked, or who throws. @param {{ manage: () => void }} props */
export function Above({ manage }) {
  const asked = mine();
  const waiting = waits.value[0];
  if (waiting) {
    return html`<div class="ask is-asked" role="status"><${Icon} name="clock" /><p>${outboxWords.waits(waits.value.length)} <code>${waiting.text}</code></p>
      <button class="button" type="button" onClick=${() => takeBack(waiting.key)}>${outboxWords.back}</button></div>`;
  }
  const taken = draft.taken.value;
  if (taken) {
    const answers = (room.value?.asked ?? []).some((/** @type {any} */ one) => one.asked === taken.to);
    return html`<div class="ask is-asked" role="status"><${Icon} name=${answers ? "ask" : "die"} /><p><b>${answers ? askedWords.answering : askedWords.counting}</b> <code>${taken.check}</code></p>
      <button class="button" type="button" onClick=${() => (draft.taken.value = null)}>${askedWords.leave}</button></div>`;
  }
  if (asked) {
    return html`<div class="ask is-asked" role="status"><${Icon} name="ask" /><p><b>${askedWords.you(nameOf(entryOf(asked.asked)?.event.person))}</b> <code>${asked.check}</code> <${Chance} check=${asked.check} /></p>
      <button class="button" type="button" title=${askedWords.take} onClick=${() => take(asked)}><span class="wide-only">${askedWords.take}</span><span class="phone-only"><span class="sr">${askedWords.take}</span><${Icon} name="plus" /></span></button>
      <button class="button is-main" type="button" onClick=${() => answer(asked)}>${askedWords.throw(asked.visible)}</button></div>`;
  }
  if (me.value?.role === "master" && pending()) return html`<${Pending} asked=${pending()} />`;
  // Who plays under his own name throws as nobody else.
  const other = saved.character.value?.name !== me.value?.name ? saved.character.value?.name : undefined;
  return html`<div class="ask"><p><b class="who" title=${me.value?.name}>${me.value?.name}</b> ${other ? askedWords.throwsAs : askedWords.throws}${" "}
    <button class="link" type="button" id="open-saved" onClick=${manage}>${other ?? (saved.character.value ? savedWords.title : askedWords.nobody)}</button></p></div>`;
}

/** For the master: who has not answered yet. @param {{ asked: any }} props */
function Pending({ asked }) {
  const who = asked.waiting.map(nameOf).join(", ");
  return html`<div class="ask" role="status"><${Icon} name="ask" /><p><code>${asked.check}</code> <span class="soft">${askedWords.waiting(who)}</span></p>
    <button class="button is-plain" type="button" onClick=${() => ask("POST", "/corrections", { throw: asked.asked, withdraw: true }).catch(() => undefined)}>${askedWords.back}</button></div>`;
}
