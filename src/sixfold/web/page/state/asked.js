// What the master asks for, and who has not answered yet.
import { me, room } from "./table.js";

/** The newest request that this person has not answered. */
export const mine = () => (room.value?.asked ?? []).findLast((/** @type {any} */ one) => one.waiting.includes(me.value?.person));

/** The newest request of this table that somebody has not answered. */
export const pending = () => (room.value?.asked ?? []).findLast((/** @type {any} */ one) => one.waiting.length > 0);
