// Dice: one, a row of them, and the hands of a throw with what each hand is worth.
import { html } from "../html.js";
import { useLayoutEffect, useRef } from "../vendor/hooks.js";
import { ruleOf } from "../verdict.js";
import { diceWords } from "../words/dice.js";
import { fall, landed } from "./tumble.js";

/** @typedef {{ label: string, sides: number, faces: number[], kept: boolean[], shows?: string[] }} Thrown a throw within a record; `shows` is what stands on the sides of dice with faces of their own */

/** How the dice of a rule look: what those are called that do not count, and which throws are of another colour. @typedef {{ aside: "dropped" | "cut", apart: string[] }} Look */

/** @param {{ system: string, rule: string }} record @returns {Look} */
const lookOf = (record) => {
  const rule = ruleOf(record.system, record.rule);
  return { aside: rule?.aside ?? "dropped", apart: rule?.apart ?? [] };
};

/** What a die shows. @param {Thrown} thrown @param {number} face */
const shown = ({ shows }, face) => shows?.[face - 1] ?? face;

/** One die. What has no pips is written. @param {{ face: number | string, sides?: number, kind?: string }} props */
export const Die = ({ face, sides = 6, kind = "" }) => {
  const pips = sides === 6 && typeof face === "number" && face >= 1 && face <= 6;
  return html`<i class="die ${kind} ${pips ? "" : `is-number has-${Math.min(String(face).length, 4)}`}" data-face=${pips ? face : null} data-sides=${pips ? null : sides}>${pips ? null : face}</i>`;
};

/** What a screen reader says of dice. @param {Thrown} thrown @param {string} aside */
const aloud = (thrown, aside) => thrown.faces.map((face, i) => (thrown.kept[i] ? `${shown(thrown, face)}` : `${shown(thrown, face)} ${aside}`)).join(", ");

/** All dice of a record in a sentence. @param {any} record */
export const diceAloud = (record) => {
  const { aside } = lookOf(record);
  return record.throws.map((/** @type {Thrown} */ one) => aloud(one, diceWords[aside])).join("; ");
};

/** @param {Look} look @param {Thrown} one @param {number} i @param {number} nth @param {boolean} typed */
function kindOf(look, one, i, nth, typed) {
  const kinds = [typed && "is-typed", nth > 0 && "is-extra", nth > 0 && i === 0 && "is-next", look.apart.includes(one.label) && "is-wild", !one.kept[i] && `is-${look.aside}`];
  return kinds.filter(Boolean).join(" ");
}

/** The dice of a question as a record, of which none is put aside yet. @param {Omit<Thrown, "kept">[]} throws */
export const undecided = (throws) => ({ system: "", rule: "", throws: throws.map((one) => ({ ...one, kept: one.faces.map(() => true) })) });

const IN_A_ROW = 24; // dice of a throw that a line of the log has room for

/** All dice of a throw in one row, small. @param {{ record: any, typed?: boolean }} props */
export function Row({ record, typed = false }) {
  const look = lookOf(record);
  /** @type {Thrown[]} */
  const throws = record.throws;
  const all = throws.flatMap((one, nth) => one.faces.map((face, i) => html`<${Die} face=${shown(one, face)} sides=${one.sides} kind=${kindOf(look, one, i, nth, typed)} />`));
  return html`<span class="dice is-s" role="img" aria-label=${diceAloud(record)}>
    ${all.length > IN_A_ROW ? [...all.slice(0, IN_A_ROW - 1), html`<span class="more">+${all.length - IN_A_ROW + 1}</span>`] : all}
  </span>`;
}

/**
 * The hands of a throw, each on its rail. With `falls` they tumble once, and land on the faces that were decided.
 * @param {{ record: any, typed?: boolean, said?: string[], falls?: boolean }} props
 */
export function Hands({ record, typed = false, said = [], falls = false }) {
  const look = lookOf(record);
  /** @type {Thrown[]} */
  const throws = record.throws;
  const lie = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => (lie.current ? fit(lie.current, "--die-l", 40, 13) : undefined), [said.length]);
  useLayoutEffect(() => (falls && lie.current ? fall(lie.current, throws) : undefined), []);
  const count = throws.reduce((sum, one) => sum + one.faces.length, 0);
  const hands = throws.flatMap((one, nth) => {
    const all = one.faces.map((face, i) => ({ face: shown(one, face), i }));
    const kept = all.filter(({ i }) => one.kept[i]);
    const aside = all.filter(({ i }) => !one.kept[i]);
    /** @param {typeof all} dice @param {string} rail @param {string} kind */
    const hand = (dice, rail, kind) => dice.length > 0 && html`<span class="hand ${kind}">
      <span class="dice is-l" role="img" aria-label=${dice.map((die) => die.face).join(", ")}>
        ${dice.map(({ face, i }) => html`<${Die} face=${face} sides=${one.sides} kind=${kindOf(look, one, i, nth, typed)} />`)}</span>
      <span class="rail">${rail}</span></span>`;
    return [hand(kept, said[nth] ?? one.label, ""), hand(aside, kept.length ? diceWords[look.aside] : `${one.label}: ${diceWords[look.aside]}`, "is-aside")];
  }).filter(Boolean);
  return html`<div class="hands ${size(count)}" ref=${lie} style=${{ "--landed": `${falls ? landed(throws) : 0}ms` }}>${hands}</div>`;
}

const LARGE = 140; // px: as large as dice grow on any mat
const PART = 0.45; // of the height of a larger mat
const SPLIT = 64; // a hand stays in one line while its dice are as large as this

/**
 * Make dice as large as their box allows, now and whenever it changes; what is returned ends that.
 * @param {HTMLElement} lie @param {string} side the property that says how large
 * @param {number} small in px: dice that would be smaller are hard to read: they get the room of the words beside them
 * @param {number} least below that, pips cannot be told apart
 * @returns {(() => void) | undefined}
 */
export function fit(lie, side, small, least) {
  const box = /** @type {HTMLElement} */ (lie.parentElement);
  if (getComputedStyle(box).containerType !== "size") return undefined;
  const { paddingBlockStart, paddingBlockEnd, paddingInlineStart, paddingInlineEnd } = getComputedStyle(box);
  const [beside, above] = [parseFloat(paddingInlineStart) + parseFloat(paddingInlineEnd), parseFloat(paddingBlockStart) + parseFloat(paddingBlockEnd)];
  let last = "";
  /** Where the last die ends, and the words under it. What is in the air counts where it will lie. */
  const end = () => Math.max(...[.../** @type {NodeListOf<HTMLElement>} */ (lie.querySelectorAll(".die, .rail"))].map((one) => one.offsetLeft + one.offsetWidth));
  /** The largest size at which all hands are inside, or 0. */
  function largest() {
    let [fits, over] = [0, Math.max(LARGE, Math.floor(box.clientHeight * PART)) + 1];
    while (over - fits > 1) {
      const tried = Math.floor((fits + over) / 2);
      lie.style.setProperty(side, `${tried}px`);
      if (lie.offsetHeight <= box.clientHeight - above && end() <= lie.offsetLeft + box.clientWidth - beside) fits = tried;
      else over = tried;
    }
    return fits;
  }
  function measure() {
    const now = `${box.clientWidth} ${box.clientHeight}`;
    if (now === last) return;
    last = now;
    lie.classList.remove("is-bare");
    lie.classList.add("is-whole");
    let found = largest();
    if (found < SPLIT) {
      lie.classList.remove("is-whole");
      found = largest();
    }
    // Dice before words: what each hand is worth is also told by “Why”.
    if (found < small) {
      lie.classList.add("is-bare");
      found = largest();
    }
    lie.style.setProperty(side, `${Math.max(least, found)}px`);
    box.toggleAttribute("data-more", lie.offsetHeight > box.clientHeight);
  }
  measure();
  const watch = new ResizeObserver(measure);
  watch.observe(box);
  return () => watch.disconnect();
}

/** How small so many dice are where their box has no height of its own. @param {number} count */
const size = (count) => (count <= 8 ? "" : count <= 20 ? "is-many" : count <= 48 ? "is-more" : "is-most");
