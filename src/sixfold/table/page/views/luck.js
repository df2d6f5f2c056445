// The luck of the evening, as a picture and in words: each person's throws against everything that could have come.
import { html } from "../html.js";
import { useEffect, useState } from "../vendor/hooks.js";
import { call } from "../api.js";
import { refusal } from "../problem.js";
import { seat } from "../state/local-storage.js";
import { benchWords } from "../words/bench.js";
import { luckWords } from "../words/luck.js";
import { isolated } from "../words/text.js";
import { Header } from "../parts/header.js";
import { Icon } from "../parts/icon.js";
import { decimal, exactly, percent } from "../words/figures.js";
import { Ledger } from "../parts/ledger.js";
import { useTitle } from "../parts/use-title.js";

/** @typedef {{ person: string, name: string, records: number, typed: number, taken_back: number, ranks: number[], luck: any, error?: any }} One */

/** @param {{ room: string }} props */
export function Luck({ room }) {
  const [people, setPeople] = useState(/** @type {One[] | null} */ (null));
  const [refused, setRefused] = useState("");
  useEffect(() => {
    const token = seat(room)?.token ?? "";
    call("GET", `/rooms/${room}/luck`, { secret: token }).then(
      (answer) => setPeople(answer.people),
      (error) => setRefused(refusal(error)),
    );
  }, [room]);
  useTitle(luckWords.title);
  const throws = people?.reduce((sum, one) => sum + one.records, 0) ?? 0;
  return html`<${Header}><a class="button is-plain" href=${`/rooms/${room}`}><${Icon} name="back" />${luckWords.table}</a><//>
    <main class="page">
      <h1>${luckWords.title}</h1>
      ${refused && html`<p class="wrong" role="alert">${refused}</p>`}
      ${!people && !refused && html`<p class="soft" role="status">${luckWords.working}</p>`}
      ${people && throws === 0 && html`<p>${luckWords.none}</p>`}
      ${people && throws > 0 && html`<div class="cols">
        <section class="sheet c8" aria-labelledby="luck-picture"><header><h2 id="luck-picture">${luckWords.picture(throws)}</h2></header>
          <div class="pad stack">${people.filter((one) => one.ranks.length).map((one) => html`<${Dots} key=${one.person} one=${one} />`)}
            <div class="row is-apart tiny soft" aria-hidden="true"><span>${luckWords.worst}</span><span>${luckWords.ordinary}</span><span>${luckWords.best}</span></div>
            <p class="small soft">${luckWords.legend}</p></div></section>
        <section class="sheet c4" aria-labelledby="luck-words"><header><h2 id="luck-words">${luckWords.inWords}</h2></header>
          <div class="pad stack"><${Told} people=${people} /></div></section>
      </div>`}
    </main>`;
}

const LUCKY = 0.3; // what comes on fewer evenings than that is luck
const COLUMNS = 40;
const DOT = 11; // px from dot to dot upwards

/** A person's throws: the further right a dot, the better it was for its check. @param {{ one: One }} props */
function Dots({ one }) {
  /** @type {number[]} */
  const heaps = Array.from({ length: COLUMNS }, () => 0);
  const dots = one.ranks.map((rank) => {
    const column = Math.min(COLUMNS - 1, Math.floor(rank * COLUMNS));
    const level = heaps[column] ?? 0;
    heaps[column] = level + 1;
    return { column, level };
  });
  const tallest = Math.max(...heaps);
  const step = Math.min(DOT, 132 / tallest);
  const height = Math.max(52, tallest * step + 10);
  const mean = one.ranks.reduce((sum, rank) => sum + rank, 0) / one.ranks.length;
  return html`<div class="luck-line">
    <p><b><bdi>${one.name}</bdi></b> <span class="tiny soft">${luckWords.throws(one.records, one.typed)}</span></p>
    <svg class="chart" height=${height + 18} role="img" aria-label=${luckWords.aloud(isolated(one.name), Math.round(100 * mean))}>
      <line class="middle" x1="50%" x2="50%" y1="0" y2=${height} />
      ${dots.map(({ column, level }, nth) => html`<circle key=${nth} class="you" cx="${((column + 0.5) / COLUMNS) * 100}%" cy=${height - 6 - level * step} r=${Math.min(5, step / 2 + 0.5)} />`)}
      <line class="axis" x1="0" x2="100%" y1=${height + 0.5} y2=${height + 0.5} />
      <text class="mean" x="${100 * mean}%" y=${height + 16} text-anchor="middle">▲</text>
    </svg>
  </div>`;
}

/** Who had the luck, and how much each against what was to be expected. @param {{ people: One[] }} props */
function Told({ people }) {
  const lucky = people.filter((one) => one.luck).sort((one, other) => one.luck.at_least.decimal - other.luck.at_least.decimal)[0];
  return html`
    ${lucky && html`<div><p class="voice h2">${lucky.luck.at_least.decimal < LUCKY ? luckWords.had(isolated(lucky.name)) : luckWords.nobody}</p>
      <p>${lucky.luck.at_least.decimal < LUCKY ? "" : `${luckWords.nearest(isolated(lucky.name))} `}${luckWords.asOften(lucky.luck.observed, percent(lucky.luck.at_least))}</p></div>`}
    <${Ledger} kind="is-luck" label=${luckWords.counts} heads=${[luckWords.who, luckWords.came, luckWords.expected, luckWords.orMore]}>
      ${people.map((one) => html`<tr key=${one.person}><th scope="row"><bdi>${one.name}</bdi></th>
        ${one.luck ? html`<td class="num">${one.luck.observed}</td><td class="num" title=${exactly(one.luck.expected)}>${decimal(one.luck.expected, 1)}</td><td class="num" title=${exactly(one.luck.at_least)}>${percent(one.luck.at_least)}</td>`
          : html`<td class="num soft" colspan="3">${luckWords.throws(one.records)}</td>`}</tr>`)}<//>
    <p class="small soft">${luckWords.how}</p>
    ${people.filter((one) => one.luck?.others.length).map((one) => html`<details key=${one.person}><summary><bdi>${one.name}</bdi></summary>
      <${Ledger} heads=${[benchWords.event, luckWords.came, luckWords.expected]}>
      ${one.luck.others.map((/** @type {any} */ other) => html`<tr key=${other.event}><th scope="row">${other.event}</th><td class="num">${other.observed}</td><td class="num">${decimal(other.expected, 1)}</td></tr>`)}<//></details>`)}`;
}
