// A game in a link: its source, compressed into the fragment. `v1` is deflate and base64url.

/** @param {Uint8Array} bytes */
const written = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** @param {string} text */
const read = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {Blob} blob @param {CompressionStream | DecompressionStream} through */
const piped = async (blob, through) => new Uint8Array(await new Response(blob.stream().pipeThrough(through)).arrayBuffer());

/** The part of a link that contains a source. @param {string} source @returns {Promise<string>} */
export const packed = async (source) => `v1.${written(await piped(new Blob([source]), new CompressionStream("deflate-raw")))}`;

export const LONGEST = 100_000; // characters of a source

/** The source that a link contains; null if it contains none that can be read. @param {string} text @returns {Promise<string | null>} */
export async function unpacked(text) {
  if (!text.startsWith("v1.") || text.length > LONGEST) return null;
  try {
    const source = new TextDecoder("utf-8", { fatal: true }).decode(await piped(new Blob([read(text.slice(3))]), new DecompressionStream("deflate-raw")));
    return source.length <= LONGEST ? source : null;
  } catch {
    return null;
  }
}
