// Saving the check in the line as a button: of the character at the table, or of one of this browser.
import { SAVED_NAME_LENGTH } from "../bounds.js";
import { html } from "../html.js";
import { useState } from "../vendor/hooks.js";
import { portray } from "../room-commands.js";
import { roller } from "../state/characters.js";
import * as draft from "../state/draft.js";
import * as saved from "../state/edit-saved-checks.js";
import { me } from "../state/table.js";
import { refusal } from "../problem.js";
import { words } from "../words/common.js";
import { savedWords } from "../words/saved-checks.js";
import { entered, leaving } from "./handlers.js";
import { useFocus } from "./use-focus.js";

/** The form that names the check in the line, and keeps it as a button. @param {{ done: () => void }} props */
export function SaveCheck({ done }) {
  const [name, setName] = useState("");
  const [owner, setOwner] = useState(me.value?.name ?? savedWords.first);
  const [wrong, setWrong] = useState(false);
  const field = useFocus();
  const check = draft.read.value?.text || draft.checkOf(draft.text.value);
  return html`<form class="save-this" onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (!name.trim()) {
        setWrong(true);
        return field.current?.focus();
      }
      const one = roller.value;
      if (one) void portray({ character: one.character, sheet: { checks: saved.withCheck(one.checks, { name: name.trim(), check }) } }).catch((error) => (draft.refused.value = refusal(error)));
      else saved.save(name.trim(), check, owner.trim() || savedWords.first);
      done();
    }} onKeyDown=${leaving(done)}>
    <label class="sr" for="save-name">${savedWords.name}</label>
    <input class="field" id="save-name" ref=${field} value=${name} maxlength=${SAVED_NAME_LENGTH} placeholder=${savedWords.called(check)} autocomplete="off" aria-invalid=${wrong} aria-describedby=${wrong ? "save-wrong" : undefined} onInput=${entered((now) => { setName(now); setWrong(false); })} />
    <button class="button">${savedWords.keep}</button>
    <button class="button is-plain" type="button" onClick=${done}>${words.cancel}</button>
    ${wrong && html`<p class="wrong small" id="save-wrong" role="alert">${savedWords.nameless}</p>`}
    ${!saved.savedCharacter.value && !roller.value && html`<div class="row"><label class="small" for="save-for">${savedWords.owner}</label>
      <input class="field is-short" id="save-for" value=${owner} maxlength=${SAVED_NAME_LENGTH} autocomplete="off" onInput=${entered(setOwner)} /></div>`}
  </form>`;
}
