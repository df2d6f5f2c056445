export const blotterWords = {
  dice: "Dice",
  unsent: "not sent yet",
  waiting: "Waiting",
  waits: "Your roll is waiting here. It is sent once, as soon as the table answers.",
  sealed: "This page does not contain the roll.",
  blind: "You rolled blind: only the GM sees the result.",
};
