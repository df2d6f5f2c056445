// A sheet below its button, left with Escape or a press beside it: how this browser likes the page, and links.
import { html } from "../html.js";
import { useLayoutEffect, useRef, useState } from "../vendor/hooks.js";
import { Lazy } from "../lazy.js";
import { words } from "../words/common.js";
import { Icon } from "./icon.js";

const settings = () => import("./settings.js").then((module) => module.Settings);

/** @param {{ more?: any }} props `more` are links for which a small screen has no room in the bar */
export function Menu({ more }) {
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
    <button class="button is-plain is-square" type="button" ref=${button} aria-label=${words.settings} aria-expanded=${open} onClick=${() => setOpen(!open)}><${Icon} name="more" /></button>
    ${open && html`<section class="sheet settings pad stack" aria-label=${words.settings}>
      ${more && html`<div class="doing phone-only" onClick=${() => setOpen(false)}>${more}</div>`}
      <${Lazy} load=${settings} props=${{ done: () => setOpen(false) }} />
    </section>`}
  </div>`;
}
