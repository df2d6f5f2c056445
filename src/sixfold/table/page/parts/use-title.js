import { useEffect } from "../vendor/hooks.js";
import { words } from "../words/common.js";

/** The title of the document, for as long as a view is there. @param {string} title */
export function useTitle(title) {
  useEffect(() => {
    document.title = title ? `${title} · ${words.name}` : words.name;
    return () => void (document.title = words.name);
  }, [title]);
}
