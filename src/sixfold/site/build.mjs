// Builds the files of the site that come from npm packages: `node build.mjs PAGE OUT PARTS NPM`.
//
// PAGE is the folder of a table's page and OUT the folder of the site. PARTS contains what Python has prepared:
// `engine.zip` and `msgspec.zip` (packages), and `names.json` (completions for the editor). NPM contains the packages.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { bundle } from "./bundle.mjs";
import { cross } from "./page/memory.mjs";

process.on("uncaughtException", (error) => {
  console.error(String(error.message).slice(-1500)); // not the bundled line that failed
  process.exit(1);
});

const HERE = dirname(fileURLToPath(import.meta.url));
const [PAGE, OUT, PARTS, NPM] = process.argv.slice(2).map((path) => resolve(path));
const require = createRequire(join(NPM, "package.json"));
const esbuild = require("esbuild");
const PYODIDE = dirname(require.resolve("pyodide/package.json"));
const PACKAGES = "/lib/python3.14/site-packages";

/** Files of Pyodide, and the hashes of those that this site was written for: its options for snapshots are private. */
const KNOWN = JSON.parse(readFileSync(join(HERE, "pyodide.json"), "utf8"));
for (const [name, hash] of Object.entries(KNOWN.files)) {
  const found = createHash("sha256").update(readFileSync(join(PYODIDE, name))).digest("hex");
  if (found !== hash) throw new Error(`${name} is not the one of Pyodide ${KNOWN.version}`);
}

const { loadPyodide } = await import(pathToFileURL(join(PYODIDE, "pyodide.mjs")).href);

/** A Python with these packages. @param {object} options @param {string[]} packages */
async function started(options, packages) {
  const python = await loadPyodide({ ...options, indexURL: `${PYODIDE}/` });
  for (const name of packages) python.unpackArchive(new Uint8Array(readFileSync(join(PARTS, name))), "zip", { extractDir: PACKAGES });
  return python;
}

// Everything that can be imported, compiled: reading it takes a tenth of the time of compiling it in a browser.
const compiling = await started({}, ["engine.zip", "msgspec.zip"]);
compiling.runPython(`
import compileall, os, zipfile
compileall.compile_dir("${PACKAGES}", quiet=2, invalidation_mode=__import__("py_compile").PycInvalidationMode.UNCHECKED_HASH)
with zipfile.ZipFile("/compiled.zip", "w", zipfile.ZIP_STORED) as made:
    for folder, _, files in os.walk("${PACKAGES}"):
        for name in sorted(files):
            path = os.path.join(folder, name)
            if path.startswith(("${PACKAGES}/sixfold", "${PACKAGES}/msgspec")):
                made.write(path, os.path.relpath(path, "${PACKAGES}"))
`);
const engine = compiling.FS.readFile("/compiled.zip");

// The memory of a Python that has answered once. It cannot contain modules written in C, so msgspec is left out.
const remembering = await started({ _makeSnapshot: true }, ["engine.zip"]);
remembering.runPython(readFileSync(join(HERE, "snapshot.py"), "utf8"));
const snapshot = remembering.makeMemorySnapshot();
const program = readFileSync(join(PYODIDE, "pyodide.asm.wasm"));
cross(snapshot, program);

/** A game that takes ever more memory ends with an error of Python, before the browser ends the tab. */
const MEMORY = 1 << 30;
const limited = {
  name: "limited",
  setup(build) {
    build.onLoad({ filter: /pyodide\.asm\.mjs$/ }, ({ path }) => {
      const parts = readFileSync(path, "utf8").split("getHeapMax=()=>4294901760");
      if (parts.length !== 2) throw new Error("Pyodide has its limit of memory elsewhere");
      return { contents: parts.join(`getHeapMax=()=>${MEMORY}`), loader: "js" };
    });
  },
};
const worker = await esbuild.build({
  plugins: [limited],
  bundle: true, minify: true, format: "iife", platform: "browser", target: "es2022", write: false, logLevel: "warning", nodePaths: [join(NPM, "node_modules")],
  entryPoints: [join(HERE, "page/worker.js")], external: ["node:*", "ws"], define: { VERSION: JSON.stringify(KNOWN.info), "import.meta.url": '"https://engine.invalid/"' },
});
const files = {
  "worker.js": worker.outputFiles[0].contents,
  "snapshot.bin": snapshot,
  "engine.zip": engine,
  "pyodide.asm.wasm": program,
  "python_stdlib.zip": readFileSync(join(PYODIDE, "python_stdlib.zip")),
};
/** A file by Zstandard, a fifth smaller than by gzip; the worker unpacks it. @param {Uint8Array} bytes @returns {Uint8Array} */
function packed(bytes) {
  compiling.FS.writeFile("/file", bytes);
  compiling.runPython(`
from compression.zstd import CompressionParameter as By, compress
from pathlib import Path
Path("/packed").write_bytes(compress(Path("/file").read_bytes(), options={By.compression_level: 19, By.window_log: 24}))
`);
  return compiling.FS.readFile("/packed");
}

// The files of an engine belong together: their folder has its name from what is in them.
const hash = createHash("sha256");
for (const bytes of Object.values(files)) hash.update(bytes);
const folder = `engine/${hash.digest("hex").slice(0, 12)}`;
mkdirSync(join(OUT, folder), { recursive: true });
for (const [name, bytes] of Object.entries(files)) {
  if (name === "worker.js") writeFileSync(join(OUT, folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  else writeFileSync(join(OUT, folder, `${name}.zst`), packed(bytes));
}
await bundle({ PAGE, OUT, PARTS, NPM, engine: folder });
