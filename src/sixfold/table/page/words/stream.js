/** The view for streams. */
export const streamWords = {
  title: "Stream",
  players: "This link is for a player. A stream needs the link for watching only, so that it never shows a sealed roll.",
  gone: "This seat was removed. Open the link again.",
};
