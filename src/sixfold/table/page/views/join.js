// Joining: a name, nothing else.
import { html } from "../html.js";
import { useEffect, useState } from "../vendor/hooks.js";
import { invitation, join } from "../commands.js";
import { Problem } from "../problem.js";
import { me } from "../state/table.js";
import { keep, load } from "../state/local-storage.js";
import { words } from "../words/common.js";
import { joinWords } from "../words/join.js";
import { isolated } from "../words/text.js";
import { Die } from "../parts/dice.js";
import { Header } from "../parts/header.js";
import { Icon } from "../parts/icon.js";
import { entered } from "../parts/handlers.js";
import { toLine, useFocus } from "../parts/use-focus.js";

/** What is said of a way in that is none any more; anything else the table says itself. @type {Record<string, string>} */
const SAID = { "room/link": joinWords.gone, "store/no-room": joinWords.wrongAddress, "room/token": joinWords.gone, "room/closed": joinWords.closed, "room/full": joinWords.full, "page/offline": words.offline };

/** Ways in that no other name would open. */
const SHUT = ["room/link", "store/no-room", "room/token", "room/closed", "room/full"];

/** @param {{ room: string, secret: string }} props */
export function Join({ room, secret }) {
  const [name, setName] = useState(load("name", ""));
  const [refused, setRefused] = useState(/** @type {Problem | null} */ (null));
  const [sending, setSending] = useState(false);
  const [asked, setAsked] = useState(/** @type {{ name: string, masters: string[] } | null} */ (null));
  const field = useFocus();
  useEffect(() => {
    if (!secret) return;
    invitation(room, secret).then((found) => {
      setAsked(found);
      if (!found.open) setRefused(new Problem({ code: "room/closed", detail: joinWords.closed }));
    }, (error) => error instanceof Problem && SHUT.includes(error.code) && setRefused(error));
  }, [room, secret]);
  const shut = !secret || SHUT.includes(refused?.code ?? "");

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (!name.trim()) return field.current?.focus();
    if (sending) return;
    setSending(true);
    try {
      me.value = await join(room, secret, name);
      keep("name", name);
      toLine();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setRefused(error);
      setSending(false);
      field.current?.focus();
    }
  }
  const said = refused && (SAID[refused.code] ?? refused.message);
  return html`<div class="is-join">
    <${Header} />
    <main class="page">
      <div class="try is-join">
        <form class="sheet pad stack" onSubmit=${submit} novalidate>
          <div><h1>${asked ? joinWords.to(isolated(asked.name)) : !secret ? joinWords.linkNeeded : refused?.code === "store/no-room" ? joinWords.noTable : shut ? joinWords.shut : joinWords.title}</h1>
            <p class="soft">${asked && asked.masters.length > 0 ? joinWords.by(asked.masters.map(isolated)) : " "}</p></div>
          ${shut
            ? html`<p class="shut" role="alert"><${Icon} name="back" />${said ?? joinWords.noLink}</p><p><a class="button" href="/">${joinWords.home}</a></p>`
            : html`<div><label class="label" for="name">${joinWords.name}</label>
                <input class="field" id="name" ref=${field} value=${name} required aria-invalid=${Boolean(said)} aria-describedby="name-said" onInput=${entered((now) => { setName(now); setRefused(null); })} autocomplete="nickname" />
                <p class="said-below ${said ? "wrong" : "soft"} small" id="name-said" role="status">${said ?? joinWords.keep}</p></div>
              <button class="button is-main" aria-disabled=${sending ? "true" : undefined}>${joinWords.in}</button>`}
        </form>
        <section class="blotter" aria-hidden="true"><p class="top"></p>
          <div class="fall"><div class="hands"><span class="dice is-l">${[6, 4, 1].map((face) => html`<${Die} key=${face} face=${face} />`)}</span></div></div>
          <div class="result"><div class="wide"><p class="verdict">${joinWords.waits}</p></div></div></section>
      </div>
    </main>
  </div>`;
}
