// A copy of the log as a file: for `sixfold verify`, for a spreadsheet, to read.
import { call } from "../../api.js";
import { me } from "../../state/table.js";
import { download } from "../download.js";

const ENDINGS = { json: "json", csv: "csv", markdown: "md" };

/** @param {{ room: string, name: string }} room @param {keyof typeof ENDINGS} format @returns {Promise<boolean>} whether it came */
export async function keepLog(room, format) {
  try {
    const text = await call("GET", `/rooms/${room.room}/export?format=${format}`, { secret: me.value?.token ?? "", text: true });
    download(`${room.name.replace(/[\\/:*?"<>|]+/g, " ").trim() || "table"}.${ENDINGS[format]}`, text);
    return true;
  } catch {
    return false;
  }
}
