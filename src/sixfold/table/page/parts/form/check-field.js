// A check within a form, as a line of its own: the words that fit, and below it what is wrong and what was meant.
import { html } from "../../html.js";
import { useEffect, useRef, useState } from "../../vendor/hooks.js";
import * as engine from "../../engine.js";
import { all, buttons } from "../../state/characters.js";
import { formWords } from "../../words/form.js";
import { entered } from "../handlers.js";
import { TEXT_LENGTH } from "../../bounds.js";
import { Slip } from "../check-input.js";

const PAUSE = 250; // ms after which what was typed is looked at

/**
 * @param {{ id: string, label: string, hint?: string, value: string, needed: boolean, change: (value: string | null) => void, eager?: boolean, fights?: (who: string) => void }} props
 *   an `eager` one tells what is typed before it is read; with `fights`, which is told who, the check may be a character's
 */
export function CheckField({ id, label, hint = "", value, needed, change, eager = false, fights }) {
  const [text, setText] = useState(value);
  const [read, setRead] = useState(/** @type {any} */ (null));
  const timer = useRef(0);
  const given = useRef(value);
  if (given.current !== value) {
    given.current = value; // it was set elsewhere: in the line of the whole check
    setText(value);
    setRead(null);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  /** @param {string} told */
  const tell = (told) => change((given.current = told));

  /** @param {string} said */
  async function look(said) {
    const found = await engine.check(said, { cursor: [...said].length });
    setRead(found);
    if (!found["problem"]) tell(found["text"]);
  }

  /** @param {string} said @param {number} [pause] */
  function say(said, pause = PAUSE) {
    setText(said);
    clearTimeout(timer.current);
    if (eager) tell(said);
    if (said.trim()) {
      timer.current = setTimeout(() => look(said).catch(() => undefined), pause);
    } else {
      setRead(null);
      if (!needed) change(null);
    }
  }

  const theirs = (fights ? all.value : []).flatMap((one) => buttons(one).filter(({ missing }) => !missing).map(({ name, check }) => ({ who: one.name, name, check })));
  /** @param {number} at */
  function pick(at) {
    const one = theirs[at];
    if (!one) return;
    fights?.(one.who);
    say(one.check, 0);
  }
  const letters = [...text];
  const fitting = (read?.completions ?? []).map((/** @type {any} */ one) => [...letters.slice(0, one.start), one.word, ...letters.slice(one.end)].join(""));
  const problem = read?.problem;
  return html`<div class="is-wide"><label class="label" for=${id}>${label}</label>
    ${theirs.length > 0 && html`<select class="select" aria-label=${formWords.whose(label)} onChange=${(/** @type {any} */ event) => pick(event.target.selectedIndex - 1)}>
      <option>${formWords.character}</option>${theirs.map(({ who, name }, at) => html`<option key=${at}>${who}: ${name}</option>`)}</select>`}
    <input class="field is-code" id=${id} value=${text} required=${needed} list=${`${id}-fitting`} maxlength=${TEXT_LENGTH} autocomplete="off" autocapitalize="off" autocorrect=${false} spellcheck=${false}
      aria-invalid=${Boolean(problem)} aria-describedby=${`${id}-said`} onInput=${entered(say)} />
    <datalist id=${`${id}-fitting`}>${fitting.map((/** @type {string} */ one) => html`<option key=${one} value=${one}></option>`)}</datalist>
    <p class=${`hint small ${problem ? "" : "soft"}`} id=${`${id}-said`} role="status">
      ${problem ? html`<${Slip} problem=${problem} mend=${(/** @type {string} */ said) => say(said, 0)} />` : hint}</p></div>`;
}
