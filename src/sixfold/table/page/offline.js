// Opening without a network: the service worker, where the browser has one (it has none on a plain http address).

/** Trusted Types want a policy by name for the address of a worker. */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("sixfold", {
  createScriptURL: (/** @type {string} */ address) => {
    if (address !== "/service-worker.js") throw new TypeError("not a script of this page");
    return address;
  },
});

/** Keep the page in this browser; without that everything works as long as there is a network. */
export async function keepPage() {
  const address = "/service-worker.js";
  try {
    await navigator.serviceWorker?.register(policy ? policy.createScriptURL(address) : address);
  } catch {
    // Private windows and old browsers forbid it.
  }
}
