// The line above the composer, which has its place before anything comes: what waits, what the master asks, who throws.
import { html } from "../html.js";
import { useEffect, useState } from "../vendor/hooks.js";
import * as engine from "../engine.js";
import { entryOf, focusedQuestion, shownRoll } from "../state/entries.js";
import { tab } from "../state/tab.js";
import { putAside, waits } from "../state/waiting.js";
import { Lazy } from "../lazy.js";
import * as draft from "../state/draft.js";
import { refusal } from "../problem.js";
import { correct, throwCheck } from "../commands.js";
import { takeBack } from "../state/outbox.js";
import { foreign, know } from "../fair/mine.js";
import { roller } from "../state/characters.js";
import { savedCharacter } from "../state/saved-checks.js";
import { me, nameOf, roomView, unsent } from "../state/table.js";
import { waitingWords } from "../words/waiting.js";
import { outboxWords } from "../words/outbox.js";
import { chipWords } from "../words/chips.js";
import { minus, upright } from "../words/text.js";
import { Icon } from "./icon.js";
import { figure } from "./odds.js";

const doing = () => import("./instruments/acts.js").then((module) => module.Act);

/** The value of one's own character that a request names: `ten hard +0 [Climbing]` is rolled with one's Climbing. @param {any} asked */
const meant = ({ check, with: own }) => own.find((/** @type {any} */ one) => check.toLowerCase().includes(`[${one.name.toLowerCase()}]`)) ?? null;

/** Answer a request with the check as it was asked for, with the own value that it names. @param {any} asked */
async function answer(asked) {
  draft.refused.value = "";
  try {
    await throwCheck({ check: meant(asked)?.check ?? asked.check, visible: asked.visible, to: asked.asked });
  } catch (error) {
    draft.refused.value = refusal(error);
  }
}

/** Take a request up: its check stands in the line, to be added to, and the throw says what it is for. @param {any} asked */
function take(asked) {
  draft.take(meant(asked)?.check ?? asked.check, asked.asked);
  draft.visible.value = asked.visible;
}

/** The first chance of a check that is asked for. @param {{ check: string }} props */
function Chance({ check }) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  useEffect(() => {
    const control = new AbortController();
    engine.outlook(check, control.signal).then(setFound, () => undefined);
    return () => control.abort();
  }, [check]);
  const first = found?.text === check && found.events[0];
  return first && html`<span class="soft small wide-only">${first.words} ${figure(first)}</span>`;
}

/** One line: what waits to be sent, what a roll is for, what waits for this person or others, or who rolls. @param {{ manage: () => void }} props */
export function Waiting({ manage }) {
  const [nth, setNth] = useState(0);
  if (foreign.value) {
    const { number, check } = foreign.value;
    return html`<${Notice} icon="warn" role="alert" said=${waitingWords.foreign(number)} check=${check} button=${waitingWords.known} act=${() => know(roomView.value.room)} />`;
  }
  const first = unsent.value[0];
  if (first) {
    return html`<${Notice} icon="clock" said=${outboxWords.waits(unsent.value.length)} check=${first.text} button=${outboxWords.back} act=${() => takeBack(first.key)} />`;
  }
  const taken = draft.taken.value;
  if (taken) {
    const answers = (roomView.value?.asked ?? []).some((/** @type {any} */ one) => one.asked === taken.to);
    return html`<${Notice} icon=${answers ? "ask" : "die"} said=${html`<b>${answers ? waitingWords.answering : waitingWords.counting}</b>`} check=${taken.check}
      button=${waitingWords.leave} act=${() => (draft.taken.value = null)} />`;
  }
  // A choice that lies on the mat already is not named again.
  const all = waits.value.filter(({ kind, number }) => kind !== "question" || number !== shownRoll.value?.event.number);
  // All that waits for this person is in view; after it come, one by one, what others owe and the line that is always there.
  const mine = all.filter((one) => one.mine);
  const pages = [...(mine.length ? [mine] : []), ...all.filter((one) => !one.mine).map((one) => [one])];
  const at = nth % (pages.length + 1);
  const page = pages[at];
  const next = pages.length > 0 && html`<button class="button is-plain is-slim" type="button" aria-label=${page ? waitingWords.next : waitingWords.again(all.length)} onClick=${() => setNth(at + 1)}>${page ? html`<${Icon} name="more" />` : all.length}</button>`;
  if (page) {
    return html`<div class="asks">${page.map((one, line) => html`<div class="ask ${one.mine ? "is-asked" : ""}" role="status" key=${one.key}><${Icon} name=${one.kind === "question" ? "die" : "ask"} />
      <p><${Said} one=${one} /></p>
      <${Answer} key=${one.key} one=${one} />
      ${line === page.length - 1 && (all.length > 1 || one.kind !== "offer") && next}</div>`)}</div>`;
  }
  // Who plays under their own name rolls as nobody else.
  const plays = roller.value ?? savedCharacter.value;
  const other = plays?.name !== me.value?.name ? plays?.name : undefined;
  return html`<div class="ask"><p><b class="who" title=${me.value?.name}>${me.value?.name}</b> ${other ? waitingWords.throwsAs : waitingWords.throws}${" "}
    <button class="link" type="button" id="open-saved" onClick=${manage}>${other ?? (plays ? chipWords.title : waitingWords.nobody)}</button></p>${next}</div>`;
}

/** What is said of a check before anything else, with what can be done about it. @param {{ icon: string, role?: string, said: any, check: string, button: string, act: () => void }} props */
const Notice = ({ icon, role = "status", said, check, button, act }) => html`<div class="ask is-asked" role=${role}><${Icon} name=${icon} /><p>${said} <code>${check}</code></p>
  <button class="button" type="button" onClick=${act}>${button}</button></div>`;

/** What waits, in words. @param {{ one: import("../state/waiting.js").Waits }} props */
function Said({ one: { kind, mine, who, text, note, asked } }) {
  if (kind === "question") return html`<b>${text}</b> <code>${note}</code>`;
  if (kind === "offer") return html`<span class=${note && "cut"}>${who && html`<b><bdi>${who}</bdi>:</b> `}${upright(text)}</span>${note && html` <span class="soft">${upright(note)}</span>`}`;
  if (!mine) return html`<code>${text}</code> <span class="soft">${waitingWords.waiting(who)}</span>`;
  const own = meant(asked);
  return html`<b class="cut">${waitingWords.you(nameOf(entryOf(asked.asked)?.event.person))}</b> ${own ? html`<span>${own.name} ${minus(own.value)}</span> ` : ""}<code>${text}</code> <${Chance} check=${own?.check ?? text} />`;
}

/** What can be done about it, in one or two buttons. @param {{ one: import("../state/waiting.js").Waits }} props */
function Answer({ one: { key, kind, mine, number, asked, acts = [], tool } }) {
  if (kind === "question") {
    return shownRoll.value?.event.number === number ? null : html`<button class="button is-main" type="button" onClick=${() => (focusedQuestion.value = number ?? 0)}>${waitingWords.choose}</button>`;
  }
  if (kind === "request" && !mine) {
    return html`<button class="button is-plain" type="button" onClick=${() => correct({ throw: asked.asked, withdraw: true }).catch(() => undefined)}>${waitingWords.back}</button>`;
  }
  if (kind === "request") {
    return html`<button class="button" type="button" title=${waitingWords.take} onClick=${() => take(asked)}><span class="wide-only">${waitingWords.take}</span><span class="phone-only">${waitingWords.edit}</span></button>
      <button class="button is-main" type="button" onClick=${() => answer(asked)}>${waitingWords.throw(asked.visible)}</button>`;
  }
  const first = acts.find((act) => act.main && act.act !== "form") ?? acts.find((act) => act.act !== "form");
  /** To the sheet of the instrument, which has everything that can be done. */
  const open = () => {
    tab.value = "tools";
    queueMicrotask(() => document.getElementById(`tool-${tool.system}-${tool.instrument}`)?.focus());
  };
  const aside = html`<button class="button is-plain is-square" type="button" aria-label=${waitingWords.aside} title=${waitingWords.aside} onClick=${() => putAside(key)}><${Icon} name="close" /></button>`;
  if (!mine) return aside;
  return html`${(acts.length > 1 || !first) && html`<button class="button" type="button" onClick=${open}>${waitingWords.more}</button>`}
    ${first && html`<${Lazy} load=${doing} props=${{ act: { ...first, main: true }, tool }} />`}
    ${aside}`;
}
