// Who will see the throw: one control, blue for anything but everyone.
import { html } from "../html.js";
import * as draft from "../state/draft.js";
import { leads, seated } from "../state/table.js";
import { composeWords } from "../words/compose.js";
import { Choice } from "./choice.js";

/** What makes sense for whom. */
const MASTERS = /** @type {const} */ (["all", "master"]);
const PLAYERS = /** @type {const} */ (["all", "master", "self", "blind"]);

/** @param {{ name?: string }} props `name` tells several of them on one page apart */
export function Visible({ name = "visible" }) {
  const masters = seated.value.filter((one) => one.role === "master").length;
  const said = !leads.value ? composeWords.visible : masters > 1 ? { ...composeWords.visibleToMaster, master: composeWords.visibleToMasters } : composeWords.visibleToMaster;
  return html`<fieldset>
    <legend class="sr">${composeWords.seenBy}</legend>
    <${Choice} kind="is-seen" name=${name} options=${(leads.value ? MASTERS : PLAYERS).map((one) => [one, said[one]])} value=${draft.visible.value}
      set=${(/** @type {typeof draft.visible.value} */ one) => (draft.visible.value = one)} />
  </fieldset>`;
}
