// A seat that is nobody's any more: what happened, and the ways on.
import { html } from "../html.js";
import { links } from "../state/local-storage.js";
import { goneWords } from "../words/gone.js";
import { isolated } from "../words/text.js";
import { Header } from "../parts/header.js";

/** @param {{ room: string, name: string }} props */
export function Gone({ room, name }) {
  const { player, master, spectator } = links(room);
  const back = player ?? spectator ?? master;
  return html`<div>
    <${Header} />
    <main class="page">
      <section class="sheet stack pad" role="alert">
        <h1>${goneWords.title}</h1>
        <p>${goneWords.removed(isolated(name))}</p>
        <p class="small soft">${goneWords.again}</p>
        <div class="doing">${back && html`<a class="button is-main" href=${back.replace(location.origin, "")}>${goneWords.back}</a>`}
          <a class="button" href="/">${goneWords.away}</a></div>
      </section>
    </main>
  </div>`;
}
