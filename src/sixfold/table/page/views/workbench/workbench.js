// The designers' workbench: questions about checks, each a view with an address that can be shared.
import { html } from "../../html.js";
import { useState } from "../../vendor/hooks.js";
import { load } from "../../state/local-storage.js";
import { from, place } from "../../state/place.js";
import { benchWords } from "../../words/bench.js";
import { words } from "../../words/common.js";
import { luckWords } from "../../words/luck.js";
import { Header } from "../../parts/header.js";
import { Icon } from "../../parts/icon.js";
import { copied } from "../../parts/copy.js";
import { useTitle } from "../../parts/use-title.js";
import { Audit } from "./audit.js";
import { Compare } from "./compare.js";
import { Explain } from "./explain.js";
import { Grid } from "./grid.js";
import { Luck } from "./luck.js";
import { Need } from "./need.js";
import { Odds } from "./odds.js";
import { VIEWS } from "./views.js";

/** What draws each view. @type {Record<string, any> & Record<import("./views.js").View, any>} */
const DRAWN = { odds: Odds, compare: Compare, need: Need, grid: Grid, audit: Audit, luck: Luck, explain: Explain };

export function Workbench() {
  const { view, query } = place.value;
  const [done, setDone] = useState("");
  const View = DRAWN[view] ?? Odds;
  useTitle(benchWords.names[/** @type {"odds"} */ (view)]);
  return html`<div class="is-bench">
    <${Header}><a class="button is-plain" href=${from.value ? `/rooms/${from.value}` : "/"}><${Icon} name="back" />${from.value ? load(`table/${from.value}`, luckWords.table) : words.name}</a><//>
    <main class="page">
      <div class="row is-apart head-row">
        <h1>${benchWords.title}</h1>
        <button class="button" type="button" onClick=${async () => setDone((await copied(location.href)) ? benchWords.copied : location.href)}>
          <${Icon} name="copy" />${benchWords.copy}</button>
      </div>
      <p class="sr" role="status">${done}</p>
      <nav class="row bench-views" aria-label=${benchWords.views}>
        ${VIEWS.map((one) => html`<a key=${one} class="button ${one === view ? "is-main" : ""}" aria-current=${one === view ? "page" : undefined} href=${`/${one}`}>
          ${benchWords.names[one]}</a>`)}
      </nav>
      <${View} key=${view} query=${query} />
    </main>
  </div>`;
}
