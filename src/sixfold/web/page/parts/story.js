// Several rolls in one check (attempts, a duel, an extended test) as a story: one row for each, with what happened.
import { html } from "../html.js";
import { useLayoutEffect, useRef } from "../vendor/hooks.js";
import { Row } from "./dice.js";
import { fall } from "./tumble.js";

/** Whether a record is of several rolls: the same kind of roll comes again. @param {any} record */
export const told = ({ throws }) => throws.length > 1 && new Set(throws.map((/** @type {any} */ one) => one.label)).size < throws.length && throws.filter((/** @type {any} */ one) => one.label === throws[0].label).length > 1;

/**
 * The rolls that belong together: each part ends where something was said of it; before it is known, each roll is one.
 * @param {any[]} throws @param {{ text: string, after: number }[]} clauses @returns {{ throws: any[], said: string[] }[]}
 */
function parts(throws, clauses) {
  const ends = clauses.length ? [...new Set(clauses.map(({ after }) => after))] : throws.map((_, i) => i + 1);
  if (ends.at(-1) !== throws.length) ends.push(throws.length);
  return ends.filter((end) => end > 0).map((end, at) => ({
    throws: throws.slice(ends[at - 1] ?? 0, end),
    said: clauses.filter(({ after }) => after === end).map(({ text }) => text),
  }));
}

/** @param {{ record: any, typed: boolean, said: any, falls: boolean }} props `said`: what the engine tells of it, or null yet */
export function Story({ record, typed, said, falls }) {
  const lie = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => (falls && lie.current ? fall(lie.current, record.throws) : undefined), []);
  return html`<ol class="story" ref=${lie}>${parts(record.throws, said?.clauses ?? []).map((part, at) => {
    const [last = "", ...before] = [...part.said].reverse();
    return html`<li key=${at}><${Row} record=${{ ...record, throws: part.throws }} typed=${typed} />
      <span>${last && html`<b>${last.charAt(0).toUpperCase()}${last.slice(1)}</b>`}${before.reverse().map((one) => html` <span class="soft">${one}</span>`)}</span></li>`;
  })}</ol>`;
}
