// Dice of a real table, typed in: a pad of faces, a line of numbers, and how many the check still wants.
import { html } from "../html.js";
import * as draft from "../state/draft.js";
import { typedWords } from "../words/typed.js";
import { Die } from "./dice.js";
import { Icon } from "./icon.js";
import { submit } from "./throwing.js";
import { entered } from "./handlers.js";

const MOST = 12; // faces that have a key of their own; of larger dice the numbers are typed

/** What comes next, as a sentence. @returns {string} */
function wanted() {
  const read = draft.read.value;
  if (!read?.text) return typedWords.check;
  if (read["faces"]) return read["faces"].detail;
  const needed = read["needed"];
  if (!needed) return typedWords.whole(draft.faces.value.length);
  return typedWords.more(needed.size, needed.label, needed.sides, draft.faces.value.length > 0);
}

export function Typed() {
  const { sides, lowest: low } = draft.die.value;
  const said = draft.typed.value ?? "";
  /** @param {number} face */
  const add = (face) => draft.type(`${said.trim()} ${face}`.trim());
  const wrong = draft.read.value?.["faces"];
  return html`<div class="typed">
    ${sides <= MOST && html`<div class="pad-of-dice" role="group" aria-label=${typedWords.pad}>
      ${Array.from({ length: sides }, (_, i) => low + i).map((face) => html`<button key=${face} type="button" class="button is-square" aria-label=${typedWords.face(face)} onClick=${() => add(face)}>
        ${sides <= 6 && low === 1 ? html`<${Die} face=${face} kind="is-typed" />` : face}</button>`)}
      <button type="button" class="button is-square is-plain" aria-label=${typedWords.back} disabled=${!said} onClick=${() => draft.type(said.trim().replace(/\s*\d$|\s*\d+$/, ""))}><${Icon} name="erase" /></button>
    </div>`}
    <label class="sr" for="faces">${typedWords.label}</label>
    <input class="field is-code" id="faces" value=${said} inputmode="numeric" autocomplete="off" placeholder="6 6 5" aria-describedby="faces-said" aria-invalid=${Boolean(wrong)}
      onInput=${entered(draft.type)}
      onKeyDown=${(/** @type {any} */ event) => event.key === "Enter" && !event.target.form && submit(event)} />
    <p id="faces-said" role="status" class=${wrong ? "wrong" : "soft"}>${wanted()}</p>
  </div>`;
}
