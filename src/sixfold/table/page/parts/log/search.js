// Looking for something in the log, and keeping a copy of it.
import { html } from "../../html.js";
import { useEffect, useState } from "../../vendor/hooks.js";
import { since } from "../../state/earlier.js";
import { entries } from "../../state/entries.js";
import { clear, search, searching } from "../../state/search.js";
import { names, roomView } from "../../state/table.js";
import { knownGames, verdict } from "../../verdict.js";
import { logWords } from "../../words/log.js";
import { Icon } from "../icon.js";
import { keepLog } from "./export.js";
import { entered, leaving } from "../handlers.js";
import { useFocus } from "../use-focus.js";
import { Select } from "../select.js";

/** @param {{ count: number, close: () => void }} props */
export function Search({ count, close }) {
  const field = useFocus();
  const [failed, setFailed] = useState(false);
  useEffect(() => void since(1), []); // all of the log is looked through
  useEffect(() => clear, []);
  const throws = entries.value.filter(({ event }) => event.kind === "throw");
  const people = [...new Set(entries.value.map(({ event }) => event.person ?? ""))].filter((person) => names.value[person]);
  const games = [...new Set(throws.map(({ record }) => record?.system))].filter(Boolean);
  const verdicts = [...new Set(throws.map(({ record }) => (record ? verdict(record) : "sealed")))];

  /** @param {"person" | "game" | "verdict"} what @param {[string, string][]} options */
  const choice = (what, options) => html`<label><span>${logWords[what]}</span>
    <${Select} options=${[["", logWords.any], ...options]} value=${search.value[what]} set=${(/** @type {string} */ value) => (search.value = { ...search.value, [what]: value })} /></label>`;

  /** @param {"json" | "csv" | "markdown"} format */
  async function keep(format) {
    setFailed(!(await keepLog(roomView.value, format)));
  }
  return html`<search class="finding" id="log-search" onKeyDown=${leaving(close)}>
    <label class="wide"><span class="sr">${logWords.search}</span><input class="field" type="search" ref=${field} value=${search.value.text} placeholder=${logWords.search}
      onInput=${entered((value) => (search.value = { ...search.value, text: value }))} /></label>
    ${choice("person", people.map((person) => [person, names.value[person] ?? ""]))}
    ${choice("game", games.map((game) => [game, knownGames.value.find((one) => one.name === game)?.name ?? game]))}
    ${choice("verdict", verdicts.map((one) => [one, logWords.verdicts[/** @type {"note"} */ (one)] ?? one]))}
    <label class="tick"><input type="checkbox" checked=${search.value.mine} onChange=${(/** @type {any} */ event) => (search.value = { ...search.value, mine: event.target.checked })} /><span>${logWords.mine}</span></label>
    <p class="wide row is-apart small" role="status">${searching.value ? html`<span>${logWords.found(count)}</span><button class="button is-plain" type="button" onClick=${clear}>${logWords.clear}</button>` : ""}</p>
    <div class="wide row"><span class="small soft"><${Icon} name="download" />${logWords.exports}</span>
      ${(/** @type {const} */ (["json", "csv", "markdown"])).map((format) => html`<button class="button" type="button" key=${format} onClick=${() => keep(format)}>${logWords.formats[format]}</button>`)}</div>
    ${failed && html`<p class="wrong wide" role="alert">${logWords.exportFailed}</p>`}
  </search>`;
}
