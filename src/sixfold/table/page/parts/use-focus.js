import { useLayoutEffect, useRef } from "../vendor/hooks.js";

/** A reference to an element that gets the focus as soon as it is drawn. @param {FocusOptions} [how] @returns {{ current: any }} */
export function useFocus(how) {
  const element = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => element.current?.focus(how), []);
  return element;
}
