// Saved checks as buttons in a row beside the line.
import { html } from "../html.js";
import { useEffect, useRef } from "../vendor/hooks.js";
import * as engine from "../engine.js";
import * as draft from "../state/draft.js";
import * as characters from "../state/characters.js";
import { savedCharacter } from "../state/saved-checks.js";
import { shownRoll } from "../state/entries.js";
import { me, roomView } from "../state/table.js";
import { tab } from "../state/tab.js";
import { mine } from "../state/waiting.js";
import { chipWords } from "../words/chips.js";
import { minus } from "../words/text.js";
import { Icon } from "./icon.js";
import { starters } from "../state/starters.js";
import { throwDraft } from "./throwing.js";

/** What instruments say that stands for this person now, in the words of a check, and is not in this one yet. */
function standing() {
  const read = draft.read.value;
  if (!read?.text) return [];
  return (roomView.value?.instruments ?? [])
    .filter((/** @type {any} */ one) => one.system === read.system)
    .map((/** @type {any} */ one) => ({ added: one.words?.[me.value?.person ?? ""] ?? "", title: one.title }))
    .filter((/** @type {{ added: string }} */ { added }) => added && !read.text.includes(added.slice(Math.max(0, added.indexOf("[")))));
}

/** A check comes into the line, to be changed. @param {string} text */
function put(text) {
  draft.say(text);
  document.getElementById("check")?.focus();
}

/** @typedef {import("../state/characters.js").Button} Button */

/**
 * Roll a saved check at once. If the master asks for a check of the same game, it answers that: the words asked for
 * are added to it, if the game can read them together.
 * @param {Button} button
 */
async function press({ name, check, missing = false, own = false }) {
  if (draft.typed.value !== null) return put(check); // first the dice of the real table
  const [game] = check.split(" ");
  const asked = mine.value.find((one) => one.kind === "request" && one.text.split(" ")[0] === game)?.asked;
  const offered = asked?.with.find((/** @type {any} */ one) => one.name === name)?.check;
  if (offered) return answer(offered, asked);
  if (missing) return put(check);
  if (!asked || own) {
    draft.say(check);
    return void throwDraft();
  }
  const together = `${check}${asked.check.slice(String(game).length)}`;
  const read = await engine.check(together).catch(() => null);
  if (read?.problem) return draft.take(check, asked.asked);
  answer(together, asked);
}

/** Roll a check for what the master asks. @param {string} check @param {any} asked */
function answer(check, asked) {
  draft.say(check);
  draft.taken.value = { to: asked.asked, check };
  draft.visible.value = asked.visible;
  void throwDraft();
}

const HELD = 500; // ms after which a press is a long one
// There is one press at a time, and what it brings into the line draws the buttons anew.
let due = 0;
let long = false;

/** What a button of a saved check does: a press rolls, a long press or a right click brings it into the line. @param {Button} button */
export function presses(button) {
  const edit = () => {
    long = true;
    tab.value = "throw";
    queueMicrotask(() => put(button.check));
  };
  return {
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      long = false;
      if (event.button === 0) due = window.setTimeout(edit, HELD);
    },
    onPointerUp: () => clearTimeout(due),
    onPointerLeave: () => clearTimeout(due),
    onPointerCancel: () => clearTimeout(due),
    onContextMenu: (/** @type {Event} */ event) => {
      event.preventDefault();
      clearTimeout(due);
      if (!long) edit();
    },
    onClick: () => (long ? (long = false) : void press(button)),
  };
}

/** The buttons of the character who throws; what scrolls shows it by a fading edge. */
export function Chips() {
  const row = useRef(/** @type {HTMLElement | null} */ (null));
  const own = characters.roller.value && characters.buttons(characters.roller.value);
  const request = mine.value.find((one) => one.kind === "request")?.asked;
  /** The check with which a button answers the GM, if it does. @param {string} name */
  const answers = (name) => (own && request?.with.find((/** @type {any} */ one) => one.name === name)?.check) ?? "";
  /** @type {Button[]} */
  const all = own ?? savedCharacter.value?.checks ?? [];
  const checks = [...all].sort((one, other) => Number(!answers(one.name)) - Number(!answers(other.name)));
  const stands = standing();
  const measure = () => {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = row.current ?? {};
    row.current?.toggleAttribute("data-before", scrollLeft > 4);
    row.current?.toggleAttribute("data-after", scrollLeft + clientWidth < scrollWidth - 4);
  };
  useEffect(() => {
    measure();
    const watch = new ResizeObserver(measure);
    if (row.current) watch.observe(row.current);
    return () => watch.disconnect();
  }, [checks.length, checks[0]?.check, stands.length, roomView.value?.games.length, shownRoll.value === undefined]);
  return html`<div class="chips" ref=${row} onScroll=${measure} role="group" aria-label=${chipWords.title} tabindex="0">
    ${stands.map((/** @type {{ added: string, title: string }} */ { added, title }) => html`<button key=${added} type="button" class="button is-standing" title=${chipWords.stands(title)}
      onClick=${() => put(draft.noted(`${draft.checkOf(draft.text.value)} ${added}`))}><${Icon} name="plus" />${minus(added)}</button>`)}
    ${checks.map((one) => {
      const answer = answers(one.name);
      return html`<button type="button" class="button ${answer ? "is-answer" : ""}" title=${one.missing && !answer ? chipWords.needs(one.check) : chipWords.put(answer || one.check)} ...${presses(one)}>
        ${one.name}${one.value && html` <span class=soft>${minus(one.value)}</span>`}</button>`;
    })}
    ${checks.length === 0 && shownRoll.value && starters().map((one) => html`<button key=${one.check} type="button" class="button is-starter" title=${chipWords.put(one.check)} ...${presses(one)}>${one.name}</button>`)}
  </div>`;
}
