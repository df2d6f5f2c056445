// Who was here for what: what came while this browser was away was missed, and is marked, never played again.
import { effect, signal } from "../vendor/signals.js";
import { keep, load } from "./local-storage.js";
import { log, me, upToDate } from "./table.js";

/** What was missed: the events above `from`, up to `to`. */
export const missed = signal({ from: Infinity, to: 0 });

/** Whether what comes now comes as it happens: the table is here, and so is somebody who looks. */
export const live = signal(false);

/** Take part in a room until the returned function is called. @param {string} room @returns {() => void} */
export function followPresence(room) {
  const name = `seen/${room}`;
  /** The last that was seen; null at a table that is new to this browser, where nothing was missed. @type {number | null} */
  let seen = load(name, null);
  let saving = 0;

  const last = () => log.peek().at(-1)?.number ?? 0;

  function save() {
    clearTimeout(saving);
    saving = 0;
    if (seen !== null) keep(name, seen);
  }

  function back() {
    const now = last();
    const from = seen;
    if (from !== null && log.peek().some((event) => event.number > from && event.kind === "throw" && event.person !== me.peek()?.person)) missed.value = { from, to: now };
    seen = now;
    live.value = true;
    save();
  }

  function away() {
    if (!live.peek()) return;
    live.value = false;
    save();
  }

  const look = effect(() => {
    if (!upToDate.value) away();
    else if (!document.hidden) back();
  });
  const follow = effect(() => {
    const number = log.value.at(-1)?.number ?? 0;
    if (!live.peek() || document.hidden) return;
    seen = number;
    saving ||= window.setTimeout(save, 1000);
  });
  const turn = () => {
    if (document.hidden) away();
    else if (upToDate.peek()) back();
  };
  document.addEventListener("visibilitychange", turn);
  addEventListener("pagehide", save);
  return () => {
    away();
    look();
    follow();
    document.removeEventListener("visibilitychange", turn);
    removeEventListener("pagehide", save);
    missed.value = { from: Infinity, to: 0 };
  };
}
