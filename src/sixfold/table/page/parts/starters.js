// Large buttons for an empty mat: what a first roll can be.
import { html } from "../html.js";
import { starters } from "../state/starters.js";
import { chipWords } from "../words/chips.js";
import { starterWords } from "../words/starters.js";
import { presses } from "./chips.js";

export const Starters = () => html`<div class="starters" role="group" aria-label=${starterWords.title}>
  ${starters().map((one) => html`<button key=${one.check} class="button" type="button" title=${chipWords.put(one.check)} ...${presses(one)}><b>${one.name}</b><span class="soft small">${one.game}</span></button>`)}
</div>`;
