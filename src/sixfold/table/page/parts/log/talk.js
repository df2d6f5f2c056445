// The line under the log: a word to everyone, to the master, to one person, or for oneself.
import { NOTE_LENGTH } from "../../bounds.js";
import { html } from "../../html.js";
import { note } from "../../commands.js";
import { refusal } from "../../problem.js";
import { leads, me, seated } from "../../state/table.js";
import { useRef, useState } from "../../vendor/hooks.js";
import { talkWords } from "../../words/talk.js";
import { Icon } from "../icon.js";
import { entered } from "../handlers.js";
import { Select } from "../select.js";

export function Talk() {
  const [text, setText] = useState("");
  const [to, setTo] = useState("all");
  const [refused, setRefused] = useState("");
  const before = useRef(Promise.resolve());
  const others = seated.value.filter((one) => one.id !== me.value?.person);
  const person = others.find((one) => one.id === to);
  const ways = ["all", ...(leads.value ? [] : ["master"]), "self"];
  // Somebody who left is nobody to whisper to.
  const chosen = person || ways.includes(to) ? to : "all";

  /** The line is free at once for the next one; each goes when those before it are there. @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    setText("");
    setRefused("");
    const whom = person ? { people: [to] } : { visible: chosen };
    before.current = before.current.then(async () => {
      try {
        await note(said, whom);
      } catch (error) {
        setRefused(refusal(error));
        setText((now) => now || said);
      }
    });
  }
  return html`<form class="talk ${chosen === "all" ? "" : "is-private"}" onSubmit=${submit}>
    <input class="field" type="text" maxlength=${NOTE_LENGTH} autocomplete="off" enterkeyhint="send" aria-label=${talkWords.label} placeholder=${talkWords.label} value=${text} onInput=${entered(setText)} />
    <${Select} about=${{ "aria-label": talkWords.to }} value=${chosen} set=${setTo}
      options=${[...ways.map((way) => [way, talkWords[/** @type {"all"} */ (way)]]), ...others.map(({ id, name }) => [id, name])]} />
    <button class="button is-square" aria-label=${talkWords.send} title=${talkWords.send} aria-disabled=${!text.trim() || undefined}><${Icon} name="up" /></button>
    ${refused && html`<p class="wrong" role="alert">${refused}</p>`}
  </form>`;
}
