// A question before something that cannot be undone with a press, in the place of what was pressed: no dialog.
import { html } from "../html.js";
import { words } from "../words/common.js";
import { leaving } from "./handlers.js";
import { useFocus } from "./use-focus.js";

/** @param {{ question: string, yes: string, onYes: () => void, onNo: () => void }} props */
export function Confirm({ question, yes, onYes, onNo }) {
  const no = useFocus();
  return html`<div class="sure" role="group" aria-label=${question} onKeyDown=${leaving(onNo)}>
    <p class="small">${question}</p>
    <div class="doing"><button class="button is-main" type="button" onClick=${onYes}>${yes}</button>
      <button class="button" type="button" ref=${no} onClick=${onNo}>${words.no}</button></div>
  </div>`;
}
