// The document around the engine. It has an origin of its own, no storage and no network: a sandbox gives it that, and
// without one it starts nothing.
"use strict";
addEventListener(
  "message",
  ({ data, source, ports }) => {
    const [port] = ports;
    if (source !== parent || parent === window || !port) return;
    port.postMessage({ framed: self.origin === "null" });
    if (self.origin !== "null") return;
    const code = URL.createObjectURL(new Blob([data.code], { type: "text/javascript" }));
    const worker = new Worker(code);
    // A game can send whatever it likes. The page hears that the engine has started, and one answer to each call.
    const asked = new Set([0]);
    worker.onmessage = ({ data: said }) => {
      const id = Number(said?.id ?? 0);
      if (!asked.delete(id)) return;
      port.postMessage(id ? { id, status: Number(said.status), text: String(said.text) } : said.failed ? { failed: String(said.failed) } : { started: true });
    };
    worker.onerror = (error) => asked.delete(0) && port.postMessage({ failed: error.message ?? "The engine cannot be loaded." });
    port.onmessage = ({ data: sent }) => {
      if (sent.id) asked.add(sent.id);
      worker.postMessage(sent, sent.file ? [sent.file] : []);
    };
  },
  { once: true },
);
