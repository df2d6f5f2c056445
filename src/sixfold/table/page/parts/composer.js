// Where the next throw is made: the text of a check or its form, its odds meanwhile, and who will see it.
import { html } from "../html.js";
import { useEffect, useState } from "../vendor/hooks.js";
import * as draft from "../state/draft.js";
import { Lazy } from "../lazy.js";
import { editing, open as openCharacter, roller } from "../state/characters.js";
import { past } from "../state/past.js";
import { helping } from "../state/help.js";
import { me } from "../state/table.js";
import { knownGames } from "../verdict.js";
import { askingWords } from "../words/asking.js";
import { words } from "../words/common.js";
import { composeWords } from "../words/compose.js";
import { formWords } from "../words/form.js";
import { chipWords } from "../words/chips.js";
import { tableWords } from "../words/table.js";
import { typedWords } from "../words/typed.js";
import { Waiting } from "./waiting.js";
import { CheckInput } from "./check-input.js";
import { Chips } from "./chips.js";
import { Icon } from "./icon.js";
import { OddsLine } from "./odds.js";
import { Visible } from "./visible.js";
import { submit, ThrowButton } from "./throwing.js";

const sheet = () => import("./form/roll-form.js").then((module) => module.Sheet);
const saved = () => import("./saved-checks.js").then((module) => module.SavedSheet);
const edit = () => import("./characters/edit.js").then((module) => module.Edit);
const saving = () => import("./save-check.js").then((module) => module.SaveCheck);
const asking = () => import("./asking.js").then((module) => module.Asking);
const typed = () => import("./typed.js").then((module) => module.Typed);

/** A button with a drawing above its word. @param {{ label: string, short: string, icon?: string, kind?: string } & Record<string, any>} props without an icon, a question mark */
const Way = ({ label, short, icon, kind = "", ...more }) => html`<button class="button is-square ${kind}" type="button" aria-label=${label} title=${label} ...${more}>
  ${icon ? html`<${Icon} name=${icon} />` : html`<b aria-hidden="true">?</b>`}<span aria-hidden="true">${short}</span></button>`;

/** What is open in the place of the line: a form, the sheet of saved checks, or nothing. @typedef {"" | "form" | "saved"} Open */
/** What is open beside it. @typedef {"" | "save" | "ask"} Beside */

export function Composer() {
  const [open, setOpen] = useState(/** @type {Open} */ (""));
  const [beside, setBeside] = useState(/** @type {Beside} */ (""));
  const role = me.value?.role;
  useEffect(() => {
    if (!draft.text.value && past.value[0]) draft.say(past.value[0]);
  }, []);
  // What was meant for a throw at this table is not taken to another one.
  useEffect(() => () => {
    draft.thrown();
    editing.value = null;
    draft.visible.value = "all";
  }, []);

  /** The form begins with an example where nothing was said yet that can be read. */
  function form() {
    const said = draft.text.value.trim() && !draft.read.value?.["problem"];
    if (!draft.shape.value && !said && knownGames.value[0]) draft.say(knownGames.value[0].rules[0].example);
    setOpen("form");
  }
  /** @param {Beside} other */
  const turn = (other) => setBeside(beside === other ? "" : other);

  /** Back to the line; the focus is where it was opened from. */
  function close() {
    const from = editing.value === null ? `open-${open}` : "open-saved";
    editing.value = null;
    setOpen("");
    queueMicrotask(() => document.getElementById(from)?.focus());
  }
  if (role === "spectator") return html`<section class="composer sheet is-watching" id="throw"><p class="soft">${composeWords.watching}</p></section>`;
  if (editing.value !== null) return html`<div class="in-place" id="throw"><${Lazy} key=${editing.value} load=${edit} props=${{ done: () => close() }} /></div>`;
  if (open) return html`<div class="in-place" id="throw"><${Lazy} key=${open} load=${open === "form" ? sheet : saved} props=${{ done: () => close() }} /></div>`;
  const typing = draft.typed.value !== null;
  return html`<section class="composer sheet" id="throw" aria-label=${tableWords.throwing}>
    <${Waiting} manage=${() => (roller.value ? openCharacter(roller.value.character) : setOpen("saved"))} />
    <div class="ways">
      <${Way} id="open-form" label=${formWords.open} short=${formWords.short} icon="form" onClick=${form} />
      <${Way} label=${typedWords.open} short=${typedWords.short} icon="pencil" aria-pressed=${typing} onClick=${() => draft.type(typing ? null : "")} />
      ${role === "master" && html`<${Way} label=${askingWords.title} short=${askingWords.short} icon="ask" aria-pressed=${beside === "ask"} onClick=${() => turn("ask")} />`}
      <${Way} kind="wide-only" label=${words.help} short=${words.help} onClick=${() => (helping.value = true)} />
      <${Chips} />
      <${Way} label=${chipWords.this} short=${chipWords.short} icon="plus" disabled=${!draft.read.value?.text} aria-expanded=${beside === "save"} onClick=${() => turn("save")} />
    </div>
    ${beside && html`<${Lazy} key=${beside} load=${beside === "save" ? saving : asking} props=${{ done: () => setBeside("") }} />`}
    ${typing && html`<${Lazy} key="typed" load=${typed} />`}
    <form class="say" onSubmit=${submit}>
      <${CheckInput} id="check" label=${composeWords.label} placeholder=${knownGames.value[0]?.rules[0].example} />
      <${ThrowButton} />
    </form>
    ${draft.refused.value && draft.refused.value !== draft.read.value?.["problem"]?.detail && html`<p class="wrong refused" role="alert">${draft.refused.value}</p>`}
    <div class="below"><${OddsLine} /><${Visible} /></div>
  </section>`;
}
