// Bundles the page into the folder `built` inside it: `node tools/page/bundle.mjs`.
//
// A browser fetches one bundle for the table, and one for each part that it loads later. `built/index.json` contains
// the hash of every source, so that the server uses the bundles only while they fit the sources, and the bundles that
// each module needs, so that the server can name them in the document. Bundles that fit are not made again.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PAGE = join(dirname(fileURLToPath(import.meta.url)), "../../src/sixfold/table/page");
const BUILT = join(PAGE, "built");
const NEW = join(PAGE, `built-${process.pid}`);
const STYLES = ["all", "lazy", "overrides"];

/** A path as it is written in addresses. @param {string} path */
const written = (path) => path.replaceAll("\\", "/");
/** @param {string} file */
const hashed = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
const sorted = (pairs) => Object.fromEntries(pairs.sort(([one], [other]) => (one < other ? -1 : 1)));
const sources = readdirSync(PAGE, { recursive: true })
  .map((path) => [written(String(path)), join(PAGE, String(path))])
  .filter(([path]) => /\.(js|css)$/.test(path) && !path.startsWith("built"))
  .map(([path, file]) => [path, hashed(file)]);
const from = {
  sources: sorted(sources),
  tools: ["bundle.mjs", "package.json"].map((name) => hashed(fileURLToPath(new URL(name, import.meta.url)))),
};
if (existsSync(join(BUILT, "index.json"))) {
  const { needs, ...before } = JSON.parse(readFileSync(join(BUILT, "index.json"), "utf-8"));
  if (JSON.stringify(before) === JSON.stringify(from)) process.exit();
}
const [esbuild, { rollup }] = await Promise.all([import("esbuild"), import("rollup")]);

const minified = {
  name: "minified",
  /** @param {string} code */
  async renderChunk(code) {
    return esbuild.transform(code, { format: "esm", minify: true, sourcemap: "external", legalComments: "none" });
  },
};

/** Templates are indented for who reads them; what is drawn has no blanks at a line's beginning. Lines stay where they are. */
const flush = {
  name: "flush",
  /** @param {string} code */
  transform: (code) => ({ code: code.replace(/\n +/g, "\n"), map: null }),
};

const modules = await rollup({ input: join(PAGE, "main.js"), preserveEntrySignatures: "allow-extension", plugins: [flush, minified] });
const { output } = await modules.write({ dir: NEW, chunkFileNames: "[name]-[hash].js", sourcemap: true, sourcemapExcludeSources: true });
await esbuild.build({
  entryPoints: STYLES.map((name) => join(PAGE, "style", `${name}.css`)),
  outdir: NEW,
  bundle: true,
  minify: true,
  external: ["*.woff2"],
  logLevel: "warning",
});

const chunks = new Map(output.filter((one) => one.type === "chunk").map((one) => [one.fileName, one]));
/** A chunk and every chunk that it imports. @param {string} name @param {Set<string>} [found] */
function needed(name, found = new Set()) {
  if (!found.has(name)) {
    found.add(name);
    for (const one of chunks.get(name).imports) needed(one, found);
  }
  return found;
}

const first = needed("main.js");
const needs = [...chunks.values()]
  .filter((one) => one.isDynamicEntry)
  .map((one) => [written(one.facadeModuleId.slice(PAGE.length + 1)), [...needed(one.fileName)].filter((name) => !first.has(name))]);
writeFileSync(join(NEW, "index.json"), `${JSON.stringify({ ...from, needs: sorted(needs) }, null, 1)}\n`);
rmSync(BUILT, { recursive: true, force: true });
renameSync(NEW, BUILT);
