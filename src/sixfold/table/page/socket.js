// The socket: events as they come, by number; when it closes, again from the last number that is here.
import { add, connection, log, me, present, restart, roomView, upToDate } from "./state/table.js";
import { forgetLog, storeLog } from "./state/log-cache.js";
import { compare, look, lose, recall } from "./state/head.js";
import { findForeign, recallForeign } from "./fair/mine.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;
const SILENCE = 45_000; // the server gives a sign of life more often than that
const GONE = 4001;
const TAIL = 100; // events that come first; those before them come when somebody looks for them

/**
 * Stay at a table until the returned function is called.
 * @param {string} id the room
 * @param {string} token
 * @param {(call: number) => void} witness asked for entropy
 * @param {() => void} gone this seat is nobody's any more
 * @param {boolean} [keeps] whether this browser keeps the log, as this person sees it
 */
export function connect(id, token, witness, gone, keeps = true) {
  let wait = FIRST_WAIT;
  let left = false;
  /** @type {WebSocket} */
  let socket;
  let due = 0;
  let silence = 0;
  /** Events that wait to be added. @type {import("./state/table.js").Event[]} */
  const batch = [];

  function open() {
    const last = log.value.at(-1);
    const from = last ? `after=${last.number}&head=${last["hash"]}` : "after=0";
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/rooms/${id}/live?${from}`;
    const mine = new WebSocket(address);
    socket = mine;
    upToDate.value = false;
    mine.onopen = () => left ? mine.close() : mine.send(JSON.stringify({ token, witness: true, here: true, room: true, tail: TAIL }));
    mine.onmessage = (message) => {
      if (mine !== socket) return;
      clearTimeout(silence);
      silence = window.setTimeout(() => mine.close(), SILENCE);
      wait = FIRST_WAIT;
      if (connection.value.state !== "open") connection.value = { state: "open", since: 0 };
      const event = JSON.parse(message.data);
      if (event.kind === "witness") witness(event.call);
      else if (event.kind === "reset") {
        lose(id);
        anew();
      }
      else if (event.kind === "tail") tail(event.events);
      else if (event.kind === "room") {
        addBatch(); // the room never runs ahead of the log
        if (event.room.number >= (roomView.value?.number ?? 0)) roomView.value = event.room;
      }
      else if (event.kind === "here") {
        addBatch(); // the table says who is here once it has sent all that happened
        present.value = event;
        upToDate.value = true;
      }
      else if (event.number) take(event);
    };
    mine.onclose = (closed) => {
      if (left || mine !== socket) return;
      clearTimeout(silence);
      if (closed.code === GONE) {
        connection.value = { state: "gone", since: Date.now() };
        gone();
        return;
      }
      upToDate.value = false;
      if (connection.value.state !== "lost") connection.value = { state: "lost", since: Date.now() };
      due = window.setTimeout(open, wait * (0.7 + Math.random() * 0.6));
      wait = Math.min(LONGEST_WAIT, wait * 2);
    };
  }

  /** The newest events. If more happened meanwhile, what this browser kept is too old to go on from. @param {import("./state/table.js").Event[]} events */
  function tail(events) {
    addBatch();
    const last = log.value.at(-1);
    if (last && events[0] && events[0].number > last.number + 1) {
      compare(id, token);
      anew();
    }
    batch.push(...events);
    addBatch();
  }

  /** Events come one a message; a frame's worth of them is added at once. @param {any} event */
  function take(event) {
    batch.push(event);
    if (batch.length > 1) return;
    // A hidden tab draws no frames, and still hears what happens.
    if (document.hidden) setTimeout(addBatch, 0);
    else requestAnimationFrame(addBatch);
  }

  function addBatch() {
    const events = batch.splice(0);
    if (left || !events.length) return;
    look(id, events);
    if (me.value) findForeign(id, me.value.person, events);
    if (add(events)) {
      if (keeps) void storeLog(id, events);
    } else {
      anew();
      socket.close();
      open();
    }
  }

  /** The table was put back from a copy: what this browser has is another history, and all of it comes again. */
  function anew() {
    batch.length = 0;
    if (keeps) void forgetLog(id);
    restart();
  }

  const again = () => {
    if (connection.value.state !== "lost") return;
    clearTimeout(due);
    wait = FIRST_WAIT;
    open();
  };
  const looked = () => document.visibilityState === "visible" && again();
  addEventListener("online", again);
  document.addEventListener("visibilitychange", looked);
  recall(id);
  recallForeign(id);
  open();
  return () => {
    left = true;
    clearTimeout(due);
    clearTimeout(silence);
    removeEventListener("online", again);
    document.removeEventListener("visibilitychange", looked);
    // One that is not open yet closes once it is: browsers complain of any other end.
    if (socket.readyState !== WebSocket.CONNECTING) socket.close();
  };
}
