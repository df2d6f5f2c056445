// The table: the log, the blotter over the composer, people and instruments; on a small screen a tab at a time.
import { html } from "../html.js";
import { useEffect, useState } from "../vendor/hooks.js";
import { Lazy } from "../lazy.js";
import { takeSeat } from "../take-seat.js";
import * as inviting from "../state/inviting.js";
import { mayChoose, shownRoll } from "../state/entries.js";
import { keep, keepSeat, seat } from "../state/local-storage.js";
import { go } from "../state/place.js";
import { forgetLog } from "../state/log-cache.js";
import { leads, leave, me, roomView as shown } from "../state/table.js";
import { tab } from "../state/tab.js";
import { mine } from "../state/waiting.js";
import { waitingWords } from "../words/waiting.js";
import { words } from "../words/common.js";
import { tableWords } from "../words/table.js";
import { Header } from "../parts/header.js";
import { Blotter } from "../parts/blotter.js";
import { Composer } from "../parts/composer.js";
import { Announcer } from "../parts/log/announcer.js";
import { Log } from "../parts/log/log.js";
import { OpenedThrow } from "../parts/why/opened.js";
import { People } from "../parts/people.js";
import { Tabs } from "../parts/tabs.js";
import { Tools } from "../parts/tools.js";
import { toLine } from "../parts/use-focus.js";
import { useTitle } from "../parts/use-title.js";
import { Join } from "./join.js";

// Not needed for a first throw: they come once the table stands.
const invite = () => import("../parts/invite.js").then((module) => module.Invite);
const characters = () => import("../parts/characters/panel.js").then((module) => module.Panel);
const tableSettings = () => import("../parts/table-settings.js").then((module) => module.TableSettings);
const notice = () => import("../state/notice.js").then((module) => module.notice(), () => undefined);
const gone = () => import("./gone.js").then((module) => module.Gone);

/** Whether what lies on the blotter is a choice of this person. @param {import("../state/entries.js").Entry} entry */
const open = (entry) => entry.event.kind === "question" && !entry.done && mayChoose(entry);

/** To the choice that waits, else to the line. @param {Event} event */
function skip(event) {
  event.preventDefault();
  tab.value = "throw";
  queueMicrotask(() => /** @type {HTMLElement | null} */ (document.querySelector(".question input:checked") ?? document.querySelector("#check, #throw button"))?.focus());
}

/** @param {{ room: string, secret: string }} props */
export function Table({ room, secret }) {
  const [lost, setLost] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    me.value = seat(room);
    return leave;
  }, [room]);

  const token = me.value?.token;
  useEffect(() => {
    if (!token) return;
    // The way in is kept by this browser; an address on a shared screen does not give it away.
    if (secret) go(`/rooms/${room}`, { instead: true });
    return takeSeat(room, token, () => {
      setLost(me.value?.name ?? "");
      keepSeat(room, null);
      void forgetLog(room);
      me.value = null;
    });
  }, [room, token]);

  const called = shown.value?.name;
  useEffect(() => {
    if (called) keep(`table/${room}`, called);
    return () => void (inviting.pressed.value = null);
  }, [room, called]);
  useTitle(called && waitingWords.titled(mine.value.length, called));
  useEffect(() => {
    const noticing = notice();
    return () => void noticing.then((end) => end?.());
  }, []);

  if (!me.value) {
    return lost !== null && !secret ? html`<${Lazy} load=${gone} props=${{ room, name: lost }} />` : html`<${Join} room=${room} secret=${secret} />`;
  }
  return html`<div class="table" data-tab=${tab.value}>
    <a class="skip" href="#throw" onClick=${skip}>${shownRoll.value && open(shownRoll.value) ? tableWords.skipToChoice : tableWords.skip}</a>
    <div class="frame"><${Header} title=${shown.value?.name ?? words.name}>
      <a class="button is-plain" href=${`/rooms/${room}/luck`}>${tableWords.luck}</a><a class="button is-plain" href="/odds">${tableWords.odds}</a>
      <button class="button" type="button" aria-expanded=${inviting.inviting.value} onClick=${() => { inviting.pressed.value = !inviting.inviting.value; tab.value = "throw"; }}>${tableWords.invite}</button><//>
    <main>
      <${Log} />
      <div class="stage">${inviting.inviting.value ? html`<${Lazy} key="invite" load=${invite} props=${{ room, fresh: inviting.alone.value, done: () => { inviting.pressed.value = false; toLine(); } }} />` : html`<div class="mat"><${Blotter} /></div>`}${me.value.role !== "spectator" && html`<${Composer} />`}</div>
      <aside class="side" aria-label=${tableWords.side}>
        <div class="side-people"><${People} /></div>
        <div class="side-tools"><${Lazy} load=${characters} /><${Tools} /></div>
        ${leads.value && html`<div class="side-people"><${Lazy} load=${tableSettings} /></div>`}
      </aside>
    </main>
    <${Tabs} /></div>
    <${Announcer} />
    <${OpenedThrow} />
  </div>`;
}
