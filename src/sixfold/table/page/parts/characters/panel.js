// The characters that this person sees: their own with buttons that roll, all others as they are.
import { html } from "../../html.js";
import { useState } from "../../vendor/hooks.js";
import { portray } from "../../room-commands.js";
import { all, isMine, open, own, roller, rolling } from "../../state/characters.js";
import { harmOf, suffered, traitsOf } from "../../state/traits.js";
import { leads, me, nameOf } from "../../state/table.js";
import { tab } from "../../state/tab.js";
import { chipWords } from "../../words/chips.js";
import { sheetWords } from "../../words/characters.js";
import { capital, minus } from "../../words/text.js";
import { Refused, useAttempt } from "../attempt.js";
import { presses } from "../chips.js";
import { Stepper } from "../form/stepper.js";
import { Icon } from "../icon.js";

/** @typedef {import("../../state/characters.js").Character} Character */

export function Panel() {
  const others = all.value.filter((one) => !isMine(one));
  const may = me.value?.role !== "spectator";
  if (!may && !all.value.length) return null;
  return html`<section class="sheet characters" aria-labelledby="characters-title">
    <header><h2 id="characters-title">${sheetWords.title}</h2></header>
    ${own.value.map((one) => html`<${Sheet} key=${one.character} one=${one} />`)}
    ${others.map((one) => html`<${Other} key=${one.character} one=${one} />`)}
    ${may && html`<div class="pad stack">${all.value.length === 0 && html`<p class="small soft">${sheetWords.none}</p>`}
      <div class="doing"><button class="button" type="button" onClick=${() => open(0)}>${sheetWords.create}</button></div></div>`}
  </section>`;
}

/** Who sees a hidden one, in words. @param {Character} one */
const seen = (one) => (one.visible === "all" ? "" : one.owner === null ? sheetWords.hidden : sheetWords.hiddenMine);

/** One's own character, ready to roll. @param {{ one: Character }} props */
function Sheet({ one }) {
  const active = roller.value?.character === one.character;
  const note = [one.game, seen(one)].filter(Boolean).join(", ");
  return html`<section class="pad stack character" aria-label=${one.name}>
    <div class="character-head"><b dir="auto">${one.name}</b><span class="small soft">${note}</span>
      ${own.value.length > 1 && !active && html`<button class="button" type="button" onClick=${() => (rolling.value = one.character)} aria-label=${sheetWords.use(one.name)} title=${sheetWords.use(one.name)}><${Icon} name="die" /></button>`}
      <button class="button is-plain" type="button" aria-label=${sheetWords.editOf(one.name)} onClick=${() => open(one.character)}>${sheetWords.edit}</button></div>
    <${Has} one=${one} />
    ${active && one.rolls.length + one.checks.length > 0 && html`<div class="doing">
      ${one.rolls.map((roll) => html`<${Roll} key=${`${roll.trait} ${roll.name} ${roll.rule}`} name=${roll.name} value=${roll.value} check=${roll.check} missing=${roll.missing.length > 0} own=${true} />`)}
      ${one.checks.map((saved) => html`<${Roll} key=${`saved ${saved.name}`} name=${saved.name} check=${saved.check} />`)}</div>`}
    ${one.notes && html`<p class="small notes" dir="auto">${one.notes}</p>`}
  </section>`;
}

/** A button that rolls; on a phone, where the dice are. @param {{ name: string, value?: string, check: string, missing?: boolean, own?: boolean }} props */
function Roll({ name, value = "", check, missing = false, own: sheet = false }) {
  const press = presses({ name, check, missing, own: sheet });
  return html`<button class="button" type="button" title=${missing ? chipWords.needs(check) : chipWords.put(check)} ...${press}
    onClick=${() => { tab.value = "throw"; press.onClick(); }}><span dir="auto">${name}</span> ${value && html`<span class="soft">${minus(value)}</span>`}</button>`;
}

/** What is spent and what instruments keep, which play changes; then what is a plain value. @param {{ one: Character }} props */
function Has({ one }) {
  const { refused, attempt } = useAttempt();
  const traits = traitsOf(one.game);
  const harm = harmOf(one.game);
  const may = isMine(one) || leads.value;

  /** @param {string} trait @param {number} now */
  const spend = (trait, now) => attempt(() => portray({ character: one.character, sheet: { values: { [trait]: { ...one.values[trait], now } } } }));
  const spent = traits.filter(([name, { type }]) => type === "object" && one.values[name]);
  const plain = traits.filter(([name, { type }]) => (type === "integer" || type === "string") && one.values[name] !== undefined);
  const kept = Object.entries(one.has);
  return html`${spent.map(([name, { title }]) => {
      const { now, of } = one.values[name];
      const id = `spent-${one.character}-${name}`;
      return html`<div class="spent" key=${name}><label class="label" for=${id}>${title} <span class="soft">${sheetWords.nowOf(now, of)}</span></label>
        <div class="meter" aria-hidden="true"><i style=${{ inlineSize: `${of ? Math.min(100, (100 * now) / of) : 0}%` }}></i></div>
        ${may && html`<div class="row"><${Stepper} id=${id} label=${`${title} ${sheetWords.now}`} value=${now} low=${0} high=${traits.find(([other]) => other === name)?.[1].properties.now.maximum} says=${sheetWords.nowOf(now, of)} change=${(/** @type {number} */ to) => spend(name, to)} />
          ${harm && html`<button class="button" type="button" title=${sheetWords.takeTitle(harm.harm, title)} onClick=${() => { suffered.add(harm.number); void spend(name, Math.max(0, now - harm.harm)); }}>${sheetWords.take(harm.harm)}</button>`}</div>`}</div>`;
    })}
    <${Refused} said=${refused} />
    ${kept.length + plain.length > 0 && html`<dl class="has">
      ${kept.map(([name, amount]) => html`<div key=${name}><dt>${capital(name)}</dt><dd class="num">${minus(amount)}</dd></div>`)}
      ${plain.map(([name, { title }]) => html`<div key=${name}><dt>${title}</dt><dd dir="auto">${minus(one.values[name])}</dd></div>`)}</dl>`}`;
}

/** Somebody else's character: opened, everything that one may see of it. @param {{ one: Character }} props */
function Other({ one }) {
  const [shown, setShown] = useState(false);
  const owner = one.owner === null ? sheetWords.ofMaster : sheetWords.whose(nameOf(one.owner));
  return html`<section class="instrument ${shown ? "is-open" : ""}" aria-label=${one.name}>
    <button class="rest" type="button" aria-expanded=${shown} onClick=${() => setShown(!shown)}>
      <b dir="auto">${one.name}</b><span class="small soft">${[one.game, owner].filter(Boolean).join(", ")}</span><${Icon} name=${shown ? "up" : "down"} /></button>
    ${shown && html`<div class="pad stack"><${Has} one=${one} />
      ${one.rolls.length > 0 && html`<dl class="has">${one.rolls.map((roll) => html`<div key=${`${roll.name} ${roll.rule}`}><dt dir="auto">${roll.name}</dt><dd>${minus(roll.value)}</dd></div>`)}</dl>`}
      ${one.notes && html`<p class="small notes" dir="auto">${one.notes}</p>`}
      ${leads.value && html`<div class="doing"><button class="button" type="button" aria-label=${sheetWords.editOf(one.name)} onClick=${() => open(one.character)}>${sheetWords.edit}</button></div>`}</div>`}
  </section>`;
}
