// The games' instruments: a panel for each, drawn block by block as its game says. No game is known here.
import { html } from "../../html.js";
import { useEffect, useState } from "../../vendor/hooks.js";
import { effect } from "../../vendor/signals.js";
import * as engine from "../../engine.js";
import { roomView } from "../../state/table.js";
import { knownGames } from "../../verdict.js";
import { toolsWords } from "../../words/tools.js";
import { Acts } from "./acts.js";
import { Chances } from "./chances.js";
import { Figure } from "./figure.js";
import { Ledger } from "./ledger.js";
import { Meter } from "./meter.js";
import { Odds } from "./odds.js";
import { Offer } from "./offer.js";
import { Order } from "./order.js";
import { Result } from "./result.js";
import { Part, Said } from "./said.js";
import { Tally } from "./tally.js";

/** An instrument as the room shows it. @typedef {{ system: string, instrument: string, title: string, commands: any[], blocks: any[] }} Instrument */

/** What draws each block. @type {Record<string, (props: any) => any>} */
const BLOCKS = {
  part: Part, said: Said, figure: Figure, tally: Tally, meter: Meter, ledger: Ledger, order: Order, result: Result,
  chances: Chances, odds: Odds, offer: Offer, acts: Acts,
};

/** Games that came to this table after the page: each is asked for once. */
const came = new Set();
effect(() => {
  for (const name of roomView.value?.games ?? []) {
    if (!knownGames.peek().length || came.has(name) || knownGames.peek().some((one) => one.name === name)) continue;
    came.add(name);
    engine.systems(true).then((found) => (knownGames.value = found), () => came.delete(name));
  }
});

/** @param {Instrument} of */
const idOf = (of) => `tool-${of.system}-${of.instrument}`;

/** Which sheet the focus is on, by the id of its title: what had it may be gone when the sheet is drawn anew. */
let focused = "";
/** @param {string} id */
const follows = (id) => ({
  onFocusIn: () => (focused = id),
  // What is taken away loses the focus too, without anybody having left it.
  onFocusOut: (/** @type {FocusEvent} */ { target, currentTarget: sheet }) => setTimeout(() => {
    const left = /** @type {Node} */ (target).isConnected && !/** @type {Node} */ (sheet).contains(document.activeElement);
    if (left && focused === id) focused = "";
  }),
});

/** Everything that the games at this table keep between throws; `otherwise` where that is nothing. @param {{ otherwise: any }} props */
export function Instruments({ otherwise }) {
  useEffect(() => {
    if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
  });
  useEffect(() => {
    // Whoever went elsewhere is not called back.
    const elsewhere = (/** @type {Event} */ { target }) => void (target instanceof Element && !target.closest(".instrument") && (focused = ""));
    document.addEventListener("focusin", elsewhere);
    document.addEventListener("pointerdown", elsewhere);
    return () => {
      document.removeEventListener("focusin", elsewhere);
      document.removeEventListener("pointerdown", elsewhere);
    };
  }, []);
  const sheets = (roomView.value?.instruments ?? [])
    .map((/** @type {Instrument} */ of) => ({ of, blocks: of.blocks }))
    .filter((/** @type {{ blocks: any[] }} */ { blocks }) => blocks.length > 0);
  if (!sheets.length) return otherwise;
  const standing = sheets.filter((/** @type {Drawn} */ one) => !rests(one.blocks));
  const resting = sheets.filter((/** @type {Drawn} */ one) => rests(one.blocks));
  return html`${standing.map((/** @type {Drawn} */ { of, blocks }) => html`<${Sheet} key=${`${of.system} ${of.instrument}`} of=${of} blocks=${blocks} />`)}
    ${resting.length > 0 && html`<section class="sheet resting" key="resting" aria-label=${toolsWords.resting}>
      ${resting.map((/** @type {Drawn} */ { of, blocks }) => html`<${Resting} key=${`${of.system} ${of.instrument}`} of=${of} blocks=${blocks} />`)}
    </section>`}`;
}

/** @typedef {{ of: Instrument, blocks: any[] }} Drawn */

/** Whether nothing stands on a sheet yet: it only says how something comes about. @param {any[]} blocks */
const rests = (blocks) => blocks.some((block) => block.hint) && blocks.every((block) => block.hint || block.block === "acts");

/** An instrument on which nothing stands, in a line; opened, it says what can be done. @param {Drawn} props */
function Resting({ of, blocks }) {
  const [open, setOpen] = useState(false);
  const id = idOf(of);
  return html`<section class="instrument ${open ? "is-open" : ""}" aria-labelledby=${`${id}-title ${id}-game`} ...${follows(id)}>
    <button class="rest" type="button" id=${id} aria-expanded=${open} onClick=${() => setOpen(!open)}>
      <b id=${`${id}-title`}>${of.title}</b><span class="tiny soft" id=${`${id}-game`}>${of.system}</span>
    </button>
    ${open && html`<div class="pad stack"><${Blocks} of=${of} blocks=${blocks} /></div>`}
  </section>`;
}

/** @param {Drawn} props */
const Blocks = ({ of, blocks }) => blocks.map((block, at) => {
  const Block = BLOCKS[block.block];
  return Block && html`<${Block} key=${`${block.block} ${at}`} ...${block} tool=${of} />`;
});

/** One instrument. @param {{ of: Instrument, blocks: any[] }} props */
function Sheet({ of, blocks }) {
  const id = idOf(of);
  return html`<section class="sheet instrument" aria-labelledby=${`${id} ${id}-game`} ...${follows(id)}>
    <header><h2 id=${id} tabindex="-1">${of.title}</h2><span class="small soft" id=${`${id}-game`}>${of.system}</span></header>
    <div class="pad stack"><${Blocks} of=${of} blocks=${blocks} /></div>
  </section>`;
}
