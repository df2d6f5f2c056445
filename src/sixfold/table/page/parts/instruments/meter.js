// How many of how many on a bar, and a line where they should be.
import { html } from "../../html.js";
import { upright } from "../../words/text.js";
import { toolsWords } from "../../words/tools.js";

/** @param {{ share: number, said: string, line?: number }} props `share` and `line` from 0 to 1 */
export const Bar = ({ share, said, line }) => html`<div class="meter" role="img" aria-label=${said}>
  <i style=${{ inlineSize: `${100 * share}%` }}></i>${line !== undefined && html`<b style=${{ insetInlineStart: `${100 * line}%` }}></b>`}
</div>`;

/** @param {{ label: string, reached: number, of: number, line: [number, number], note: string }} props */
export function Meter({ label, reached, of, line: [part, whole], note }) {
  const told = toolsWords.ofMany(reached, of);
  return html`<div class="stack is-tight">
    <p class="small row is-apart"><b>${label}</b><span>${told}</span></p>
    <${Bar} share=${of ? reached / of : 0} line=${part / whole} said=${`${label}: ${told}`} />
    ${note && html`<p class="tiny soft">${upright(note)}</p>`}
  </div>`;
}
