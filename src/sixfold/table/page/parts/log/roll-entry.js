// A throw in the log: who, what check, what came of it, its dice, how likely that was. The whole entry opens.
import { html } from "../../html.js";
import { useLayoutEffect, useRef, useState } from "../../vendor/hooks.js";
import { focusedQuestion, mayChoose } from "../../state/entries.js";
import { openThrow } from "../../state/opened.js";
import { live } from "../../state/missed.js";
import { colourOf, me } from "../../state/table.js";
import { telling } from "../../state/tellings.js";
import { named } from "../../opponents.js";
import { beside, verdict } from "../../verdict.js";
import { logWords } from "../../words/log.js";
import { questionWords } from "../../words/question.js";
import { As, Tags } from "../blotter.js";
import { Row, undecided } from "../dice.js";
import { Icon, Mark } from "../icon.js";
import { Clock } from "../time.js";
import { landed } from "../tumble.js";

/** @typedef {{ entry: import("../../state/entries.js").Entry, who: string, missed: boolean }} Shown */

/** @param {Shown} props */
export const ThrowLine = (props) => html`<${props.entry.record ? Open : Sealed} ...${props} />`;

/** That somebody threw, and nothing else of it. @param {Shown} props */
function Sealed({ entry: { event }, who, missed }) {
  const mine = event.person === me.value?.person;
  return html`<li class="entry is-sealed ${missed ? "is-missed" : ""}" data-verdict="sealed" data-number=${event.number}>
    <span class="gutter"><${Mark} verdict="sealed" /></span>
    <div class="body">
      <p class="head"><b>${who}</b><span class="grow"></span><${Clock} at=${event.at} /></p>
      <p class="slip sealed-pattern"><span>${mine ? logWords.blind : logWords.sealed}</span>${mine && html`<span class="soft">${logWords.blindSaid}</span>`}</p>
    </div>
  </li>`;
}

/** @param {Shown} props */
function Open({ entry, who, missed }) {
  const { event, record, first, opened, corrections, withdrawn, over } = entry;
  const [box, seen, element] = useInView();
  // What falls on the blotter is not told here before it lies.
  const wait = useRef(/** @type {number | null} */ (null));
  wait.current ??= live.peek() && !event["typed"] && !opened && corrections.length === 0 ? landed(record.throws) : 0;
  // What was drawn out of sight has landed; and what has landed does not land again when a tab brings it back.
  const lies = (/** @type {any} */ { currentTarget }) => {
    wait.current = 0;
    currentTarget.classList.remove("is-landing");
  };
  useLayoutEffect(() => {
    const own = element.current;
    if (own?.offsetParent === null) lies({ currentTarget: own });
  }, []);
  const wasSealed = useRef(opened === null);
  const kind = verdict(record);
  const stands = seen ? telling(record)?.standing : undefined;
  const note = event["request"]?.note;
  const announced = named(record.announcement, record, note);
  const void_ = withdrawn !== null || over > 0;
  const classes = ["entry", missed && "is-missed", void_ && "is-void", (wait.current ?? 0) > 0 && "is-landing"].filter(Boolean).join(" ");
  return html`<li class=${classes} data-verdict=${kind} data-number=${event.number} ref=${box} onAnimationEnd=${lies} onAnimationCancel=${lies} style=${{ "--landed": `${wait.current}ms`, "--who": colourOf(event.person) }}>
    <span class="gutter"><${Mark} verdict=${kind} /></span>
    <div class="body">
      <p class="head"><b>${who}<${As} event=${event} /></b><code>${record.text}</code><${Clock} at=${event.at} /></p>
      ${first && first.announcement !== record.announcement && html`<p class="was"><s>${first.announcement}</s></p>`}
      <p class="verdict">${void_ ? html`<s>${announced}</s>` : announced}</p>
      ${note && html`<p class="small"><q>${note}</q></p>`}
      <p class="foot"><${Row} record=${record} typed=${event["typed"]} />
        ${beside(record).map((one) => html`<span class="tag" key=${one.name}><${Mark} verdict=${one.mark} />${one.words}</span>`)}
        <${Tags} entry=${entry} />
        ${event["request"]?.instead && html`<span class="tag"><${Icon} name="again" />${logWords.instead}</span>`}
        <span class="chance">${stands ? logWords.standingShort(stands) : ""}</span></p>
    </div>
    ${opened && wasSealed.current && live.peek() && html`<span class="lining is-off sealed-pattern" aria-hidden="true"></span>`}
    <button class="open" type="button" onClick=${() => openThrow(event.number)}><span class="sr">${logWords.open(who, announced)}</span></button>
  </li>`;
}

/** Dice on the table and a choice that waits. @param {Shown} props */
export function QuestionLine({ entry, who, missed }) {
  const { event } = entry;
  return html`<li class="entry ${missed ? "is-missed" : ""}" data-verdict="note" data-number=${event.number}>
    <span class="gutter"><${Mark} verdict="note" /></span>
    <div class="body">
      <p class="head"><b>${who}<${As} event=${event} /></b><code>${event["request"].check}</code><${Clock} at=${event.at} /></p>
      <p class="verdict">${questionWords.chooses(who, entry)}</p>
      <p class="foot"><${Row} record=${undecided(event["throws"])} typed=${event["typed"]} /></p>
    </div>
    ${mayChoose(entry) && html`<button class="open" type="button" onClick=${() => (focusedQuestion.value = event.number)}><span class="sr">${event["label"]}</span></button>`}
  </li>`;
}

/** Whether an element was in view, or nearly, once. @returns {[(element: HTMLElement | null) => void, boolean, { current: HTMLElement | null }]} */
function useInView() {
  const [seen, setSeen] = useState(false);
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const one = element.current;
    if (seen || !one) return undefined;
    watched.set(one, () => setSeen(true));
    watch.observe(one);
    return () => {
      watched.delete(one);
      watch.unobserve(one);
    };
  }, [seen]);
  return [(one) => (element.current = one), seen, element];
}

/** @type {Map<Element, () => void>} */
const watched = new Map();

const watch = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) watched.get(target)?.();
  },
  { rootMargin: "200px" },
);
