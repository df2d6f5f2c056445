// The input in which a check is typed: the words that fit, what was thrown before, and what is wrong, under its place.
import { TEXT_LENGTH } from "../bounds.js";
import { html } from "../html.js";
import { useEffect, useLayoutEffect, useRef, useState } from "../vendor/hooks.js";
import * as draft from "../state/draft.js";
import { past } from "../state/past.js";
import { composeWords } from "../words/compose.js";
import { entered } from "./handlers.js";

const PAUSE = 450; // ms after which a half-written word is taken for a slip

/** Characters before an index of the browser's, which counts otherwise. @param {string} text @param {number} index */
const characters = (text, index) => [...text.slice(0, index)].length;

/** @param {{ id: string, label: string, placeholder?: string }} props */
export function CheckInput({ id, label, placeholder = "" }) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const [back, setBack] = useState(-1); // how far back in what was thrown before
  const [left, setLeft] = useState(0); // px that the text is scrolled
  const [caret, setCaret] = useState(/** @type {{ place: number } | null} */ (null)); // where it goes with a text put there
  const unsaid = useRef(""); // what stood there before
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const text = draft.text.value;
  const problem = draft.read.value?.["problem"];
  const settled = useSettled(text);
  const found = draft.fitting.value;
  const shown = open && found.length > 0;
  const wrong = problem && settled && text.trim() ? problem : null;

  /** @param {string} said @param {boolean} [opened] */
  function type(said, opened = true) {
    const cursor = characters(said, input.current?.selectionStart ?? said.length);
    setOpen(opened && [...said][cursor - 1] !== " " && said.trim() !== "");
    setChosen(-1);
    draft.say(said, cursor);
  }

  /** @param {string} said @param {number} [cursor] in characters */
  function put(said, cursor = [...said].length) {
    draft.say(said, cursor);
    setOpen(false);
    setChosen(-1);
    setCaret({ place: [...said].slice(0, cursor).join("").length });
  }

  // With the text and not a frame later: what a hand types or selects meanwhile stays where it was.
  useLayoutEffect(() => {
    if (!caret) return;
    input.current?.focus();
    input.current?.setSelectionRange(caret.place, caret.place);
  }, [caret]);

  /** @param {draft.Completion} one */
  function accept(one) {
    const letters = [...text];
    const rest = letters.slice(one.end).join("").replace(/^ +/, "");
    const before = `${letters.slice(0, one.start).join("")}${one.word}${one.word === "+" ? "" : " "}`;
    put(before + rest, [...before].length);
  }

  /** @param {number} step */
  function recall(step) {
    const to = Math.max(-1, Math.min(past.value.length - 1, back + step));
    if (back < 0) unsaid.current = text;
    setBack(to);
    put(to < 0 ? unsaid.current : (past.value[to] ?? ""));
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const { key } = event;
    if (key === "Escape" && shown) setOpen(false);
    else if (key === "ArrowDown" && shown) setChosen((chosen + 1) % found.length);
    else if (key === "ArrowUp" && shown) setChosen((chosen <= 0 ? found.length : chosen) - 1);
    else if (key === "ArrowUp") recall(1);
    else if (key === "ArrowDown" && back >= 0) recall(-1);
    else if (key === "ArrowDown") {
      setOpen(true);
      draft.say(text, characters(text, input.current?.selectionStart ?? text.length));
    } else if (key === "Enter" && shown && chosen >= 0) accept(/** @type {draft.Completion} */ (found[chosen]));
    else if (key === "Tab" && !event.shiftKey && shown) accept(/** @type {draft.Completion} */ (found[Math.max(0, chosen)]));
    else if (key === "Tab" && !event.shiftKey && problem?.mended) put(problem.mended);
    else {
      if (key === "Enter") setOpen(false);
      return;
    }
    event.preventDefault();
  }

  // Where little of the page is seen, what is said of the line is brought into view.
  useEffect(() => {
    if (wrong) input.current?.parentElement?.querySelector(".said")?.scrollIntoView({ block: "nearest" });
  }, [wrong]);
  const list = `${id}-words`;
  return html`<div class="line-in">
    <label class="sr" for=${id}>${label}</label>
    <input ref=${input} class="field is-code" id=${id} value=${text} placeholder=${placeholder} maxlength=${TEXT_LENGTH}
      role="combobox" aria-autocomplete="list" aria-expanded=${shown} aria-controls=${list}
      aria-activedescendant=${shown && chosen >= 0 ? `${list}-${chosen}` : undefined}
      aria-invalid=${Boolean(wrong)} aria-describedby=${`${id}-said`}
      autocomplete="off" autocapitalize="off" autocorrect=${false} spellcheck=${false} enterkeyhint="send"
      onInput=${entered((said) => { setBack(-1); type(said); })}
      onKeyDown=${press} onBlur=${() => setOpen(false)} onScroll=${(/** @type {any} */ event) => setLeft(event.target.scrollLeft)} />
    <ul class="words" id=${list} role="listbox" aria-label=${composeWords.fitting} hidden=${!shown}>
      ${shown && found.map((one, i) => html`<li key=${one.word + one.form} id=${`${list}-${i}`} role="option" aria-selected=${i === chosen}
        ref=${i === chosen ? (/** @type {HTMLElement | null} */ element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
        onPointerDown=${(/** @type {Event} */ event) => { event.preventDefault(); accept(one); }}>
        <b>${one.form || one.word}</b><span>${one.help}</span></li>`)}
    </ul>
    <div class="said" id=${`${id}-said`} role="status">
      ${wrong ? html`<${Wrong} problem=${wrong} left=${left} mend=${(/** @type {string} */ said) => put(said)} />` : html`<${Canonical} />`}
    </div>
  </div>`;
}

/** What is wrong, with a caret under its place. @param {{ problem: any, left: number, mend: (said: string) => void }} props */
function Wrong({ problem, left, mend }) {
  return html`
    ${problem.column && html`<span class="caret" aria-hidden="true" style=${{ insetInlineStart: `calc(13px + ${problem.column - 1}ch - ${left}px)` }}></span>`}
    <p><${Slip} problem=${problem} mend=${mend} /></p>`;
}

/** What is wrong with a check, and what was probably meant. @param {{ problem: { detail: string, mended?: string, guess?: string }, mend: (said: string) => void }} props */
export function Slip({ problem: { detail, mended, guess }, mend }) {
  const sentence = mended ? detail.replace(/ Did you mean “[^”]*”\?$/, "") : detail;
  return html`<span class="wrong">${sentence}</span>${mended && html` <button type="button" class="mend" onClick=${() => mend(mended)}>${composeWords.meant(guess ?? mended)}</button>`}`;
}

/** The check as it will be thrown, where it was typed otherwise. */
function Canonical() {
  const canonical = draft.read.value?.text;
  if (!canonical || canonical === draft.checkOf(draft.text.value)) return null;
  return html`<p class="soft">${composeWords.throws} <code>${canonical}</code></p>`;
}

/** Whether nothing was typed for a while. @param {string} text */
function useSettled(text) {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const due = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(due);
  }, [text]);
  return settled === text;
}
