// What is fetched when somebody asks for it: whoever opens a link to a table does not wait for it.
import { html } from "./html.js";
import { useEffect, useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/**
 * A part that is fetched first.
 * @param {{ load: () => Promise<any>, props?: object, otherwise?: any }} props
 *   `load` gives the component; `otherwise` is drawn where it cannot be fetched, a page that says so if left out
 */
export function Later({ load, props = {}, otherwise }) {
  const [View, setView] = useState(/** @type {{ part: any } | "failed" | null} */ (null));
  useEffect(() => void load().then((part) => setView({ part }), () => setView("failed")), []);
  if (View === "failed") return otherwise ?? html`<main class="page"><p class="wrong" role="alert">${words.offline}</p></main>`;
  return View && html`<${View.part} ...${props} />`;
}
