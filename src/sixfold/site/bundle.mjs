// Writes the files of the site that a page loads, around an engine that is there already.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));

/** @param {string | Uint8Array} bytes @param {"hex" | "base64"} how */
const hash = (bytes, how = "hex") => createHash("sha256").update(bytes).digest(how);

/** All files in a folder, by their paths in addresses. @param {string} folder */
const within = (folder) => readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile()).map((path) => path.replaceAll("\\", "/")).sort();

/** Steps of the tutorial: a title, paragraphs, and the game as it is then. @param {string} text */
const tutorial = (text) => text.split(/^## /m).slice(1).map((step) => {
  const [words, source] = step.split("```python\n");
  const [title, ...paragraphs] = words.trim().split("\n\n");
  return { title, text: paragraphs.map((one) => one.replaceAll("\n", " ")), source: source.split("```")[0] };
});

/**
 * The licences of everything in the site: Python has written the first ones, the page's libraries and the npm packages follow.
 * @param {{ PAGE: string, PARTS: string, NPM: string }} where @param {string[]} inputs the files that were bundled
 */
function licences({ PAGE, PARTS, NPM }, inputs) {
  const packages = new Set(inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path.replaceAll("\\", "/"))?.[1]).filter(Boolean));
  const kept = within(PAGE).filter((path) => path.endsWith("-LICENSE.txt")).map((path) => [path.split("/").at(-1)?.replace("-LICENSE.txt", ""), readFileSync(join(PAGE, path), "utf8")]);
  const bundled = [...packages, "pyodide", "zstddec"].sort().map((name) => {
    const folder = join(NPM, "node_modules", /** @type {string} */ (name));
    const { version, license, homepage } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const text = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    return [`${name} ${version} (${license})`, text ? readFileSync(join(folder, text), "utf8") : `Source and licence: ${homepage}`];
  });
  const parts = [...JSON.parse(readFileSync(join(PARTS, "licences.json"), "utf8")), ...kept, ...bundled];
  return parts.map(([name, text]) => `${name}\n${"=".repeat(name.length)}\n\n${text.trim()}\n`).join("\n\n");
}

/**
 * Bundle the page of the site. The documents in OUT name `site.js`, `site.css`, and files in `engine`; afterwards they name those that were made.
 * @param {{ PAGE: string, OUT: string, PARTS: string, NPM: string, engine: string }} where
 *   `PAGE` is the folder of a table's page, `engine` the folder inside OUT with the files of the engine
 */
export async function bundle({ PAGE, OUT, PARTS, NPM, engine }) {
  const esbuild = createRequire(join(NPM, "package.json"))("esbuild");
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
  const shared = { bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "warning", legalComments: "linked", nodePaths: [join(NPM, "node_modules")], outdir: OUT };
  const { metafile } = await esbuild.build({
    ...shared, metafile: true, splitting: true, plugins: [ours], define: { ENGINE: JSON.stringify(engine) }, loader: { ".woff2": "file" },
    entryPoints: [join(HERE, "page/site.js"), join(HERE, "page/site.css")], entryNames: "parts/[name]-[hash]", chunkNames: "parts/[name]-[hash]", assetNames: "fonts/[name]",
  });
  const made = Object.entries(metafile.outputs).filter(([, one]) => one.entryPoint).map(([path]) => `parts/${path.split("/").at(-1)}`);

  // The frame's only script is in its document, and its policy names that script.
  const frame = readFileSync(join(HERE, "page/frame.js"), "utf8");
  const document = readFileSync(join(HERE, "page/engine.html"), "utf8");
  writeFileSync(join(OUT, "engine.html"), document.replace("HASH", () => `sha256-${hash(frame, "base64")}`).replace("SCRIPT", () => frame));

  writeFileSync(join(OUT, "tutorial.json"), JSON.stringify(tutorial(readFileSync(join(HERE, "tutorial.md"), "utf8"))));
  for (const name of readdirSync(OUT).filter((one) => one.endsWith(".html"))) {
    const path = join(OUT, name);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll(/"site\.(js|css)"/g, (_, end) => `"${made.find((one) => one.endsWith(`.${end}`))}"`).replaceAll('"engine/', `"${engine}/`));
  }
  writeFileSync(join(OUT, "licences.txt"), licences({ PAGE, PARTS, NPM }, Object.keys(metafile.inputs)));
  const files = within(OUT);
  const version = hash(files.map((name) => `${name} ${hash(readFileSync(join(OUT, name)))}`).join("\n")).slice(0, 16);
  await esbuild.build({ ...shared, format: "iife", entryPoints: [join(HERE, "page/service-worker.js")], define: { VERSION: JSON.stringify(version), FILES: JSON.stringify(files) } });
  writeFileSync(join(OUT, "files.json"), JSON.stringify([...files, "service-worker.js", "files.json"]));
}
