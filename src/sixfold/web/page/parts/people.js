// The people at the table.
import { html } from "../html.js";
import { me, room } from "../state/table.js";
import { words } from "../words.js";

export function People() {
  return html`<section class="sheet" aria-labelledby="people-title">
    <header><h2 id="people-title">${words.table.people}</h2></header>
    <ul class="people">
      ${(room.value?.people ?? []).map((/** @type {any} */ person) => html`<li key=${person.id}>
        <span class="mono">${[...person.name][0]}</span><b>${person.name}</b>
        <span class="soft">${person.id === me.value?.person ? words.table.you : words.table.roles[/** @type {"master"} */ (person.role)]}</span></li>`)}
    </ul>
  </section>`;
}
