// The people at the table: who is here, who is away, and what can be done about each.
import { html } from "../html.js";
import { useState } from "../vendor/hooks.js";
import { me, present, roomView, seated } from "../state/table.js";
import { peopleWords } from "../words/people.js";
import { tableWords } from "../words/table.js";
import { Icon } from "./icon.js";
import { Lazy } from "../lazy.js";

/** @typedef {import("../state/table.js").Person} Person */

/** Whether somebody is known to be away. @param {string} id */
export function away(id) {
  const found = present.value ?? roomView.value?.here;
  return Boolean(found?.whole && found.people.length && !found.people.includes(id));
}

/** The first letter of a name within a ring of the person's colour; dotted for who is away. @param {{ person: Person }} props */
const Ring = ({ person }) => html`<span class="mono ${away(person.id) ? "is-away" : ""}" style=${{ borderColor: person.colour }} aria-hidden="true">${
  [...new Intl.Segmenter().segment(person.name)][0]?.segment ?? ""}</span>`;

const settings = () => import("./person-settings.js").then((module) => module.PersonSettings);

const ORDER = { master: 0, player: 1, spectator: 2 };

export function People() {
  const [open, setOpen] = useState("");
  const people = seated.value.toSorted((one, other) => ORDER[one.role] - ORDER[other.role]);
  const mine = people.find((person) => person.id === me.value?.person);
  return html`<section class="sheet" aria-labelledby="people-title">
    <header><h2 id="people-title">${tableWords.people}</h2></header>
    <ul class="people">
      ${people.map((person) => html`<${Row} key=${person.id} person=${person} mine=${mine} open=${open === person.id} toggle=${() => setOpen(open === person.id ? "" : person.id)} />`)}
    </ul>
  </section>`;
}

/** @param {{ person: Person, mine: Person | undefined, open: boolean, toggle: () => void }} props */
function Row({ person, mine, open, toggle }) {
  const self = person.id === mine?.id;
  const may = self || mine?.role === "master";
  const told = html`<${Ring} person=${person} /><b title=${person.name}><bdi>${person.name}</bdi></b><span class="small soft">${role(person, self)}</span>`;
  if (!may) return html`<li><p class="person">${told}</p></li>`;
  return html`<li class=${open ? "is-open" : ""}>
    <button class="person" type="button" aria-expanded=${open} onClick=${toggle}>${told}<${Icon} name="more" /></button>
    ${open && html`<${Lazy} load=${settings} props=${{ person, self, done: toggle }} />`}
  </li>`;
}

/** What somebody is here, and whether he is. @param {Person} person @param {boolean} self */
function role(person, self) {
  const told = person.role === "player" ? [] : [person.role === "master" ? peopleWords.master : peopleWords.watching];
  if (self) told.unshift(peopleWords.you);
  else if (away(person.id)) told.push(peopleWords.away);
  return told.join(", ");
}
