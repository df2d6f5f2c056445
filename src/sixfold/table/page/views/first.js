// The first page: what this is, every game to try at once, and a table of one's own.
import { html } from "../html.js";
import { seats } from "../state/local-storage.js";
import { words } from "../words/common.js";
import { firstWords } from "../words/first.js";
import { Header } from "../parts/header.js";
import { CreateTable } from "../parts/create-table.js";
import { Try } from "../parts/try.js";

export function First() {
  return html`<div class="is-first">
    <${Header}><a class="button is-plain" href="/odds">${firstWords.designers}</a><//>
    <main class="page">
      <div class="cols is-end">
        <h1 class="lead c9">${words.lead}</h1>
        <div class="c3 stack is-tight"><p class="small soft">${firstWords.free}</p><${CreateTable} /></div>
      </div>
      <${Tables} />
      <${Try} />
      <p class="hint soft">${firstWords.proof}</p>
    </main>
  </div>`;
}

/** The tables at which this browser has a seat. */
function Tables() {
  const known = seats();
  if (known.length === 0) return null;
  return html`<nav class="tables" aria-label=${firstWords.back}><span class="soft small">${firstWords.back}</span>
    ${known.map(({ room, table, name }) => html`<a key=${room} class="button" href=${`/rooms/${room}`}>${table} <span class="soft">${firstWords.as(name)}</span></a>`)}</nav>`;
}
