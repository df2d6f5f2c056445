export const settingsWords = {
  title: "Settings",
  theme: "Light and dark",
  themes: { system: "System", light: "Light", dark: "Dark" },
  motion: "Motion",
  motions: { system: "System", still: "No rolling dice" },
  sound: "Sound of dice",
  print: "Print the log",
};
