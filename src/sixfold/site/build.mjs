// Builds the files of the site that come from npm packages: `node build.mjs PAGE OUT PARTS`.
//
// PAGE is the folder of a table's page and OUT the folder of the site. PARTS contains what Python has prepared:
// `engine.zip` and `msgspec.zip` (packages), and `names.json` (completions for the editor).
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

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

// The page of a table asks its server, and has rooms in its addresses. Here both are replaced.
const instead = { [join(PAGE, "api.js")]: join(HERE, "page/api.js"), [join(PAGE, "state/place.js")]: join(HERE, "page/place.js") };
const ours = {
  name: "ours",
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const found = instead[join(resolveDir, path)];
      return found ? { path: found } : undefined;
    });
    build.onResolve({ filter: /^virtual:names$/ }, () => ({ path: join(PARTS, "names.json") }));
  },
};
const shared = { bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "warning", legalComments: "linked", nodePaths: [join(NPM, "node_modules")] };

mkdirSync(join(OUT, "engine"), { recursive: true });
await esbuild.build({ ...shared, entryPoints: [join(HERE, "page/site.js")], outdir: OUT, splitting: true, chunkNames: "parts/[name]-[hash]", plugins: [ours] });
await esbuild.build({ ...shared, entryPoints: [join(HERE, "page/worker.js")], outdir: join(OUT, "engine"), format: "iife", platform: "browser", external: ["node:*", "ws"], define: { VERSION: JSON.stringify(KNOWN.info), "import.meta.url": '"https://engine.invalid/"' } });
await esbuild.build({ ...shared, entryPoints: [join(HERE, "page/site.css")], outdir: OUT, loader: { ".woff2": "file" }, assetNames: "fonts/[name]" });
for (const name of ["engine.html", "frame.js"]) writeFileSync(join(OUT, "engine", name), readFileSync(join(HERE, "page", name)));

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
remembering.runPython(readFileSync(join(HERE, "remembered.py"), "utf8"));
const snapshot = remembering.makeMemorySnapshot();

const files = {
  "snapshot.bin": snapshot,
  "engine.zip": engine,
  "pyodide.asm.wasm": readFileSync(join(PYODIDE, "pyodide.asm.wasm")),
  "python_stdlib.zip": readFileSync(join(PYODIDE, "python_stdlib.zip")),
};
for (const [name, bytes] of Object.entries(files)) {
  const packed = gzipSync(bytes, { level: 9 });
  writeFileSync(join(OUT, "engine", `${name}.gz`), packed);
  console.log(name, bytes.length, packed.length, brotliCompressSync(bytes, { params: { 1: 9 } }).length);
}
