// What a view asks: its fields stand in the address, and its answer comes after a short pause, never an outdated one.
import { useEffect, useRef, useState } from "../../vendor/hooks.js";
import { Problem } from "../../problem.js";
import { writeQuery } from "../../state/place.js";
import { benchWords } from "../../words/bench.js";

const PAUSE = 80; // ms: a finger between two letters

/**
 * The fields of a view, kept in its address without a new entry in the history.
 * @param {URLSearchParams} query
 * @param {Record<string, string>} otherwise
 * @returns {[Record<string, string>, (name: string, value: string) => void, (name: string) => { value: string, set: (value: string) => void }]} the last makes an input of a field
 */
export function useFields(query, otherwise) {
  const [fields, setFields] = useState(() => {
    /** @type {Record<string, string>} */
    const found = { ...otherwise };
    for (const name of Object.keys(otherwise)) found[name] = query.get(name) ?? otherwise[name] ?? "";
    return found;
  });
  /** @param {string} name @param {string} value */
  const set = (name, value) => setFields((before) => ({ ...before, [name]: value }));
  useEffect(() => {
    const asked = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ""));
    writeQuery(asked);
  }, [fields]);
  return [fields, set, (name) => ({ value: fields[name] ?? "", set: (value) => set(name, value) })];
}

/** How far a question is: refused, or being worked out until it is given up. @typedef {{ wrong: Problem | null, working: boolean, stop: () => void }} Answer */

/**
 * The answer to a question, asked anew when its key changes. The last answer stays until the new one is there.
 * @template T
 * @param {string} key what the question is made of; empty asks nothing
 * @param {(signal: AbortSignal) => Promise<T>} question
 * @returns {Answer & { found: T | null, late: boolean }} `late`: what was found is not for what is asked now
 */
export function useAnswer(key, question) {
  const [state, setState] = useState({ found: /** @type {T | null} */ (null), wrong: /** @type {Problem | null} */ (null), of: "" });
  const asking = useRef(question);
  const control = useRef(/** @type {AbortController | null} */ (null));
  asking.current = question;
  useEffect(() => {
    if (!key) return;
    const asked = (control.current = new AbortController());
    const due = setTimeout(async () => {
      try {
        setState({ found: await asking.current(asked.signal), wrong: null, of: key });
      } catch (error) {
        if (error instanceof Problem) setState((before) => ({ ...before, wrong: error, of: key }));
      }
    }, PAUSE);
    return () => {
      clearTimeout(due);
      asked.abort();
    };
  }, [key]);
  const stop = () => {
    control.current?.abort();
    setState((before) => ({ ...before, wrong: new Problem({ code: "page/stopped", detail: benchWords.stopped }), of: key }));
  };
  return { found: state.found, wrong: state.of === key ? state.wrong : null, late: state.of !== key, working: key !== "" && state.of !== key, stop };
}
