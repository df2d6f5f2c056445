// The playground: a game of one's own in the editor, rolled and solved while it is typed.
import { html } from "../../table/page/html.js";
import { useEffect, useRef, useState } from "../../table/page/vendor/hooks.js";
import { Header } from "../../table/page/parts/header.js";
import { Icon } from "../../table/page/parts/icon.js";
import { copied } from "../../table/page/parts/copy.js";
import { download } from "../../table/page/parts/download.js";
import { Try } from "../../table/page/parts/try.js";
import * as draft from "../../table/page/state/draft.js";
import { knownGames } from "../../table/page/verdict.js";
import { Problem, refusal } from "../../table/page/problem.js";
import { anew, call, stop } from "./api.js";
import { built } from "./built.js";
import { forget, games, keep } from "./shelf.js";
import { place } from "./place.js";
import { packed, unpacked } from "./link-codec.js";
import { playWords, siteWords } from "./words.js";
import { capital } from "../../table/page/words/text.js";

const PAUSE = 400; // ms after the last letter
const PATIENCE = 60_000; // ms that a game may take to load
const LONG = 2000; // characters of a link that every program keeps whole

/** The examples. @type {() => Promise<{ name: string, title: string, source: string }[]>} */
const gallery = () => built("examples");

/** The steps of the tutorial. @type {() => Promise<{ title: string, text: string[], source: string }[]>} */
const steps = () => built("tutorial");

export function Play() {
  const { view, room, query } = place.value;
  const shared = query.get("game");
  const wanted = query.get("start");
  const nth = view === "learn" ? (/^[1-9]$/.test(room) ? Number(room) : 1) : 0;
  const [source, setSource] = useState("");
  const [name, setName] = useState("game");
  const [allowed, setAllowed] = useState(!shared);
  const [wrong, setWrong] = useState("");
  const [loaded, setLoaded] = useState("");
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const [report, setReport] = useState("");
  const place_ = useRef(/** @type {HTMLElement | null} */ (null));
  const editor = useRef(/** @type {any} */ (null));
  /** What somebody chose before the editor was there. */
  const chosen = useRef(/** @type {{ name: string, source: string } | null} */ (null));

  // The editor is fetched with the first game that it shows.
  useEffect(() => {
    let here = true;
    void (async () => {
      const [{ edit }, begun] = await Promise.all([import("./editor.js"), begin(shared, wanted, nth)]);
      if (!here || !place_.current) return;
      const first = chosen.current ?? begun;
      editor.current = edit(place_.current, first?.source ?? "", playWords.source, setSource);
      setSource(first?.source ?? "");
      setName(first?.name ?? "game");
      if (first === null) setWrong(playWords.unreadable);
    })();
    return () => {
      here = false;
      editor.current?.close();
      chosen.current = null;
      const known = knownGames.value.filter((one) => !one.own);
      knownGames.value = known;
      draft.say(known[0]?.rules[0].example ?? "");
      anew();
    };
  }, [shared, wanted, nth]);

  useEffect(() => {
    if (!source.trim() || !allowed) return;
    const control = new AbortController();
    const pause = setTimeout(async () => {
      setBusy(true);
      const late = setTimeout(() => { setWrong(playWords.stopped); control.abort(); }, PATIENCE);
      try {
        const game = await call("POST", "/load", { body: { source, name }, signal: control.signal });
        knownGames.value = [...knownGames.value.filter((one) => !one.own), { ...game, own: true }];
        setLoaded(game.name);
        setWrong("");
        setReport("");
        editor.current?.mark(undefined);
        const now = draft.text.value;
        draft.say(now.split(" ")[0] === game.name ? now : game.rules[0].example);
      } catch (error) {
        if (!(error instanceof Problem)) return;
        const said = capital(error.message.replaceAll(`${name}.py`, playWords.code));
        setWrong(said);
        editor.current?.mark(error.line, said);
      } finally {
        clearTimeout(late);
        setBusy(false);
      }
    }, PAUSE);
    return () => {
      clearTimeout(pause);
      control.abort();
    };
  }, [source, name, allowed]);

  async function link() {
    const address = `${location.href.split("#")[0]}#game=${await packed(source)}`;
    const done = await copied(address);
    setSaid(!done ? address : address.length > LONG ? `${playWords.copied} ${playWords.long}` : playWords.copied);
  }
  async function test() {
    setReport(playWords.testing);
    try {
      setReport((await call("POST", "/test", { body: {} })).text);
    } catch (error) {
      setReport(refusal(error));
    }
  }
  return html`<div class="is-first is-play">
    <${Header}><a class="button is-plain" href="/">${siteWords.roll}</a>${nth > 0 ? html`<a class="button is-plain" href="/play">${siteWords.own}</a>` : html`<a class="button is-plain" href="/odds">${siteWords.designers}</a>`}<//>
    <main class="page">
      ${nth ? html`<${Step} nth=${nth} />` : html`<h1>${playWords.title}</h1>
      <p class="soft">${playWords.intro} <a href="/learn/1">${playWords.learn}</a></p>`}
      ${!allowed && html`<div class="sheet pad row is-apart"><p>${playWords.shared}</p><button class="button is-main" type="button" onClick=${() => setAllowed(true)}>${playWords.run}</button></div>`}
      <${Shelf} put=${(/** @type {{ name: string, source: string }} */ one) => { setAllowed(true); setName(one.name); chosen.current = one; editor.current?.put(one.source); }} />
      <div class="workshop"><div class="code"><section class="sheet editor" aria-label=${playWords.source} ref=${place_}></section>
      <p class="row">
        <button class="button" type="button" onClick=${link}><${Icon} name="copy" />${playWords.link}</button>
        <button class="button" type="button" onClick=${() => download(`${loaded || "game"}.py`, source)}>${playWords.save}</button>
        <button class="button" type="button" disabled=${!loaded} onClick=${() => { keep(loaded, source); setSaid(playWords.keptNow(loaded)); }}>${playWords.keep}</button>
        <button class="button" type="button" disabled=${!loaded || Boolean(wrong)} onClick=${test}>${playWords.test}</button>
        ${busy && html`<button class="button" type="button" onClick=${() => { setWrong(playWords.stopped); stop(); }}>${playWords.stop}</button>`}
        <span class="soft small" role="status">${busy ? playWords.working : said}</span>
      </p>
      ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}
      ${report && html`<pre class="sheet pad report">${report}</pre>`}</div>
      ${loaded && allowed && html`<div class="tried ${wrong ? "is-late" : ""}"><${Try} games=${false} /></div>`}</div>
      <p class="soft small">${playWords.table}</p>
    </main>
  </div>`;
}

/** What the editor shows first: a step of the tutorial, the game of a link, else an example. @param {string | null} shared @param {string | null} wanted @param {number} nth @returns {Promise<{ name: string, source: string } | null>} */
async function begin(shared, wanted, nth) {
  if (nth) return { name: "fence", source: (await steps()).slice(0, nth).at(-1)?.source ?? "" };
  const found = await gallery();
  if (!shared) return found.find((/** @type {{ name: string }} */ one) => one.name === wanted) ?? found[0] ?? { name: "game", source: "" };
  const source = await unpacked(shared);
  return source === null ? null : { name: "game", source };
}

/** A step of the tutorial: what it shows, and the ways on. @param {{ nth: number }} props */
function Step({ nth }) {
  const [all, setAll] = useState(/** @type {{ title: string, text: string[] }[]} */ ([]));
  useEffect(() => void steps().then(setAll), []);
  const step = all.slice(0, nth).at(-1);
  const to = (/** @type {number} */ other) => all[other - 1] && html`<a class="button ${other > nth ? "is-main" : ""}" href=${`/learn/${other}`}>${playWords.step(other, all[other - 1]?.title ?? "")}</a>`;
  return html`<p class="small soft">${playWords.stepOf(Math.min(nth, all.length), all.length)}</p><h1>${step?.title ?? ""}</h1>
    ${step?.text.map((one, at) => html`<p key=${at}>${one.split("`").map((part, odd) => (odd % 2 ? html`<code>${part}</code>` : part))}</p>`)}
    <p class="row">${to(nth - 1)}${to(nth + 1)}</p>`;
}

/** Games to start from: the examples, and those that this browser keeps. @param {{ put: (game: { name: string, source: string }) => void }} props */
function Shelf({ put }) {
  const [found, setFound] = useState(/** @type {{ name: string, title: string, source: string }[]} */ ([]));
  const [mine, setMine] = useState(/** @type {{ name: string, source: string }[]} */ ([]));
  useEffect(() => void gallery().then(setFound), []);
  useEffect(() => void games().then(setMine), []);
  return html`<p class="row">
    <label class="label" for="start">${playWords.start}</label>
    <select class="select" id="start" onChange=${(/** @type {any} */ event) => put([...found, ...mine][Number(event.target.value)] ?? { name: "game", source: "" })}>
      ${[...found, ...mine].map((one, at) => html`<option key=${one.name} value=${at}>${"title" in one ? `${one.name}: ${one.title}` : one.name}</option>`)}</select>
    ${mine.length > 0 && html`<span class="small soft">${playWords.kept}: ${mine.map((one) => html`<button key=${one.name} class="button is-plain is-slim" type="button" aria-label=${`${playWords.forget} ${one.name}`}
      onClick=${() => forget(one.name).then(games).then(setMine)}>${one.name} ×</button>`)}</span>`}
  </p>`;
}
