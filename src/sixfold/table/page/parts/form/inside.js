// A check inside a check, as a line of its own: what is wrong with it stands below it, and so does what was meant.
import { html } from "../../html.js";
import { useEffect, useRef, useState } from "../../vendor/hooks.js";
import * as engine from "../../engine.js";
import { composeWords } from "../../words/compose.js";

const PAUSE = 250; // ms after which what was typed is looked at

/** @typedef {{ detail: string, mended?: string, guess?: string }} Problem */

/** @param {{ id: string, label: string, hint: string, value: string, needed: boolean, change: (value: string | null) => void }} props */
export function Inside({ id, label, hint, value, needed, change }) {
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
  const timer = useRef(0);
  const given = useRef(value);
  if (given.current !== value) {
    given.current = value; // it was set elsewhere: in the line of the whole check
    setText(value);
    setProblem(null);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  /** @param {string} said */
  async function look(said) {
    const found = await engine.check(said);
    setProblem(found["problem"] ?? null);
    if (!found["problem"]) {
      given.current = found["text"];
      change(found["text"]);
    }
  }

  /** @param {string} said @param {number} [pause] */
  function say(said, pause = PAUSE) {
    setText(said);
    clearTimeout(timer.current);
    if (!said.trim()) {
      setProblem(null);
      if (!needed) change(null);
      return;
    }
    timer.current = setTimeout(() => look(said).catch(() => undefined), pause);
  }

  const sentence = problem?.mended ? problem.detail.replace(/ Did you mean “[^”]*”\?$/, "") : problem?.detail;
  return html`<div class="is-wide"><label class="label" for=${id}>${label}</label>
    <input class="field is-code" id=${id} value=${text} maxlength="2000" autocomplete="off" autocapitalize="off" autocorrect=${false} spellcheck=${false}
      aria-invalid=${Boolean(problem)} aria-describedby=${`${id}-said`} onInput=${(/** @type {any} */ event) => say(event.target.value)} />
    <p class=${problem ? "small" : "hint small soft"} id=${`${id}-said`} role="status">${problem
      ? html`<span class="wrong">${sentence}</span>${problem.mended && html` <button type="button" class="mend" onClick=${() => say(problem.mended ?? "", 0)}>${composeWords.meant(problem.guess ?? problem.mended)}</button>`}`
      : hint}</p></div>`;
}
