// The settings of a table that its master decides on: which games are played, the door, the links.
import { html } from "../html.js";
import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { call } from "../api.js";
import { refusal } from "../problem.js";
import * as engine from "../engine.js";
import { bringGame, layOut, renewLinks, setDoor } from "../room-commands.js";
import { leads, roomView } from "../state/table.js";
import { knownGames } from "../verdict.js";
import { peopleWords } from "../words/people.js";
import { inWords } from "../state/starters.js";
import { Confirm } from "./confirm.js";

export function TableSettings() {
  const [asked, setAsked] = useState(false);
  const [told, setTold] = useState("");
  // Whoever ticks quickly does not wait for the table: the next tick goes on from what was wished last.
  const [wished, setWished] = useState(/** @type {string[] | null} */ (null));
  const wish = useRef(/** @type {string[] | null} */ (null)); // what is wished now, also before it is drawn
  const last = useRef(/** @type {Promise<unknown>} */ (Promise.resolve()));
  const [taken, setTaken] = useState(false);
  const [brought, setBrought] = useState("");
  useEffect(() => void call("GET", "/games").then((answer) => setTaken(!!answer.own_games), () => undefined), []);
  if (!leads.value || !roomView.value) return null;
  const { open } = roomView.value;
  const games = wished ?? roomView.value.games;

  /** @param {() => Promise<unknown>} act @param {string} [after] */
  async function attempt(act, after = "") {
    setAsked(false);
    try {
      await act();
      setTold(after);
    } catch (error) {
      setTold(refusal(error));
    }
  }
  /** @param {string} name */
  function turn(name) {
    const before = wish.current ?? roomView.value?.games ?? [];
    const next = before.includes(name) ? before.filter((/** @type {string} */ one) => one !== name) : [...before, name];
    wish.current = next;
    setWished(next);
    last.current = last.current.then(() => attempt(async () => {
      try {
        const { number } = await layOut(next);
        // The room as it was before may still be on its way here.
        if (roomView.value && roomView.value.number < number) roomView.value = { ...roomView.value, games: next, number };
      } finally {
        if (wish.current === next) wish.current = null;
        setWished(wish.current);
      }
    }));
  }
  /** @param {Event} event */
  async function bring({ currentTarget }) {
    const input = /** @type {HTMLInputElement} */ (currentTarget);
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    setBrought(peopleWords.bringing);
    try {
      const { game, title, untried = [] } = await bringGame(chosen.name, await chosen.text());
      knownGames.value = await engine.systems(true);
      setBrought(peopleWords.brought(game, title, untried.length));
    } catch (error) {
      setBrought(refusal(error));
    }
    input.value = ""; // the same file once more, after it was mended
  }
  return html`<section class="sheet" aria-labelledby="games-title">
      <header><h2 id="games-title">${peopleWords.games}</h2></header>
      <div class="pad stack is-tight">
        <fieldset class="ticks"><legend class="sr">${peopleWords.games}</legend>
          ${knownGames.value.map((one) => html`<label class="tick" key=${one.name}>
            <input type="checkbox" checked=${games.includes(one.name)} onChange=${() => turn(one.name)} aria-label=${one.name} aria-describedby=${`game-${one.name}`} />
            <span><b>${one.name}</b> <span class="small soft" id=${`game-${one.name}`}>${inWords(one)}</span></span>
          </label>`)}
        </fieldset>
        <p class="small soft">${peopleWords.gamesHint}</p>
        ${taken && html`<div class="doing"><label class="button is-file">${peopleWords.bring}<input type="file" accept=".py" onChange=${bring} /></label></div>
          <p class="small" role="status">${brought}</p>`}
      </div>
    </section>
    <section class="sheet" aria-labelledby="door-title">
      <header><h2 id="door-title">${peopleWords.door}</h2></header>
      <div class="pad stack is-tight">
        <p class="small">${open ? peopleWords.open : peopleWords.closed}</p>
        ${asked
          ? html`<${Confirm} question=${peopleWords.renewSure} yes=${peopleWords.renew} onYes=${() => attempt(renewLinks, peopleWords.renewed)} onNo=${() => setAsked(false)} />`
          : html`<div class="doing"><button class="button" type="button" onClick=${() => attempt(() => setDoor(!open))}>${open ? peopleWords.close : peopleWords.reopen}</button>
              <button class="button" type="button" onClick=${() => setAsked(true)}>${peopleWords.renew}</button></div>`}
        <p class="small" role="status">${told}</p>
      </div>
    </section>`;
}
