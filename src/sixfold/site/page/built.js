// Data that was built into the site: fetched once, when it is first asked for.

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/** @param {"games" | "examples" | "tutorial"} name @returns {Promise<any>} */
export function built(name) {
  const found = known.get(name) ?? fetch(new URL(`${name}.json`, document.baseURI)).then((answer) => answer.json());
  known.set(name, found);
  return found;
}
