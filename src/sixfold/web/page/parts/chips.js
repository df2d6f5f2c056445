// Saved checks as buttons in a row beside the line.
import { html } from "../html.js";
import { useEffect, useRef } from "../vendor/hooks.js";
import * as draft from "../state/draft.js";
import * as saved from "../state/saved.js";
import { me, room } from "../state/table.js";
import { savedWords } from "../words/saved.js";
import { minus } from "../words/text.js";
import { Icon } from "./icon.js";

/** What instruments say that stands for this person now, in the words of a check, and is not in this one yet. */
function standing() {
  const read = draft.read.value;
  if (!read?.text) return [];
  return (room.value?.instruments ?? [])
    .filter((/** @type {any} */ one) => one.system === read.system)
    .map((/** @type {any} */ one) => ({ added: one.words?.[me.value?.person ?? ""] ?? "", title: one.title }))
    .filter((/** @type {{ added: string }} */ { added }) => added && !read.text.includes(added.slice(added.indexOf("[") + 1)));
}

/** A check comes into the line, and the next key throws it. @param {string} text */
function put(text) {
  draft.say(text);
  /** @type {HTMLElement | null} */ (document.querySelector("#throw .say > .button"))?.focus();
}

/** The buttons of the character who throws; what scrolls shows it by a fading edge. */
export function Chips() {
  const row = useRef(/** @type {HTMLElement | null} */ (null));
  const checks = saved.character.value?.checks ?? [];
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
  }, [checks, stands.length]);
  return html`<div class="chips" ref=${row} onScroll=${measure} role="group" aria-label=${savedWords.title} tabindex=${checks.length ? 0 : -1}>
    ${stands.map((/** @type {{ added: string, title: string }} */ { added, title }) => html`<button key=${added} type="button" class="button is-standing" title=${savedWords.stands(title)} onClick=${() => put(`${draft.text.value.trim()} ${added}`)}><${Icon} name="plus" />${minus(added)}</button>`)}
    ${checks.map((one) => html`<button key=${one.name} type="button" class="button" title=${savedWords.put(one.check)} aria-pressed=${draft.text.value === one.check} onClick=${() => put(one.check)}>${draft.text.value === one.check && html`<${Icon} name="down" />`}${one.name}</button>`)}
    ${checks.length + stands.length === 0 && html`<p class="soft small">${savedWords.none}</p>`}
  </div>`;
}
