import { counted } from "./text.js";

/** Lines that people write at a table. */
export const talkWords = {
  label: "Write to the table",
  to: "For whom",
  all: "Everyone",
  master: "The GM",
  self: "Only me",
  send: "Send",
  unread: (/** @type {number} */ count) => counted(count, "new message"),
};
