// What a screen reader hears: one sentence for each throw that comes while somebody is here, never a backlog.
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

export function Announcer() {
  const [said, setSaid] = useState("");
  useEffect(() => {
    let last = 0;
    return effect(() => {
      const all = entries.value;
      const fresh = all.filter(({ event }) => event.number > last && ["throw", "reveal", "question"].includes(event.kind));
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
  const told = record ?? event["record"];
  return told ? logWords.aloud(who, told.text, diceAloud(told), named(told.announcement, told, event["request"]?.note)) : logWords.aloudSealed(who);
}
