// A game in a link: its source, compressed into the fragment. `v1` is deflate and base64url.

const LONGEST = 100_000; // characters of a source
const MOST = 4 * LONGEST; // bytes

/** @param {Uint8Array} bytes */
const written = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** @param {string} text */
const read = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** What comes out of a stream; a link may be short and what it unpacks to very long. @param {Blob} blob @param {CompressionStream | DecompressionStream} through */
async function piped(blob, through) {
  const parts = [];
  const reader = blob.stream().pipeThrough(through).getReader();
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    if ((size += value.length) > MOST) throw new RangeError("too long");
  }
}

/** The part of a link that contains a source. @param {string} source @returns {Promise<string>} */
export const packed = async (source) => `v1.${written(await piped(new Blob([source]), new CompressionStream("deflate-raw")))}`;


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
