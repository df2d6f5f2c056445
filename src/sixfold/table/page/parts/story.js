// Several rolls in one check (attempts, a duel, an extended test) as a story: one row for each, with what happened.
import { html } from "../html.js";
import { useEffect, useLayoutEffect, useRef, useState } from "../vendor/hooks.js";
import { named } from "../opponents.js";
import { ruleOf } from "../verdict.js";
import { Row, fit } from "./dice.js";
import { fall, landings } from "./tumble.js";
import { capital } from "../words/text.js";

const PATIENCE = 600; // ms

/**
 * The rolls that belong together: each part ends where something was said of it; before it is known, each roll is one.
 * @param {any[]} throws @param {{ text: string, after: number }[]} clauses @returns {{ end: number, throws: any[], said: string[] }[]}
 */
export function parts(throws, clauses) {
  const ends = clauses.length ? [...new Set(clauses.map(({ after }) => after))] : throws.map((_, i) => i + 1);
  if (ends.at(-1) !== throws.length) ends.push(throws.length);
  return ends.filter((end) => end > 0).map((end, at) => ({
    end,
    throws: throws.slice(ends[at - 1] ?? 0, end),
    said: clauses.filter(({ after }) => after === end).map(({ text }) => text),
  }));
}

/** What numbers a row: where a rule counts rounds of several rolls, the first of them names its round. @param {any} record @param {number} many @param {number} at */
export function nth({ system, rule, outcome }, many, at) {
  const time = ruleOf(system, rule)?.time;
  const each = Math.ceil(many / (outcome[time] || many));
  if (each < 2) return `${at + 1}`;
  return at % each ? "" : `${capital(time.slice(0, -1))} ${at / each + 1}`;
}

/** @typedef {{ record: any, note?: string, typed: boolean, said: any, falls: boolean }} Told `said`: what the engine tells of it, or null yet */

/** Dice fall once it is known which of them belong together, or without it, if that takes long. @param {Told} props */
export function Story(props) {
  const [late, setLate] = useState(!props.falls);
  useEffect(() => {
    const due = setTimeout(setLate, PATIENCE, true);
    return () => clearTimeout(due);
  }, []);
  return (props.said || late) && html`<${Rows} ...${props} />`;
}

/** @param {Told} props */
function Rows({ record, note, typed, said, falls }) {
  const lie = useRef(/** @type {HTMLElement | null} */ (null));
  const rows = parts(record.throws, said?.clauses ?? []);
  const lies = falls ? landings(record.throws) : [];
  useLayoutEffect(() => (lie.current ? fit(lie.current, "--die-s", 28, 24) : undefined), [said]);
  useLayoutEffect(() => (falls && lie.current ? fall(lie.current, record.throws) : undefined), []);
  // It is read to its end: the last rows are in view once they lie.
  useEffect(() => {
    const down = setTimeout(() => lie.current?.lastElementChild?.scrollIntoView({ block: "nearest" }), lies.at(-1) ?? 0);
    return () => clearTimeout(down);
  }, [said]);
  return html`<ol class="story" ref=${lie}>${rows.map((part, at) => {
    const [last = "", ...before] = part.said.map((one) => named(one, record, note)).reverse();
    return html`<li key=${at} style=${{ "--landed": `${lies[part.end - 1] ?? 0}ms` }}><span class="nth">${nth(record, rows.length, at)}</span><${Row} record=${{ ...record, throws: part.throws }} typed=${typed} />
      <span class="did">${last && html`<b>${capital(last)}</b>`}${before.reverse().map((one) => html` <span class="soft">${one}</span>`)}</span></li>`;
  })}</ol>`;
}
