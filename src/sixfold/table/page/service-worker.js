// The page without a network: its parts are kept by their version, and the document of the last visit opens them.
// What the table says is never kept here; the log of an evening is kept by the page itself.
importScripts("/page/parts.js");

const { VERSION, PARTS } = self;
const DOCUMENT = "/";
const PATIENCE = 3000; // ms until a network that does not answer is no network

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll([DOCUMENT, ...PARTS]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(newest(request));
  else if (pathname.startsWith("/page/")) event.respondWith(kept(request));
});

// A press on a notification brings the table to the front.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(([page]) => page?.focus()));
});

/** The document from the table; from the last visit where the table cannot be reached. */
async function newest(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    return (await caches.match(DOCUMENT)) ?? Response.error();
  }
}

/** A part of the page: the same under its version for good. */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}
