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

/** Whether the dice that are typed are all that the check wants. */
export function whole() {
  const read = draft.read.value;
  return Boolean(read?.text && !read["faces"] && !read["needed"]);
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
  const short = draft.typed.value !== null && draft.read.value?.text && !whole();
  // What the master asks for is the next thing to throw: its own button is the filled one.
  const first = !draft.taken.value && mine.value.some((one) => one.kind === "request");
  return html`<button class="button ${first ? "" : "is-main"} ${sealed ? "is-sealed" : ""}" aria-disabled=${short ? "true" : undefined}>
    ${sealed && html`<${Mark} verdict="sealed" />`}${sealed ? composeWords.sealed : composeWords.throw}</button>`;
}

/** @param {Event} event */
export function submit(event) {
  event.preventDefault();
  if (!draft.checkOf(draft.text.value)) {
    document.getElementById("check")?.focus();
    return;
  }
  if (draft.typed.value !== null && draft.read.value?.text && !whole()) {
    document.getElementById("faces")?.focus();
    return;
  }
  void throwDraft();
}
