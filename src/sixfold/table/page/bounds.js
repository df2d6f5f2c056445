// The bounds that this page keeps as well, and the colours of people: made by `python -m tests.pages`.
export const CONFIG_LENGTH = 1000000;
export const LABEL_LENGTH = 80;
export const NOTE_LENGTH = 2000;
export const SAVED_CHARACTERS = 50;
export const SAVED_CHECKS = 200;
export const SAVED_NAME_LENGTH = 60;
export const TEXT_LENGTH = 2000;
export const COLOURS = ["#c0392b", "#2471a3", "#1e8449", "#b9770e", "#7d3c98", "#117a65", "#a04000", "#5d6d7e"];
