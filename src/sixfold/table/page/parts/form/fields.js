// The fields of a rule's form, made from the schema of its options: nothing here knows a game.
import { html } from "../../html.js";
import { formWords } from "../../words/form.js";
import * as draft from "../../state/draft.js";
import { sidesOf } from "../../opponents.js";
import { CheckField } from "./check-field.js";
import { Control } from "./control.js";
import { Lean } from "./lean.js";
import { Modifiers } from "./modifiers.js";
import { capital } from "../../words/text.js";

/** @typedef {import("./control.js").Schema} Schema */
/** @typedef {{ rule: any, options: Record<string, any>, usual: Record<string, any>, id: string, change: (options: Record<string, any>) => void }} Props */

/** A name as a label: `save_score` is “Save score”; what is chosen may be a number. @param {string | number} name */
const label = (name) => capital(String(name).replaceAll("_", " "));

/** @param {Props} props `usual` are the options of the rule's example: where an empty number begins */
export function Fields(props) {
  const { rule } = props;
  const all = Object.entries(/** @type {Record<string, Schema>} */ (rule.options.properties));
  const listed = all.filter(([, schema]) => schema["x-kind"] !== "modifier" || schema.type !== "array"); // rows beside a sum
  const house = listed.filter(([, schema]) => schema["x-house-rule"]);
  return html`<div class="fields">
      ${listed.filter((one) => !house.includes(one)).map(([name, schema]) => html`<${Field} key=${name} ...${props} name=${name} schema=${schema} />`)}
      ${listed.length === 0 && html`<p class="is-wide soft">${formWords.nothing}</p>`}
    </div>
    ${house.length > 0 && html`<details class="house"><summary>${formWords.house(house.length)}</summary>
      <div class="fields">${house.map(([name, schema]) => html`<${Field} key=${name} ...${props} name=${name} schema=${schema} />`)}</div>
    </details>`}`;
}

/** One option. @param {Props & { name: string, schema: Schema }} props */
function Field({ rule, options, usual, id, change, name, schema }) {
  const field = `${id}-${name}`;
  const required = rule.options.required.includes(name);
  /** @param {any} value */
  const put = (value) => {
    const { [name]: _, ...rest } = options;
    change(value === null ? rest : { ...rest, [name]: value });
  };
  const value = options[name] ?? schema["default"] ?? null;
  if (schema["x-kind"] === "modifier") {
    return html`<${Modifiers} id=${field} name=${name} label=${label(name)} schema=${schema} options=${options} change=${change} />`;
  }
  if (schema["x-kind"] === "check") {
    return html`<${CheckField} id=${field} label=${label(name)} hint=${schema.description} value=${value ?? ""} needed=${required} change=${put} fights=${(/** @type {string} */ who) => draft.fights(sidesOf(rule), name, who)} />`;
  }
  if (schema["x-ends"]) {
    const [down, up] = schema["x-ends"];
    const title = formWords.between(down, up);
    return html`<div class="is-wide"><p class="label" aria-hidden="true">${title}</p>
      <${Lean} name=${field} label=${title} ends=${schema["x-ends"]} value=${value ?? 0} low=${schema["minimum"]} high=${schema["maximum"]} change=${put} /></div>`;
  }
  return html`<${Control} id=${field} label=${label(name)} hint=${schema.description} schema=${schema} value=${value} set=${put} code=${true}
    choices=${schema["enum"]?.map((/** @type {string | number} */ one) => [one, label(one)])} row=${true} start=${usual[name] ?? Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 1, 1))}
    sign=${schema["x-forms"]?.some((/** @type {string} */ form) => form.includes("+N"))} optional=${!required && schema["default"] === undefined} />`;
}
