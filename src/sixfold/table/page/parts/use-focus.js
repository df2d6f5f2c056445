// Who has the focus once something has come or gone.
import { useLayoutEffect, useRef } from "../vendor/hooks.js";

/** A reference to an element that gets the focus as soon as it is drawn. @param {FocusOptions} [how] @returns {{ current: any }} */
export function useFocus(how) {
  const element = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => element.current?.focus(how), []);
  return element;
}

/** To the line: who has a keyboard goes on typing; on a phone the keys would cover the table. */
export const toLine = () => matchMedia("(pointer: fine)").matches && queueMicrotask(() => document.getElementById("check")?.focus());
