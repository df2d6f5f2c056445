// The engine in the browser: Python in a worker, which answers the same calls as the API of a table.
//
// It is sent every file that it needs, and has no way to a network: its document forbids one.
// The memory of a Python that has the engine loaded starts quickly. If it does not fit, Python starts from its parts.
import "./closed.js";
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { cross } from "./memory.mjs";

const PACKAGES = "/lib/python3.14/site-packages";
const TYPES = { wasm: "application/wasm", zip: "application/zip" };

/** Calls that the memory alone can answer. */
const QUICK = ["/odds", "/outlook", "/rolls", "/checks", "/explain"];

/** Files by name, as they arrive. @type {Map<string, { file: Promise<ArrayBuffer>, arrived: (file: ArrayBuffer) => void }>} */
const files = new Map();
/** @type {any} */
let python;
/** What answers, a Door. @type {any} */
let door;
/** What makes every module importable, once it has begun. @type {Promise<void> | undefined} */
let whole;

/** A file, when it has arrived. @param {string} name */
function waits(name) {
  if (!files.has(name)) {
    let arrived = (/** @type {ArrayBuffer} */ file) => void file;
    const file = new Promise((/** @type {(file: ArrayBuffer) => void} */ done) => (arrived = done));
    files.set(name, { file, arrived });
  }
  return /** @type {{ file: Promise<ArrayBuffer>, arrived: (file: ArrayBuffer) => void }} */ (files.get(name));
}

// Python asks for its parts by address. They are sent here, and nothing else is there.
globalThis.fetch = async (address) => {
  const name = String(address).split("/").at(-1) ?? "";
  const type = TYPES[/** @type {"zip"} */ (name.split(".").at(-1))];
  if (!type) throw new TypeError(`${name} is not here`);
  return new Response(await waits(name).file, { headers: { "content-type": type } });
};

/** Start Python, from its memory if that fits. */
async function start() {
  const options = { indexURL: "https://engine.invalid/", lockFileContents: { info: VERSION, packages: {} } };
  try {
    const memory = new Uint8Array(await waits("snapshot.bin").file);
    cross(memory, new Uint8Array(await waits("pyodide.asm.wasm").file));
    const grown = async (/** @type {any} */ settings) => {
      const module = await createPyodideModule(settings);
      module.growMemory(memory.length);
      return module;
    };
    python = await loadPyodide({ ...options, createPyodideModule: grown, _loadSnapshot: memory });
  } catch (error) {
    console.warn("The engine starts from its parts.", error);
    python = await loadPyodide({ ...options, createPyodideModule });
    await (whole = unpack());
  }
  python.setStdout({ batched: () => undefined });
  door = python.runPython("from sixfold.site.door import Door\nDoor()");
}

/** Make every module importable: Python's own, Sixfold's, and msgspec. */
async function unpack() {
  python.FS.writeFile("/lib/python314.zip", new Uint8Array(await waits("python_stdlib.zip").file));
  python.unpackArchive(await waits("engine.zip").file, "zip", { extractDir: PACKAGES });
  python.runPython("import importlib; importlib.invalidate_caches()");
}

/** Answer a call. @param {{ id: number, path: string, body: string }} asked */
async function answer({ id, path, body }) {
  if (!QUICK.includes(path)) await (whole ??= unpack());
  const found = door.answer(path, body);
  const [status, text] = found.toJs();
  found.destroy();
  postMessage({ id, status, text });
}

/** One call after the other, since Python does one thing at a time. @type {Promise<unknown>} */
let before = start().then(
  () => postMessage({ started: true }),
  (error) => postMessage({ failed: String(error) }),
);

onmessage = ({ data }) => {
  if (data.name) waits(data.name).arrived(data.file);
  else before = before.then(() => answer(data)).catch((error) => postMessage({ id: data.id, status: 500, text: JSON.stringify({ code: "page/engine", detail: `The engine stopped. ${String(error).trim().split("\n").at(-1)}` }) }));
};
