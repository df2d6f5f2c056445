// The way to the table: one function for every call, and what it refuses.
import { Problem } from "./problem.js";

/**
 * Ask the table for something.
 * @param {string} method
 * @param {string} path below /api/v1
 * @param {{ body?: unknown, secret?: string, key?: string, signal?: AbortSignal | undefined, text?: boolean }} [more]
 *   `secret` is a token or what stands in a link; `key` makes the same post again the same post.
 * @returns {Promise<any>}
 * @throws {Problem}
 */
export async function call(method, path, { body, secret, key, signal, text } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (secret) headers["authorization"] = `Bearer ${secret}`;
  if (key) headers["idempotency-key"] = key;
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
    if (answer.ok) return text ? await answer.text() : await answer.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem({ code: "page/offline", detail: "The table does not answer." });
  }
  const refusal = await answer.json().catch(() => null);
  throw new Problem(refusal?.code ? refusal : { code: "page/offline", detail: "The table does not answer.", status: answer.status });
}
