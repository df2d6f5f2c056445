// Who will see the throw: one control, blue for anything but everyone.
import { html } from "../html.js";
import * as draft from "../state/draft.js";
import { me, room } from "../state/table.js";
import { composeWords } from "../words/compose.js";
import { Choice } from "./choice.js";

/** What makes sense for whom. @type {Record<string, ("all" | "master" | "blind" | "self")[]>} */
const WAYS = { master: ["all", "master"], player: ["all", "master", "self", "blind"] };

/** @param {{ name?: string }} props `name` tells several of them on one page apart */
export function Visible({ name = "visible" }) {
  const role = me.value?.role === "master" ? "master" : "player";
  const masters = (room.value?.people ?? []).filter((/** @type {any} */ one) => one.role === "master").length;
  const said = role !== "master" ? composeWords.visible : masters > 1 ? { ...composeWords.visibleToMaster, master: composeWords.visibleToMasters } : composeWords.visibleToMaster;
  return html`<fieldset>
    <legend class="sr">${composeWords.seenBy}</legend>
    <${Choice} kind="is-seen" name=${name} options=${WAYS[role]?.map((one) => [one, said[one]])} value=${draft.visible.value}
      set=${(/** @type {typeof draft.visible.value} */ one) => (draft.visible.value = one)} />
  </fieldset>`;
}
