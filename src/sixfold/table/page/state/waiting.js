// What waits for this person, and what this person waits for: questions of the rules, requests of the master, and offers
// on the games' instruments. One list for the line above the composer, the tabs, the title and notifications.
import { computed, signal } from "../vendor/signals.js";
import { entries, mayChoose } from "./entries.js";
import { unsentBy } from "./outbox.js";
import { leads, me, nameOf, rolled, roomView, unsent } from "./table.js";

/**
 * Something that waits: for this person (`mine`) or for others. `key` is the same as long as it is the same.
 * @typedef {{ key: string, mine: boolean, kind: "question" | "request" | "offer", who: string, text: string, note: string, asked?: any, acts?: any[], tool?: any, number?: number }} Waits
 */

/** What this person put aside, by key. */
const aside = signal(/** @type {readonly string[]} */ ([]));

/** Leave something for later: it stays where it is, but calls no more. @param {string} key */
export const putAside = (key) => (aside.value = [...aside.value, key]);

/** Whether this person may do an act of an instrument. @param {any} act @param {any} tool */
export const offered = (act, tool) => (act.act === "roll" ? me.value !== null && me.value.role !== "spectator" : tool.commands.some((/** @type {any} */ one) => one.title === act.command));

/** @returns {Waits[]} */
function questions() {
  return entries.value
    .filter((entry) => entry.event.kind === "question" && !entry.done && !entry.answered && mayChoose(entry))
    .map(({ event }) => ({ key: `question ${event.number}`, mine: true, kind: "question", who: nameOf(event.person), text: event["label"], note: event["request"].check, number: event.number }));
}

/** Whether a roll for a request waits to be sent, perhaps from before the page was loaded again. @param {number} asked */
const sending = (asked) =>
  unsent.value && unsentBy(roomView.value.room, me.value?.person ?? "").some(({ body }) => body["to"] === asked);

/** Whether this person rolled for a request, and the room does not show it yet, or the roll leaves a choice. @param {number} asked */
const begun = (asked) =>
  (rolled.value[asked] ?? 0) > roomView.value.number ||
  entries.value.some(({ event, done }) => event["request"]?.to === asked && event.person === me.value?.person && (event.number > roomView.value.number || (event.kind === "question" && !done))) ||
  sending(asked);

/** @returns {Waits[]} */
function requests() {
  return /** @type {any[]} */ (roomView.value?.asked ?? []).flatMap((one) => {
    const waiting = one.waiting.filter((/** @type {string} */ person) => person !== me.value?.person || !begun(one.asked));
    const mine = waiting.includes(me.value?.person);
    if (!mine && (!waiting.length || !leads.value)) return [];
    return { key: `request ${one.asked}`, mine, kind: /** @type {const} */ ("request"), who: waiting.map(nameOf).join(", "), text: one.check, note: "", asked: one };
  });
}

/** @returns {Waits[]} */
function offers() {
  /** @type {any[]} */
  const tools = roomView.value?.instruments ?? [];
  return tools.flatMap((tool) => {
    // Two games may call an instrument the same.
    const title = tools.some((other) => other !== tool && other.title === tool.title) ? `${tool.title}, ${tool.system}` : tool.title;
    let part = ""; // the heading under which an offer stands tells it from the next one
    return /** @type {any[]} */ (tool.blocks).flatMap(({ block, text, by = "", acts = [], ...more }) => {
      if (block === "part") part = [more.title, more.aside].filter(Boolean).join(", ");
      const mine = acts.filter((/** @type {any} */ act) => offered(act, tool));
      // What a game wants done next is an offer, too; everything else on a sheet waits for nobody.
      const next = block === "acts" && mine.some((/** @type {any} */ act) => act.main);
      if (block !== "offer" && !next) return [];
      // Of what others decide, one follows what one said oneself; the master follows everything.
      if (!mine.length && !leads.value && by !== me.value?.name) return [];
      const note = more.note || part;
      return { key: `offer ${tool.system} ${tool.instrument} ${by} ${text} ${note}`, mine: mine.length > 0, kind: /** @type {const} */ ("offer"), who: by || (text && title), text: text || title, note, acts: mine, tool };
    });
  });
}

/** All of it, what waits for this person first. @type {import("../vendor/signals.js").ReadonlySignal<Waits[]>} */
export const waits = computed(() => {
  if (!me.value || me.value.role === "spectator") return [];
  // What the master asks for goes before a choice that the rules leave.
  const all = [...requests(), ...questions(), ...offers()].filter(({ key }) => !aside.value.includes(key));
  return [...all.filter(({ mine }) => mine), ...all.filter(({ mine }) => !mine)];
});

/** What waits for this person. */
export const mine = computed(() => waits.value.filter((one) => one.mine));
