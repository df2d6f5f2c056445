// Sitting at a table: first what this browser kept of it, then the table itself, for as long as one stays.
import { witness } from "./commands.js";
import { connect } from "./socket.js";
import { effect } from "./vendor/signals.js";
import { loadLog, storeLog } from "./state/log-cache.js";
import { keepSeat } from "./state/local-storage.js";
import { wait } from "./state/outbox.js";
import { since } from "./state/earlier.js";
import { leads, log, me, oldest, roomView, seated } from "./state/table.js";

/**
 * Sit at a table until the returned function is called.
 * @param {string} id the room
 * @param {string} token
 * @param {() => void} gone this seat is nobody's any more
 * @returns {() => void}
 */
export function takeSeat(id, token, gone) {
  let left = false;
  /** @type {(() => void)[]} */
  const ends = [];

  async function begin() {
    const kept = await loadLog(id);
    if (left) return;
    log.value = kept.events;
    roomView.value ??= kept.view ?? null;
    if (me.value) wait(id, me.value.person); // a throw of an earlier visit
    ends.push(effect(() => void (roomView.value?.room === id && storeLog(id, [], roomView.value))));
    ends.push(effect(follow));
    ends.push(effect(questions));
    ends.push(connect(id, token, witness, gone));
  }

  /** A choice that waits for this person is in the log, however long ago its dice were rolled. */
  function questions() {
    const mine = (roomView.value?.questions ?? []).filter((/** @type {any} */ one) => one.person === me.value?.person || leads.value);
    const first = Math.min(...mine.map((/** @type {any} */ one) => one.question));
    oldest.value = first;
    // Not within the effect, which would follow what it changes.
    if (log.value.length && Number.isFinite(first)) queueMicrotask(() => void since(first));
  }

  /** What one is called here, and what one may do, changes with the room. */
  function follow() {
    const seat = me.peek();
    const found = seated.value.find((person) => person.id === seat?.person);
    if (!seat || !found || (found.name === seat.name && found.role === seat.role)) return;
    me.value = { ...seat, name: found.name, role: found.role };
    keepSeat(id, me.value);
  }

  void begin();
  return () => {
    left = true;
    for (const end of ends) end();
  };
}
