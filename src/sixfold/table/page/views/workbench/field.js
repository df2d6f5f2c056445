// Fields of the workbench: a check in which numbers can be turned, and plain ones; what is wrong stands below.
import { html } from "../../html.js";
import { useRef } from "../../vendor/hooks.js";
import { benchWords } from "../../words/bench.js";
import { entered } from "../../parts/handlers.js";

/** @typedef {{ id: string, label: string, value: string, set: (value: string) => void, hint?: string, code?: boolean }} FieldProps */

/** @param {FieldProps} props */
export const Field = ({ id, label, value, set, hint, code = true }) => html`<div>
  <label class="label" for=${id}>${label}</label>
  <input class="field ${code ? "is-code" : ""}" id=${id} value=${value} autocomplete="off" autocapitalize="off" spellcheck=${false}
    aria-describedby=${hint ? `${id}-hint` : undefined} onInput=${entered(set)} />
  ${hint && html`<p class="hint small soft" id="${id}-hint">${hint}</p>`}
</div>`;

/** A text of several lines. @param {FieldProps} props */
export const Area = ({ id, label, value, set, hint }) => html`<div>
  <label class="label" for=${id}>${label}</label>
  <textarea class="field is-code" id=${id} rows="7" value=${value} autocomplete="off" autocapitalize="off" spellcheck=${false}
    aria-describedby="${id}-hint" onInput=${entered(set)}></textarea>
  <p class="hint small soft" id="${id}-hint">${hint}</p>
</div>`;

/** Numbers in a text, with the sign that belongs to them. */
const NUMBER = /(?<![\w.])[+\-−]?\d+|\d+/g;

/** The number at a place in a text, or the first one. @param {string} text @param {number} at */
function numberAt(text, at) {
  const found = [...text.matchAll(NUMBER)].filter((one) => !text.slice(0, one.index).includes("[") || text.slice(0, one.index).includes("]"));
  return found.find((one) => one.index <= at && at <= one.index + one[0].length) ?? found[0];
}

/**
 * A text with one of its numbers turned, and where that number stands now.
 * @param {string} text @param {number} at the place of the cursor @param {number} by
 * @returns {{ text: string, at: number } | null}
 */
export function turned(text, at, by) {
  const found = numberAt(text, at);
  if (!found) return null;
  const [old] = found;
  const signed = /^[+\-−]/.test(old);
  const value = Number(old.replace("−", "-")) + by;
  if (!signed && value < 0) return null;
  const written = signed && value >= 0 ? `+${value}` : String(value);
  return { text: text.slice(0, found.index) + written + text.slice(found.index + old.length), at: found.index + written.length };
}

/** A check whose numbers can be turned: by the arrow keys where the cursor stands, or by the buttons. @param {FieldProps} props */
export function TurnedCheck({ id, label, value, set, hint }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));

  /** @param {number} by */
  function turn(by) {
    const made = turned(value, input.current?.selectionStart ?? value.length, by);
    if (!made) return;
    set(made.text);
    queueMicrotask(() => input.current?.setSelectionRange(made.at, made.at));
  }
  /** @param {KeyboardEvent} event */
  function key(event) {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (!by) return;
    event.preventDefault();
    turn(by);
  }
  return html`<div>
    <label class="label" for=${id}>${label}</label>
    <div class="turned">
      <input class="field is-code" id=${id} ref=${input} value=${value} autocomplete="off" autocapitalize="off" spellcheck=${false}
        aria-describedby="${id}-hint" onInput=${entered(set)} onKeyDown=${key} />
      <button class="button is-square" type="button" aria-label=${benchWords.less} onClick=${() => turn(-1)}>−</button>
      <button class="button is-square" type="button" aria-label=${benchWords.more} onClick=${() => turn(1)}>+</button>
    </div>
    <p class="hint small soft" id="${id}-hint">${hint ?? benchWords.turn}</p>
  </div>`;
}

/** What is wrong with a question. @param {{ wrong: import("../../problem.js").Problem | null }} props */
const Wrong = ({ wrong }) => wrong && html`<p class="wrong" role="alert">${wrong.message}</p>`;

/** What is being worked out: seen only if it takes long, and can be given up. @param {{ working: boolean, stop: () => void }} props */
const Working = ({ working, stop }) => working && html`<p class="row working">
  <progress aria-label=${benchWords.working}></progress><span class="small soft">${benchWords.working}</span>
  <button class="button is-slim" type="button" onClick=${stop}>${benchWords.stop}</button></p>`;

/** How far a question is. @param {{ of: import("./answer.js").Answer }} props */
export const Progress = ({ of: { wrong, working, stop } }) => html`<${Wrong} wrong=${wrong} /><${Working} working=${working} stop=${stop} />`;
