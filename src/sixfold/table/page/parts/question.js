// A choice that the rules give the player, with the dice on the table: what counts with each option, and what it means.
import { html } from "../html.js";
import { useLayoutEffect, useRef, useState } from "../vendor/hooks.js";
import { answer } from "../commands.js";
import { refusal } from "../problem.js";
import { mayChoose } from "../state/entries.js";
import { live } from "../state/missed.js";
import { blotterWords } from "../words/blotter.js";
import { questionWords } from "../words/question.js";
import { useBest, Worth } from "./best.js";
import { Die, Hands, undecided } from "./dice.js";
import { Clock } from "./time.js";

/** @typedef {{ label: string, sides: number, faces: number[] }} Lying */

/**
 * Which dice an option names, throw by throw: an option that is written as faces that lie there is drawn as them.
 * @param {string} option @param {Lying[]} throws @returns {boolean[][] | null}
 */
function marksOf(option, throws) {
  if (!/^\d+( \d+)*$/.test(option)) return null;
  const left = option.split(" ").map(Number);
  const marks = throws.map(() => /** @type {boolean[]} */ ([]));
  for (const [nth, { faces }] of [...throws.entries()].reverse()) {
    marks[nth] = faces.map((face) => {
      const at = left.indexOf(face);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }
  return left.length ? null : marks;
}

/** @param {{ entry: import("../state/entries.js").Entry, who: string, falls: boolean }} props */
export function Question({ entry, who, falls }) {
  const { event } = entry;
  const [choice, setChoice] = useState(/** @type {number} */ (event["default"] ?? 0));
  const [state, setState] = useState(/** @type {"" | "sent" | string} */ (""));
  const asked = mayChoose(entry);
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  // What is below the edge shows itself by a fade.
  const measure = () => list.current?.toggleAttribute("data-after", list.current.scrollTop + list.current.clientHeight < list.current.scrollHeight - 6);
  useLayoutEffect(() => {
    const all = list.current;
    if (!all) return undefined;
    const watch = new ResizeObserver(measure);
    watch.observe(all);
    return () => watch.disconnect();
  }, [asked]);
  useLayoutEffect(() => {
    // Who just threw goes on with the choice, and after it with the next throw.
    const from = document.activeElement;
    const mine = form.current;
    if (!mine) return undefined;
    let here = false;
    const follow = () => (here = true);
    mine.addEventListener("focusin", follow);
    if (live.peek() && from?.closest("#throw")) /** @type {HTMLInputElement | null} */ (mine.querySelector("input:checked"))?.focus();
    return () => {
      const left = mine.contains(document.activeElement) || document.activeElement === document.body;
      if (here && left) document.getElementById("check")?.focus({ preventScroll: true });
    };
  }, []);
  const throws = /** @type {Lying[]} */ (event["throws"]);
  const { advice, control } = useBest({ check: event["request"].check, throws, choices: event["choices"] ?? [], mine: asked });
  const top = html`<p class="top"><b>${who}</b><code>${event["request"].check}</code><${Clock} at=${event.at} /></p>`;

  if (!asked) {
    return html`${top}<div class="fall" role="group" aria-label=${blotterWords.dice} tabIndex=${0}><${Hands} key=${event.number} record=${undecided(throws)} typed=${event["typed"]} falls=${falls} /></div>
      <div class="result" data-verdict="note"><div class="wide"><p class="verdict">${questionWords.chooses(who, entry)}</p><p class="chance">${event["label"]}</p></div></div>`;
  }

  /** @param {SubmitEvent} submitted */
  async function submit(submitted) {
    submitted.preventDefault();
    setState("sent");
    try {
      await answer(event.number, choice);
    } catch (error) {
      setState(refusal(error));
    }
  }
  const title = `question-${event.number}`;
  return html`${top}<form class="question" ref=${form} onSubmit=${submit}>
    <h2 class="voice" id=${title}>${event["label"]}</h2>
    <fieldset class="options" ref=${list} onScroll=${measure} aria-labelledby=${title}>
      ${event["options"].map((/** @type {string} */ option, /** @type {number} */ at) => html`<label key=${option}>
        <input type="radio" name=${title} value=${at} checked=${at === choice} onChange=${() => setChoice(at)} />
        <${Option} option=${option} throws=${throws} typed=${event["typed"]} meaning=${event["meanings"]?.[at]} /><${Worth} advice=${advice} at=${at} usual=${at === event["default"]} /></label>`)}
    </fieldset>
    <div class="act">
      ${control}
      <p class="wrong" role="status">${state === "sent" ? "" : state}</p>
      <button class="button is-main" aria-disabled=${state === "sent" || null}>${questionWords.take}</button>
    </div>
  </form>`;
}

/** @param {{ option: string, throws: Lying[], typed: boolean, meaning: string | undefined }} props */
function Option({ option, throws, typed, meaning }) {
  const marks = marksOf(option, throws);
  if (!marks) return html`<span class="meaning"><b>${option}</b>${meaning && html`<span class="soft">${meaning}</span>`}</span>`;
  const dice = throws.flatMap((one, nth) => one.faces.map((face, i) => ({ face, sides: one.sides, counts: marks[nth]?.[i] ?? false })));
  const lying = [...dice.filter((die) => die.counts), ...dice.filter((die) => !die.counts)];
  return html`<span class="dice is-m" role="img" aria-label=${option}>${lying.map(({ face, sides, counts }) => html`<${Die} face=${face} sides=${sides} kind="${counts ? "" : "is-dropped"} ${typed ? "is-typed" : ""}" />`)}</span>
    <${Said} said=${meaning ?? option} />`;
}

/** What it means, its first word first; where more is to be chosen after it, a line for each way. @param {{ said: string }} props */
function Said({ said }) {
  const ways = said.split("; or ").map((way) => way.split(": "));
  const head = ways[0]?.[0] ?? "";
  return html`<span class="meaning"><b>${head}</b>${ways.map(([first = "", ...rest], at) => {
    const told = first === head ? rest.join(": ") : [first, ...rest].join(": ");
    return told && html`<span class="soft">${at > 0 ? questionWords.or(told) : told}</span>`;
  })}</span>`;
}
