// What fields and forms do with an event.

/** Tells what a field has now. @param {(value: string) => void} set */
export const entered = (set) => (/** @type {any} */ event) => set(event.target.value);

/** Leaves with Escape. @param {() => void} leave */
export const leaving = (leave) => (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && leave();
