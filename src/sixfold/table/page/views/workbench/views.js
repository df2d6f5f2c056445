// The views of the workbench, as they are called in addresses.
export const VIEWS = /** @type {const} */ (["odds", "compare", "need", "grid", "audit", "luck", "explain"]);
/** @typedef {(typeof VIEWS)[number]} View */
