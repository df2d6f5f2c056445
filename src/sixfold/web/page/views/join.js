// Joining: a name, nothing else.
import { html } from "../html.js";
import { useState } from "../vendor/hooks.js";
import { join } from "../acts.js";
import { Problem } from "../api.js";
import { me } from "../state/table.js";
import { kept, keep } from "../state/kept.js";
import { words } from "../words.js";
import { Header } from "../parts/header.js";

/** @param {{ room: string, secret: string }} props */
export function Join({ room, secret }) {
  const [name, setName] = useState(kept("name", ""));
  const [refused, setRefused] = useState("");

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    try {
      me.value = await join(room, secret, name);
      keep("name", name);
    } catch (error) {
      setRefused(error instanceof Problem ? error.message : words.offline);
    }
  }
  return html`<div class="is-join">
    <${Header} />
    <main class="page">
      <form class="sheet stack pad" onSubmit=${submit}>
        <h1>${words.join.title}</h1>
        ${secret ? html`<div><label class="label" for="name">${words.join.name}</label>
            <input class="field" id="name" value=${name} required maxlength="40" onInput=${(/** @type {any} */ event) => setName(event.target.value)} autocomplete="nickname" /></div>
          ${refused && html`<p class="wrong" role="alert">${refused}</p>`}
          <button class="button is-main">${words.join.in}</button>
          <p class="small soft">${words.join.keep}</p>` : html`<p>${words.join.noLink}</p>`}
      </form>
    </main>
  </div>`;
}
