// The form of a character, made from what its game declares: traits, notes, saved checks; files to and from.
import { CONFIG_LENGTH, NOTE_LENGTH, SAVED_NAME_LENGTH, TEXT_LENGTH } from "../../bounds.js";
import { html } from "../../html.js";
import { useState } from "../../vendor/hooks.js";
import { call } from "../../api.js";
import { portray } from "../../room-commands.js";
import { all, editing, isMine, rolling } from "../../state/characters.js";
import { traitsOf } from "../../state/traits.js";
import * as book from "../../state/saved-checks.js";
import { read } from "../../state/draft.js";
import { leads, me, roomView, seated } from "../../state/table.js";
import { knownGames } from "../../verdict.js";
import { refusal } from "../../problem.js";
import { sheetWords } from "../../words/characters.js";
import { words } from "../../words/common.js";
import { formWords } from "../../words/form.js";
import { savedWords } from "../../words/saved-checks.js";
import { download } from "../download.js";
import { Icon } from "../icon.js";
import { Confirm } from "../confirm.js";
import { Traits } from "./traits.js";
import { entered, leaving } from "../handlers.js";
import { useFocus } from "../use-focus.js";
import { Select } from "../select.js";

/** @typedef {{ name: string, game: string, notes: string, values: Record<string, any>, checks: { name: string, check: string }[] }} Document */

const EMPTY = { name: "", game: "", notes: "", values: {}, checks: [] };

/** What goes to another table. @param {any} from @returns {Document} */
const documentOf = ({ name, game, notes, values, checks }) => ({ name, game, notes, values, checks });

/** The characters of a file: one of a table, or those of a config file. @param {File} file @returns {Promise<Document[]>} */
async function opened(file) {
  const text = file.size > CONFIG_LENGTH ? "" : await file.text();
  if (file.name.endsWith(".toml")) return (await call("POST", "/config", { body: { text } })).characters;
  try {
    const data = JSON.parse(text);
    return data && typeof data === "object" && !Array.isArray(data) ? [data] : [];
  } catch {
    return [];
  }
}

/** @param {{ done: () => void }} props */
export function Edit({ done }) {
  const number = editing.value ?? 0;
  const before = all.value.find((one) => one.character === number);
  const [sheet, setSheet] = useState(() => (before ? documentOf(before) : { ...EMPTY, game: roomView.value?.games[0] ?? read.value?.system ?? "" }));
  const [owner, setOwner] = useState(before ? (before.owner ?? "") : leads.value ? "" : (me.value?.person ?? ""));
  const [seen, setSeen] = useState(before ? before.visible === "all" : !leads.value);
  const [wrong, setWrong] = useState("");
  const [sure, setSure] = useState(false);
  const first = useFocus();
  const people = seated.value.filter((one) => one.role !== "spectator");
  /** @param {Partial<Document>} what */
  const change = (what) => setSheet({ ...sheet, ...what });

  /** @param {object} body @param {boolean} stays */
  async function send(body, stays = false) {
    setWrong("");
    try {
      const event = await portray(body);
      if (!number) rolling.value = event["character"] ?? 0;
      if (!stays) done();
      return true;
    } catch (error) {
      setWrong(refusal(error));
      return false;
    }
  }

  /** What was emptied is taken away; a row without a name was never written. @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const named = (/** @type {any} */ rows) => rows.filter((/** @type {any} */ row) => row.name.trim());
    const values = Object.fromEntries(Object.entries(sheet.values).map(([name, value]) => [name, Array.isArray(value) ? named(value) : value]));
    const gone = Object.keys(before?.values ?? {}).filter((name) => !(name in values) && sheet.game === before?.game);
    const whole = { ...sheet, checks: named(sheet.checks), values: { ...values, ...Object.fromEntries(gone.map((name) => [name, null])) } };
    void send({ ...(number ? { character: number } : {}), sheet: whole, ...(owner !== (before?.owner ?? "") || !number ? { owner } : {}), visible: seen ? "all" : "master" });
  }

  /** @param {any} event */
  async function load(event) {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    try {
      const found = await opened(file);
      if (!found.length) return setWrong(sheetWords.noFile(file.name));
      const [one, ...others] = found;
      for (const other of others) if (!(await send({ sheet: other }, true))) return;
      void send({ ...(number ? { character: number } : {}), sheet: one });
    } catch (problem) {
      setWrong(refusal(problem));
    }
  }
  const rows = sheet.checks;
  /** @param {number} at @param {object} what */
  const alter = (at, what) => change({ checks: rows.map((row, i) => (i === at ? { ...row, ...what } : row)) });
  return html`<form class="sheet stage-form character-form" aria-labelledby="character-form-title" onSubmit=${submit} onKeyDown=${leaving(done)}>
    <header><h2 id="character-form-title" dir="auto">${sheetWords.heading(before?.name ?? "")}</h2><button class="button is-plain" type="button" onClick=${done}>${words.cancel}</button></header>
    <div class="pad stack scrolls" tabindex="0" role="group" aria-labelledby="character-form-title">
      ${!number && html`<div class="doing">
        <label class="button is-file">${sheetWords.import}<input type="file" accept="application/json,application/toml,.json,.toml" onChange=${load} /></label>
        ${book.book.value.characters.map((one) => html`<button key=${one.name} class="button" type="button" onClick=${() => change({ name: one.name, checks: one.checks })}>${sheetWords.saved(one.name)}</button>`)}</div>`}
      <div class="fields">
        <div><label class="label" for="character-name">${sheetWords.name}</label>
          <input class="field" id="character-name" ref=${first} value=${sheet.name} required maxlength=${SAVED_NAME_LENGTH} dir="auto" autocomplete="off" onInput=${entered((name) => change({ name }))} /></div>
        <div><label class="label" for="character-game">${sheetWords.game}</label>
          <${Select} about=${{ id: "character-game" }} options=${[["", sheetWords.noGame], ...knownGames.value.map(({ name }) => [name, name])]} value=${sheet.game}
            set=${(/** @type {string} */ game) => change({ game, values: before && game === before.game ? before.values : {} })} /></div>
        ${(leads.value || (before && isMine(before))) && html`<div><label class="label" for="character-owner">${sheetWords.belongs}</label>
          <${Select} about=${{ id: "character-owner" }} value=${owner} set=${setOwner}
            options=${[...(leads.value || owner === "" ? [["", sheetWords.master]] : []), ...people.map(({ id, name }) => [id, name])]} /></div>`}
        ${!(before?.visible === "all") && html`<label class="flag"><input type="checkbox" checked=${seen} onChange=${() => setSeen(!seen)} />${sheetWords.sees}</label>`}
      </div>
      <${Traits} traits=${traitsOf(sheet.game)} values=${sheet.values} change=${(/** @type {Record<string, any>} */ values) => change({ values })} />
      <fieldset class="stack is-tight"><legend class="label">${sheetWords.checks}</legend>
        ${rows.map((row, at) => html`<div class="trait-row" key=${at}>
          <input class="field" value=${row.name} maxlength=${SAVED_NAME_LENGTH} dir="auto" aria-label=${savedWords.nameOf(row.check || String(at + 1))} onInput=${entered((name) => alter(at, { name }))} />
          <input class="field is-code" value=${row.check} maxlength=${TEXT_LENGTH} spellcheck=${false} autocapitalize="off" aria-label=${savedWords.checkOf(row.name || String(at + 1))} onInput=${entered((check) => alter(at, { check }))} />
          <button class="button is-plain is-square" type="button" aria-label=${formWords.remove(row.name || String(at + 1))} onClick=${() => change({ checks: rows.filter((_, i) => i !== at) })}><${Icon} name="close" /></button></div>`)}
        <div><button class="button" type="button" onClick=${() => change({ checks: [...rows, { name: "", check: "" }] })}><${Icon} name="plus" />${sheetWords.add(sheetWords.checks)}</button></div>
      </fieldset>
      <div><label class="label" for="character-notes">${sheetWords.notes}</label>
        <textarea class="field notes" id="character-notes" rows="3" maxlength=${NOTE_LENGTH} dir="auto" value=${sheet.notes} onInput=${entered((notes) => change({ notes }))}></textarea></div>
      ${before && html`<div class="doing"><button class="button" type="button" onClick=${() => download(sheetWords.file(before.name), `${JSON.stringify({ version: 1, ...documentOf(before) }, null, 2)}\n`)}><${Icon} name="download" />${sheetWords.export}</button>
        ${sure ? html`<${Confirm} question=${sheetWords.sure(before.name)} yes=${sheetWords.remove} onYes=${() => send({ character: number, remove: true })} onNo=${() => setSure(false)} />`
          : html`<button class="button" type="button" onClick=${() => setSure(true)}>${sheetWords.remove}</button>`}</div>`}
    </div>
    <div class="form-foot"><p class="small" role="alert">${wrong && html`<span class="wrong">${wrong}</span>`}</p><div class="row"><button class="button is-main">${sheetWords.save}</button></div></div>
  </form>`;
}
