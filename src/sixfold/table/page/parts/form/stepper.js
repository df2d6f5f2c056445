// A number between its two neighbours: pressed, held, typed, or turned with the arrow keys.
import { html } from "../../html.js";
import { useEffect, useRef, useState } from "../../vendor/hooks.js";
import { formWords } from "../../words/form.js";
import { minus, signed } from "../../words/text.js";
import { entered } from "../handlers.js";

const HELD = 380; // ms until a button that is held goes on
const AGAIN = 70; // ms between two steps of a button that is held
const LEAP = 10; // what Page Up and Page Down add

/**
 * @param {{ id: string, label: string, value: number | null, low: number, high: number, start?: number, sign?: boolean,
 *   says?: string, change: (value: number | null) => void, optional?: boolean, about?: object }} props
 *   `start` is where an empty one begins; `says` is how the value is read aloud; an `optional` one can be empty; `about`: attributes of its field
 */
export function Stepper({ id, label, value, low, high, start = 0, sign = false, says, change, optional = false, about }) {
  const shown = value === null ? "" : sign ? signed(value) : minus(value);
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const now = useRef(value);
  now.current = value;
  const held = useRef(0);
  const went = useRef(false); // while it was held: letting go is no step of its own
  useEffect(() => () => clearTimeout(held.current), []);

  /** @param {number} by */
  function step(by) {
    const from = now.current;
    const to = Math.max(low, Math.min(high, from === null ? start : from + by));
    setTyped(null);
    if (to !== from) change((now.current = to));
  }

  /** @param {PointerEvent} event @param {number} by */
  function hold(event, by) {
    if (event.button !== 0) return;
    went.current = false;
    const again = () => {
      went.current = true;
      step(by);
      held.current = window.setTimeout(again, AGAIN);
    };
    held.current = window.setTimeout(again, HELD);
  }
  const release = () => {
    clearTimeout(held.current);
    setTimeout(() => (went.current = false), HELD);
  };

  /** @param {string} said */
  function type(said) {
    const number = Number(said.trim().replace(/^[−–]/, "-"));
    setTyped(said);
    if (said.trim() === "") optional && change(null);
    else if (Number.isInteger(number) && number >= low && number <= high) change(number);
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: LEAP, PageDown: -LEAP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  }

  /** @param {number} by @param {string} sign_ @param {string} name */
  const button = (by, sign_, name) => html`<button class="button" type="button" aria-label=${name} tabindex="-1"
    disabled=${value !== null && (by < 0 ? value <= low : value >= high)}
    onClick=${() => (went.current ? (went.current = false) : step(by))} onPointerDown=${(/** @type {PointerEvent} */ event) => hold(event, by)}
    onPointerUp=${release} onPointerLeave=${release} onPointerCancel=${release} onContextMenu=${(/** @type {Event} */ event) => event.preventDefault()}>${sign_}</button>`;

  return html`<div class="stepper">
    ${button(-1, "−", formWords.less(label))}
    <input class="field" id=${id} aria-label=${label} value=${typed ?? shown} role="spinbutton" inputmode=${low < 0 ? "text" : "numeric"} placeholder=${optional ? formWords.none : ""}
      autocomplete="off" aria-valuenow=${value ?? undefined} aria-valuemin=${low} aria-valuemax=${high} aria-valuetext=${value === null ? formWords.none : says} ...${about}
      onInput=${entered(type)} onBlur=${() => setTyped(null)} onKeyDown=${press} onFocus=${(/** @type {any} */ event) => event.target.select()} />
    ${button(1, "+", formWords.more(label))}
  </div>`;
}
