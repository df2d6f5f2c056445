// What can be done with an instrument: commands that are ready, checks to throw, and forms for what must be told more.
import { html } from "../../html.js";
import { useRef, useState } from "../../vendor/hooks.js";
import { throwCheck } from "../../commands.js";
import { use } from "../../room-commands.js";
import { take, visible } from "../../state/draft.js";
import { upright } from "../../words/text.js";
import { tab } from "../../state/tab.js";
import { offered } from "../../state/waiting.js";
import { Refused, useAttempt } from "../attempt.js";
import { Confirm } from "../confirm.js";
import { Form } from "./form.js";

/** @typedef {{ act: "button" | "roll" | "form", label: string, command: string, check: string, to: number | null, settled: boolean, values: Record<string, any>, main: boolean, sure: string }} Doing */
/** @typedef {import("./instruments.js").Instrument} Instrument */

/** @param {{ acts: Doing[], text: string, tool: Instrument }} props */
export function Acts({ acts, text, tool }) {
  if (!acts.some((act) => offered(act, tool))) return text ? html`<p class="small">${upright(text)}</p>` : null;
  return html`<div class="stack is-tight">${text && html`<p class="small">${upright(text)}</p>`}<${Do} acts=${acts} tool=${tool} /></div>`;
}

/** What may be done, side by side; the form of one of them below. @param {{ acts: Doing[], tool: Instrument }} props */
export function Do({ acts, tool }) {
  const [open, setOpen] = useState("");
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const mine = acts.filter((act) => offered(act, tool));
  const form = mine.find((act) => act.act === "form" && act.label === open);
  if (!mine.length) return null;
  return html`<div class="doing" ref=${box}>
    ${mine.filter((act) => act !== form).map((act) => act.act === "form"
      ? html`<button key=${act.label} class="button" type="button" aria-expanded="false" onClick=${() => setOpen(act.label)}>${act.label}</button>`
      : html`<${Act} key=${act.label} act=${act} tool=${tool} />`)}
    ${form && html`<${Form} key=${form.label} label=${form.label} values=${form.values} tool=${tool}
      command=${tool.commands.find((command) => command.title === form.command)} done=${() => close(form.label)} />`}
  </div>`;

  /** The focus goes back to the button that opened it; whoever went elsewhere meanwhile is not called back. @param {string} label */
  function close(label) {
    const here = box.current?.contains(document.activeElement);
    setOpen("");
    if (here) queueMicrotask(() => /** @type {HTMLElement | undefined} */ ([...(box.current?.querySelectorAll("button") ?? [])].find((one) => one.textContent === label))?.focus());
  }
}

/** One thing to do. @param {{ act: Doing, tool: Instrument }} props */
export function Act({ act, tool }) {
  const [busy, setBusy] = useState(false);
  const { refused, attempt } = useAttempt();
  const [asked, setAsked] = useState(false);

  async function go() {
    setAsked(false);
    // On a small screen the dice are on another tab; the line is there to be written in once that is drawn.
    if (act.act === "roll") tab.value = "throw";
    if (act.act === "roll" && !act.settled) return void queueMicrotask(() => take(act.check, act.to ?? undefined));
    setBusy(true);
    await attempt(() => act.act === "roll"
      ? throwCheck({ check: act.check, visible: visible.value, ...(act.to === null ? {} : { to: act.to }) })
      : use(tool.system, tool.instrument, act.command, act.values));
    setBusy(false);
  }
  if (asked) return html`<${Confirm} question=${upright(act.sure)} yes=${act.label} onYes=${go} onNo=${() => setAsked(false)} />`;
  return html`<button class="button ${act.main ? "is-main" : ""}" type="button" aria-disabled=${busy || null}
      onClick=${() => !busy && (act.sure ? setAsked(true) : go())}>${act.label}</button>
    <${Refused} said=${refused} />`;
}
