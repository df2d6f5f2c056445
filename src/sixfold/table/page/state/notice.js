// A sound and a notification when something begins to wait for this person, for those who asked for them.
import { effect, signal } from "../vendor/signals.js";
import { waitingWords } from "../words/waiting.js";
import { keep, kept, load } from "./local-storage.js";
import { live } from "./missed.js";
import { roomView } from "./table.js";
import { mine } from "./waiting.js";

/** Whether this browser can notify: not on a plain http address of a home network. */
export const able = "Notification" in globalThis && isSecureContext;

/** Whether it is heard, and whether a hidden page notifies. */
export const chimes = kept("chimes", false);
export const notifies = signal(able && Notification.permission === "granted" && load("notifies", false));

/** Ask the browser for leave to notify; it is on only if it is given. @param {boolean} on */
export async function setNotifies(on) {
  notifies.value = on && able && (await Notification.requestPermission()) === "granted";
  keep("notifies", notifies.value);
}

/** @param {boolean} on */
export function setChimes(on) {
  chimes.value = on;
  if (on) chime();
}

const chime = () => void import("../parts/sound-effects.js").then((module) => module.chime(), () => undefined);

/** Follow what waits until the returned function is called. */
export function notice() {
  /** @type {Set<string>} */
  let known = new Set();
  return effect(() => {
    const now = mine.value;
    const fresh = now.filter(({ key }) => !known.has(key));
    known = new Set(now.map(({ key }) => key));
    if (!fresh.length || !(live.peek() || document.hidden)) return;
    if (chimes.peek()) chime();
    if (notifies.peek() && document.hidden) void show(fresh[0]?.text ?? "");
  });
}

/** @param {string} text */
async function show(text) {
  const [title, options] = [roomView.peek()?.name ?? "", { body: `${waitingWords.wait(mine.peek().length)}: ${text}`, tag: "waits", icon: "/page/icons/die-192.png" }];
  const worker = await navigator.serviceWorker?.getRegistration();
  // Phones notify by the worker only.
  if (worker) await worker.showNotification(title, options);
  else new Notification(title, options);
}
