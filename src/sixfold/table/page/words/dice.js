export const diceWords = {
  dropped: "dropped", cut: "cut",
};
