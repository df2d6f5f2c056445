// Texts that all views share. Every text of the page is in this folder, a module for each part, so that a browser
// gets the texts of a part with the part. The games' own words come from the games.

export const words = {
  name: "Sixfold",
  lead: "Roll dice together, at a table that knows the rules of your game and its exact odds.",
  cancel: "Cancel",
  done: "Done",
  help: "Help",
  settings: "Settings",
  no: "Not now",
  somebody: "Somebody",
  offline: "The table does not answer.",
};
