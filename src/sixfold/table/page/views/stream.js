// The last roll alone, large and on nothing: for a stream, or for a screen that everybody looks at.
import { html } from "../html.js";
import { useEffect, useState } from "../vendor/hooks.js";
import { sitDown, witness } from "../commands.js";
import { refusal } from "../problem.js";
import { connect } from "../socket.js";
import { keep, load } from "../state/local-storage.js";
import { leave, me } from "../state/table.js";
import { streamWords } from "../words/stream.js";
import { Blotter } from "../parts/blotter.js";
import { useTitle } from "../parts/use-title.js";

/** @param {{ room: string, secret: string }} props `secret` is that of the link for watching */
export function Stream({ room, secret }) {
  const [wrong, setWrong] = useState("");
  // A seat of its own, and nothing that is kept of another one: what the GM sees here never gets on the stream.
  const own = `stream/${room}`;
  useTitle(streamWords.title);
  useEffect(() => {
    me.value = load(own, null);
    if (me.value) return leave;
    sitDown(room, secret, streamWords.title).then((seat) => {
      if (seat.role === "spectator") keep(own, (me.value = seat));
      else setWrong(streamWords.players);
    }, (error) => {
      setWrong(refusal(error));
    });
    return leave;
  }, [room, secret]);
  const token = me.value?.token;
  useEffect(() => {
    if (!token) return undefined;
    return connect(room, token, witness, () => (keep(own, null), setWrong(streamWords.gone)), false);
  }, [room, token]);
  if (wrong) return html`<main class="stream"><p class="sheet pad" role="alert">${wrong}</p></main>`;
  return html`<main class="stream">${me.value && html`<div class="mat"><${Blotter} /></div>`}</main>`;
}
