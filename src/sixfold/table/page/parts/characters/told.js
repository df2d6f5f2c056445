// What the log says of characters.
import { log, nameOf } from "../../state/table.js";
import { nameOfCharacter } from "../../state/traits.js";
import { sheetWords } from "../../words/characters.js";
import { isolated } from "../../words/text.js";

/** What became of a character, in a line of the log. @param {{ event: import("../../state/table.js").Event, who: string }} props */
export function Told({ event, who }) {
  const { sheet, character: number, owner } = /** @type {any} */ (event);
  const name = isolated(sheet.name ?? (nameOfCharacter(number) || sheetWords.somebody));
  if (event["gone"]) return sheetWords.gone(who, name);
  if (event.number === number) return sheetWords.made(who, name);
  const before = log.value.findLast((one) => one.number < event.number && one["character"] === number && "owner" in one);
  if (before && before["owner"] !== owner) return sheetWords.given(who, name, owner ? nameOf(owner) : sheetWords.theMaster);
  if (sheet.name !== undefined && sheet.game !== undefined) return sheetWords.shown(who, name);
  const { values = {}, ...others } = sheet;
  return sheetWords.changed(who, name, [...Object.keys(others), ...Object.entries(values).map(([trait, value]) => sheetWords.change(trait, value))]);
}
