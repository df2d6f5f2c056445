// The blotter: where dice fall, what they mean, and how likely that was. One throw lies here at a time.
import { html } from "../html.js";
import { Lazy } from "../lazy.js";
import { useMemo, useRef } from "../vendor/hooks.js";
import * as draft from "../state/draft.js";
import { shownRoll } from "../state/entries.js";
import { openThrow } from "../state/opened.js";
import { live } from "../state/missed.js";
import { colourOf, connection, me, nameOf, unsent } from "../state/table.js";
import { telling } from "../state/tellings.js";
import { named, several } from "../opponents.js";
import { beside, verdict } from "../verdict.js";
import { blotterWords } from "../words/blotter.js";
import { words } from "../words/common.js";
import { logWords } from "../words/log.js";
import { tableWords } from "../words/table.js";
import { Hands } from "./dice.js";
import { exactly } from "../words/figures.js";
import { Icon, Mark } from "./icon.js";
import { Starters } from "./starters.js";
import { throwDraft } from "./throwing.js";
import { Clock } from "./time.js";
import { landed } from "./tumble.js";

/** @typedef {import("../state/entries.js").Entry} Entry */

const question = () => import("./question.js").then((module) => module.Question);
const story = () => import("./story.js").then((module) => module.Story);

export function Blotter() {
  const entry = shownRoll.value;
  const newest = connection.value.state === "lost" ? unsent.value.at(-1) : undefined;
  // What lies here when the page opens, or comes after an absence, has fallen long ago.
  const before = useRef(/** @type {number | null} */ (null));
  const shown = entry ? `${entry.event.number}/${entry.corrections.length}/${entry.opened ? 1 : 0}` : "";
  const falls = useMemo(() => live.peek() && entry !== undefined && entry.event.number > (before.current ?? Infinity), [shown]);
  before.current = Math.max(before.current ?? 0, entry?.event.number ?? 0);

  return html`<section class="blotter ${entry ? "" : "is-empty"}" aria-label=${tableWords.last} style=${{ "--who": colourOf(entry?.event.person) }}>
    ${newest ? html`<${Unsent} text=${newest.text} />` : entry ? html`<${RollOnTable} key=${shown} entry=${entry} falls=${falls} />` : html`<${Empty} />`}
  </section>`;
}

const Empty = () => html`<p class="top">${tableWords.emptyBlotter}</p><div class="fall">${me.value && me.value.role !== "spectator" && html`<${Starters} />`}</div><div class="result"></div>`;

/** A throw that could not be sent yet. @param {{ text: string }} props */
const Unsent = ({ text }) => html`<p class="top"><b>${me.value?.name}</b><code>${text}</code><span class="soft">${blotterWords.unsent}</span></p>
  <div class="fall"><p>${blotterWords.waits}</p></div>
  <div class="result" data-verdict="note"><${Icon} name="clock" /><div><p class="verdict">${blotterWords.waiting}</p></div></div>`;

/** The character who rolls. @param {{ event: any }} props */
export const As = ({ event }) => event.request?.character && html`<bdi class="soft"> · ${event.request.character}</bdi>`;

/** @param {{ entry: Entry, falls: boolean }} props */
function RollOnTable({ entry, falls }) {
  const { event, record, done } = entry;
  const who = nameOf(event.person);
  const mine = event.person === me.value?.person;
  if (event.kind === "question" && !done) return html`<${Lazy} load=${question} props=${{ entry, who, falls }} otherwise=${html`<p class="top">${words.offline}</p>`} />`;
  const typed = event["typed"];
  const note = event["request"]?.note;
  return html`<p class="top">
      <b>${who}<${As} event=${event} /></b>
      <code>${record?.text ?? ""}</code>
      ${note && html`<q class="why-said">${note}</q>`}
      <span class="tags"><${Tags} entry=${entry} /></span>
      <${Clock} at=${event.at} />
    </p>
    ${record
      ? html`<${LyingDice} record=${record} note=${note} typed=${typed} falls=${falls && !typed} number=${event.number}
          withdrawn=${entry.withdrawn !== null} opened=${entry.opened !== null && live.peek()}
          again=${mine && !typed && draft.typed.value === null ? () => again(entry) : undefined} />`
      : html`<${Sealed} mine=${mine} />`}`;
}

/** Roll the same check again, for the same eyes. @param {Entry} entry */
function again({ event, record }) {
  draft.say(event["request"]?.note ? `${record.text} # ${event["request"].note}` : record.text);
  draft.visible.value = event["request"].visible;
  void throwDraft();
}

/** A throw that this person may not see: that it was, and nothing else. @param {{ mine: boolean }} props */
export const Sealed = ({ mine }) => html`<div class="fall"><p class="lining sealed-pattern"></p></div>
  <div class="result" data-verdict="sealed"><${Mark} verdict="sealed" /><div><p class="verdict">${mine ? logWords.blind : logWords.sealed}</p>
    <p class="chance">${mine ? blotterWords.blind : blotterWords.sealed}</p></div></div>`;

/** A long announcement is written smaller, so that it never pushes the dice away. @param {string} said */
const long = (said) => (said.length > 44 ? "is-longer" : said.length > 22 ? "is-long" : "");

/** Who sees a hidden throw, said to somebody who does. @param {Entry["event"]} event */
function seenBy(event) {
  const visible = event["request"]?.visible;
  if (me.value?.role !== "master" || !visible) return logWords.seen[/** @type {"self"} */ (visible)] ?? logWords.sealedTag;
  return logWords.seenByMaster(visible, nameOf(event.person), event.person === me.value.person);
}

/** What has landed does not land again when a tab brings it back. @param {any} event */
const rest = ({ currentTarget: one }) => one.getAnimations({ subtree: true }).length || one.classList.remove("is-landing");

/** What kind of throw it is, where that is not plain: typed, sealed, opened, corrected. @param {{ entry: Entry }} props */
export function Tags({ entry }) {
  const { event, opened, corrections, over, withdrawn } = entry;
  const tag = (/** @type {string} */ icon, /** @type {any} */ said) => html`<span class="tag" key=${icon}><${Icon} name=${icon} />${said}</span>`;
  return [
    event["typed"] && tag("pencil", logWords.typed),
    opened ? tag("opened", html`${logWords.opened} <${Clock} at=${opened.at} />`) : event["hidden"] && event["record"] && tag("sealed", seenBy(event)),
    corrections.length > 0 && tag("correct", logWords.corrected),
    over > 0 && tag("again", logWords.over),
    withdrawn && tag("back", logWords.withdrawn),
  ].filter(Boolean);
}

/**
 * A record as it lies on the blotter.
 * @param {{ record: any, note?: string, typed?: boolean, falls?: boolean, number?: number, withdrawn?: boolean, opened?: boolean, again?: (() => void) | undefined }} props
 */
export function LyingDice({ record, note, typed = false, falls = false, number = 0, withdrawn = false, opened = false, again }) {
  const kind = verdict(record);
  const said = telling(record);
  const stands = said?.standing;
  const announced = named(record.announcement, record, note);
  const landing = falls ? "is-landing" : "";
  const size = long(announced);
  return html`<div class="fall ${landing}" onAnimationEnd=${rest} role="group" aria-label=${blotterWords.dice} tabIndex=${0}>
      ${several(record)
        ? html`<${Lazy} key=${record} load=${story} props=${{ record, note, typed, said, falls }} otherwise=${html`<${Hands} record=${record} typed=${typed} />`} />`
        : html`<${Hands} key=${record} record=${record} typed=${typed} said=${said?.hands ?? []} falls=${falls} />`}
      ${opened && html`<p class="lining is-off sealed-pattern" aria-hidden="true"></p>`}
    </div>
    <div class="result ${withdrawn ? "is-withdrawn" : ""} ${landing}" onAnimationEnd=${rest} data-verdict=${kind} style=${{ "--landed": `${falls ? landed(record.throws) : 0}ms` }}>
      <${Mark} verdict=${kind} />
      <div>
        <p class="verdict ${size}" tabIndex=${size === "is-longer" ? 0 : undefined}>${announced}</p>
        <p class="chance">
          ${stands
            ? html`<span class="roomy" title=${exactly(stands)}>${logWords.standing(stands)}</span><span class="terse">${logWords.standingShort(stands)}</span>`
            : " "}
          ${beside(record).map((one) => html`<span class="tag" key=${one.name}><${Mark} verdict=${one.mark} /><span>${one.words}</span></span>`)}
        </p>
      </div>
      ${number > 0 && html`<span class="turns">
        ${again && html`<button class="button" type="button" title=${logWords.againTitle(record.text)} aria-label=${logWords.again} onClick=${again}>
          <${Icon} name="again" /><span class="word" aria-hidden="true">${logWords.again}</span></button>`}
        <button class="button" type="button" onClick=${() => openThrow(number)}>${logWords.why}</button>
      </span>`}
    </div>`;
}
