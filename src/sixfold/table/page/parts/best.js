// What is best for an aim: each option of a choice with its exact worth, for whoever wants to know it.
import { html } from "../html.js";
import { useEffect, useState } from "../vendor/hooks.js";
import * as engine from "../engine.js";
import { Problem } from "../problem.js";
import { keep, load } from "../state/local-storage.js";
import { ruleOf } from "../verdict.js";
import { bestWords } from "../words/best.js";
import { questionWords } from "../words/question.js";
import { decimal, percent } from "../words/figures.js";
import { Select } from "./select.js";

/** An option with its worth. @typedef {{ option: string, exact: string, unresolved: string, best: boolean, usual: boolean, loses: { decimal: number } | string }} Worth */
/** @typedef {{ kind: "event" | "mean", options: Worth[] } | null} Advice */

/**
 * What may be aimed at: the game's events, and its numbers to be high; that of its chart may be wanted low.
 * @param {{ system: string, rule: string }} check @param {string[]} numbers that it gives @returns {[string, string][]}
 */
export function aimsOf({ system, rule }, numbers) {
  const { events = [], chart = "" } = ruleOf(system, rule) ?? {};
  const called = (/** @type {string} */ number) => number.replaceAll("_", " ");
  return [
    ...events.filter((/** @type {any} */ one) => !one.name.endsWith("=none")).map((/** @type {any} */ one) => [one.name, one.words]),
    ...numbers.map((one) => [one, bestWords.high(called(one))]),
    ...numbers.filter((one) => one === chart).map((one) => [`-${one}`, bestWords.low(called(one))]),
  ];
}

/**
 * What is asked of the engine while it is wanted, and the control for it. It is kept for the next choice in this game.
 * @param {{ check: string, throws: { faces: number[] }[], choices: number[], mine: boolean }} decision `mine`: to be taken here
 * @returns {{ advice: Advice, control: any }}
 */
export function useBest({ check, throws, choices, mine }) {
  const name = `best/${check.split(" ")[0]}`;
  const [aim, setAim] = useState(/** @type {string | null} */ (load(name, null)));
  const [aims, setAims] = useState(/** @type {[string, string][]} */ ([]));
  const [advice, setAdvice] = useState(/** @type {Advice} */ (null));
  const [said, setSaid] = useState("");
  /** @param {string | null} next */
  const want = (next) => {
    setAim(next);
    keep(name, next);
  };
  const faces = throws.flatMap((one) => one.faces);
  useEffect(() => {
    if (aim === null || !mine) return undefined;
    const control = new AbortController();
    setAdvice(null);
    setSaid(bestWords.working);
    void ask().catch((error) => {
      if (!(error instanceof Problem)) return;
      setAdvice(null);
      setSaid(error.message);
    });
    return () => control.abort();

    async function ask() {
      const ahead = await engine.outlook(check);
      const known = aimsOf(ahead, ahead.numbers);
      setAims(known);
      const wanted = aim && known.some(([one]) => one === aim) ? aim : (known[0]?.[0] ?? "");
      if (wanted !== aim) return setAim(wanted);
      /** @type {NonNullable<Advice>} */
      const found = await engine.advise({ check, faces, choices, aim: wanted }, control.signal);
      setAdvice(found);
      setSaid(found.options.every((one) => one.best) ? bestWords.equal : "");
    }
  }, [aim, check, choices.length, mine]);
  const on = aim !== null;
  return {
    advice: on ? advice : null,
    control: html`<div class="best" role="group" aria-label=${bestWords.ask}>
      <button class="button is-slim" type="button" aria-pressed=${on} onClick=${() => want(on ? null : "")}>${bestWords.ask}</button>
      ${on && aims.length > 0 && html`<label class="sr" for="best-for">${bestWords.for}</label>
        <${Select} kind="is-slim" about=${{ id: "best-for" }} options=${aims} value=${aim} set=${want} />`}
      <span class="small" role="status">${on ? said : ""}</span></div>`,
  };
}

/** What an option is worth, and whether it is the rule's own choice. @param {{ advice: Advice, at: number, usual: boolean }} props */
export function Worth({ advice, at, usual }) {
  const found = advice?.options[at];
  const own = usual && html`<span class="tag">${questionWords.usual}</span>`;
  if (!advice || !found) return own && html`<span class="aside">${own}</span>`;
  // Of equals the rule's own choice is called best; where all are equal, none.
  const all = advice.options.filter((one) => one.best);
  const best = found.best && all.length < advice.options.length && (found.usual || !all.some((one) => one.usual));
  const worth = advice.kind === "mean" ? decimal(found, 2) : percent(found);
  return html`<span class="aside worth">${own}${best && html`<b class="tag is-best">${bestWords.best}</b>`}<span class="num">${worth}</span></span>`;
}
