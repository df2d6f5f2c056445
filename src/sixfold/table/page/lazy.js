// What is fetched when somebody asks for it: whoever opens a link to a table does not wait for it.
import { html } from "./html.js";
import { useEffect, useRef, useState } from "./vendor/hooks.js";
import { words } from "./words/common.js";

/** How it is drawn stands in a style sheet that waits in its place in the document. @type {Promise<unknown> | undefined} */
let styled;

/** Fetch that style sheet, once. */
function style() {
  styled ??= new Promise((done, failed) => {
    const sheet = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[data-lazy]"));
    if (!sheet || sheet.rel) return done(undefined); // the document of this view had it fetched, as that of a site has
    sheet.onload = done;
    sheet.onerror = failed;
    sheet.rel = "stylesheet";
  });
  styled.catch(() => (styled = undefined));
  return styled;
}

/**
 * A part that is fetched first.
 * @param {{ load: () => Promise<any>, props?: Record<string, any>, otherwise?: any }} props
 *   `load` gives the component; `otherwise` is drawn where it cannot be fetched, a page that says so if left out.
 *   A part that was left before its answer came has nothing to close: its `done` is not called any more.
 */
export function Lazy({ load, props = {}, otherwise }) {
  const [View, setView] = useState(/** @type {{ part: any } | "failed" | null} */ (null));
  const left = useRef(false);
  useEffect(() => () => void (left.current = true), []);
  useEffect(() => void Promise.all([load(), style()]).then(([part]) => setView({ part }), () => setView("failed")), []);
  if (View === "failed") return otherwise ?? html`<main class="page"><p class="wrong" role="alert">${words.offline}</p></main>`;
  const still = props["done"] && { done: () => left.current || props["done"]() };
  return View && html`<${View.part} ...${props} ...${still} />`;
}
