"""The character sheets of `skew` at a table (K11): attributes, fields, skills and rotes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from sixfold.bounds import LABEL_LENGTH, MODIFIER
from sixfold.errors import BoundsError, RuleError
from sixfold.rules.instrument import Act, Command, Data, Did, Field, Instrument, People, Person, Thrown, named
from sixfold.rules.message import counted, signed
from sixfold.rules.sheet import Acts, Block, Button, Form, Part, Roll, Said, sheet
from sixfold.systems.skew.characters import Attribute, Character, Rote, Skill
from sixfold.systems.skew.characters import Field as Knowledge

Sheets = Mapping[str, Character]
"""Characters by the person who plays them."""


def _text(name: str, help: str, needed: bool = True) -> Field:
    return Field(name, "text", help, high=LABEL_LENGTH, needed=needed)


def _number(name: str, help: str, low: int) -> Field:
    return Field(name, "number", help, low, MODIFIER, default=1 if low == 0 else None)


ROTE = _text("rote", "its name")
RATE = _number("rate", "how fast you learn", 0)


class Characters(Instrument[Sheets]):
    """Character sheets, one per person; their skills are tasks to roll (K11)."""

    name = "character"
    title = "Characters"
    commands = (
        Command("attribute", "set a general ability",
            (_text("name", "its name"), _number("value", "its value", -MODIFIER)), did="set an attribute",
            told="has {name} {value}"),
        Command("study", "set a field of knowledge", (_text("field", "its name"), _number("rank", "its rank", 0)),
            did="studied", told="studies {field}, rank {rank}"),
        Command("learn", "set a skill; an advanced one names its field, in which you have at least one rank",
            (_text("skill", "its name"), _number("level", "its level", 0),
             _text("field", "the field of an advanced skill", needed=False)),
            did="learned", told="learns {skill}, level {level}"),
        Command("memorise", "add a rote", (ROTE,), did="memorised", told="memorises {rote}"),
        Command("rate", "set the learning rate", (RATE,), did="set the learning rate",
            told="learns at the rate {rate}"),
        Command("forget", "begin a new character", did="began a new character", told="begins a new character"),
    )  # fmt: skip

    def start(self) -> Sheets:
        return MappingProxyType({})

    def follow(self, state: Sheets, happening: Thrown | Did) -> Sheets:
        if isinstance(happening, Thrown):
            return state
        try:
            return _after(state, happening)
        except (BoundsError, RuleError):  # a field that it builds on was taken back
            return state

    def decide(self, state: Sheets, command: str, values: Data, who: Person, people: People) -> Sequence[Act]:
        acts = super().decide(state, command, values, who, people)
        _after(state, Did(0, who.id, self.name, acts[0].name, acts[0].values))
        return acts

    def view(self, state: Sheets, who: Person | None, people: People) -> Data:
        mine = state.get(who.id) if who else None
        return {
            "characters": {person: _data(character) for person, character in state.items()},
            "blocks": sheet(
                *_mine(mine),
                *(Said(line) for person, one in state.items() if not who or person != who.id
                  if (line := _line(one, named(person, people)))),
                Acts(FORMS),
                Acts((Button("Begin a new one", "forget", sure="Begin a new character? This one is removed."),))
                if mine and _told(mine)
                else None,
            ),
        }  # fmt: skip


FORMS = (
    Form("Skill", "learn"),
    Form("Field", "study"),
    Form("Attribute", "attribute"),
    Form("Rote", "memorise"),
    Form("Learning rate", "rate"),
)
"""A character sheet, entry by entry (K11)."""


def _mine(mine: Character | None) -> list[Block]:
    """One's own character: its skills ready to be thrown, and the rest of it in a line."""
    if mine is None or not _told(mine):
        return [Said("Write down your character's skills; you can roll them from here.", hint=True)]
    rolls = tuple(Roll(f"{skill.name} {signed(skill.level)}", mine.task(skill.name)) for skill in mine.skills)
    rest = _told(replace(mine, skills=()))
    return [Part("Yours"), *([Acts(rolls)] if rolls else []), *([Said(f"{', '.join(rest)}.")] if rest else [])]


def _after(state: Sheets, did: Did) -> Sheets:
    """The sheets after a command. Raises RuleError for an advanced skill without its field, BoundsError."""
    before = state.get(did.person, Character(did.person))
    return MappingProxyType({**state, did.person: _changed(before, did.name, did.values)})


def _changed(sheet: Character, did: str, values: Data) -> Character:
    match did:
        case "set an attribute":
            new = Attribute(values["name"], values["value"])
            kept = [attribute for attribute in sheet.attributes if attribute.name != new.name]
            return replace(sheet, attributes=(*kept, new))
        case "studied":
            return sheet.study(Knowledge(values["field"], values["rank"]))
        case "learned":
            return sheet.learn(Skill(values["skill"], values["level"], values.get("field")))
        case "memorised":
            return sheet.memorise(Rote(values["rote"]))
        case "set the learning rate":
            return replace(sheet, learning_rate=values["rate"])
    return Character(sheet.name)


def _data(sheet: Character) -> dict[str, Any]:
    return {
        "attributes": {attribute.name: attribute.value for attribute in sheet.attributes},
        "fields": {known.name: known.rank for known in sheet.fields},
        "skills": [{"name": skill.name, "level": skill.level, "field": skill.field} for skill in sheet.skills],
        "rotes": [rote.name for rote in sheet.rotes],
        "learning_rate": sheet.learning_rate,
    }


def _told(sheet: Character) -> list[str]:
    """The entries of a character, each in a few words."""
    parts = [f"{attribute.name} {signed(attribute.value)}" for attribute in sheet.attributes]
    parts += [f"{known.name} ({counted(known.rank, 'rank')})" for known in sheet.fields]
    parts += [f"{s.name} {signed(s.level)}{f' in {s.field}' if s.field else ''}" for s in sheet.skills]
    parts += [f"the rote {rote.name}" for rote in sheet.rotes]
    if sheet.learning_rate:
        parts.append(f"learning rate {sheet.learning_rate}")
    return parts


def _line(sheet: Character, name: str) -> str:
    parts = _told(sheet)
    return f"{name}: {', '.join(parts)}." if parts else ""
