// The log: a ledger with an entry for everything that happened, newest below.
import { html } from "../../html.js";
import { useEffect, useLayoutEffect, useRef, useState } from "../../vendor/hooks.js";
import { earlier, whole } from "../../state/earlier.js";
import { entries } from "../../state/entries.js";
import { fits, searching } from "../../state/search.js";
import { missed, followPresence } from "../../state/missed.js";
import { me, nameOf, names, reading, roomView } from "../../state/table.js";
import { Lazy } from "../../lazy.js";
import { words } from "../../words/common.js";
import { logWords } from "../../words/log.js";
import { tableWords } from "../../words/table.js";
import { Icon } from "../icon.js";
import { date, day } from "../time.js";
import { EventLine } from "./event-entry.js";
import { QuestionLine, ThrowLine } from "./roll-entry.js";

/** @typedef {import("../../state/entries.js").Entry} Entry */

const talking = () => import("./talk.js").then((module) => module.Talk);
const finding = () => import("./search.js").then((module) => module.Search);

/** In the place of a part that cannot be fetched. */
const unreached = html`<p class="wrong pad" role="alert">${words.offline}</p>`;

const PAGE = 80; // entries that are drawn at once; earlier ones come when one scrolls up to them

export function Log() {
  const [many, setMany] = useState(PAGE);
  const [found, setFound] = useState(false);
  const id = roomView.value?.room;
  useEffect(() => (id ? followPresence(id) : undefined), [id]);

  useEffect(() => void (reading.value = found || many > PAGE), [found, many]);

  const all = entries.value.filter((entry, at, every) => !entry.done && !again(entry, every[at + 1]));
  const fitting = searching.value ? all.filter(fits) : all;
  const shown = fitting.slice(-many);
  const further = fitting.length > many || !whole.value;
  function more() {
    if (fitting.length < many + PAGE) void earlier();
    setMany(many + PAGE);
  }
  return html`<section class="log sheet" aria-labelledby="log-title">
    <header><h2 id="log-title">${tableWords.log}</h2>
      <button class="button is-plain is-square" type="button" aria-label=${logWords.find} aria-expanded=${found} aria-controls="log-search" onClick=${() => setFound(!found)}><${Icon} name=${found ? "close" : "search"} /></button></header>
    ${found && html`<${Lazy} load=${finding} props=${{ count: fitting.length, close: () => setFound(false) }} otherwise=${unreached} />`}
    <${Scroll} earlier=${further ? more : null} newer=${() => setMany(PAGE)} last=${all.at(-1)}>
      <ol>
        ${shown.length === 0 && html`<li class="void" key="void">${searching.value ? logWords.nothing : tableWords.empty}</li>`}
        ${rows(shown)}
      </ol>
    <//>
    ${me.value?.role !== "spectator" && html`<div class="talk-place"><${Lazy} load=${talking} otherwise=${unreached} /></div>`}
  </section>`;
}

/** Whether what follows says the same anew: of games laid out one by one, the last line tells of all. @param {Entry} entry @param {Entry | undefined} next */
const again = ({ event }, next) => event.kind === "games" && next?.event.kind === "games" && next.event.person === event.person;

/** Lines between the entries, and the entries. @param {Entry[]} shown */
function rows(shown) {
  const { from, to } = missed.value;
  const absent = (/** @type {Entry} */ { event }) => event.number > from && event.number <= to && event.person !== me.value?.person;
  const away = shown.filter(absent);
  const count = away.filter(({ event }) => event.kind === "throw").length;
  let today = new Date().toDateString();
  return shown.flatMap((entry) => {
    const { event } = entry;
    const then = date(event.at);
    const turned = then !== today;
    today = then;
    return [
      turned && html`<li class="day" key=${`day ${event.number}`}><time datetime=${event.at.slice(0, 10)}>${day(event.at)}</time></li>`,
      count > 0 && entry === away[0] && html`<li class="fold" key="missed">${logWords.missed(count)}</li>`,
      html`<${Row} key=${event.number} entry=${entry} who=${nameOf(event.person)} missed=${absent(entry)} names=${names.value} />`,
    ];
  });
}

/** @typedef {{ entry: Entry, who: string, missed: boolean, names: object }} RowProps `names` is another object once somebody has another name */

/**
 * An entry, drawn anew only if something about it changed.
 * @this {any}
 * @param {RowProps} props
 */
function Row(props) {
  const { entry, who, missed } = props;
  this.shouldComponentUpdate = (/** @type {RowProps} */ next) => ["entry", "who", "missed", "names"].some((name) => next[/** @type {"who"} */ (name)] !== this.props[name]);
  const Kind = entry.event.kind === "throw" ? ThrowLine : entry.event.kind === "question" ? QuestionLine : EventLine;
  return html`<${Kind} entry=${entry} who=${who} missed=${missed} />`;
}

/** What scrolls: it stays at the newest until somebody reads further up. @param {{ earlier: (() => void) | null, newer: () => void, last: Entry | undefined, children?: any }} props */
function Scroll({ earlier, newer, last, children }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const top = useRef(/** @type {HTMLElement | null} */ (null));
  const [up, setUp] = useState(false);
  const more = useRef(earlier);
  more.current = earlier;
  useEffect(() => {
    const edge = top.current;
    if (!edge) return undefined;
    const watch = new IntersectionObserver(([one]) => one?.isIntersecting && more.current?.(), { root: box.current, rootMargin: "400px" });
    watch.observe(edge);
    return () => watch.disconnect();
  }, []);
  // Whoever is back at the newest has read what is further up.
  useEffect(() => void (up || newer()), [up]);
  const newest = () => box.current?.scrollTo({ top: 0 });
  // What I throw I want to see.
  useLayoutEffect(() => {
    if (last?.event.person === me.value?.person) newest();
  }, [last?.event.number]);
  return html`<div class="scroll-log">
    <div role="log" aria-live="off" aria-label=${tableWords.throws} tabindex="0" ref=${box} onScroll=${() => setUp((box.current?.scrollTop ?? 0) < -160)}>
      <div class="rows">
        <div ref=${top}>${earlier && html`<button class="button is-plain" type="button" onClick=${earlier}>${logWords.earlier}</button>`}</div>
        ${children}
      </div>
    </div>
    ${up && html`<button class="button newest" type="button" onClick=${newest}><${Icon} name="down" />${logWords.newest}</button>`}
  </div>`;
}
