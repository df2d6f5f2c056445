// Engines: each is a Python of its own in a sandboxed frame, which answers calls one at a time.

/** The files of an engine: the first two start it, the others make all of it importable. */
const FILES = ["snapshot.bin", "pyodide.asm.wasm", "engine.zip", "python_stdlib.zip"];

const PATIENCE = 1500; // ms that an answer which nobody waits for may still take, before its engine is replaced

/** @typedef {{ id: number, path: string, body: string, done: (answer: { status: number, text: string }) => void, failed: (error: Error) => void, dropped: boolean }} Call */

/** A file of the site, unpacked. @param {string} name @returns {Promise<ArrayBuffer>} */
async function file(name) {
  const answer = await fetch(new URL(`engine/${name}.gz`, document.baseURI));
  if (!answer.ok || !answer.body) throw new Error(`${name} is missing`);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

export class Engine {
  /** @param {(state: "starting" | "ready" | "failed") => void} [said] is told how it is */
  constructor(said = () => undefined) {
    this.said = said;
    /** @type {Call[]} */
    this.calls = [];
    this.count = 0;
    this.busy = false;
    this.start();
  }

  /** Begin with a new frame; what waits is asked there. */
  start() {
    this.frame?.remove();
    this.said("starting");
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = new URL("engine/engine.html", document.baseURI).href;
    const { port1: port, port2 } = new MessageChannel();
    port.onmessage = ({ data }) => frame === this.frame && this.heard(data);
    frame.onload = async () => {
      const code = await (await fetch(new URL("engine/worker.js", document.baseURI))).text();
      frame.contentWindow?.postMessage({ code }, "*", [port2]);
      for (const name of FILES) void file(name).then((bytes) => port.postMessage({ name, file: bytes }, [bytes]), () => name === "snapshot.bin" && port.postMessage({ name, file: new ArrayBuffer(0) }));
    };
    this.port = port;
    this.frame = frame;
    this.busy = true;
    document.body.append(frame);
  }

  /** @param {any} data */
  heard(data) {
    if (data.started || data.failed) {
      this.said(data.started ? "ready" : "failed");
      if (data.failed) for (const call of this.calls.splice(0)) call.failed(new Error(data.failed));
    } else {
      const call = this.calls.shift();
      clearTimeout(this.due);
      if (call && !call.dropped) call.done(data);
    }
    this.busy = false;
    this.next();
  }

  next() {
    while (this.calls[0]?.dropped) this.calls.shift();
    const [call] = this.calls;
    if (this.busy || !call) return;
    this.busy = true;
    this.port?.postMessage({ id: call.id, path: call.path, body: call.body });
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
        if (this.busy && this.calls[0] === call) this.due = setTimeout(() => this.stop(), PATIENCE);
      });
      this.calls.push(call);
      this.next();
    });
  }

  /** Give up what is being worked out: the engine is replaced by a new one. */
  stop() {
    clearTimeout(this.due);
    const call = this.calls.shift();
    if (call && !call.dropped) call.failed(new Error("stopped"));
    this.start();
  }
}
