// Everything that is no throw, in a line of small type: who came and went, what was asked, noted, done and put right.
import { html } from "../../html.js";
import { Lazy } from "../../lazy.js";
import { entryOf } from "../../state/entries.js";
import { openThrow } from "../../state/opened.js";
import { nameOf, names, roomView } from "../../state/table.js";
import { computed } from "../../vendor/signals.js";
import { eventWords } from "../../words/events.js";
import { isolated } from "../../words/text.js";
import { Icon } from "../icon.js";
import { Clock, clock } from "../time.js";

const portrayed = () => import("../characters/told.js").then((module) => module.Told);

/** @typedef {import("../../state/table.js").Event} Event */

/** @param {{ entry: import("../../state/entries.js").Entry, who: string, missed: boolean }} props */
export function EventLine({ entry, who, missed }) {
  const { event, withdrawn } = entry;
  // Of what is hidden from this person there is nothing to say.
  const told = event["hidden"] && !event["salt"] ? null : SAID[event.kind]?.(event, who);
  if (!told) return null;
  const { icon, said, kind = "" } = told;
  const reason = event["reason"] && html` <q>${event["reason"]}</q>`;
  return html`<li class="entry is-line ${kind} ${missed ? "is-missed" : ""} ${withdrawn ? "is-void" : ""}" data-number=${event.number}>
    <span class="gutter">${icon && html`<${Icon} name=${icon} />`}</span>
    <div class="body"><p>${withdrawn ? html`<s>${said}</s>` : said}${reason}</p><${Clock} at=${event.at} /></div>
  </li>`;
}

/** @param {string[]} people */
const listed = (people) => new Intl.ListFormat("en").format(people.map(nameOf));

/** Which throw, or what else, an event is about; a throw opens. @param {Event} event */
function about(event) {
  const entry = entryOf(event["throw"]);
  const kind = entry?.event.kind;
  if (kind === "asked") return eventWords.request;
  if (kind === "instrument") return eventWords.act;
  const said = eventWords.throwOf(nameOf(entry?.event.person), entry ? clock(entry.event.at) : "");
  return entry?.record ? html`<button class="in-text" type="button" onClick=${() => openThrow(entry.event.number)}>${said}</button>` : said;
}

/** A sentence with something in it that can be pressed. @param {string} sentence @param {any} what */
function around(sentence, what) {
  const [before, after] = sentence.split("\u0000");
  return html`${before}${what}${after}`;
}

/** What instruments are called and how they tell their acts; the room changes with every event, and these hardly ever. */
const titles = computed(() => JSON.stringify((roomView.value?.instruments ?? []).map((/** @type {any} */ { system, instrument, title, told }) => [`${system}/${instrument}`, { title, told }])));

/** What an instrument did, as its game tells it; where it does not, as it calls it. @param {Event} event */
function act(event) {
  const { title, told } = new Map(JSON.parse(titles.value)).get(`${event["system"]}/${event["instrument"]}`) ?? {};
  const sentence = told?.[event["did"]];
  if (sentence) {
    const said = new Set();
    const told = sentence.replace(/\{(@?)(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ at, /** @type {string} */ name) => {
      said.add(name);
      return at ? meant(event["values"]?.[name]) : shown(event["values"]?.[name] ?? "");
    });
    const more = Object.entries(event["values"] ?? {}).filter(([name, value]) => !said.has(name) && value && typeof value === "string" && !names.value[value]);
    return html`${told}${more.length ? ":" : "."}${more.map(([, value]) => html` <q>${isolated(String(value))}</q>`)}`;
  }
  const values = Object.entries(event["values"] ?? {}).map(([name, value]) => `${name.replaceAll("_", " ")} ${shown(value)}`);
  return `· ${title ?? event["instrument"]}: ${event["did"].replaceAll("_", " ")}${values.length ? `, ${values.join(", ")}` : ""}`;
}

/** What another act or a roll was, by the number of its event. @param {number} number */
function meant(number) {
  const { event } = entryOf(number) ?? {};
  if (!event) return eventWords.act;
  if (event.kind !== "instrument") return eventWords.throwOf(nameOf(event.person), clock(event.at));
  const { why, text, check } = event["values"] ?? {};
  return eventWords.actOf(nameOf(event.person), isolated(why || text || check || ""));
}

/** @param {unknown} value */
const shown = (value) => (typeof value === "boolean" ? (value ? eventWords.yes : eventWords.no) : isolated(names.value[String(value)] ?? String(value)));

/** How each kind of event is said. @type {Record<string, (event: Event, who: string) => { icon: string, said: any, kind?: string }>} */
const SAID = {
  opened: (event) => ({ icon: "", said: eventWords.opened(isolated(event["name"])) }),
  joined: (event) => ({ icon: "person", said: eventWords.joined(isolated(event["name"]), event["role"]) }),
  renamed: (event) => ({ icon: "person", said: eventWords.renamed(isolated(event["was"]), isolated(event["name"] || event["was"])) }),
  removed: (event, who) => ({ icon: "person", said: eventWords.removed(who, nameOf(event["who"])) }),
  left: (_, who) => ({ icon: "person", said: eventWords.left(who) }),
  "handed-over": (event, who) => ({ icon: "person", said: eventWords.handedOver(who, nameOf(event["to"])) }),
  games: (event, who) => ({ icon: "tools", said: eventWords.games(who, event["games"]) }),
  door: (event, who) => ({ icon: "", said: eventWords.door(who, event["open"]) }),
  links: (_, who) => ({ icon: "", said: eventWords.links(who) }),
  restored: () => ({ icon: "warn", said: eventWords.restored }),
  asked: (event, who) => ({ icon: "ask", kind: "is-asked", said: html`${eventWords.asked(who, listed(event["people"]))} <code>${event["check"]}</code>` }),
  noted: (event, who) => ({ icon: event["hidden"] ? "sealed" : "note", kind: "is-noted", said: html`<b>${eventWords.noted(who, listed(event["people"] ?? []), Boolean(event["hidden"]))}</b> ${event["text"]}` }),
  reveal: (event, who) => ({ icon: "opened", said: around(eventWords.reveal(who, "\u0000"), about(event)) }),
  correct: (event, who) => ({ icon: "correct", said: around((event["withdrawn"] ? eventWords.withdraw : eventWords.correct)(who, "\u0000"), about(event)) }),
  failed: (event, who) => ({ icon: "warn", said: html`${eventWords.failed(who)} <code>${event["request"].check}</code> ${event["message"]}` }),
  character: (event, who) => ({ icon: "person", said: html`<${Lazy} load=${portrayed} props=${{ event, who }} />` }),
  instrument: (event, who) => ({ icon: "tools", said: html`<b>${who}</b> ${act(event)}` }),
};
