// The first page: what this is, every game to try at once, and a table of one's own.
import { html } from "../html.js";
import { useState } from "../vendor/hooks.js";
import * as engine from "../engine.js";
import * as draft from "../state/draft.js";
import { makeTable } from "../acts.js";
import { go } from "../state/place.js";
import { systems } from "../verdict.js";
import { words } from "../words.js";
import { Header } from "../parts/header.js";
import { Lying } from "../parts/blotter.js";
import { OddsLine } from "../parts/odds.js";

export function First() {
  const [record, setRecord] = useState(/** @type {any} */ (null));
  const [game, setGame] = useState("ten");
  const found = systems.value.find((one) => one.name === game);
  if (found && !draft.text.value) draft.text.value = found.rules[0].example;

  return html`<div class="is-first">
    <${Header}><a class="button is-plain" href="/odds">${words.first.designers}</a><//>
    <main class="page">
      <div class="cols is-end">
        <h1 class="lead c8">${words.lead}</h1>
        <div class="c4 stack is-tight"><p class="small soft">${words.first.free}</p>
          <button class="button is-main" onClick=${async () => go(new URL(await makeTable(words.first.defaultName)).href.replace(location.origin, ""))}>${words.first.make}</button></div>
      </div>
      <div class="try">
        <form class="sheet stack pad" onSubmit=${async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          setRecord(await engine.roll(draft.text.value).catch(() => null));
        }}>
          <fieldset><legend class="label">${words.first.game}</legend>
            <div class="choice">${systems.value.map((one) => html`<label key=${one.name}><input type="radio" name="game" checked=${one.name === game}
              onChange=${() => { setGame(one.name); draft.text.value = one.rules[0].example; }} />${one.name}</label>`)}</div>
            <p class="hint small soft">${found?.title}</p></fieldset>
          <div><label class="label" for="check">${words.first.write}</label>
            <div class="say"><input class="field is-code" id="check" value=${draft.text.value} onInput=${(/** @type {any} */ event) => (draft.text.value = event.target.value)} autocomplete="off" />
              <button class="button is-main">${words.compose.throw}</button></div></div>
          <div class="live">${draft.problem.value ? html`<p class="wrong">${draft.problem.value.message}</p>` : draft.odds.value && html`<${OddsLine} odds=${draft.odds.value} />`}</div>
        </form>
        <section class="blotter" aria-label=${words.table.last}>${record && html`<p class="top"><b>${words.first.you}</b><code>${record.text}</code></p><${Lying} record=${record} />`}</section>
      </div>
      <p class="hint soft">${words.first.proof}</p>
    </main>
  </div>`;
}
