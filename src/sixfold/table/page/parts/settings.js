// How this browser likes the page: a sheet below its button, left with Escape or a press beside it.
import { html } from "../html.js";
import { useLayoutEffect, useRef, useState } from "../vendor/hooks.js";
import { motion, sound, theme } from "../state/preferences.js";
import { able, chimes, notifies, setChimes, setNotifies } from "../state/notice.js";
import { settingsWords } from "../words/settings.js";
import { Choice } from "./choice.js";
import { Icon } from "./icon.js";

/** @param {{ more?: any }} props `more` are links for which a small screen has no room in the bar */
export function Settings({ more }) {
  const [open, setOpen] = useState(false);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  // At once, so that nobody who has moved on is called back.
  useLayoutEffect(() => {
    if (!open) return;
    /** @type {HTMLElement | null} */ (box.current?.querySelector(".settings input:checked"))?.focus();
    /** @param {Event} event */
    const beside = (event) => !box.current?.contains(/** @type {Node} */ (event.target)) && setOpen(false);
    document.addEventListener("pointerdown", beside);
    document.addEventListener("focusin", beside);
    return () => {
      document.removeEventListener("pointerdown", beside);
      document.removeEventListener("focusin", beside);
    };
  }, [open]);

  return html`<div class="popped" ref=${box} onKeyDown=${(/** @type {KeyboardEvent} */ event) => open && event.key === "Escape" && close()}>
    <button class="button is-plain is-square" type="button" ref=${button} aria-label=${settingsWords.title} aria-expanded=${open} onClick=${() => setOpen(!open)}><${Icon} name="more" /></button>
    ${open && html`<section class="sheet settings pad stack" aria-label=${settingsWords.title}>
      ${more && html`<div class="doing phone-only" onClick=${() => setOpen(false)}>${more}</div>`}
      <${Kept} label=${settingsWords.theme} of=${theme} names=${settingsWords.themes} />
      <${Kept} label=${settingsWords.motion} of=${motion} names=${settingsWords.motions} />
      <label class="row tick"><input type="checkbox" checked=${sound.value} onChange=${() => (sound.value = !sound.value)} />${settingsWords.sound}</label>
      <label class="row tick"><input type="checkbox" checked=${chimes.value} onChange=${() => setChimes(!chimes.value)} />${settingsWords.chimes}</label>
      ${able && html`<label class="row tick"><input type="checkbox" checked=${notifies.value} onChange=${() => setNotifies(!notifies.value)} />${settingsWords.notifies}</label>`}
      <div class="doing"><button class="button" type="button" onClick=${() => { setOpen(false); setTimeout(print); }}>${settingsWords.print}</button></div>
    </section>`}
  </div>`;
}

/** @param {{ label: string, of: import("../vendor/signals.js").Signal<any>, names: Record<string, string> }} props */
const Kept = ({ label, of, names }) => html`<fieldset><legend class="label">${label}</legend>
  <${Choice} name=${label} options=${Object.entries(names)} value=${of.value} set=${(/** @type {string} */ one) => (of.value = one)} /></fieldset>`;
