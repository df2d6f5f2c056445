// The bounds that this page keeps as well: made from base/bounds.py by `python -m tests.pages`.
export const NOTE_LENGTH = 2000;
export const SAVED_CHARACTERS = 50;
export const SAVED_CHECKS = 200;
export const SAVED_NAME_LENGTH = 60;
export const TEXT_LENGTH = 2000;
