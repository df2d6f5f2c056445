// Dice: one, a row of them, and the hands of a throw with what each hand is.
import { html } from "../html.js";
import { words } from "../words.js";

/** @typedef {{ label: string, sides: number, faces: number[], kept: boolean[] }} Thrown a throw within a record */

/** One die. Faces above six are written. @param {{ face: number, kind?: string }} props */
export const Die = ({ face, kind = "" }) => html`<i class="die ${kind}" data-face=${face}>${face > 6 ? face : null}</i>`;

/** What a screen reader says of dice. @param {Thrown} thrown @param {string} [suffix] */
const aloud = (thrown, suffix = "") =>
  thrown.faces.map((face, i) => `${face}${thrown.kept[i] ? suffix : ` ${words.log.dropped}`}`).join(", ");

/** All dice of a throw in one row, small. @param {{ throws: Thrown[], typed?: boolean }} props */
export function Row({ throws, typed = false }) {
  const label = throws.map((one) => aloud(one)).join("; ");
  return html`<span class="dice is-s" role="img" aria-label=${label}>
    ${throws.map((one, nth) =>
      one.faces.map((face, i) => html`<${Die} face=${face} kind=${look(one, i, nth, typed)} />`),
    )}
  </span>`;
}

/** @param {Thrown} one @param {number} i @param {number} nth @param {boolean} typed */
function look(one, i, nth, typed) {
  return [one.kept[i] ? "" : "is-dropped", nth ? "is-extra" : "", one.label === "wild" ? "is-wild" : "", typed ? "is-typed" : ""].join(" ");
}

/** The hands of a throw, each on its rail. @param {{ throws: Thrown[], typed?: boolean }} props */
export function Hands({ throws, typed = false }) {
  const many = throws.reduce((count, one) => count + one.faces.length, 0) > 4;
  return html`<div class="hands ${many ? "is-many" : ""}">
    ${throws.flatMap((one, nth) => {
      const all = one.faces.map((face, i) => ({ face, i }));
      const kept = all.filter(({ i }) => one.kept[i]);
      const dropped = all.filter(({ i }) => !one.kept[i]);
      return [
        kept.length > 0 &&
          html`<span class="hand"><span class="dice is-l" role="img" aria-label=${kept.map((die) => die.face).join(", ")}>
            ${kept.map(({ face, i }) => html`<${Die} face=${face} kind=${look(one, i, nth, typed)} />`)}</span>
            <span class="rail">${one.label}</span></span>`,
        dropped.length > 0 &&
          html`<span class="hand is-dropped"><span class="dice is-l" role="img" aria-label=${dropped.map((die) => die.face).join(", ")}>
            ${dropped.map(({ face, i }) => html`<${Die} face=${face} kind=${look(one, i, nth, typed)} />`)}</span>
            <span class="rail">${words.log.dropped}</span></span>`,
      ];
    })}
  </div>`;
}
