// One throw, looked at closely: which dice counted, which clause did what, how likely it was, who made it and when,
// what became of it, and whether it was fair.
import { html } from "../../html.js";
import { useEffect, useState } from "../../vendor/hooks.js";
import * as engine from "../../engine.js";
import { entryOf } from "../../state/entries.js";
import { closeThrow } from "../../state/opened.js";
import { place } from "../../state/place.js";
import { colourOf, nameOf } from "../../state/table.js";
import { whyWords } from "../../words/why.js";
import { LyingDice, Sealed, Tags } from "../blotter.js";
import { Dialog } from "../dialog.js";
import { Proof } from "../proof.js";
import { Clock } from "../time.js";
import { Changes } from "./roll-actions.js";
import { Clauses, Lines } from "./clauses.js";
import { History } from "./history.js";
import { Likely } from "./likely.js";

/** @param {{ number: number }} props */
export function Why({ number }) {
  const entry = entryOf(number);
  const there = entry?.event.kind === "throw";
  if (!entry || !there) return null;

  const { event, record } = entry;
  const who = nameOf(event.person);
  return html`<${Dialog} id="why-title" title=${whyWords.title(who)} close=${closeThrow} back=${whyWords.close}>
    <section class="blotter opened" aria-label=${whyWords.dice} style=${{ "--who": colourOf(event.person) }}>
      <p class="top"><b>${who}</b><code>${record?.text ?? ""}</code><span class="tags"><${Tags} entry=${entry} /></span><${Clock} at=${event.at} /></p>
      ${record
        ? html`<${LyingDice} key=${record} record=${record} note=${event["request"]?.note} typed=${event["typed"]} withdrawn=${entry.withdrawn !== null} />`
        : html`<${Sealed} mine=${false} />`}
    </section>
    <${Read} key=${JSON.stringify(record)} record=${record} typed=${event["typed"]}>
      <section class="sheet" aria-labelledby="why-made"><h3 id="why-made">${whyWords.made}</h3><${History} entry=${entry} who=${who} /><${Changes} key=${number} entry=${entry} /></section>
      <div class="sheet is-proof"><${Proof} key=${number} number=${number} person=${event.person} /></div>
    <//>
  <//>`;
}

/** What the engine says of a record; what else there is to say stands beside it. @param {{ record: any, typed: boolean, children?: any }} props */
function Read({ record, typed, children }) {
  const [told, setTold] = useState(/** @type {any} */ (null));
  const [rule, setRule] = useState(/** @type {any} */ (null));
  const [failed, setFailed] = useState("");
  useEffect(() => {
    if (!record) return;
    const refused = (/** @type {Error} */ error) => setFailed(error.message);
    engine.why({ record }).then(setTold, refused);
    engine.explain({ check: record.text }).then(setRule, refused);
  }, []);
  if (!record) return html`<div class="column">${children}</div>`;
  return html`<div class="column">${failed && html`<p class="wrong pad" role="alert">${failed}</p>`}
    <section class="sheet" aria-labelledby="why-counted" aria-busy=${!told}><h3 id="why-counted">${whyWords.counted}</h3>${told && html`<${Lines} lines=${told.lines} record=${record} typed=${typed} />`}</section>
    <section class="sheet" aria-labelledby="why-rule" aria-busy=${!rule}><h3 id="why-rule">${whyWords.rule}</h3>${rule && html`<${Clauses} clauses=${rule.clauses} applied=${told?.clauses ?? []} />`}</section></div>
    <div class="column"><section class="sheet" aria-labelledby="why-likely" aria-busy=${!told}><h3 id="why-likely">${whyWords.likely}</h3>${told && html`<${Likely} told=${told} room=${place.value.room} />`}</section>
    ${children}</div>`;
}
