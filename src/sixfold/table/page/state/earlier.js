// The part of the log before what is here: it comes when somebody scrolls up to it or looks for something.
import { call } from "../api.js";
import { computed } from "../vendor/signals.js";
import { storeLog } from "./log-cache.js";
import { log, me, prepend, roomView } from "./table.js";

const PAGE = 200; // events that come together

/** Whether the log is here from its first event on. */
export const whole = computed(() => (log.value[0]?.number ?? 1) === 1);

/** @type {Promise<boolean> | undefined} */
let coming;

/** Fetch a page of it, once at a time. @returns {Promise<boolean>} whether it came */
export const earlier = () => (coming ??= fetched().finally(() => (coming = undefined)));

async function fetched() {
  const [first] = log.value;
  const id = roomView.value?.room;
  if (!first || whole.value || !id) return false;
  try {
    const { events } = await call("GET", `/rooms/${id}/events?before=${first.number}&limit=${PAGE}`, { secret: me.value?.token ?? "" });
    if (roomView.value?.room !== id || log.value[0] !== first || !prepend(events)) return false;
    void storeLog(id, events);
    return true;
  } catch {
    return false; // the table is away: asked for again when somebody scrolls
  }
}

/** Fetch it back to the event with a number, which is 1 for all of it. @param {number} number */
export async function since(number) {
  while ((log.value[0]?.number ?? 1) > number && (await earlier()));
}
