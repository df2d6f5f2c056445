// What is looked for in the log.
import { computed, signal } from "../vendor/signals.js";
import { verdict } from "../verdict.js";
import { me, names } from "./table.js";

const NOTHING = { text: "", person: "", game: "", verdict: "", mine: false };

/** What is looked for; empty means everything. */
export const search = signal(NOTHING);

export const clear = () => (search.value = NOTHING);

/** Whether anything is looked for. */
export const searching = computed(() => Object.values(search.value).some(Boolean));

/** Whether an entry is what is looked for. @param {import("./entries.js").Entry} entry */
export function fits({ event, record }) {
  const { text, person, game, verdict: came, mine } = search.value;
  if (mine && event.person !== me.value?.person) return false;
  if (person && event.person !== person) return false;
  if (game && (record?.system ?? event["system"]) !== game) return false;
  if (came && (event.kind !== "throw" || (record ? verdict(record) : "sealed") !== came)) return false;
  const said = [names.value[event.person ?? ""], record?.text, record?.announcement, event["text"], event["check"], event["did"], event["reason"], event["request"]?.check];
  return text.toLowerCase().split(/\s+/).every((word) => said.some((one) => one?.toLowerCase().includes(word)));
}
