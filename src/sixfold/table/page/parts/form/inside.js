// A check inside a check, as a line of its own: what is wrong with it stands below it, and so does what was meant.
import { html } from "../../html.js";
import { useEffect, useRef, useState } from "../../vendor/hooks.js";
import * as engine from "../../engine.js";
import { all, buttons } from "../../state/characters.js";
import { formWords } from "../../words/form.js";
import { entered } from "../handlers.js";
import { TEXT_LENGTH } from "../../bounds.js";
import { Slip } from "../check-input.js";

const PAUSE = 250; // ms after which what was typed is looked at

/** @typedef {{ detail: string, mended?: string, guess?: string }} Problem */

/** @param {{ id: string, label: string, hint: string, value: string, needed: boolean, change: (value: string | null) => void, fights: (who: string) => void }} props `fights` is told who, where the check is a character's */
export function Inside({ id, label, hint, value, needed, change, fights }) {
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

  const theirs = all.value.flatMap((one) => buttons(one).filter(({ missing }) => !missing).map(({ name, check }) => ({ who: one.name, name, check })));
  /** @param {number} at */
  function pick(at) {
    const one = theirs[at];
    if (!one) return;
    fights(one.who);
    say(one.check, 0);
  }
  return html`<div class="is-wide"><label class="label" for=${id}>${label}</label>
    ${theirs.length > 0 && html`<select class="select" aria-label=${formWords.whose(label)} onChange=${(/** @type {any} */ event) => pick(event.target.selectedIndex - 1)}>
      <option>${formWords.character}</option>${theirs.map(({ who, name }, at) => html`<option key=${at}>${who}: ${name}</option>`)}</select>`}
    <input class="field is-code" id=${id} value=${text} maxlength=${TEXT_LENGTH} autocomplete="off" autocapitalize="off" autocorrect=${false} spellcheck=${false}
      aria-invalid=${Boolean(problem)} aria-describedby=${`${id}-said`} onInput=${entered(say)} />
    <p class=${problem ? "small" : "hint small soft"} id=${`${id}-said`} role="status">
      ${problem ? html`<${Slip} problem=${problem} mend=${(/** @type {string} */ said) => say(said, 0)} />` : hint}</p></div>`;
}
