// Times as people here write them.
import { html } from "../html.js";

const HOUR = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat([], { weekday: "long", day: "numeric", month: "long" });

/** @param {string} at a time as events have it */
export const clock = (at) => HOUR.format(new Date(at));

/** @param {string} at a time as events have it */
export const day = (at) => DAY.format(new Date(at));

/** @param {{ at: string }} props */
export const Clock = ({ at }) => html`<time class="soft" datetime=${at}>${clock(at)}</time>`;
