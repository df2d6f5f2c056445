// The traits of a character as fields, made from the schema that its game declares. No game is known here.
import { html } from "../../html.js";
import { sheetWords } from "../../words/characters.js";
import { formWords } from "../../words/form.js";
import { Icon } from "../icon.js";
import { Control } from "../form/control.js";
import { Stepper } from "../form/stepper.js";
import { entered } from "../handlers.js";
import { capital } from "../../words/text.js";

/** @param {{ traits: [string, any][], values: Record<string, any>, change: (values: Record<string, any>) => void }} props */
export const Traits = ({ traits, values, change }) => traits.map(([name, trait]) => {
  /** @param {any} value */
  const set = (value) => {
    const { [name]: _, ...others } = values;
    change(value === undefined || value === "" ? others : { ...others, [name]: value });
  };
  const Field = trait.type === "array" ? Entries : trait.type === "object" ? Spent : Single;
  return html`<${Field} key=${name} id=${`trait-${name}`} trait=${trait} value=${values[name]} values=${values} set=${set} change=${change} name=${name} />`;
});

/** One value. @param {{ id: string, trait: any, value: any, set: (value: any) => void }} props */
const Single = ({ id, trait, value = null, set }) => html`<${Control} id=${id} label=${trait.title} hint=${`${capital(trait.description)}.`} schema=${trait} value=${value} optional=${true} set=${(/** @type {any} */ to) => set(to ?? undefined)} />`;

/** What is spent and comes back: now, and of how much. @param {{ id: string, trait: any, value: any, set: (value: any) => void }} props */
function Spent({ id, trait, value, set }) {
  const { minimum, maximum } = trait.properties.now;
  /** @param {"now" | "of"} part @param {number | null} to */
  function put(part, to) {
    if (to === null) return set(undefined);
    // Who has nothing yet begins with all of it.
    set(value ? { ...value, [part]: to } : { now: to, of: to });
  }
  return html`<fieldset><legend class="label">${trait.title}</legend><div class="row is-even">
    ${(/** @type {("now" | "of")[]} */ (["now", "of"])).map((part) => html`<${Stepper} key=${part} id=${`${id}-${part}`} label=${`${trait.title} ${part === "now" ? sheetWords.now : sheetWords.full}`}
      value=${value?.[part] ?? null} low=${minimum} high=${maximum} optional=${true} change=${(/** @type {number | null} */ to) => put(part, to)} />`)}</div>
    <p class="hint small soft">${capital(trait.description)}.</p></fieldset>`;
}

/** Named entries, each with its value and what it goes with. @param {{ id: string, name: string, trait: any, value: any[] | undefined, values: Record<string, any>, set: (value: any) => void, change: (values: Record<string, any>) => void }} props */
function Entries({ id, name, trait, value = [], values, set, change }) {
  const { value: kind, with: joins } = trait.items.properties;
  const known = (joins?.items ? joins["x-joins"] : []).flatMap((/** @type {string} */ other) => (values[other] ?? []).map((/** @type {any} */ entry) => entry.name)).filter(Boolean);
  /** @param {number} at @param {object} what */
  const alter = (at, what) => set(value.map((entry, i) => (i === at ? { ...entry, ...what } : entry)));

  /** An entry that is called otherwise, or gone: what went with it goes on so, or without it. @param {number} at @param {string | null} called */
  function rename(at, called) {
    const before = value[at].name;
    const now = called === null ? value.filter((_, i) => i !== at) : value.map((entry, i) => (i === at ? { ...entry, name: called } : entry));
    const others = Object.fromEntries(Object.entries({ ...values, [name]: now }).map(([trait_, entries]) => [trait_, Array.isArray(entries)
      ? entries.map((entry) => (entry.with?.includes(before) ? { ...entry, with: entry.with.flatMap((/** @type {string} */ one) => (one === before ? (called ? [called] : []) : [one])) } : entry))
      : entries]));
    change(others);
  }
  const empty = kind ? { name: "", value: kind.type === "integer" ? Math.max(kind.minimum, Math.min(kind.maximum, 1)) : "" } : { name: "" };
  return html`<fieldset class="stack is-tight"><legend class="label">${trait.title}</legend>
    <p class="small soft">${capital(trait.description)}.</p>
    ${value.map((entry, at) => html`<div class="trait" key=${at}><div class="trait-row">
        <input class="field" value=${entry.name} maxlength=${trait.items.properties.name.maxLength} dir="auto" autocomplete="off" aria-label=${sheetWords.nameOf(trait.title, at + 1)} id=${`${id}-${at}`} onInput=${entered((value) => rename(at, value))} />
        ${kind?.type === "integer" && html`<${Stepper} id=${`${id}-${at}-value`} label=${sheetWords.valueOf(entry.name, trait.title)} value=${entry.value} low=${kind.minimum} high=${kind.maximum} sign=${kind.minimum < 0} change=${(/** @type {number} */ to) => alter(at, { value: to })} />`}
        ${kind?.type === "string" && html`<input class="field is-code" value=${entry.value} maxlength=${kind.maxLength} spellcheck=${false} autocapitalize="off" aria-label=${sheetWords.valueOf(entry.name, trait.title)} onInput=${entered((value) => alter(at, { value }))} />`}
        <button class="button is-plain is-square" type="button" aria-label=${formWords.remove(entry.name || String(at + 1))} onClick=${() => rename(at, null)}><${Icon} name="close" /></button></div>
      ${known.length > 0 && entry.name && html`<div class="row is-with" role="group" aria-label=${sheetWords.goesWith(entry.name)}><span class="small soft" aria-hidden="true">${sheetWords.goesWith("").trim()}</span>
        ${known.map((/** @type {string} */ other) => html`<label class="pick" key=${other}><input type="checkbox" checked=${entry.with?.includes(other) ?? false}
          onChange=${() => alter(at, { with: entry.with?.includes(other) ? entry.with.filter((/** @type {string} */ one) => one !== other) : [...(entry.with ?? []), other] })} /><span dir="auto">${other}</span></label>`)}</div>`}
    </div>`)}
    <div><button class="button" type="button" onClick=${() => { set([...value, empty]); queueMicrotask(() => document.getElementById(`${id}-${value.length}`)?.focus()); }}><${Icon} name="plus" />${sheetWords.add(trait.title)}</button></div>
  </fieldset>`;
}
