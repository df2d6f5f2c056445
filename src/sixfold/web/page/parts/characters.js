// The place of the characters: the panel is fetched once there are some.
import { html } from "../html.js";
import { Later } from "../later.js";
import { all, editing } from "../state/characters.js";
import { me } from "../state/table.js";
import { tab } from "../state/tab.js";
import { characterWords } from "../words/characters.js";

const panel = () => import("./characters/panel.js").then((module) => module.Panel);

/** The form of a character opens where rolls are made. @param {number} number 0 for a new one */
export function open(number) {
  editing.value = number;
  tab.value = "throw";
}

export function Characters() {
  if (me.value?.role === "spectator" && !all.value.length) return null;
  return html`<section class="sheet characters" aria-labelledby="characters-title">
    <header><h2 id="characters-title">${characterWords.title}</h2></header>
    ${all.value.length > 0 && html`<${Later} load=${panel} />`}
    ${me.value?.role !== "spectator" && html`<div class="pad stack">${all.value.length === 0 && html`<p class="small soft">${characterWords.none}</p>`}
      <div class="doing"><button class="button" type="button" id="new-character" onClick=${() => open(0)}>${characterWords.create}</button></div></div>`}
  </section>`;
}
