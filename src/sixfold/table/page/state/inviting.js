// Whether the links of the table lie on the stage: by themselves as long as nobody else has come, else when asked for.
import { computed, signal } from "../vendor/signals.js";
import { links } from "./local-storage.js";
import { leads, log, roomView, seated } from "./table.js";

/** What was pressed: shown, put away, or neither. @type {import("../vendor/signals.js").Signal<boolean | null>} */
export const pressed = signal(null);

/** Nobody else has come to this table, nothing was thrown, and this browser knows who may come in how. */
export const alone = computed(
  () => leads.value && seated.value.length === 1 && Boolean(links(roomView.value.room)["player"]) && !log.value.some((event) => event.kind === "throw"),
);

/** Whether they are shown. */
export const inviting = computed(() => pressed.value ?? alone.value);
