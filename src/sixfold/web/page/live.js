// The socket: events as they come, by number; when it closes, again from the last number that is here.
import { add, line, log, room } from "./state/table.js";
import { refresh } from "./acts.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;
const SILENCE = 45_000; // the server gives a sign of life more often than that

/**
 * Stay at a table until the returned function is called.
 * @param {string} id the room
 * @param {string} token
 * @param {(call: number) => void} witness asked for entropy
 * @param {() => void} gone this seat is nobody's any more
 */
export function stay(id, token, witness, gone) {
  let wait = FIRST_WAIT;
  let left = false;
  /** @type {WebSocket} */
  let socket;
  let due = 0;
  let silence = 0;

  function open() {
    const last = log.value.at(-1)?.number ?? 0;
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/rooms/${id}/live?after=${last}`);
    socket.onopen = () => socket.send(JSON.stringify({ token, witness: true }));
    socket.onmessage = (message) => {
      clearTimeout(silence);
      silence = window.setTimeout(() => socket.close(), SILENCE);
      wait = FIRST_WAIT;
      if (line.value.state !== "open") line.value = { state: "open", since: 0 };
      const event = JSON.parse(message.data);
      if (event.kind === "witness") witness(event.call);
      else if (event.number) take(event);
    };
    socket.onclose = (closed) => {
      clearTimeout(silence);
      if (left) return;
      if (closed.code === 4001) {
        line.value = { state: "gone", since: Date.now() };
        gone();
        return;
      }
      if (line.value.state !== "lost") line.value = { state: "lost", since: Date.now() };
      due = window.setTimeout(open, wait * (0.7 + Math.random() * 0.6));
      wait = Math.min(LONGEST_WAIT, wait * 2);
    };
  }

  /** Events come one a message; a frame's worth of them is drawn at once. @param {any} event */
  function take(event) {
    batch.push(event);
    if (batch.length > 1) return;
    const draw = () => {
      add(batch.splice(0));
      refresh();
    };
    // A hidden tab draws no frames, and still hears what happens.
    if (document.hidden) setTimeout(draw, 0);
    else requestAnimationFrame(draw);
  }
  /** @type {any[]} */
  const batch = [];

  const again = () => {
    if (line.value.state !== "lost") return;
    clearTimeout(due);
    wait = FIRST_WAIT;
    open();
  };
  addEventListener("online", again);
  open();
  return () => {
    left = true;
    clearTimeout(due);
    removeEventListener("online", again);
    socket.close();
  };
}

/** Whether the room is known. */
export const known = () => room.value !== null;
