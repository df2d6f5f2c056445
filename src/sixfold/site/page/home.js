// The first page of the site: a roll and its odds, and the ways on.
import { html } from "../../table/page/html.js";
import { useEffect, useState } from "../../table/page/vendor/hooks.js";
import { Header } from "../../table/page/parts/header.js";
import { Icon } from "../../table/page/parts/icon.js";
import { copied } from "../../table/page/parts/copy.js";
import { picture } from "../../table/page/parts/picture.js";
import { Try } from "../../table/page/parts/try.js";
import * as draft from "../../table/page/state/draft.js";
import { place } from "./place.js";
import { siteWords } from "./words.js";

export function Home() {
  const [done, setDone] = useState("");
  const [record, setRecord] = useState(/** @type {any} */ (null));
  const asked = place.value.query.get("roll");
  useEffect(() => {
    if (asked) draft.say(asked);
  }, [asked]);
  const link = () => `${location.href.split("#")[0]}#${new URLSearchParams({ roll: draft.read.value?.text || draft.text.value })}`;
  return html`<div class="is-first">
    <${Header}><a class="button is-plain" href="/play">${siteWords.own}</a><a class="button is-plain" href="/odds">${siteWords.designers}</a><//>
    <main class="page">
      <div class="cols is-end">
        <h1 class="lead c9">${siteWords.lead}</h1>
        <p class="c3 small soft">${siteWords.free} <a href="/learn/1">${siteWords.learn}</a></p>
      </div>
      <${Try} rolled=${setRecord} />
      <p class="row hint"><button class="button" type="button" onClick=${async () => setDone((await copied(link())) ? siteWords.copied : link())}>
        <${Icon} name="copy" />${siteWords.share}</button>
        ${record && html`<button class="button" type="button" onClick=${() => picture(record)}>${siteWords.picture}</button>`}<span class="soft small" role="status">${done}</span></p>
    </main>
  </div>`;
}
