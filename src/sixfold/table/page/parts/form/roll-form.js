// The form in the place of the line: which game, which rule, what is set, and the odds beside it.
import { html } from "../../html.js";
import * as draft from "../../state/draft.js";
import { knownGames } from "../../verdict.js";
import { composeWords } from "../../words/compose.js";
import { firstWords } from "../../words/first.js";
import { formWords } from "../../words/form.js";
import { tableWords } from "../../words/table.js";
import { FirstChance, OddsSheet } from "../odds.js";
import { Visible } from "../visible.js";
import { submit, ThrowButton } from "../throwing.js";
import { Typed } from "../typed.js";
import { chosen, Form, RuleChoice } from "./form.js";
import { leaving } from "../handlers.js";
import { capital } from "../../words/text.js";
import { useFocus } from "../use-focus.js";
import { Select } from "../select.js";

/** @param {{ done: () => void }} props */
export function Sheet({ done }) {
  const { system, rule } = chosen();
  const game = useFocus({ preventScroll: true });
  return html`<form class="sheet stage-form" aria-label=${tableWords.throwing} onSubmit=${submit} onKeyDown=${leaving(done)}>
    <header><h2>${capital(rule?.title.split(":")[0] ?? "")}</h2>
      <label class="sr" for="which-game">${firstWords.game}</label>
      <${Select} about=${{ id: "which-game" }} element=${game} options=${knownGames.value.map(({ name }) => [name, name])} value=${system?.name}
        set=${(/** @type {string} */ name) => draft.say(knownGames.value.find((one) => one.name === name)?.rules[0].example)} />
      <button class="button is-plain" type="button" onClick=${done}>${formWords.close}</button></header>
    <div class="form-body">
      <div class="pad stack"><${RuleChoice} id="sheet" /><${Form} id="sheet" />${draft.typed.value !== null && html`<${Typed} />`}<${Visible} name="seen-form" /></div>
      <${OddsSheet} />
    </div>
    <div class="form-foot">
      <p class="canon" role="status">${draft.refused.value || draft.unfit.value ? html`<span class="wrong">${draft.refused.value || draft.unfit.value}</span>` : html`<span class="soft">${composeWords.throws}</span> <code>${draft.text.value}</code> <${FirstChance} />`}</p>
      <div class="row"><${ThrowButton} /></div>
    </div>
  </form>`;
}
