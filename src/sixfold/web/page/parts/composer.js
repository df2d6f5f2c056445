// Where the next throw is made: the text of a check or its form, its odds meanwhile, and who will see it.
import { html } from "../html.js";
import { useEffect, useState } from "../vendor/hooks.js";
import * as draft from "../state/draft.js";
import { Problem } from "../api.js";
import { throwCheck } from "../acts.js";
import { remember } from "../state/past.js";
import { me } from "../state/table.js";
import { systems } from "../verdict.js";
import { words } from "../words.js";
import { Above, Asking } from "./asked.js";
import { chosen, Form, RuleChoice } from "./form/form.js";
import { Icon, Mark } from "./icon.js";
import { CheckLine } from "./check.js";
import { OddsLine, OddsSheet } from "./odds.js";
import { Chips, SavedSheet, SaveThis } from "./saved.js";
import { Seen } from "./seen.js";
import { Typed, whole } from "./typed.js";

/** What is open in the place of the line: a form, the sheet of saved checks, or nothing. @typedef {"" | "form" | "saved"} Open */
/** What is open beside it. @typedef {"" | "save" | "ask"} Beside */

/** Throw what stands there. */
export async function throwDraft() {
  const check = draft.text.value.trim();
  const faces = draft.typed.value === null ? null : draft.faces.value;
  draft.refused.value = "";
  try {
    const event = await throwCheck({
      check,
      visible: draft.visible.value,
      ...(faces ? { faces } : {}),
      ...(draft.taken.value ? { to: draft.taken.value.to } : {}),
    });
    remember(check);
    draft.thrown();
    return event;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    draft.refused.value = error.message;
  }
}

/** The button that throws; while dice are typed, only once all are there. */
function Throw() {
  const sealed = draft.visible.value !== "all";
  const short = draft.typed.value !== null && draft.read.value?.text && !whole();
  return html`<button class="button is-main ${sealed ? "is-sealed" : ""}" aria-disabled=${short ? "true" : undefined}>
    ${sealed && html`<${Mark} verdict="sealed" />`}${sealed ? words.compose.sealed : words.compose.throw}</button>`;
}

/** @param {Event} event */
function submit(event) {
  event.preventDefault();
  if (!draft.text.value.trim()) {
    document.getElementById("check")?.focus();
    return;
  }
  if (draft.typed.value !== null && draft.read.value?.text && !whole()) {
    document.getElementById("faces")?.focus();
    return;
  }
  void throwDraft();
}

export function Composer() {
  const [open, setOpen] = useState(/** @type {Open} */ (""));
  const [beside, setBeside] = useState(/** @type {Beside} */ (""));
  const role = me.value?.role;
  useEffect(() => {
    if (!draft.text.value && systems.value[0]) draft.say(systems.value[0].rules[0].example);
  }, [systems.value]);
  if (role === "spectator") return html`<section class="composer sheet is-watching" id="throw"><p class="soft">${words.compose.watching}</p></section>`;
  if (open === "saved") return html`<div class="in-place" id="throw"><${SavedSheet} done=${() => setOpen("")} /></div>`;
  if (open === "form") return html`<${Sheet} done=${() => setOpen("")} />`;
  const typing = draft.typed.value !== null;
  return html`<section class="composer sheet" id="throw" aria-label=${words.table.throwing}>
    <${Above} manage=${() => setOpen("saved")} />
    <div class="ways">
      <button class="button is-square" type="button" aria-label=${words.form.open} title=${words.form.open} onClick=${() => setOpen("form")}><${Icon} name="form" /></button>
      <button class="button is-square" type="button" aria-label=${words.typed.open} title=${words.typed.open} aria-pressed=${typing} onClick=${() => draft.type(typing ? null : "")}><${Icon} name="pencil" /></button>
      ${role === "master" && html`<button class="button is-square" type="button" aria-label=${words.asked.title} title=${words.asked.title} aria-pressed=${beside === "ask"} onClick=${() => setBeside(beside === "ask" ? "" : "ask")}><${Icon} name="ask" /></button>`}
      <${Chips} />
      <button class="button is-plain" type="button" disabled=${!draft.read.value?.text} aria-expanded=${beside === "save"} onClick=${() => setBeside(beside === "save" ? "" : "save")}>${words.saved.this}</button>
    </div>
    ${beside === "save" && html`<${SaveThis} done=${() => setBeside("")} />`}
    ${beside === "ask" && html`<${Asking} done=${() => setBeside("")} />`}
    ${typing && html`<${Typed} />`}
    <form class="say" onSubmit=${submit}>
      <${CheckLine} id="check" label=${words.compose.label} placeholder=${systems.value[0]?.rules[0].example} />
      <${Throw} />
    </form>
    ${draft.refused.value && html`<p class="wrong refused" role="alert">${draft.refused.value}</p>`}
    <div class="below"><${OddsLine} /><${Seen} /></div>
  </section>`;
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The form in the place of the line. @param {{ done: () => void }} props */
function Sheet({ done }) {
  const { system, rule } = chosen();
  useEffect(() => document.querySelector("#throw select, #throw input")?.scrollIntoView?.({ block: "nearest" }), []);
  return html`<form class="sheet stage-form" id="throw" aria-label=${words.table.throwing} onSubmit=${submit} onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && done()}>
    <header><h2>${capital(rule?.title.split(":")[0] ?? "")}</h2>
      <label class="sr" for="which-game">${words.first.game}</label>
      <select class="select" id="which-game" value=${system?.name} onChange=${(/** @type {any} */ event) => draft.say(systems.value.find((one) => one.name === event.target.value)?.rules[0].example)}>
        ${systems.value.map((one) => html`<option key=${one.name} value=${one.name}>${one.name}</option>`)}</select>
      <button class="button is-plain" type="button" onClick=${done}>${words.form.close}</button></header>
    <div class="form-body">
      <div class="pad stack"><${RuleChoice} id="sheet" /><${Form} id="sheet" />${draft.typed.value !== null && html`<${Typed} />`}<${Seen} name="seen-form" /></div>
      <${OddsSheet} />
    </div>
    <div class="form-foot">
      <p class="canon" role="status">${draft.refused.value || draft.unfit.value ? html`<span class="wrong">${draft.refused.value || draft.unfit.value}</span>` : html`<span class="soft">${words.compose.throws}</span> <code>${draft.text.value}</code>`}</p>
      <div class="row"><${Throw} /></div>
    </div>
  </form>`;
}
