// Times as people here write them.
import { html } from "../html.js";

const HOUR = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat([], { weekday: "long", day: "numeric", month: "long" });

/** @param {string} at a time as events have it */
export const clock = (at) => HOUR.format(new Date(at));

/** @param {string} at a time as events have it */
export const day = (at) => DAY.format(new Date(at));

/** The days of hours that were asked for: a log asks for the same again and again. @type {Map<string, string>} */
const dates = new Map();

/** The day here, to compare. @param {string} at a time as events have it */
export function date(at) {
  const quarter = at.slice(0, 15); // some places are a quarter of an hour off
  let found = dates.get(quarter);
  if (found === undefined) dates.set(quarter, (found = new Date(at).toDateString()));
  return found;
}

/** @param {{ at: string }} props */
export const Clock = ({ at }) => html`<time class="soft" datetime=${at}>${clock(at)}</time>`;
