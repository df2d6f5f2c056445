// A memory without what the program brings along: its data are in both, and cross each other out.

/**
 * Cross the data of a program out of the memory in a snapshot, in place; once more, and they are there again.
 * @param {Uint8Array} snapshot of Pyodide: its second number says where the memory begins @param {Uint8Array} program a WebAssembly module
 */
export function cross(snapshot, program) {
  const memory = snapshot.subarray(new DataView(snapshot.buffer, snapshot.byteOffset).getUint32(4, true));
  let at = 8;
  const number = () => {
    let [found, shift, byte] = [0, 1, 128];
    while (byte & 128) {
      byte = /** @type {number} */ (program[at++]);
      found += (byte & 127) * shift;
      shift *= 128;
    }
    return found;
  };
  while (at < program.length) {
    const kind = program[at++];
    const size = number();
    if (kind !== 11) {
      at += size;
      continue;
    }
    for (let left = number(); left > 0; left -= 1) {
      if (number() !== 0 || program[at++] !== 0x41) throw new Error("The data of the program have no fixed places");
      const place = number();
      at += 1; // the end of the place
      const many = number();
      for (let nth = 0; nth < many; nth += 1) /** @type {any} */ (memory)[place + nth] ^= /** @type {number} */ (program[at + nth]);
      at += many;
    }
  }
}
