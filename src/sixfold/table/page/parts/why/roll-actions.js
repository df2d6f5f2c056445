// What can be done about a throw: open it, put it right, take it back, throw again in its place.
import { html } from "../../html.js";
import { useState } from "../../vendor/hooks.js";
import { correct, throwCheck } from "../../commands.js";
import { reveal } from "../../room-commands.js";
import { Problem } from "../../problem.js";
import { openThrow } from "../../state/opened.js";
import { leads, me, nameOf } from "../../state/table.js";
import { composeWords } from "../../words/compose.js";
import { whyWords } from "../../words/why.js";
import { Icon } from "../icon.js";
import { entered } from "../handlers.js";
import { NOTE_LENGTH } from "../../bounds.js";

/** @typedef {import("../../state/entries.js").Entry} Entry */
/** @typedef {"correct" | "withdraw" | "again"} Act */

/** @param {{ entry: Entry }} props */
export function Changes({ entry }) {
  const [act, setAct] = useState(/** @type {Act | ""} */ (""));
  const [refused, setRefused] = useState("");
  const { event, record, corrections, opened, withdrawn, over } = entry;
  const mine = event.person === me.value?.person;
  const may = record && !withdrawn && (mine || leads.value) && me.value?.role !== "spectator";
  const shut = record && event["hidden"] && !opened && me.value?.role !== "spectator";
  if (!record && !shut) return null;

  /** @param {() => Promise<unknown>} what */
  async function attempt(what) {
    setRefused("");
    try {
      await what();
      setAct("");
    } catch (error) {
      setRefused(error instanceof Problem ? error.message : String(error));
    }
  }
  const choose = (/** @type {Act} */ next) => html`<button class="button" type="button" aria-expanded=${act === next} onClick=${() => (setRefused(""), setAct(act === next ? "" : next))}>${whyWords.acts[next]}</button>`;
  return html`<div class="acts">
    <div class="row">
      ${shut && html`<button class="button is-main" type="button" onClick=${() => attempt(() => reveal(corrections.at(-1)?.number ?? event.number))}><${Icon} name="opened" />${whyWords.reveal}</button>`}
      ${may && html`${!over && choose("again")}${choose("correct")}${choose("withdraw")}`}
      ${record && html`<button class="button" type="button" onClick=${() => attempt(async () => (await import("../picture.js")).picture(record, nameOf(event.person), event["request"]?.note))}>${whyWords.picture}</button>`}
    </div>
    ${act && html`<${Form} key=${act} act=${act} entry=${entry} attempt=${attempt} />`}
    ${refused && html`<p class="wrong" role="alert">${refused}</p>`}
  </div>`;
}

/** @param {{ act: Act, entry: Entry, attempt: (what: () => Promise<unknown>) => Promise<void> }} props */
function Form({ act, entry: { event, record }, attempt }) {
  const lying = record.throws.flatMap((/** @type {any} */ one) => one.faces).join(" ");
  const [check, setCheck] = useState(/** @type {string} */ (record.text));
  const [faces, setFaces] = useState(/** @type {string} */ (lying));
  const [reason, setReason] = useState("");

  /** @param {SubmitEvent} submitted */
  function submit(submitted) {
    submitted.preventDefault();
    const because = reason ? { reason } : {};
    const dice = event["typed"] && faces.trim() !== lying ? { faces: faces.split(/[\s,]+/).filter(Boolean).map(Number) } : {};
    void attempt(async () => {
      if (act === "withdraw") await correct({ throw: event.number, withdraw: true, ...because });
      else if (act === "correct") await correct({ throw: event.number, check, ...dice, ...because });
      else {
        const thrown = await throwCheck({ check, instead: event.number, visible: event["request"].visible });
        if (thrown?.number) openThrow(thrown.number);
      }
    });
  }
  return html`<form class="put-right" onSubmit=${submit}>
    <p class="small soft">${whyWords.about[act]}</p>
    ${act !== "withdraw" && html`<label><span class="label">${composeWords.label}</span><input class="field is-code" value=${check} onInput=${entered(setCheck)} autocomplete="off" autocapitalize="off" spellcheck=${false} /></label>`}
    ${act === "correct" && event["typed"] && html`<label><span class="label">${whyWords.faces}</span><input class="field is-code" value=${faces} onInput=${entered(setFaces)} inputmode="numeric" autocomplete="off" /></label>`}
    ${act !== "again" && html`<label><span class="label">${whyWords.reason}</span><input class="field" value=${reason} onInput=${entered(setReason)} maxlength=${NOTE_LENGTH} autocomplete="off" /></label>`}
    <button class="button is-main">${whyWords.submit[act]}</button>
  </form>`;
}
