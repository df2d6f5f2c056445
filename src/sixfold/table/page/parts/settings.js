// How this browser likes the page.
import { html } from "../html.js";
import { useLayoutEffect } from "../vendor/hooks.js";
import { motion, sound, theme } from "../state/preferences.js";
import { able, chimes, notifies, setChimes, setNotifies } from "../state/notice.js";
import { settingsWords } from "../words/settings.js";
import { Choice } from "./choice.js";

/** @param {{ done: () => void }} props */
export function Settings({ done }) {
  useLayoutEffect(() => /** @type {HTMLElement | null} */ (document.querySelector(".settings input:checked"))?.focus(), []);
  return html`<${Kept} label=${settingsWords.theme} of=${theme} names=${settingsWords.themes} />
    <${Kept} label=${settingsWords.motion} of=${motion} names=${settingsWords.motions} />
    <label class="row tick"><input type="checkbox" checked=${sound.value} onChange=${() => (sound.value = !sound.value)} />${settingsWords.sound}</label>
    <label class="row tick"><input type="checkbox" checked=${chimes.value} onChange=${() => setChimes(!chimes.value)} />${settingsWords.chimes}</label>
    ${able && html`<label class="row tick"><input type="checkbox" checked=${notifies.value} onChange=${() => setNotifies(!notifies.value)} />${settingsWords.notifies}</label>`}
    <div class="doing"><button class="button" type="button" onClick=${() => { done(); setTimeout(print); }}>${settingsWords.print}</button></div>`;
}

/** @param {{ label: string, of: import("../vendor/signals.js").Signal<any>, names: Record<string, string> }} props */
const Kept = ({ label, of, names }) => html`<fieldset><legend class="label">${label}</legend>
  <${Choice} name=${label} options=${Object.entries(names)} value=${of.value} set=${(/** @type {string} */ one) => (of.value = one)} /></fieldset>`;
