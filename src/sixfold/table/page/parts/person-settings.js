// What can be done about somebody: another name and colour, leaving; for the master, showing out and handing over.
import { html } from "../html.js";
import { useState } from "../vendor/hooks.js";
import { COLOURS } from "../bounds.js";
import { handOver, remove, rename } from "../room-commands.js";
import { leads } from "../state/table.js";
import { peopleWords } from "../words/people.js";
import { isolated } from "../words/text.js";
import { Refused, useAttempt } from "./attempt.js";
import { Confirm } from "./confirm.js";
import { entered } from "./handlers.js";

/** @param {{ person: import("../state/table.js").Person, self: boolean, done: () => void }} props */
export function PersonSettings({ person, self, done }) {
  const [name, setName] = useState(person.name);
  const [colour, setColour] = useState(person.colour);
  const [asked, setAsked] = useState(/** @type {"" | "remove" | "hand"} */ (""));
  const { refused, attempt } = useAttempt();

  /** @param {() => Promise<unknown>} act */
  async function settle(act) {
    setAsked("");
    if (await attempt(act)) done();
  }
  if (asked === "remove") {
    return html`<${Confirm} question=${self ? peopleWords.leaveSure : peopleWords.removeSure(isolated(person.name))} yes=${self ? peopleWords.leaveYes : peopleWords.remove}
      onYes=${() => settle(() => remove(person.id))} onNo=${() => setAsked("")} />`;
  }
  if (asked === "hand") {
    return html`<${Confirm} question=${peopleWords.handSure(isolated(person.name))} yes=${peopleWords.hand} onYes=${() => settle(() => handOver(person.id))} onNo=${() => setAsked("")} />`;
  }
  return html`<form class="personal stack" onSubmit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void settle(() => rename(person.id, name, colour));
  }}>
    <div><label class="label" for="person-name">${peopleWords.name}</label>
      <input class="field" id="person-name" dir="auto" value=${name} required autocomplete="off" onInput=${entered(setName)} /></div>
    <fieldset><legend class="label">${peopleWords.colour}</legend><div class="colours">
      ${COLOURS.map((one, at) => html`<label key=${one} style=${{ "--colour": one }}><input type="radio" name="colour" aria-label=${`${peopleWords.colour} ${at + 1}`} checked=${colour === one} onChange=${() => setColour(one)} /></label>`)}
    </div></fieldset>
    <${Refused} said=${refused} />
    <div class="doing"><button class="button is-main">${peopleWords.keep}</button>
      ${!self && leads.value && person.role !== "master" && html`<button class="button" type="button" onClick=${() => setAsked("hand")}>${peopleWords.hand}</button>`}
      <button class="button" type="button" onClick=${() => setAsked("remove")}>${self ? peopleWords.leave : peopleWords.remove}</button></div>
  </form>`;
}
