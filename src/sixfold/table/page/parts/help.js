// Help for the view that is open, and for each game: its words, examples to use, and its rules clause by clause.
import { html } from "../html.js";
import { useEffect, useState } from "../vendor/hooks.js";
import * as engine from "../engine.js";
import * as draft from "../state/draft.js";
import { helping } from "../state/help.js";
import { place } from "../state/place.js";
import { knownGames } from "../verdict.js";
import { helpWords } from "../words/help.js";
import { Choice } from "./choice.js";
import { Dialog } from "./dialog.js";
import { capital } from "../words/text.js";

const close = () => (helping.value = false);

export function Help() {
  const { view } = place.value;
  const [game, setGame] = useState(draft.text.value.split(" ")[0]?.toLowerCase() ?? "");
  const said = helpWords.views[view] ?? helpWords.views["odds"] ?? [];
  const system = knownGames.value.find((one) => one.name === game) ?? knownGames.value[0];
  return html`<${Dialog} id="help-title" title=${helpWords.title} close=${close} back=${helpWords.close} kind="is-help">
    <section class="sheet" aria-labelledby="help-here"><h3 id="help-here">${helpWords.here}</h3>
      <ul class="says">${said.map((one) => html`<li key=${one}>${one}</li>`)}</ul></section>
    ${system && html`<section class="sheet" aria-labelledby="help-game">
      <h3 id="help-game">${system.name}</h3>
      <${Choice} name="help-game" options=${knownGames.value.map(({ name }) => [name, name])} value=${system.name} set=${setGame} about=${{ role: "group", "aria-label": helpWords.game }} />
      <p>${system.title}.</p>
      ${system.rules.map((/** @type {any} */ rule) => html`<${Rule} key=${`${system.name} ${rule.name}`} rule=${rule} usable=${["first", "table"].includes(view)} />`)}
    </section>`}
  <//>`;
}

/** One rule of a game. @param {{ rule: any, usable: boolean }} props `usable`: whether there is a line for an example */
function Rule({ rule, usable }) {
  const use = () => {
    draft.say(rule.example);
    close();
    queueMicrotask(() => document.getElementById("check")?.focus());
  };
  return html`<div class="stack is-tight">
    <p class="row is-apart"><b>${capital(rule.title)}</b>
      ${usable ? html`<button class="button" type="button" aria-label=${helpWords.try(rule.example)} onClick=${use}><code>${rule.example}</code></button>` : html`<code>${rule.example}</code>`}</p>
    ${rule.words.length > 0 && html`<dl class="rule-words" aria-label=${helpWords.words}>${rule.words.map((/** @type {any} */ word) => html`<div key=${word.form}><dt><code>${word.form}</code></dt><dd>${word.help}</dd></div>`)}</dl>`}
    <${Clauses} check=${rule.example} />
  </div>`;
}

/** The rule as its book has it, once somebody wants to read it. @param {{ check: string }} props */
function Clauses({ check }) {
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState(/** @type {any[] | null | undefined} */ (undefined));
  useEffect(() => {
    if (open && !found) engine.explain({ check }).then(({ clauses }) => setFound(clauses), () => setFound(null));
  }, [open]);
  return html`<details onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary>${helpWords.more}</summary>
    ${found === null && html`<p class="wrong" role="alert">${helpWords.failed}</p>`}
    ${found && html`<ol class="clauses">${found.map(({ clause, text }) => html`<li key=${clause + text}><code>${clause}</code><span>${text}</span></li>`)}</ol>`}
  </details>`;
}
