// The games' instruments: a sheet for each, drawn block by block as its game says. No game is known here.
import { html } from "../../html.js";
import { room } from "../../state/table.js";
import { words } from "../../words.js";
import { Acts } from "./acts.js";
import { Chances } from "./chances.js";
import { Figure } from "./figure.js";
import { Hand } from "./hand.js";
import { Ledger } from "./ledger.js";
import { Meter } from "./meter.js";
import { Odds } from "./odds.js";
import { Offer } from "./offer.js";
import { Order } from "./order.js";
import { Part, Said } from "./said.js";
import { Tally } from "./tally.js";

/** An instrument as the room shows it. @typedef {{ system: string, instrument: string, title: string, commands: any[], lines?: string[], checks?: any[], blocks?: any[] }} Instrument */

/** What draws each block. @type {Record<string, (props: any) => any>} */
const BLOCKS = {
  part: Part, said: Said, figure: Figure, tally: Tally, meter: Meter, ledger: Ledger, order: Order, hand: Hand,
  chances: Chances, odds: Odds, offer: Offer, acts: Acts,
};

/** What an instrument shows that says no blocks: its lines, its checks, its commands. @param {Instrument} of */
function plain({ lines = [], checks = [], commands }) {
  const rolls = checks.map((one) => ({ act: "roll", label: one.name, check: one.check, to: one.to ?? null, settled: false, main: false }));
  const acts = commands.map((one) => ({
    act: Object.keys(one.properties).length ? "form" : "button",
    label: one.title[0].toUpperCase() + one.title.slice(1), command: one.title, values: {}, main: false, sure: "",
  }));
  return [
    ...lines.map((text) => ({ block: "said", text, hint: false })),
    ...(rolls.length ? [{ block: "acts", acts: rolls, text: "" }] : []),
    ...(acts.length ? [{ block: "acts", acts, text: "" }] : []),
  ];
}

/** Everything that the games at this table keep between throws. */
export function Instruments() {
  const sheets = (room.value?.instruments ?? [])
    .map((/** @type {Instrument} */ of) => ({ of, blocks: of.blocks ?? plain(of) }))
    .filter((/** @type {{ blocks: any[] }} */ { blocks }) => blocks.length > 0);
  if (!sheets.length) {
    return html`<section class="sheet" aria-labelledby="tools-title">
      <header><h2 id="tools-title">${words.tools.title}</h2></header>
      <p class="pad small soft">${words.tools.none}</p>
    </section>`;
  }
  return sheets.map((/** @type {{ of: Instrument, blocks: any[] }} */ { of, blocks }) => html`<${Sheet} key=${`${of.system} ${of.instrument}`} of=${of} blocks=${blocks} />`);
}

/** One instrument. @param {{ of: Instrument, blocks: any[] }} props */
function Sheet({ of, blocks }) {
  const id = `tool-${of.system}-${of.instrument}`;
  return html`<section class="sheet instrument" aria-labelledby=${`${id} ${id}-game`}>
    <header><h2 id=${id}>${of.title}</h2><span class="small soft" id=${`${id}-game`}>${of.system}</span></header>
    <div class="pad stack">
      ${blocks.map((block, at) => {
        const Block = BLOCKS[block.block];
        return Block && html`<${Block} key=${`${block.block} ${at}`} ...${block} tool=${of} />`;
      })}
    </div>
  </section>`;
}
