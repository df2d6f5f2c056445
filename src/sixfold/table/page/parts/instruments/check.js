// A check that a command is told: what fits is offered while one is typing, and what is wrong is said below.
import { html } from "../../html.js";
import { useEffect, useState } from "../../vendor/hooks.js";
import * as engine from "../../engine.js";
import { entered } from "../handlers.js";

const PAUSE = 150; // ms: a finger between two letters

/** @param {{ id: string, value: string, needed: boolean, set: (value: string) => void }} props */
export function CheckField({ id, value, needed, set }) {
  const [read, setRead] = useState(/** @type {any} */ (null));
  useEffect(() => {
    let over = false;
    const due = setTimeout(() => {
      const cursor = [...value].length;
      engine.check(value, { cursor }).then((found) => over || setRead(found), () => undefined);
    }, PAUSE);
    return () => {
      over = true;
      clearTimeout(due);
    };
  }, [value]);
  const letters = [...value];
  /** @type {string[]} */
  const fitting = (read?.completions ?? []).map((/** @type {any} */ one) => [...letters.slice(0, one.start), one.word, ...letters.slice(one.end)].join(""));
  const wrong = value.trim() && read?.problem?.detail;
  return html`<input class="field is-code" id=${id} value=${value} required=${needed} list=${`${id}-fitting`} autocomplete="off" autocapitalize="off"
      spellcheck=${false} aria-describedby=${`${id}-said`} onInput=${entered(set)} />
    <datalist id=${`${id}-fitting`}>${fitting.map((text) => html`<option key=${text} value=${text}></option>`)}</datalist>
    <p class="hint small ${wrong ? "" : "soft"}" id=${`${id}-said`} role="status">${wrong || (read?.text && read.text !== value ? read.text : "")}</p>`;
}
