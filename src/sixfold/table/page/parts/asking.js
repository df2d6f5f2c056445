// How the master asks for a check: one, several or all players.
import { html } from "../html.js";
import { useState } from "../vendor/hooks.js";
import * as draft from "../state/draft.js";
import { request } from "../room-commands.js";
import { seated } from "../state/table.js";
import { askingWords } from "../words/asking.js";
import { words } from "../words/common.js";
import { Refused, useAttempt } from "./attempt.js";

/** For the master: ask one, several or all for what stands in the line. @param {{ done: () => void }} props */
export function Asking({ done }) {
  const [people, setPeople] = useState(/** @type {string[]} */ ([]));
  const { refused, attempt } = useAttempt();
  const players = seated.value.filter((one) => one.role === "player");
  const check = draft.read.value?.text ?? "";
  const send = () => attempt(async () => {
    const made = draft.now();
    await request({ check, people, visible: draft.visible.value });
    draft.thrown(made);
    done();
  });
  return html`<div class="asking" role="group" aria-label=${askingWords.title}>
    <div class="row">
      <label class="pick"><input type="checkbox" checked=${people.length === 0} onChange=${() => setPeople([])} /><span>${askingWords.all}</span></label>
      ${players.map((one) => html`<label class="pick" key=${one.id}><input type="checkbox" checked=${people.includes(one.id)}
        onChange=${() => setPeople(people.includes(one.id) ? people.filter((id) => id !== one.id) : [...people, one.id])} /><span>${one.name}</span></label>`)}
    </div>
    <${Refused} said=${refused} />
    ${players.length === 0 && html`<p class="soft small">${askingWords.nobodyHere}</p>`}
    <div class="row"><button class="button is-ask" type="button" disabled=${!check || players.length === 0} onClick=${send}>${askingWords.ask}${check && html` <code>${check}</code>`}</button>
      <button class="button is-plain" type="button" onClick=${done}>${words.cancel}</button></div>
  </div>`;
}
