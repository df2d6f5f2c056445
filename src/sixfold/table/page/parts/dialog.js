// A dialog over the page: left with Escape, by its button, or by a press beside it.
import { html } from "../html.js";
import { useLayoutEffect, useRef } from "../vendor/hooks.js";
import { Icon } from "./icon.js";

/** @param {{ id: string, title: string, close: () => void, back: string, kind?: string, children?: any }} props `back` names its button */
export function Dialog({ id, title, close, back, kind = "", children }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return html`<dialog class="why ${kind}" ref=${box} aria-labelledby=${id} onCancel=${(/** @type {Event} */ asked) => (asked.preventDefault(), close())}
    onClick=${(/** @type {MouseEvent} */ click) => click.target === box.current && close()}>
    <div class="why-page">
      <header><h2 id=${id}>${title}</h2>
        <button class="button is-plain is-square" type="button" aria-label=${back} onClick=${close} autofocus><${Icon} name="close" /></button></header>
      <div class="why-body">${children}</div>
    </div>
  </dialog>`;
}
