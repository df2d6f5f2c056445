// Modifiers: one number without a name, the named steps of a game, and any number of rows with a label.
import { html } from "../../html.js";
import { useLayoutEffect, useRef } from "../../vendor/hooks.js";
import { formWords } from "../../words/form.js";
import { signed } from "../../words/text.js";
import { Icon } from "../icon.js";
import { Stepper } from "./stepper.js";
import { entered } from "../handlers.js";
import { LABEL_LENGTH } from "../../bounds.js";
import { Select } from "../select.js";

/** @typedef {{ value: number, label: string }} Entry */

/** The modifiers that options hold, whichever way they say them. @param {Record<string, any>} options @param {string} name @returns {Entry[]} */
export const entries = (options, name) =>
  options[`${name}s`] ?? (options[name] ? [{ value: options[name], label: "" }] : []);

/**
 * @param {{ id: string, name: string, label: string, schema: any, options: Record<string, any>, change: (options: Record<string, any>) => void }} props
 */
export function Modifiers({ id, name, label, schema, options, change }) {
  const all = entries(options, name);
  const named = Object.entries(/** @type {Record<string, number>} */ (schema["x-named"] ?? {}));
  const plain = all.find((one) => !one.label)?.value ?? 0;
  const step = all.find((one) => named.some(([word, value]) => word === one.label && value === one.value));
  const rows = all.filter((one) => one.label && one !== step);
  const last = useRef(rows.length);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (rows.length > last.current) /** @type {HTMLInputElement | undefined} */ ([...(list.current?.querySelectorAll("input.label-in") ?? [])].at(-1))?.select();
    last.current = rows.length;
  }, [rows.length]);

  /** @param {number} value @param {Entry | undefined} tier @param {Entry[]} others */
  function put(value, tier, others) {
    const { [name]: _, [`${name}s`]: __, ...rest } = options;
    const listed = [...(value ? [{ value, label: "" }] : []), ...(tier ? [tier] : []), ...others];
    change(listed.some((one) => one.label) ? { ...rest, [`${name}s`]: listed } : { ...rest, [name]: value });
  }
  /** @param {number} at @param {Partial<Entry>} what */
  const edit = (at, what) => put(plain, step, rows.map((row, i) => (i === at ? { ...row, ...what } : row)));
  const sum = all.reduce((total, one) => total + one.value, 0);

  return html`
    <div><label class="label" for=${id}>${label}</label>
      <${Stepper} id=${id} label=${label} value=${plain} low=${schema.minimum} high=${schema.maximum} sign change=${(/** @type {number | null} */ value) => put(value ?? 0, step, rows)} /></div>
    ${named.length > 0 && html`<div><label class="label" for=${`${id}-named`}>${formWords.named}</label>
      <${Select} about=${{ id: `${id}-named` }} options=${[["", formWords.none], ...named.map(([word, value]) => [word, `${word}, ${signed(value)}`])]} value=${step?.label ?? ""}
        set=${(/** @type {string} */ chosen) => {
          const found = named.find(([word]) => word === chosen);
          put(plain, found && { label: found[0], value: found[1] }, rows);
        }} /></div>`}
    <div class="is-wide labelled" ref=${list}>
      ${rows.map((row, i) => html`<div class="labelled-row" key=${i}>
        <${Stepper} id=${`${id}-${i}`} label=${row.label} value=${row.value} low=${schema.minimum} high=${schema.maximum} sign change=${(/** @type {number | null} */ value) => edit(i, { value: value ?? 0 })} />
        <input class="field label-in" value=${row.label} maxlength=${LABEL_LENGTH} aria-label=${formWords.labelOf(i + 1)} onInput=${entered((label) => label.trim() && edit(i, { label }))} />
        <button class="button is-plain is-square" type="button" aria-label=${formWords.remove(row.label)} onClick=${() => put(plain, step, rows.filter((_, at) => at !== i))}><${Icon} name="close" /></button>
      </div>`)}
      <p class="row is-apart"><button class="button is-plain" type="button" onClick=${() => put(plain, step, [...rows, { value: 1, label: formWords.newLabel(rows.length + 1) }])}><${Icon} name="plus" />${formWords.addNamed}</button>
        ${all.length > 1 && html`<span class="soft small">${formWords.together(signed(sum))}</span>`}</p>
    </div>`;
}
