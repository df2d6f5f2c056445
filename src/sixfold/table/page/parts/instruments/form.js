// What a command must be told, made from its schema: people to pick, numbers as steppers, choices, checks, words.
import { html } from "../../html.js";
import { useId, useLayoutEffect, useRef, useState } from "../../vendor/hooks.js";
import { use } from "../../room-commands.js";
import { all } from "../../state/characters.js";
import { checkOf, noteOf, text } from "../../state/draft.js";
import { me, seated } from "../../state/table.js";
import { words } from "../../words/common.js";
import { toolsWords } from "../../words/tools.js";
import { Refused, useAttempt } from "../attempt.js";
import { CheckField } from "../form/check-field.js";
import { Control } from "../form/control.js";
import { leaving } from "../handlers.js";
import { capital } from "../../words/text.js";

/** @typedef {{ type: string, format?: string, description: string, minimum?: number, maximum?: number, enum?: string[], default?: any }} Field */

/** What a game says of a command or a field, without the number of its clause. @param {string} text */
const titled = (text) => capital(text.replace(/ \([A-Z]\d+\)$/, ""));

/** @param {{ label: string, command: any, values: Record<string, any>, tool: any, done: () => void }} props */
export function Form({ label, command, values: known, tool, done }) {
  const fields = Object.entries(/** @type {Record<string, Field>} */ (command.properties)).filter(([name]) => !(name in known));
  const people = fields.filter(([, field]) => field.format === "person").map(([name]) => name);
  const [values, setValues] = useState(() => ({
    ...Object.fromEntries(fields.map(([name, field]) => [name, first(field, command.required.includes(name), people.indexOf(name))])),
    ...(people.length > 1 ? against(fields, people) : {}),
  }));
  const { refused, attempt } = useAttempt();
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  useLayoutEffect(() => {
    form.current?.scrollIntoView({ block: "nearest" }); // to its button, if it can be
    /** @type {HTMLElement | null} */ (form.current?.querySelector("input, select, textarea"))?.focus();
  }, []);

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const told = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== null));
    if (await attempt(() => use(tool.system, tool.instrument, command.title, { ...known, ...told }))) done();
  }
  return html`<form class="told stack" ref=${form} aria-label=${label} onSubmit=${submit} onKeyDown=${leaving(done)}>
    <p class="small soft">${titled(command.description)}.</p>
    ${fields.map(([name, field]) => html`<${Told} key=${name} field=${field} needed=${command.required.includes(name)} value=${values[name]}
      set=${(/** @type {any} */ value) => setValues({ ...values, [name]: value })} />`)}
    <${Refused} said=${refused} />
    <div class="doing"><button class="button is-main">${label}</button><button class="button" type="button" onClick=${done}>${words.no}</button></div>
  </form>`;
}

/** The value of a field at first; people who are asked for together are different ones. @param {Field} field @param {boolean} needed @param {number} nth of the fields for people */
function first(field, needed, nth) {
  if (field.default !== undefined) return field.default;
  if (field.enum) return field.enum[0];
  if (field.type === "boolean") return true;
  if (field.type === "integer") return Math.max(field.minimum ?? 0, Math.min(field.maximum ?? 0, 1));
  if (field.format === "person" && needed) return (players()[nth] ?? players()[0])?.id ?? me.value?.person ?? "";
  return "";
}

/** What two people roll against each other may stand in the line: the check, and whose characters its note names. @param {[string, Field][]} fields @param {string[]} people names of fields */
function against(fields, people) {
  const [check, note] = [checkOf(text.value), noteOf(text.value)];
  if (!check.includes("(")) return {};
  const owners = note.split(" against ").map((name) => all.value.find((one) => one.name === name.trim())?.owner);
  return Object.fromEntries([
    ...fields.filter(([, { format }]) => format === "check").map(([name]) => [name, check]),
    ...people.flatMap((name, at) => (owners[at] ? [[name, owners[at]]] : [])),
  ]);
}

/** Those who play, before those who lead. */
const players = () => seated.value.filter((person) => person.role !== "spectator")
  .sort((one, other) => Number(one.role === "master") - Number(other.role === "master"));

/** One field, as what it is. @param {{ field: Field, needed: boolean, value: any, set: (value: any) => void }} props */
function Told({ field, needed, value, set }) {
  const id = useId();
  const label = `${titled(field.description)}${needed || field.default !== undefined ? "" : toolsWords.optional}`;
  if (field.format === "check") return html`<${CheckField} id=${id} label=${label} value=${value} needed=${needed} change=${set} eager />`;
  const people = field.format === "person" && [...(needed ? [] : [["", toolsWords.nobody]]), ...players().map((person) => [person.id, person.name])];
  return html`<${Control} id=${id} label=${label} schema=${field} value=${value} set=${set} needed=${needed}
    choices=${people || field.enum?.map((one) => [one, titled(one)])} row=${people ? false : undefined} />`;
}
