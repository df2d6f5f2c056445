// Creating a table: its name and one's own, and one sits at it.
import { html } from "../html.js";
import { useLayoutEffect, useRef, useState } from "../vendor/hooks.js";
import { join } from "../commands.js";
import { makeTable } from "../room-commands.js";
import { go } from "../state/place.js";
import { keep, load } from "../state/local-storage.js";
import { firstWords } from "../words/first.js";
import { Refused, useAttempt } from "./attempt.js";
import { entered, leaving } from "./handlers.js";

export function CreateTable() {
  const [open, setOpen] = useState(false);
  const [table, setTable] = useState(firstWords.defaultName);
  const [name, setName] = useState(load("name", ""));
  const { refused, attempt } = useAttempt();
  const [sending, setSending] = useState(false);
  const first = useRef(/** @type {HTMLInputElement | null} */ (null));
  useLayoutEffect(() => {
    if (open) first.current?.select();
  }, [open]);

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    const made = await attempt(async () => {
      const link = new URL(await makeTable(table.trim() || firstWords.defaultName));
      const room = link.pathname.split("/")[2] ?? "";
      if (name.trim()) {
        await join(room, link.hash.slice(1), name);
        keep("name", name);
      }
      go(name.trim() ? link.pathname : link.pathname + link.hash);
    });
    if (!made) setSending(false);
  }
  const close = () => {
    setOpen(false);
    queueMicrotask(() => document.getElementById("make")?.focus());
  };
  if (!open) return html`<button class="button is-main" type="button" id="make" onClick=${() => setOpen(true)}>${firstWords.make}</button>`;
  return html`<form class="stack is-tight make" aria-label=${firstWords.make} onSubmit=${submit} onKeyDown=${leaving(close)}>
    <div><label class="label" for="table-name">${firstWords.tableName}</label><input class="field" id="table-name" ref=${first} value=${table} autocomplete="off" onInput=${entered(setTable)} /></div>
    <div><label class="label" for="own-name">${firstWords.yours}</label><input class="field" id="own-name" value=${name} autocomplete="nickname" onInput=${entered(setName)} /></div>
    <${Refused} said=${refused} />
    <button class="button is-main" aria-disabled=${sending ? "true" : undefined}>${firstWords.set}</button>
  </form>`;
}
