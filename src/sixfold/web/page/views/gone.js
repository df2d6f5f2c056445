// A seat that is nobody's any more: what happened, and the ways on.
import { html } from "../html.js";
import { links } from "../state/kept.js";
import { isolated, words } from "../words.js";
import { Header } from "../parts/header.js";

/** @param {{ room: string, name: string }} props */
export function Gone({ room, name }) {
  const { player, master, spectator } = links(room);
  const back = player ?? spectator ?? master;
  return html`<div class="is-gone">
    <${Header} />
    <main class="page">
      <section class="sheet stack pad" role="alert">
        <h1>${words.gone.title}</h1>
        <p>${words.gone.removed(isolated(name))}</p>
        <p class="small soft">${words.gone.again}</p>
        <div class="doing">${back && html`<a class="button is-main" href=${back.replace(location.origin, "")}>${words.gone.back}</a>`}
          <a class="button" href="/">${words.gone.away}</a></div>
      </section>
    </main>
  </div>`;
}
