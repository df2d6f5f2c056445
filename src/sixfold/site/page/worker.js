// The engine in the browser: Python in a worker, which answers the same calls as the API of a table.
//
// It is sent every file that it needs, and has no way to a network: its document forbids one.
// The memory of a Python that has the engine loaded starts quickly. If it does not fit, Python starts from its parts.
import "./closed.js";
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { ZSTDDecoder } from "zstddec";
import { cross } from "./memory.mjs";

const PACKAGES = "/lib/python3.14/site-packages";

/** The status of a call that needs a module which is not here yet. */
const EARLY = 425;

/** The files with the modules that the memory does not contain. */
const LATER = ["python_stdlib.zip", "engine.zip"];

/** The files that have arrived. @type {Set<string>} */
const here = new Set();

/** Files by name, packed, as they arrive. @type {Map<string, { file: Promise<ArrayBuffer>, arrived: (file: ArrayBuffer) => void }>} */
const files = new Map();

/** Python's own library, where its memory does not contain it. */
let library = new Uint8Array();

// Nothing here asks a network: the decoder is in its own address, Python was sent, and its program is being compiled.
globalThis.fetch = async (asked) => {
  const [, data] = String(asked).split(";base64,");
  return new Response(data ? Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)) : library);
};
WebAssembly.instantiateStreaming = async (_, imports) => {
  const module = await compiled;
  return { module, instance: await WebAssembly.instantiate(module, imports) };
};
const decoder = new ZSTDDecoder();
const decoding = decoder.init();
const program = unpacked("pyodide.asm.wasm");
const compiled = program.then((bytes) => WebAssembly.compile(bytes)); // meanwhile the memory is unpacked
/** @type {any} */
let python;
/** What answers, a SiteApi. @type {any} */
let api;
/** What knows that modules are on their way, in a Python that started from its memory. @type {any} */
let pendingImports;

/** A file, when it has arrived. @param {string} name */
function waits(name) {
  if (!files.has(name)) {
    let arrived = /** @type {(file: ArrayBuffer) => void} */ (() => undefined);
    const file = /** @type {Promise<ArrayBuffer>} */ (new Promise((done) => (arrived = done)));
    files.set(name, { file, arrived });
  }
  return /** @type {{ file: Promise<ArrayBuffer>, arrived: (file: ArrayBuffer) => void }} */ (files.get(name));
}

/** A file, unpacked. @param {string} name @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function unpacked(name) {
  const [file] = await Promise.all([waits(name).file, decoding]);
  return /** @type {Uint8Array<ArrayBuffer>} */ (decoder.decode(new Uint8Array(file)));
}

/** Start Python, from its memory if that fits; the library that its memory contains is not needed then. */
async function start() {
  const options = { indexURL: "https://engine.invalid/", lockFileContents: { info: VERSION, packages: {} } };
  try {
    const memory = await unpacked("snapshot.bin");
    cross(memory, await program);
    const grown = async (/** @type {any} */ settings) => {
      const module = await createPyodideModule(settings);
      module.growMemory(memory.length);
      return module;
    };
    python = await loadPyodide({ ...options, createPyodideModule: grown, _loadSnapshot: memory });
    pendingImports = python.runPython("from sixfold.site import pending_imports\npending_imports.install()\npending_imports");
  } catch (error) {
    console.warn("The engine starts from its parts.", error);
    library = await unpacked("python_stdlib.zip");
    python = await loadPyodide({ ...options, createPyodideModule });
    await unpack();
  }
  library = new Uint8Array();
  python.setStdout({ batched: () => undefined });
  api = python.runPython("from sixfold.site.api import SiteApi\nSiteApi()");
}

/** Make every module importable: Python's own, Sixfold's, and msgspec. */
async function unpack() {
  const [own, engine] = await Promise.all(LATER.map(unpacked));
  python.FS.writeFile("/lib/python314.zip", own);
  pendingImports?.uninstall();
  python.unpackArchive(engine, "zip", { extractDir: PACKAGES });
  python.runPython("import importlib; importlib.invalidate_caches()");
}

/** Ask the API of the site. @param {string} path @param {string} body @returns {[number, string]} */
function asked(path, body) {
  const found = api.answer(path, body);
  const answer = found.toJs();
  found.destroy();
  return answer;
}

/** Answer a call; one that needs what has not arrived is answered with EARLY, and asked again then. @param {{ id: number, path: string, body: string }} call */
async function answer({ id, path, body }) {
  let [status, text] = asked(path, body);
  if (status === EARLY && LATER.every((name) => here.has(name))) {
    await unpack();
    [status, text] = asked(path, body);
  }
  postMessage({ id, status, text });
}

/** One call after the other, since Python does one thing at a time. @type {Promise<unknown>} */
let before = start().then(
  () => postMessage({ started: true }),
  (error) => postMessage({ failed: String(error) }),
);

onmessage = ({ data }) => {
  if (data.name) waits(data.name).arrived(data.file), here.add(data.name);
  else before = before.then(() => answer(data)).catch((error) => postMessage({ id: data.id, status: 500, text: JSON.stringify({ code: "page/engine", detail: `The engine stopped. ${String(error).trim().split("\n").at(-1)}` }) }));
};
