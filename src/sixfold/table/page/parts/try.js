// A check to try: the game, the line it is typed in, its form, the roll and the odds.
import { html } from "../html.js";
import { useEffect, useRef, useState } from "../vendor/hooks.js";
import * as draft from "../state/draft.js";
import * as engine from "../engine.js";
import { refusal } from "../problem.js";
import { knownGames } from "../verdict.js";
import { composeWords } from "../words/compose.js";
import { firstWords } from "../words/first.js";
import { tableWords } from "../words/table.js";
import { typedWords } from "../words/typed.js";
import { LyingDice } from "./blotter.js";
import { CheckInput } from "./check-input.js";
import { Choice } from "./choice.js";
import { chosen, Form, RuleChoice } from "./form/form.js";
import { Icon } from "./icon.js";
import { OddsSheet } from "./odds.js";
import { goToMissing } from "./throwing.js";
import { Typed } from "./typed.js";
import { Select } from "./select.js";

const MANY = 8; // games that stand side by side; more are a list

/** @param {{ games?: boolean, rolled?: (record: any) => void, children?: any }} props `children` stand above the form */
export function Try({ games = true, rolled, children }) {
  const [record, setRecord] = useState(/** @type {any} */ (null));
  const [refused, setRefused] = useState("");
  const blotter = useRef(/** @type {HTMLElement | null} */ (null));
  const tries = useRef(0); // what an earlier roll was refused for is not said of a later one
  const typing = draft.typed.value !== null;
  useEffect(() => {
    if (!draft.text.value && knownGames.value[0]) draft.say(knownGames.value[0].rules[0].example);
  }, [knownGames.value]);

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const nth = (tries.current += 1);
    setRefused("");
    if (goToMissing()) return;
    try {
      const made = await engine.roll({ check: draft.checkOf(draft.text.value), ...(typing ? { faces: draft.faces.value } : {}) });
      setRecord(made);
      rolled?.(made);
      if (typing) draft.type("");
      blotter.current?.scrollIntoView({ block: "nearest", behavior: "auto" });
    } catch (error) {
      const said = refusal(error);
      if (nth === tries.current) setRefused(said);
    }
  }
  return html`<div class="try">
    <section class="sheet pad stack" aria-label=${firstWords.try}>
      ${children}${games && html`<${Games} />`}
      <form class="stack is-tight" onSubmit=${submit}>
        <div class="row is-apart"><label class="label" for="check">${firstWords.write}</label>
          <button class="button is-plain is-slim" type="button" aria-pressed=${typing} onClick=${() => draft.type(typing ? null : "")}><${Icon} name="pencil" />${typedWords.open}</button></div>
        <div class="say"><${CheckInput} id="check" label=${composeWords.label} /><button class="button is-main">${composeWords.throw}</button></div>
        ${(refused || draft.unfit.value) && refused !== draft.read.value?.["problem"]?.detail && html`<p class="wrong small" role="alert">${refused || draft.unfit.value}</p>`}
      </form>
      ${typing && html`<${Typed} />`}
      <${RuleChoice} id="first" />
      <${Form} id="first" />
    </section>
    <section class="blotter ${record ? "" : "is-empty"}" ref=${blotter} aria-label=${tableWords.last}>${record
      ? html`<p class="top"><b>${firstWords.you}</b><code>${record.text}</code></p><${LyingDice} record=${record} typed=${record.source === "typed"} falls=${record.source !== "typed"} />`
      : html`<p class="top"></p><div class="fall"><p class="voice">${tableWords.emptyBlotter}</p></div><div class="result"></div>`}</section>
    <${OddsSheet} height=${92} />
  </div>`;
}

/** Which game: side by side, or as a list where there are many. */
function Games() {
  const { system } = chosen();
  const all = knownGames.value;
  /** @param {string} name */
  const pick = (name) => draft.say(all.find((one) => one.name === name)?.rules[0].example ?? "");
  return html`<fieldset><legend class="label">${firstWords.game}</legend>
    ${all.length > MANY
      ? html`<${Select} about=${{ "aria-label": firstWords.game }} options=${all.map(({ name, title }) => [name, `${name}: ${title}`])} value=${system?.name} set=${pick} />`
      : html`<${Choice} name="game" options=${all.map(({ name }) => [name, name])} value=${system?.name} set=${pick} />`}
    <p class="hint small soft">${system?.title}</p></fieldset>`;
}
