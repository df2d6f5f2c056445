// Throwing what stands in the line or the form: the button, and what it does.
import { html } from "../html.js";
import { refusal } from "../problem.js";
import { throwCheck } from "../commands.js";
import { roller, rolling } from "../state/characters.js";
import * as draft from "../state/draft.js";
import { remember } from "../state/past.js";
import { mine } from "../state/waiting.js";
import { composeWords } from "../words/compose.js";
import { Mark } from "./icon.js";

/** Whether dice are typed that are not those which the check wants. */
function isShort() {
  const read = draft.typed.value === null ? null : draft.read.value;
  return Boolean(read?.text && (read["faces"] || read["needed"]));
}

/** Go to what is still to be written before the line can be thrown; whether there is something. */
export function goToMissing() {
  const field = draft.checkOf(draft.text.value) ? isShort() && "faces" : "check";
  if (field) document.getElementById(field)?.focus();
  return Boolean(field);
}

/** Throw what stands there. */
export async function throwDraft() {
  const check = draft.checkOf(draft.text.value);
  const note = draft.noteOf(draft.text.value);
  const faces = draft.typed.value === null ? null : draft.faces.value;
  const made = draft.now();
  remember(check); // not only with the answer: an arrow key may be quicker
  draft.refused.value = "";
  try {
    const event = await throwCheck({
      check,
      visible: draft.visible.value,
      ...(faces ? { faces } : {}),
      ...(note ? { note } : {}),
      ...(roller.value?.character === rolling.value && roller.value?.visible === "all" ? { character: rolling.value } : {}),
      ...(draft.taken.value ? { to: draft.taken.value.to } : {}),
    });
    draft.thrown(made);
    return event;
  } catch (error) {
    draft.refused.value = refusal(error);
  }
}

/** The button that throws; while dice are typed, only once all are there. */
export function ThrowButton() {
  const sealed = draft.visible.value !== "all";
  // What the master asks for is the next thing to throw: its own button is the filled one.
  const first = !draft.taken.value && mine.value.some((one) => one.kind === "request");
  return html`<button class="button ${first ? "" : "is-main"} ${sealed ? "is-sealed" : ""}" aria-disabled=${isShort() ? "true" : undefined}>
    ${sealed && html`<${Mark} verdict="sealed" />`}${sealed ? composeWords.sealed : composeWords.throw}</button>`;
}

/** @param {Event} event */
export function submit(event) {
  event.preventDefault();
  if (!goToMissing()) void throwDraft();
}
