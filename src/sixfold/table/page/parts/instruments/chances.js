// Checks under each other with their exact odds, each with what can be done about it.
import { html } from "../../html.js";
import { useEffect, useState } from "../../vendor/hooks.js";
import * as engine from "../../engine.js";
import { offered } from "../../state/waiting.js";
import { ruleOf } from "../../verdict.js";
import { exactly, percent } from "../../words/figures.js";
import { toolsWords } from "../../words/tools.js";
import { Act } from "./acts.js";

/** The odds of a check as the engine gives them, or null until they are there. @param {string} check @returns {any} */
export function useOdds(check) {
  const [odds, setOdds] = useState(/** @type {{ check: string, found: any } | null} */ (null));
  useEffect(() => {
    const control = new AbortController();
    engine.odds({ check }, control.signal).then((found) => setOdds({ check, found }), () => undefined);
    return () => control.abort();
  }, [check]);
  return odds?.check === check ? odds.found : null;
}

/** What an event of a rule is called. @param {any} odds @param {string} event */
const called = (odds, event) =>
  ruleOf(odds.system, odds.rule)?.events.find((/** @type {any} */ one) => one.name === event)?.words ?? event;

/** @param {{ label: string, head: string, events: string[], rows: any[], tool: any }} props */
export function Chances({ label, head, events, rows, tool }) {
  const first = useOdds(rows[0].check);
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${label}>
    <table class="ledger chances">
      <thead><tr><th scope="col">${head}</th>
        ${events.map((event) => html`<th class="num" scope="col">${first ? called(first, event) : ""}</th>`)}
        ${rows.some((row) => row.act && offered(row.act, tool)) && html`<td></td>`}</tr></thead>
      <tbody>${rows.map((row) => html`<${Line} key=${row.check} row=${row} events=${events} tool=${tool} />`)}</tbody>
    </table>
  </div>`;
}

/** @param {{ row: any, events: string[], tool: any }} props */
function Line({ row, events, tool }) {
  const odds = useOdds(row.check);
  return html`<tr><th scope="row">${row.head}</th>
    ${events.map((event) => {
      const chance = odds?.events[event];
      return html`<td class="num" title=${chance ? exactly(chance) : null}>${chance ? percent(chance) : odds ? toolsWords.never : "\u2007"}</td>`;
    })}
    ${row.act && offered(row.act, tool) && html`<td><${Act} act=${row.act} tool=${tool} /></td>`}</tr>`;
}
