// Inviting people: the links of a table, each with what it is for, one click to copy, and a code for phones.
import { html } from "../html.js";
import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { links } from "../state/local-storage.js";
import { leads } from "../state/table.js";
import { inviteWords } from "../words/invite.js";
import { copied } from "./copy.js";
import { Icon } from "./icon.js";

const QUIET = 4; // modules of white around the code

/** The link as a QR code: one path, drawn when its maker has come. @param {{ text: string }} props */
function Code({ text }) {
  const [drawn, setDrawn] = useState(/** @type {{ size: number, path: string } | null} */ (null));
  useEffect(() => {
    let left = false;
    import("../vendor/qrcode.js").then(({ default: qrcode }) => {
      const code = qrcode(0, "M");
      code.addData(text);
      code.make();
      const size = code.getModuleCount();
      let path = "";
      for (let y = 0; y < size; y += 1) for (let x = 0; x < size; x += 1) if (code.isDark(y, x)) path += `M${x} ${y}h1v1h-1z`;
      if (!left) setDrawn({ size, path });
    }, () => undefined);
    return () => {
      left = true;
    };
  }, [text]);
  const size = drawn?.size ?? 29;
  return html`<svg class="qr" viewBox="${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}" role="img" aria-label=${inviteWords.code} shape-rendering="crispEdges">
    ${drawn && html`<path d=${drawn.path} />`}</svg>`;
}

/** A link, and a button that copies it; where a browser does not let a page copy, it is selected. @param {{ role: "player" | "spectator" | "stream" | "master", link: string, main?: boolean }} props */
function Link({ role, link, main = false }) {
  const [said, setSaid] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  async function copy() {
    setSaid(""); // so that it is said anew
    field.current?.select();
    setSaid((await copied(link)) || document.execCommand("copy") ? inviteWords.copied : inviteWords.selected);
  }
  const id = `link-${role}`;
  return html`<div class="link-out">
    <label class="label" for=${id}>${inviteWords.links[role]}</label>
    <div class="say"><input class="field is-code" id=${id} ref=${field} value=${link} readonly aria-describedby=${`${id}-for`} onFocus=${(/** @type {any} */ event) => event.target.select()} />
      <button class="button ${main ? "is-main" : ""}" type="button" onClick=${copy} aria-label=${`${inviteWords.copy}: ${inviteWords.links[role]}`}><${Icon} name="copy" /><span role="status">${said || inviteWords.copy}</span></button></div>
    <p class="hint small soft" id=${`${id}-for`}>${inviteWords.what[role]}</p>
  </div>`;
}

/** Whether an address leads nowhere but to the machine that it is typed on. @param {string} link */
const local = (link) => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(link).hostname);

/** @param {{ room: string, done: () => void, fresh?: boolean }} props `fresh`: nobody else is here yet */
export function Invite({ room, done, fresh = false }) {
  const known = links(room);
  const { player, spectator, master } = known;
  return html`<section class="invite sheet" aria-labelledby="invite-title">
    <div class="wide stack is-tight">
      <h2 id="invite-title">${fresh ? `${inviteWords.title} ` : ""}${inviteWords.send}</h2>
      ${player && html`<${Link} role="player" link=${player} main />`}
    </div>
    ${player && html`<${Code} text=${player} />`}
    <div class="stack is-tight">
      <p class="soft">${player ? inviteWords.who : leads.value ? inviteWords.noneOfMine : inviteWords.none}</p>
      ${player && local(player) && html`<p class="small calm">${inviteWords.local}</p>`}
      <p><button class="button" type="button" onClick=${done}>${inviteWords.done}</button></p>
    </div>
    ${(spectator || master) && html`<div class="wide"><details onToggle=${(/** @type {any} */ event) => event.target.open && event.target.scrollIntoView({ block: "start" })}><summary>${inviteWords.others}</summary><div class="stack">
        ${spectator && html`<${Link} role="spectator" link=${spectator} /><${Link} role="stream" link=${spectator.replace("#", "/stream#")} />`}
        ${master && html`<${Link} role="master" link=${master} />`}</div></details></div>`}
  </section>`;
}
