// How lucky a roll is among all that could have come, or a whole log of rolls.
import { html } from "../../html.js";
import * as engine from "../../engine.js";
import { benchWords } from "../../words/bench.js";
import { composeWords } from "../../words/compose.js";
import { Bars, spread } from "../../parts/chart.js";
import { decimal, exactly, percent } from "../../words/figures.js";
import { Lines } from "../../parts/why/clauses.js";
import { ruleOf } from "../../verdict.js";
import { useAnswer, useFields } from "./answer.js";
import { Area, TurnedCheck, Field, Progress } from "./field.js";
import { SaveAs } from "./save-as.js";
import { Ledger } from "../../parts/ledger.js";

const { luck: said } = benchWords;

/** @param {{ query: URLSearchParams }} props */
export function Luck({ query }) {
  const [fields, , field] = useFields(query, { check: "ten superior 1", faces: "6,3,2,4", log: "" });
  const { check = "", faces = "", log = "" } = fields;
  const dice = faces.split(/[\s,]+/).filter(Boolean).map(Number);
  const answer = useAnswer(log.trim() || (check.trim() && dice.length) ? JSON.stringify(log.trim() ? { log } : { check, dice }) : "", async (signal) => {
    if (log.trim()) return { evening: await engine.evening({ log }, signal) };
    const [one, odds] = await Promise.all([engine.luck({ check, faces: dice }, signal), engine.odds({ check }, signal)]);
    return { one, odds };
  });
  const { found, wrong, late } = answer;
  return html`<div class="cols">
    <section class="sheet c4" aria-label=${benchWords.asked}><div class="pad stack">
      <${TurnedCheck} id="luck-check" label=${composeWords.label} ...${field("check")} />
      <${Field} id="luck-faces" label=${said.faces} ...${field("faces")} hint=${said.facesHint} />
      <${Area} id="luck-log" label=${said.log} ...${field("log")} hint=${said.logHint} />
      <${Progress} of=${answer} />
    </div></section>
    ${found && html`<section class="sheet c8 ${late || wrong ? "is-late" : ""}" aria-label=${benchWords.answers}><div class="pad stack">
      ${found.evening ? html`<${Evening} found=${found.evening} />` : html`<${One} found=${found.one} odds=${found.odds} />`}
    </div></section>`}
  </div>`;
}

/** Rows of chances as a table. @param {{ rows: string[][] }} props the first has the heads */
const Rows = ({ rows: [heads = [], ...rows] }) => html`<${Ledger} label=${said.table} heads=${heads}>
  ${rows.map((row) => html`<tr key=${row[0]}>${row.map((cell, nth) => (nth ? html`<td key=${nth} class="num">${cell}</td>` : html`<th key=${nth} scope="row">${cell}</th>`))}</tr>`)}<//>`;

/** One roll: how likely this or better was, and why it came out so. @param {{ found: any, odds: any }} props */
function One({ found, odds }) {
  const { record } = found;
  const shown = spread(odds);
  const field = ruleOf(odds.system, odds.rule)?.chart;
  const rows = [
    [said.of, benchWords.chance, benchWords.exact],
    ...Object.entries(said.ways).map(([name, words]) => [words, percent(found[name]), exactly(found[name])]),
  ];
  return html`<p class="voice h2">${record.announcement}</p>
    <${Lines} lines=${found.why} record=${record} typed=${true} />
    ${shown && html`<${Bars} spread=${shown} height=${160} scale=${true} here=${record.outcome[field]} />`}
    <${Rows} rows=${rows} />
    <${SaveAs} name=${record.text} data=${found} rows=${() => rows} chart=${Boolean(shown)} />`;
}

/** All rolls of a log together. @param {{ found: any }} props */
function Evening({ found }) {
  const rows = [
    [benchWords.event, said.came, said.expected],
    [found.event, String(found.observed), decimal(found.expected, 2)],
    ...found.others.map((/** @type {any} */ one) => [one.event, String(one.observed), decimal(one.expected, 2)]),
  ];
  return html`<p class="voice h2">${said.told(found.records, found.event, found.observed)}</p>
    <p>${said.often(percent(found.at_least), percent(found.at_most))}${found.share && ` ${said.share(percent(found.share))}`}</p>
    ${found.left_out > 0 && html`<p class="calm">${said.leftOut(found.left_out)}</p>`}
    <${Rows} rows=${rows} />
    <${SaveAs} name=${benchWords.names.luck} data=${found} rows=${() => rows} chart=${false} />`;
}
