export const settingsWords = {
  theme: "Light and dark",
  themes: { system: "System", light: "Light", dark: "Dark" },
  motion: "Motion",
  motions: { system: "System", still: "No rolling dice" },
  sound: "Sound of dice",
  chimes: "Sound when something waits for you",
  notifies: "Notify me when something waits for me",
  print: "Print the log",
};
