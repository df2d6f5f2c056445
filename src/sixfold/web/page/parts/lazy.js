// Parts that nobody needs for a first throw: they come when they are asked for.
import { html } from "../html.js";
import { useEffect, useState } from "../vendor/hooks.js";

/** @type {Map<() => Promise<any>, any>} */
const loaded = new Map();

/**
 * A part that is fetched when it is first drawn.
 * @param {{ from: () => Promise<any>, name: string, [prop: string]: any }} props `from` imports the module, `name` is its part
 */
export function Lazy({ from, name, ...props }) {
  const [module, setModule] = useState(loaded.get(from));
  useEffect(() => {
    if (module) return;
    let left = false;
    from().then(
      (found) => {
        loaded.set(from, found);
        if (!left) setModule(found);
      },
      () => undefined, // without a network it comes with the next try
    );
    return () => void (left = true);
  }, []);
  return module ? html`<${module[name]} ...${props} />` : null;
}
