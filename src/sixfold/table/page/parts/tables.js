// Rows of a view as a file: for a spreadsheet, or for a text.

/** A cell with what a separator would break in quotes. @param {string} text */
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @param {string[][]} rows the first one has the heads */
export const csv = (rows) => `${rows.map((row) => row.map(quoted).join(",")).join("\n")}\n`;

/** @param {string[][]} rows the first one has the heads */
export function markdown([heads = [], ...rows]) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map((one) => one.replaceAll("|", "\\|")).join(" | ")} |`;
  return `${[line(heads), `|${heads.map((_, nth) => (nth ? " ---: |" : " --- |")).join("")}`, ...rows.map(line)].join("\n")}\n`;
}
