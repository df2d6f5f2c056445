// Views that are fetched when somebody goes there: whoever opens a link to a table does not wait for them.
import { html } from "./html.js";
import { useEffect, useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/**
 * A part that is fetched first.
 * @param {{ load: () => Promise<any>, props?: object }} props `load` gives the component
 */
export function Later({ load, props = {} }) {
  const [View, setView] = useState(/** @type {{ part: any } | "failed" | null} */ (null));
  useEffect(() => void load().then((part) => setView({ part }), () => setView("failed")), []);
  if (View === "failed") return html`<main class="page"><p class="wrong" role="alert">${words.offline}</p></main>`;
  return View && html`<${View.part} ...${props} />`;
}
