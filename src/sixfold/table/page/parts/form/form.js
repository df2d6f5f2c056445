// A form for each rule of each game, for those who do not type: made from what the game says of its words.
import { html } from "../../html.js";
import { useEffect, useState } from "../../vendor/hooks.js";
import * as draft from "../../state/draft.js";
import * as engine from "../../engine.js";
import { knownGames, ruleOf } from "../../verdict.js";
import { formWords } from "../../words/form.js";
import { Choice } from "../choice.js";
import { Fields } from "./fields.js";

/** @type {Map<string, Record<string, any>>} */
const known = new Map();

/** The options of a rule's example. @param {any} rule */
function useUsual(rule) {
  const example = rule?.example ?? "";
  const [usual, setUsual] = useState(known.get(example) ?? {});
  useEffect(() => {
    if (!example || known.has(example)) return setUsual(known.get(example) ?? {});
    let left = false;
    engine.check(example).then((found) => {
      known.set(example, found.options);
      if (!left) setUsual(found.options);
    }, () => undefined);
    return () => {
      left = true;
    };
  }, [example]);
  return usual;
}

/** The game and the rule that are set; the first there is before anything was said. */
export function chosen() {
  const set = draft.shape.value;
  const system = knownGames.value.find((one) => one.name === set?.system) ?? knownGames.value[0];
  const rule = ruleOf(system?.name, set?.rule ?? "") ?? system?.rules[0];
  return { system, rule };
}

/** Which rule of the game. @param {{ id: string }} props */
export function RuleChoice({ id }) {
  const { system, rule } = chosen();
  if (!system || system.rules.length < 2) return null;
  return html`<fieldset class="rules"><legend class="sr">${formWords.rule}</legend>
    <${Choice} name=${`${id}-rule`} options=${system.rules.map((/** @type {any} */ { name }) => [name, name])} value=${rule.name}
      set=${(/** @type {string} */ name) => draft.say(ruleOf(system.name, name).example)} /></fieldset>`;
}

/** @param {{ id: string }} props */
export function Form({ id }) {
  const { rule } = chosen();
  const usual = useUsual(rule);
  if (!rule) return null;
  return html`<${Fields} id=${id} rule=${rule} options=${draft.shape.value?.options ?? {}} usual=${usual} change=${draft.set} />`;
}
