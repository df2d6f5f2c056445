// Sitting at a table: first what this browser kept of it, then the table itself, for as long as one stays.
import { Problem } from "./api.js";
import { view, witness } from "./acts.js";
import { stay } from "./live.js";
import { effect } from "./vendor/signals.js";
import { store, stored } from "./state/stored.js";
import { keepSeat } from "./state/kept.js";
import { wait } from "./state/outbox.js";
import { line, log, me, room } from "./state/table.js";

const AGAIN = 3000; // ms until a table that did not answer is asked for again

/**
 * Sit at a table until the returned function is called.
 * @param {string} id the room
 * @param {string} token
 * @param {() => void} gone this seat is nobody's any more
 * @returns {() => void}
 */
export function sit(id, token, gone) {
  let left = false;
  let due = 0;
  /** @type {(() => void)[]} */
  const ends = [];

  async function begin() {
    const kept = await stored(id);
    if (left) return;
    log.value = kept.events;
    room.value ??= kept.view ?? null;
    if (me.value) wait(id, me.value.person); // a throw of an earlier visit
    ends.push(effect(() => void (room.value?.room === id && store(id, [], room.value))));
    ends.push(effect(follow));
    ends.push(stay(id, token, witness, gone));
    await look();
  }

  /** The room at this moment; without a network it is asked for again, and what was kept is shown until then. */
  async function look() {
    try {
      const shown = await view(id, token);
      if (!left && shown.number >= (room.value?.number ?? 0)) room.value = shown;
    } catch (error) {
      if (left) return;
      if (error instanceof Problem && error.status === 401) gone();
      else {
        if (line.value.state === "connecting") line.value = { state: "lost", since: Date.now() };
        due = window.setTimeout(look, AGAIN);
      }
    }
  }

  /** What one is called here, and what one may do, changes with the room. */
  function follow() {
    const seat = me.peek();
    const found = room.value?.people.find((/** @type {any} */ person) => person.id === seat?.person);
    if (!seat || !found || (found.name === seat.name && found.role === seat.role)) return;
    me.value = { ...seat, name: found.name, role: found.role };
    keepSeat(id, me.value);
  }

  void begin();
  return () => {
    left = true;
    clearTimeout(due);
    for (const end of ends) end();
  };
}
