// Engines: each is a Python of its own in a sandboxed frame, which answers calls one at a time.

/** The files of an engine: those that start it, then those that make all of it importable. */
const FILES = [["pyodide.asm.wasm", "snapshot.bin"], ["engine.zip", "python_stdlib.zip"]];

const PATIENCE = 1500; // ms that an answer which nobody waits for may still take, before its engine is replaced
const EARLY = 425; // the status of a call that needs what has not arrived yet
const LOADING = 20_000; // ms until a frame that says nothing is none

/** @typedef {{ id: number, path: string, body: string, done: (answer: { status: number, text: string }) => void, failed: (error: Error) => void, dropped: boolean, early?: boolean, late?: boolean }} Call
 * An early one waits until everything has arrived; a late one was asked after that. */

/** A file of the engine, as it is kept. @param {string} name */
async function file(name) {
  const answer = await fetch(new URL(`${ENGINE}/${name}`, document.baseURI));
  if (!answer.ok || !answer.body) throw new Error(`${name} is missing`);
  return answer;
}

/** The script of the engine. */
const script = async () => new Response((await file("worker.js.gz")).body?.pipeThrough(new DecompressionStream("gzip"))).text();

/** Send an engine its files; it unpacks them itself. Without the memory of one, it starts from its parts. @param {MessagePort} port */
async function send(port) {
  for (const together of FILES) {
    await Promise.all(together.map(async (name) => {
      const bytes = await file(`${name}.zst`).then((answer) => answer.arrayBuffer()).catch(() => new ArrayBuffer(0));
      port.postMessage({ name, file: bytes }, [bytes]);
    }));
  }
}

export class Engine {
  /** @param {(state: "starting" | "ready" | "failed") => void} [said] is told how it is */
  constructor(said = () => undefined) {
    this.said = said;
    /** Calls that wait, the oldest first. @type {Call[]} */
    this.calls = [];
    this.count = 0;
    /** The call that is being answered. @type {Call | undefined} */
    this.running = undefined;
    /** The call that loaded somebody's own game. @type {Call | undefined} */
    this.loaded = undefined;
    /** Whether somebody's own code has run there, loaded or refused. */
    this.touched = false;
    this.start();
  }

  /**
   * Begin with a new frame; what waits is asked there.
   *
   * Without a network, only the service worker can answer for a frame, and only for one without the attribute: it then
   * gives the frame its sandbox. A frame that has none, or that says nothing, is replaced by one with the attribute.
   * @param {boolean} [plain] whether the service worker gives the sandbox
   */
  start(plain = Boolean(navigator.serviceWorker?.controller)) {
    this.frame?.remove();
    clearTimeout(this.due);
    this.running = undefined;
    this.touched = false;
    /** Whether all files were sent to it. */
    this.whole = false;
    for (const call of this.calls) call.early = false;
    /** @type {"starting" | "ready" | "failed"} */
    this.state = "starting";
    this.said(this.state);
    // Somebody's own game is loaded again, unless another one is loaded anyway.
    if (this.loaded && !this.calls.some(({ path }) => path === "/load")) this.calls.unshift({ ...this.loaded, id: ++this.count, done: () => undefined, failed: () => undefined, dropped: false });
    const frame = document.createElement("iframe");
    frame.hidden = true;
    if (!plain) frame.setAttribute("sandbox", "allow-scripts");
    frame.src = new URL("engine.html", document.baseURI).href;
    const { port1: port, port2 } = new MessageChannel();
    const code = script();
    const other = () => frame === this.frame && (plain ? this.start(false) : this.heard({ failed: "The engine cannot be loaded." }));
    /** @type {ReturnType<typeof setTimeout>} */
    let late;
    frame.onload = () => {
      port.onmessage = ({ data }) => {
        clearTimeout(late);
        if (frame !== this.frame) return;
        if (!data.framed) return other();
        port.onmessage = ({ data }) => frame === this.frame && this.heard(data); // from here on, a game may say anything
        void send(port).then(() => frame === this.frame && this.sent());
      };
      code.then((text) => {
        late = setTimeout(other, LOADING);
        frame.contentWindow?.postMessage({ code: text }, "*", [port2]);
      }, other);
    };
    this.port = port;
    this.frame = frame;
    document.body.append(frame);
  }

  /** Everything was sent; what was asked too early is asked again. */
  sent() {
    this.whole = true;
    for (const call of this.calls) call.early = false;
    this.next();
  }

  /** @param {any} data what the frame lets through: the start or the end of an engine, or an answer */
  heard(data) {
    const call = this.running;
    this.running = undefined;
    clearTimeout(this.due);
    if (data.failed) {
      this.said((this.state = "failed"));
      for (const one of [call, ...this.calls.splice(0)]) one?.failed(new Error(data.failed));
    } else if (data.started) {
      this.said((this.state = "ready"));
    } else if (call && data.status === EARLY && !call.late) {
      call.early = !this.whole;
      this.calls.unshift(call);
    } else if (call) {
      if (call.path === "/load" && data.status === 200) this.loaded = call;
      if (!call.dropped) call.done(data);
      if (data.status === 500) return this.start(); // nobody knows what still works there
    }
    this.next();
  }

  next() {
    if (this.state === "failed" && this.calls.length) return this.start();
    this.calls = this.calls.filter(({ dropped }) => !dropped);
    const at = this.calls.findIndex(({ early }) => !early);
    if (this.state !== "ready" || this.running || at < 0) return;
    [this.running] = /** @type {[Call]} */ (this.calls.splice(at, 1));
    const { id, path, body } = this.running;
    this.running.late = this.whole;
    this.touched ||= path === "/load";
    this.port?.postMessage({ id, path, body });
  }

  /**
   * Ask something.
   * @param {string} path @param {unknown} body @param {AbortSignal | null} [signal] ends the wait; what is being worked out is given up soon
   * @returns {Promise<{ status: number, text: string }>}
   */
  call(path, body, signal = null) {
    return new Promise((done, failed) => {
      /** @type {Call} */
      const call = { id: ++this.count, path, body: JSON.stringify(body ?? {}), done, failed, dropped: false };
      signal?.addEventListener("abort", () => {
        call.dropped = true;
        failed(new DOMException("Nobody waits for this any more.", "AbortError"));
        if (this.running === call) this.due = setTimeout(() => this.stop(), PATIENCE);
      });
      this.calls.push(call);
      this.next();
    });
  }

  /** Give up what is being worked out: the engine is replaced by a new one. */
  stop() {
    const call = this.running;
    if (!call) return;
    if (!call.dropped) call.failed(new Error("stopped"));
    this.start();
  }

  /** Begin again without somebody's own game; what else is asked meanwhile, the new engine answers. */
  forget() {
    this.loaded = undefined;
    if (this.running && this.touched) this.calls.unshift(this.running);
    this.calls = this.calls.filter(({ path, failed }) => path !== "/load" || void failed(new Error("forgotten")));
    if (this.touched) this.start();
  }
}
