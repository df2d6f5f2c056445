// The site without a network: all its files are kept, by the version that the build gave them.
//
// Another version waits until nobody has this one open, or until a page asks for it: no page gets files of two versions.
const HERE = new URL("./", location.href);
const NAME = `sixfold ${HERE.pathname} `;

/** A frame has a sandbox by this header: one with the attribute would be asked from the network. */
const SANDBOX = { "content-type": "text/html; charset=utf-8", "content-security-policy": "sandbox allow-scripts" };

addEventListener("install", (event) => event.waitUntil(keep()));

addEventListener("message", ({ data }) => data === "take over" && skipWaiting());

addEventListener("activate", (event) => event.waitUntil(forget().then(() => clients.claim())));

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin || !address.pathname.startsWith(HERE.pathname)) return;
  const file = address.pathname.endsWith("/") ? new URL("index.html", address).href : `${address.origin}${address.pathname}`;
  event.respondWith(file === `${HERE.href}engine.html` ? sandboxed(file) : found(file, request));
});

/** Keep all files. Those with a hash in their names may be here already; others are asked anew, since a browser may remember older ones. */
async function keep() {
  const cache = await caches.open(NAME + VERSION);
  await Promise.all(FILES.map(async (/** @type {string} */ name) => {
    const file = new URL(name, HERE).href;
    const known = /^(engine|parts)\//.test(name) && (await caches.match(file));
    if (known) await cache.put(file, known);
    else await cache.add(new Request(file, { cache: "no-cache" }));
  }));
}

/** Forget all versions but this and the one before. */
async function forget() {
  const names = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + VERSION);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

/** A file of this version, else of the one before, else from the network. @param {string} file @param {Request} request */
async function found(file, request) {
  const cache = await caches.open(NAME + VERSION);
  return (await cache.match(file)) ?? (await caches.match(file)) ?? fetch(request);
}

/** The document around the engine, with a sandbox. @param {string} file */
async function sandboxed(file) {
  const kept = await found(file, new Request(file));
  return new Response(kept.body, { status: kept.status, headers: SANDBOX });
}
