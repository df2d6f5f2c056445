// The editor of a game: Python, with completion of what a rule can use, and mistakes on their line.
import { autocompletion } from "@codemirror/autocomplete";
import { python, pythonLanguage } from "@codemirror/lang-python";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { tags } from "@lezer/highlight";
import { basicSetup, EditorView } from "codemirror";
import names from "virtual:names";

/** What is told of a name. @param {{ label: string, info: string, type: string, detail?: string }} one */
const offered = (one) => ({ ...one, boost: 1 });
const options = names.map(offered);

/** Completions: verbs after `table.`, everything else where a name begins. @param {any} context */
function complete(context) {
  const verb = context.matchBefore(/table\.\w*/);
  if (verb) return { from: verb.from + "table.".length, options: options.filter((/** @type {any} */ one) => one.type === "method"), validFor: /^\w*$/ };
  const word = context.matchBefore(/\w+/);
  if (!word && !context.explicit) return null;
  return { from: word?.from ?? context.pos, options: options.filter((/** @type {any} */ one) => one.type !== "method"), validFor: /^\w*$/ };
}

const looks = EditorView.theme({
  "&": { fontSize: "14px", backgroundColor: "var(--paper)", color: "var(--ink)", blockSize: "100%" },
  ".cm-content": { fontFamily: "var(--code)", caretColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--ink-soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused": { outline: "2px solid var(--focus, currentColor)", outlineOffset: "-2px" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--edge)" },
});

/** Colours of the page, which it has for light and dark. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: "var(--ink-blue)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--success)" },
  { tag: tags.number, color: "var(--critical)" },
  { tag: tags.comment, color: "var(--ink-soft)", fontStyle: "italic" },
]);

/**
 * An editor in an element.
 * @param {HTMLElement} parent @param {string} source @param {string} label @param {(source: string) => void} changed
 */
export function edit(parent, source, label, changed) {
  const view = new EditorView({
    parent,
    doc: source,
    extensions: [
      basicSetup,
      python(),
      pythonLanguage.data.of({ autocomplete: complete }),
      autocompletion(),
      looks,
      syntaxHighlighting(colours),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.lineWrapping,
      EditorView.updateListener.of((/** @type {any} */ update) => update.docChanged && changed(update.state.doc.toString())),
    ],
  });
  return {
    /** @param {string} text */
    put: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    /** Mark a line with what is wrong there. @param {number | undefined} line @param {string} [message] */
    mark(line, message = "") {
      const found = line && line <= view.state.doc.lines ? view.state.doc.line(line) : null;
      view.dispatch(setDiagnostics(view.state, found ? [{ from: found.from, to: found.to, severity: "error", message }] : []));
    },
    close: () => view.destroy(),
  };
}
