// A field of a form, by what its schema says: a number, something to tick, a choice, or words.
import { html } from "../../html.js";
import { TEXT_LENGTH } from "../../bounds.js";
import { Choice } from "../choice.js";
import { entered } from "../handlers.js";
import { Select } from "../select.js";
import { Stepper } from "./stepper.js";

/** What a field may be. @typedef {Record<string, any> & { type: string, description?: string, minimum?: number, maximum?: number, maxLength?: number }} Schema */

const FEW = 3; // options that stand side by side; more of them unfold

/**
 * @param {{ id: string, label: string, hint?: any, schema: Schema, value: any, set: (value: any) => void, code?: boolean, needed?: boolean,
 *   choices?: [value: any, words: any][], row?: boolean } & Record<string, any>} props
 *   `choices` are what there is to choose from, side by side in a `row`; a `needed` text is not left empty; all else is of a number
 */
export function Control({ id, label, hint, schema, value, set, code = false, needed = false, choices, row = (choices?.length ?? 0) <= FEW, ...number }) {
  const below = hint && html`<p class="hint small soft" id=${`${id}-hint`}>${hint}</p>`;
  if (schema.type === "boolean") {
    return html`<div class="is-wide"><label class="flag"><input type="checkbox" checked=${value === true} onChange=${() => set(value !== true)} /><span><b>${label}</b> <span class="soft">${hint}</span></span></label></div>`;
  }
  if (choices && row) return html`<fieldset class="is-wide"><legend class="label">${label}</legend><${Choice} name=${id} options=${choices} value=${value} set=${set} />${below}</fieldset>`;
  const whole = schema.type === "integer";
  const described = { "aria-describedby": hint ? `${id}-hint` : undefined };
  return html`<div class=${whole || choices ? "" : "is-wide"}><label class="label" for=${id}>${label}</label>
    ${choices ? html`<${Select} about=${{ id }} options=${choices} value=${value} set=${set} />`
      : whole ? html`<${Stepper} id=${id} label=${label} value=${value} low=${schema.minimum} high=${schema.maximum} change=${set} about=${described} ...${number} />`
      : html`<input class=${`field ${code ? "is-code" : ""}`} id=${id} value=${value ?? ""} maxlength=${schema.maxLength ?? TEXT_LENGTH} required=${needed} autocomplete="off"
          dir=${code ? undefined : "auto"} autocapitalize=${code ? "off" : undefined} spellcheck=${!code} ...${described} onInput=${entered(set)} />`}
    ${below}</div>`;
}
