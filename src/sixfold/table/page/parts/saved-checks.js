// The sheet on which saved checks are put in order.
import { CONFIG_LENGTH, SAVED_NAME_LENGTH, TEXT_LENGTH } from "../bounds.js";
import { html } from "../html.js";
import { useState } from "../vendor/hooks.js";
import * as saved from "../state/edit-saved-checks.js";
import { words } from "../words/common.js";
import { formWords } from "../words/form.js";
import { chipWords } from "../words/chips.js";
import { savedWords } from "../words/saved-checks.js";
import { download } from "./download.js";
import { Icon } from "./icon.js";
import { entered, leaving } from "./handlers.js";
import { Select } from "./select.js";

/** All characters of this browser, and the checks of one of them. @param {{ done: () => void }} props */
export function SavedSheet({ done }) {
  const { characters, now } = saved.book.value;
  const [name, setName] = useState("");
  const [said, setSaid] = useState("");
  const [sure, setSure] = useState(false);
  const checks = saved.savedCharacter.value?.checks ?? [];

  /** @param {any} event */
  async function load(event) {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    try {
      const count = file.size > CONFIG_LENGTH ? 0 : await saved.read(await file.text(), savedWords.first);
      setSaid(count ? savedWords.came(count) : savedWords.noFile(file.name));
    } catch (problem) {
      setSaid(/** @type {Error} */ (problem).message);
    }
  }
  return html`<section class="sheet stage-form" aria-labelledby="saved-title" onKeyDown=${leaving(done)}>
    <header><h2 id="saved-title">${chipWords.title}</h2><button class="button is-plain" type="button" onClick=${done}>${words.done}</button></header>
    <div class="pad stack scrolls" tabindex="0" role="group" aria-labelledby="saved-title">
      ${characters.length > 0 && html`<div class="row">
        <label class="sr" for="who">${savedWords.character}</label>
        <${Select} about=${{ id: "who" }} options=${characters.map((one, i) => [String(i), one.name])} value=${String(now)}
          set=${(/** @type {string} */ at) => { setSure(false); saved.become(Number(at)); }} />
        <label class="sr" for="who-name">${savedWords.rename}</label>
        <input class="field is-short" id="who-name" value=${saved.savedCharacter.value?.name} maxlength=${SAVED_NAME_LENGTH}
          onChange=${entered((value) => value.trim() && saved.edit({ name: value.trim() }))} />
        ${sure
          ? html`<button class="button" type="button" onClick=${() => { setSure(false); saved.dismiss(); }}>${savedWords.reallyForget(checks.length)}</button>
              <button class="button is-plain" type="button" onClick=${() => setSure(false)}>${words.cancel}</button>`
          : html`<button class="button is-plain" type="button" onClick=${() => setSure(true)}>${savedWords.forget}</button>`}
      </div>
      <ol class="saved-list">
        ${checks.map((one, i) => html`<li key=${i}>
          <input class="field" value=${one.name} maxlength=${SAVED_NAME_LENGTH} aria-label=${savedWords.nameOf(one.check)}
            onChange=${entered((value) => value.trim() && saved.alter(i, { name: value.trim() }))} />
          <input class="field is-code" value=${one.check} maxlength=${TEXT_LENGTH} spellcheck=${false} autocapitalize="off" aria-label=${savedWords.checkOf(one.name)}
            onChange=${entered((value) => value.trim() && saved.alter(i, { check: value.trim() }))} />
          <span class="row-end">
            <${Act} icon="up" label=${savedWords.up(one.name)} disabled=${i === 0} act=${() => saved.move(i, -1)} />
            <${Act} icon="down" label=${savedWords.down(one.name)} disabled=${i === checks.length - 1} act=${() => saved.move(i, 1)} />
            <${Act} icon="close" label=${formWords.remove(one.name)} act=${() => saved.drop(i)} />
          </span>
        </li>`)}
        ${checks.length === 0 && html`<li class="soft">${chipWords.none}</li>`}
      </ol>`}
      ${characters.length === 0 && html`<p class="soft">${savedWords.begin}</p>`}
      <form class="row" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); saved.create(name); setName(""); }}>
        <label class="sr" for="new-who">${savedWords.newName}</label>
        <input class="field is-short" id="new-who" value=${name} maxlength=${SAVED_NAME_LENGTH} placeholder=${savedWords.newName} autocomplete="off" onInput=${entered(setName)} />
        <button class="button">${savedWords.create}</button>
      </form>
    </div>
    <div class="form-foot"><p class="small soft" role="status">${said || savedWords.where}</p>
      <div class="row"><label class="button is-file">${savedWords.load}<input type="file" accept="application/toml,.toml" onChange=${load} /></label>
        <button class="button" type="button" disabled=${characters.length === 0} onClick=${() => download("sixfold.toml", saved.written())}>${savedWords.write}</button></div></div>
  </section>`;
}

/** Something to do with a check, as a drawing. @param {{ icon: string, label: string, act: () => void, disabled?: boolean }} props */
const Act = ({ icon, label, act, disabled = false }) => html`<button class="button is-plain is-square" type="button" aria-label=${label} disabled=${disabled} onClick=${act}><${Icon} name=${icon} /></button>`;
