// A copy of the log as a file: for `sixfold verify`, for a spreadsheet, to read.
import { call } from "../../api.js";
import { me } from "../../state/table.js";

const FORMATS = { json: { ending: "json", kind: "application/json" }, csv: { ending: "csv", kind: "text/csv" }, markdown: { ending: "md", kind: "text/markdown" } };

/** @param {{ room: string, name: string }} room @param {keyof typeof FORMATS} format @returns {Promise<boolean>} whether it came */
export async function keepLog(room, format) {
  const { ending, kind } = FORMATS[format];
  let text;
  try {
    text = await call("GET", `/rooms/${room.room}/export?format=${format}`, { secret: me.value?.token ?? "", text: true });
  } catch {
    return false;
  }
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${room.name.replace(/[\\/:*?"<>|]+/g, " ").trim() || "table"}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  return true;
}
