// The document around the engine. It is sandboxed: it has an origin of its own, no storage and no network.
"use strict";
addEventListener(
  "message",
  ({ data, source, ports }) => {
    if (source !== parent || parent === window) return;
    const [port] = ports;
    const code = URL.createObjectURL(new Blob([data.code], { type: "text/javascript" }));
    const worker = new Worker(code);
    worker.onmessage = (message) => port.postMessage(message.data);
    worker.onerror = (error) => port.postMessage({ failed: error.message ?? "The engine cannot be loaded." });
    port.onmessage = (message) => worker.postMessage(message.data, message.data.file ? [message.data.file] : []);
  },
  { once: true },
);
