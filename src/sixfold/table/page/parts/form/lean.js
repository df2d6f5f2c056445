// Two opposite words that cancel each other: five steps side by side, and one more on either end.
import { html } from "../../html.js";
import { formWords } from "../../words/form.js";
import { signed } from "../../words/text.js";

const STEPS = 5;

/** @param {{ name: string, label: string, ends: [string, string], value: number, low: number, high: number, change: (value: number) => void }} props */
export function Lean({ name, label, ends, value, low, high, change }) {
  const half = (STEPS - 1) / 2;
  const first = Math.max(low, Math.min(high - STEPS + 1, Math.abs(value) <= half ? -half : value > 0 ? value - STEPS + 1 : value));
  const steps = Array.from({ length: Math.min(STEPS, high - low + 1) }, (_, i) => first + i);
  const [down, up] = ends;
  /** @param {number} step */
  const called = (step) => (step === 0 ? formWords.even : `${step > 0 ? up : down} ${Math.abs(step)}`);
  return html`<fieldset class="lean" aria-label=${label}>
    <button class="button" type="button" aria-label=${formWords.oneMore(down)} disabled=${value <= low} onClick=${() => change(value - 1)}>−</button>
    <div class="choice">
      ${steps.map((step) => html`<label key=${step}><input type="radio" name=${name} checked=${step === value} aria-label=${called(step)} onChange=${() => change(step)} />${signed(step)}</label>`)}
    </div>
    <button class="button" type="button" aria-label=${formWords.oneMore(up)} disabled=${value >= high} onClick=${() => change(value + 1)}>+</button>
  </fieldset>`;
}
