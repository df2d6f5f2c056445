// Saved checks as buttons in a row beside the line.
import { html } from "../html.js";
import { useEffect, useRef } from "../vendor/hooks.js";
import * as draft from "../state/draft.js";
import * as saved from "../state/saved.js";
import { words } from "../words.js";

/** The buttons of the character who throws; what scrolls shows it by a fading edge. */
export function Chips() {
  const row = useRef(/** @type {HTMLElement | null} */ (null));
  const checks = saved.character.value?.checks ?? [];
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
  }, [checks]);
  return html`<div class="chips" ref=${row} onScroll=${measure} role="group" aria-label=${words.saved.title} tabindex=${checks.length ? 0 : -1}>
    ${checks.map((one) => html`<button key=${one.name} type="button" class="button" title=${one.check} aria-pressed=${draft.text.value === one.check} onClick=${() => draft.say(one.check)}>${one.name}</button>`)}
    ${checks.length === 0 && html`<p class="soft small">${words.saved.none}</p>`}
  </div>`;
}
