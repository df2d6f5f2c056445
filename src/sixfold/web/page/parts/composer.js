// Where the next throw is made: the text of a check or its form, its odds meanwhile, and who will see it.
import { html } from "../html.js";
import { useEffect, useState } from "../vendor/hooks.js";
import * as draft from "../state/draft.js";
import { Later } from "../later.js";
import { past } from "../state/past.js";
import { me } from "../state/table.js";
import { systems } from "../verdict.js";
import { words } from "../words.js";
import { Above } from "./asked.js";
import { CheckLine } from "./check.js";
import { Chips } from "./chips.js";
import { Icon } from "./icon.js";
import { OddsLine } from "./odds.js";
import { Seen } from "./seen.js";
import { submit, Throw } from "./throwing.js";

const sheet = () => import("./form/sheet.js").then((module) => module.Sheet);
const saved = () => import("./saved.js").then((module) => module.SavedSheet);
const saving = () => import("./saved.js").then((module) => module.SaveThis);
const asking = () => import("./asking.js").then((module) => module.Asking);
const typed = () => import("./typed.js").then((module) => module.Typed);

/** What is open in the place of the line: a form, the sheet of saved checks, or nothing. @typedef {"" | "form" | "saved"} Open */
/** What is open beside it. @typedef {"" | "save" | "ask"} Beside */

export function Composer() {
  const [open, setOpen] = useState(/** @type {Open} */ (""));
  const [beside, setBeside] = useState(/** @type {Beside} */ (""));
  const role = me.value?.role;
  useEffect(() => {
    if (!draft.text.value && systems.value[0]) draft.say(past.value[0] ?? systems.value[0].rules[0].example);
  }, [systems.value]);
  // What was meant for a throw at this table is not taken to another one.
  useEffect(() => () => {
    draft.thrown();
    draft.visible.value = "all";
  }, []);

  /** Back to the line; the focus is where it was opened from. */
  function close() {
    const from = `open-${open}`;
    setOpen("");
    requestAnimationFrame(() => document.getElementById(from)?.focus());
  }
  if (role === "spectator") return html`<section class="composer sheet is-watching" id="throw"><p class="soft">${words.compose.watching}</p></section>`;
  if (open) return html`<div class="in-place" id="throw"><${Later} key=${open} load=${open === "form" ? sheet : saved} props=${{ done: () => close() }} /></div>`;
  const typing = draft.typed.value !== null;
  return html`<section class="composer sheet" id="throw" aria-label=${words.table.throwing}>
    <${Above} manage=${() => setOpen("saved")} />
    <div class="ways">
      <button class="button is-square" type="button" id="open-form" aria-label=${words.form.open} title=${words.form.open} onClick=${() => setOpen("form")}><${Icon} name="form" /><span aria-hidden="true">${words.form.short}</span></button>
      <button class="button is-square" type="button" aria-label=${words.typed.open} title=${words.typed.open} aria-pressed=${typing} onClick=${() => draft.type(typing ? null : "")}><${Icon} name="pencil" /><span aria-hidden="true">${words.typed.short}</span></button>
      ${role === "master" && html`<button class="button is-square" type="button" aria-label=${words.asked.title} title=${words.asked.title} aria-pressed=${beside === "ask"} onClick=${() => setBeside(beside === "ask" ? "" : "ask")}><${Icon} name="ask" /><span aria-hidden="true">${words.asked.short}</span></button>`}
      <${Chips} />
      <button class="button is-plain" type="button" disabled=${!draft.read.value?.text} aria-expanded=${beside === "save"} onClick=${() => setBeside(beside === "save" ? "" : "save")}>${words.saved.this}</button>
    </div>
    ${beside && html`<${Later} key=${beside} load=${beside === "save" ? saving : asking} props=${{ done: () => setBeside("") }} />`}
    ${typing && html`<${Later} key="typed" load=${typed} />`}
    <form class="say" onSubmit=${submit}>
      <${CheckLine} id="check" label=${words.compose.label} placeholder=${systems.value[0]?.rules[0].example} />
      <${Throw} />
    </form>
    ${draft.refused.value && draft.refused.value !== draft.read.value?.["problem"]?.detail && html`<p class="wrong refused" role="alert">${draft.refused.value}</p>`}
    <div class="below"><${OddsLine} /><${Seen} /></div>
  </section>`;
}
