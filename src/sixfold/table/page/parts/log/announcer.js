// What a screen reader hears: a sentence for each roll and each word of others that come while somebody is here, never a
// backlog. What waits for this person says so itself.
import { html } from "../../html.js";
import { useEffect, useState } from "../../vendor/hooks.js";
import { entries } from "../../state/entries.js";
import { live } from "../../state/missed.js";
import { me, nameOf } from "../../state/table.js";
import { effect } from "../../vendor/signals.js";
import { logWords } from "../../words/log.js";
import { named } from "../../opponents.js";
import { diceAloud } from "../dice.js";

const AT_ONCE = 3; // more than so many are only counted
const ROLLS = ["throw", "reveal", "question"];

/** Whether it is heard: a roll, or what somebody else wrote for this person to read. @param {import("../../state/entries.js").Entry} entry */
const isHeard = ({ event }) => ROLLS.includes(event.kind) || (event.kind === "noted" && "text" in event && event.person !== me.peek()?.person);

export function Announcer() {
  const [said, setSaid] = useState("");
  useEffect(() => {
    let last = 0;
    return effect(() => {
      const all = entries.value;
      const fresh = all.filter((entry) => entry.event.number > last && isHeard(entry));
      last = all.at(-1)?.event.number ?? 0;
      if (!live.peek() || fresh.length === 0) return;
      const sentences = fresh.slice(-AT_ONCE).map(sentence);
      if (fresh.length > AT_ONCE) sentences.unshift(logWords.aloudMany(fresh.length - AT_ONCE));
      setSaid(sentences.join(" "));
    });
  }, []);
  return html`<p class="sr announcer" aria-live="polite">${said}</p>`;
}

/** @param {import("../../state/entries.js").Entry} entry */
function sentence({ event, record }) {
  const who = nameOf(event.person);
  if (event.kind === "question") return logWords.aloudQuestion(who, event["request"].check, event["label"], event.person === me.peek()?.person);
  if (event.kind === "noted") return logWords.aloudNote(who, event["text"], Boolean(event["hidden"]));
  const told = record ?? event["record"];
  return told ? logWords.aloud(who, told.text, diceAloud(told), named(told.announcement, told, event["request"]?.note)) : logWords.aloudSealed(who);
}
