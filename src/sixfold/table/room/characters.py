"""Characters at the table: each is kept by the room, and belongs to a player or to the GM.

What an instrument keeps for a person (luck, effort) stays there and is only shown beside the character.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import asdict, replace

from sixfold.base import bounds
from sixfold.base.printable import printable
from sixfold.base.shapes import character as shapes
from sixfold.base.shapes.reading import checked
from sixfold.base.wording import did_you_mean, listed, nearest
from sixfold.checks.characters import Ready, counts, entries, range_of, ready
from sixfold.checks.check import parse
from sixfold.errors import BoundsError, NotationError, RecordError, RoomError, SixfoldError
from sixfold.rules.rule import System
from sixfold.rules.traits import Trait
from sixfold.table.room.commands import EditCharacter
from sixfold.table.room.event_kinds import CharacterEdited
from sixfold.table.room.log_event import LogEvent, canonical
from sixfold.table.room.names import read_name
from sixfold.table.room.requests import require_fit
from sixfold.table.room.state import Character, Draft, GmRequest, RoomState, require_member
from sixfold.table.room.visibility import Person, audience, has_in_sight, together

NOBODY: Final = ""
"""The owner of a character that belongs to the GM, and to each later GM."""

Sheet = Mapping[str, Any]
"""A character as its document has it, without the version."""


def edit(draft: Draft, command: EditCharacter, by: Person) -> None:
    """Make, change, hand over, show or remove a character."""
    state = draft.state
    before = None if command.character is None else _mine(state, by, command.character)
    if before is None and command.remove:
        raise RoomError("room/character", "Say which character you remove, by its number.")
    if before is None and len(state.characters) >= bounds.CHARACTERS:
        raise BoundsError(f"A room holds at most {bounds.CHARACTERS} characters.")
    usual = before.owner if before else NOBODY if by.role == "master" else by.id
    owner = usual if command.owner is None else _owner(state, by, command.owner, before)
    hidden = before.seers is not None if before else owner == NOBODY
    if command.visible is not None:
        hidden = command.visible == "master"
    if before and hidden and before.seers is None:
        raise RoomError("room/shown", "Everyone has seen this character: make another one to hide.")
    number = before.number if before else state.number + 1
    was: Sheet = before.sheet if before else {}
    now = was if command.remove else read_sheet(merged(was, command.sheet), state.systems)
    anew = before is None or (owner, hidden) != (before.owner, before.seers is not None)
    changes = {} if command.remove else now if anew else _changes(was, now)
    seers = None
    if hidden:
        seers = audience(state.people, owner, "master" if owner else "blind")
        seers = together(seers, {by.id, before.owner if before else owner} - {NOBODY})
    draft.write(by.id, CharacterEdited(character=number, owner=owner, sheet=dict(changes), gone=command.remove), seers)


def apply_character_edited(state: RoomState, event: LogEvent, body: CharacterEdited) -> RoomState:
    others = {number: one for number, one in state.characters.items() if number != body.character}
    if body.gone:
        return replace(state, characters=others)
    before = state.characters.get(body.character)
    sheet = merged(before.sheet if before else {}, body.sheet)
    return replace(
        state, characters={**others, body.character: Character(body.character, body.owner, sheet, event.audience)}
    )


def _mine(state: RoomState, by: Person, number: int) -> Character:
    """Return a character that a person may change: their own, or any as GM. To others it may not even exist."""
    character = state.characters.get(number)
    if character is None or not has_in_sight(by, character.owner, character.seers):
        raise RoomError("room/character", f"There is no character {number} here.")
    if by.role != "master" and by.id != character.owner:
        raise RoomError("room/forbidden", "Only the owner of a character, or the GM, can change it.")
    return character


def who_rolls(state: RoomState, by: Person, number: int | None, game: str) -> str:
    """Return the name of the character who rolls: the one with this number, else a person's only one of the game.

    It is empty for none. Raises RoomError (room/character) for a hidden one, of whom everyone would learn.
    """
    if number is not None:
        character = _mine(state, by, number)
        if character.seers is not None:
            raise RoomError("room/character", "Not everyone sees this character: show it before you roll for it.")
        return str(character.sheet["name"])
    own = [one for one in state.characters.values() if one.owner == by.id and one.sheet["game"] == game]
    return str(own[0].sheet["name"]) if len(own) == 1 and own[0].seers is None else ""


def _owner(state: RoomState, by: Person, owner: str, before: Character | None) -> str:
    """Return the id of the person to whom a character shall belong; the GM alone takes one or makes it for others."""
    if by.role != "master" and (owner == NOBODY or (before is None and owner != by.id)):
        raise RoomError("room/forbidden", "Make a character for yourself; you can hand it over to another player.")
    return require_member(state, owner, "master", "player").id if owner else NOBODY


# -- the sheet -----------------------------------------------------------------------------------------------


def merged(before: Sheet, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a sheet after changes: `values` are replaced trait by trait, and None takes one away.

    >>> merged({"name": "Mira", "values": {"health": 3, "luck": 1}}, {"values": {"health": 2, "luck": None}})
    {'name': 'Mira', 'values': {'health': 2}}
    """
    kept = before.get("values", {}) if changes.get("game", before.get("game")) == before.get("game") else {}
    changed = changes.get("values", {})
    if not isinstance(changed, Mapping):
        return {**before, **changes}  # refused where it is read
    values = {name: value for name, value in {**kept, **changed}.items() if value is not None}
    return {**before, **changes, "values": values}


def _changes(before: Sheet, now: Sheet) -> dict[str, Any]:
    """Return what is to be merged into a sheet to get another one."""
    changes = {name: value for name, value in now.items() if name != "values" and before[name] != value}
    old, new = before["values"], now["values"]
    values = {name: new.get(name) for name in {**old, **new} if old.get(name) != new.get(name)}
    return {**changes, "values": values} if values else changes


def read_sheet(data: Mapping[str, Any], systems: Mapping[str, System]) -> Sheet:
    """Return a character as a room keeps it, from its document.

    Raises RoomError (room/character) for what is no character or does not fit its game, and BoundsError.
    """
    try:
        read = checked(data, shapes.Character, "a character")
    except RecordError as error:
        raise RoomError("room/character", error.message) from None
    system = systems.get(read.game)
    if read.game and system is None:
        guess = did_you_mean(nearest(read.game, list(systems)))
        raise RoomError("room/character", f"There is no game “{read.game[:40]}” here.{guess}")
    if len(read.checks) > bounds.SAVED_CHECKS:
        raise BoundsError(f"A character has at most {bounds.SAVED_CHECKS} saved checks.")
    sheet: dict[str, Any] = {
        "name": read_name(read.name, "The name of a character", bounds.SAVED_NAME_LENGTH),
        "game": read.game,
        "notes": _read_notes(read.notes),
        "values": _read_values(system, read.values),
        "checks": [
            {
                "name": read_name(check.name, "The name of a check", bounds.SAVED_NAME_LENGTH),
                "check": read_name(check.check, "A check", bounds.TEXT_LENGTH),
            }
            for check in read.checks
        ],
    }
    if len(canonical(sheet)) > bounds.CHARACTER_LENGTH:
        raise BoundsError(f"A character has at most {bounds.CHARACTER_LENGTH:,} bytes; leave some of it out.")
    for roll in ready(system, sheet["values"]) if system else ():
        try:
            parse(roll.check, systems)
        except NotationError as error:
            if error.code != "notation/missing":
                raise RoomError("room/character", f"{roll.name}: {error.message}") from None
    return sheet


def _read_notes(notes: str) -> str:
    if len(notes) > bounds.NOTE_LENGTH:
        raise BoundsError(f"The notes of a character have at most {bounds.NOTE_LENGTH:,} characters.")
    flat = notes.replace("\n", " ")
    if printable(flat) != flat:
        raise RoomError("room/character", "Notes are made of characters that can be seen, and lines.")
    return notes.strip()


def _read_values(system: System | None, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a game's traits, each in its range, with every entry that another one goes with."""
    traits = {trait.name: trait for trait in system.traits} if system else {}
    for name in values:
        if name not in traits:
            has = f"of {system.name} has {listed(list(traits)) or 'no traits'}" if system else "without a game has none"
            guess = did_you_mean(nearest(str(name), list(traits)))
            raise RoomError("room/character", f"“{str(name)[:40]}” is no trait: a character {has}.{guess}")
    assert system is not None or not values
    read = {name: _read_trait(system, traits[name], value) for name, value in values.items() if system}
    for name, value in read.items():
        for entry in value if traits[name].many else ():
            known = [other["name"] for joined in traits[name].joined for other in entries(traits[joined], read)]
            for other in entry.get("with", ()):
                if other not in known:
                    needed = listed(list(traits[name].joined)) or "nothing"
                    raise RoomError(
                        "room/character",
                        f"“{entry['name']}” goes with “{other[:40]}”, which is not on the sheet under {needed}.",
                    )
    return read


def _read_trait(system: System, trait: Trait, value: Any) -> Any:
    if trait.many:
        if not isinstance(value, list | tuple) or not all(isinstance(entry, Mapping) for entry in value):
            raise RoomError("room/character", f"{trait.title} must be a list of entries, each with a name.")
        if len(value) > bounds.CHARACTER_ENTRIES:
            raise BoundsError(f"{trait.title} has at most {bounds.CHARACTER_ENTRIES} entries.")
        entries = [_read_entry(system, trait, entry) for entry in value]
        names = [entry["name"].casefold() for entry in entries]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise RoomError("room/character", f"{trait.title} has “{twice}” twice.")
        return entries
    if trait.spent:
        if not isinstance(value, Mapping) or set(value) != {"now", "of"}:
            raise RoomError("room/character", f"{trait.title} has two numbers: now, and of (the full one).")
        return {name: _read_value(system, trait, trait.title, value[name]) for name in ("now", "of")}
    return _read_value(system, trait, trait.title, value)


def _read_entry(system: System, trait: Trait, entry: Mapping[str, Any]) -> dict[str, Any]:
    known = ["name", *([] if counts(system, trait) else ["value"]), *(["with"] if trait.joined else [])]
    for name in entry:
        if name not in known:
            raise RoomError(
                "room/character", f"An entry of {trait.name} has {listed(known)}, and no “{str(name)[:40]}”."
            )
    written = entry.get("name")
    if not isinstance(written, str):
        raise RoomError("room/character", f"Each entry of {trait.name} needs a name.")
    name = read_name(written, f"A name in {trait.name}", bounds.NAME_LENGTH)
    joined = entry.get("with", ())
    if not isinstance(joined, list | tuple) or not all(isinstance(other, str) for other in joined):
        raise RoomError("room/character", f"“{name}” goes with a list of names.")
    has: dict[str, Any] = {"name": name}
    if "value" in known:
        has["value"] = _read_value(system, trait, name, entry.get("value"))
    return {**has, "with": list(dict.fromkeys(joined))} if joined else has


def _read_value(system: System, trait: Trait, name: str, value: Any) -> int | str:
    if trait.text:
        if not isinstance(value, str):
            raise RoomError("room/character", f"{name} must be a text: {trait.help}.")
        return read_name(value, name, bounds.NOTE_LENGTH)
    low, high = range_of(system, trait)
    if type(value) is not int:
        raise RoomError("room/character", f"{name} must be a whole number: {trait.help}.")
    if not low <= value <= high:
        raise BoundsError(f"{name} goes from {low:,} to {high:,}.")
    return value


# -- what a person sees --------------------------------------------------------------------------------------


def in_sight(state: RoomState, person: Person | None) -> list[Character]:
    """Return the characters that a person sees."""
    return [one for one in state.characters.values() if has_in_sight(person, one.owner, one.seers)]


def as_data(
    state: RoomState, seen: Iterable[Character], instruments: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return characters as data, each with the checks on its sheet and what instruments keep for its owner.

    `instruments` are those that the onlooker sees.
    """
    kept = [(instrument["system"], instrument.get("has", {})) for instrument in instruments]
    return [
        {
            "character": character.number,
            "owner": character.owner or None,
            "visible": "all" if character.seers is None else "master",
            **character.sheet,
            "rolls": [roll._asdict() for roll in rolls(state, character)],
            "has": {
                name: amount
                for system, has in kept
                if system == character.sheet["game"]
                for name, amount in has.get(character.owner, {}).items()
            },
        }
        for character in seen
    ]


def rolls(state: RoomState, character: Character) -> Sequence[Ready]:
    """Return the checks on a character's sheet."""
    system = state.systems.get(character.sheet["game"])
    return list(ready(system, character.sheet["values"])) if system else []


def fitting_checks(state: RoomState, roll_request: GmRequest, person: str) -> list[dict[str, str]]:
    """Return the check of a request with each value of a person's own characters that fits it."""
    fitting = []
    for character in state.characters.values():
        if character.owner == person and roll_request.body.check.split(" ", 1)[0] == character.sheet["game"]:
            wanted = parse(roll_request.body.check, state.systems)
            for roll in rolls(state, character):
                if roll.rule == wanted.rule.name:
                    try:
                        check = parse(f"{roll_request.body.check} {roll.words}", state.systems)
                        require_fit(state, roll_request, check, roll_request.body.visible)
                    except SixfoldError:
                        continue
                    fitting.append({"name": roll.name, "value": roll.value, "check": check.text})
    return fitting


def document(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return a character as its owner takes it to another room, from how they see it."""
    return {"version": 1, **{name: shown[name] for name in asdict(shapes.Character(name="")) if name != "version"}}
