// Where the next throw is made: the text of a check, its odds while one is typing, and who will see it.
import { html } from "../html.js";
import { useState } from "../vendor/hooks.js";
import * as draft from "../state/draft.js";
import { Problem } from "../api.js";
import { throwCheck } from "../acts.js";
import { words } from "../words.js";
import { OddsLine } from "./odds.js";

export function Composer() {
  const [refused, setRefused] = useState(/** @type {string} */ (""));
  const problem = draft.problem.value;
  const odds = draft.odds.value;

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    setRefused("");
    try {
      await throwCheck({ check: draft.text.value, visible: draft.visible.value });
    } catch (error) {
      if (error instanceof Problem) setRefused(error.message);
      else throw error;
    }
  }
  return html`<form class="composer sheet" id="throw" aria-label=${words.table.throwing} onSubmit=${submit}>
    <div class="say">
      <div>
        <label class="sr" for="check">${words.compose.label}</label>
        <input class="field is-code" id="check" value=${draft.text.value} onInput=${(/** @type {any} */ event) => (draft.text.value = event.target.value)}
          autocomplete="off" autocapitalize="off" spellcheck=${false} aria-describedby="canon" aria-invalid=${problem !== null} />
      </div>
      <button class="button is-main">${draft.visible.value === "all" ? words.compose.throw : words.compose.sealed}</button>
    </div>
    <div class="below">
      <div class="odds-line" id="canon">
        ${refused || problem ? html`<p class="wrong">${refused || problem?.message}</p>` : odds && html`<${OddsLine} odds=${odds} />`}
      </div>
      <fieldset>
        <legend class="sr">${words.compose.seenBy}</legend>
        <div class="choice is-seen">
          ${(/** @type {const} */ (["all", "master", "self"])).map((one) => html`<label key=${one}>
            <input type="radio" name="seen" checked=${draft.visible.value === one} onChange=${() => (draft.visible.value = one)} />${words.compose.visible[one]}</label>`)}
        </div>
      </fieldset>
    </div>
  </form>`;
}
