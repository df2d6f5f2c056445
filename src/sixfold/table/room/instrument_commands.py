"""The games' instruments at work in a room: people use their commands, and they follow every roll."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from sixfold.checks.check import parse, read_check
from sixfold.errors import BoundsError, RoomError
from sixfold.rules import instrument as games
from sixfold.rules.instrument import Command, Field
from sixfold.rules.rule import System
from sixfold.table.room.commands import Use
from sixfold.table.room.event_kinds import Used
from sixfold.table.room.instruments import Entry, acted
from sixfold.table.room.log_event import LogEvent
from sixfold.table.room.names import read_name
from sixfold.table.room.state import ActDone, Draft, RollDone, RoomState, require_member
from sixfold.table.room.visibility import Person, audience


def fitted(command: Command, values: Mapping[str, Any], state: RoomState) -> dict[str, Any]:
    """Return the values of a command's fields, with defaults.

    Raises RoomError (room/command) for a field that there is not, that is missing or that cannot be read, and
    BoundsError for a number out of its range.
    """
    known = {field.name for field in command.fields}
    for name in values:
        if name not in known:
            raise RoomError("room/command", f"“{command.name}” has no “{str(name)[:40]}”; it has {_listed(command)}.")
    filled: dict[str, Any] = {}
    for field in command.fields:
        value = values.get(field.name)
        if value is None or value == "":
            if field.needed and field.default is None:
                raise RoomError("room/command", f"“{command.name}” needs {field.name}: {field.help}.")
            filled[field.name] = field.default
        else:
            filled[field.name] = _read(field, value, state)
    return filled


def _listed(command: Command) -> str:
    return ", ".join(field.name for field in command.fields) or "nothing to fill in"


def _read(field: Field, value: Any, state: RoomState) -> Any:
    kind: Any = {"number": int, "switch": bool}.get(field.kind, str)
    if type(value) is not kind:
        raise RoomError("room/command", f"{field.name} cannot be {str(value)[:40]!r}: {field.help}.")
    if field.kind == "number" and not field.low <= value <= field.high:
        raise BoundsError(f"{field.name} goes from {field.low:,} to {field.high:,}.")
    if field.kind == "choice" and value not in field.choices:
        raise RoomError("room/command", f"{field.name} is one of {', '.join(field.choices)}.")
    if field.kind == "person":
        return require_member(state, value).id
    if field.kind == "check":
        return read_check(value, state.systems).text
    return read_name(value, field.name.capitalize(), field.high or 200) if field.kind == "text" else value


def schema(command: Command) -> dict[str, Any]:
    """Return a command as JSON Schema: pages and bots make their forms from it."""
    return {
        "title": command.name,
        "description": command.help,
        "type": "object",
        "properties": {field.name: _property(field) for field in command.fields},
        "required": [field.name for field in command.fields if field.needed and field.default is None],
        "additionalProperties": False,
    }


def _property(field: Field) -> dict[str, Any]:
    kinds: dict[str, dict[str, Any]] = {
        "number": {"type": "integer", "minimum": field.low, "maximum": field.high},
        "switch": {"type": "boolean"},
        "choice": {"type": "string", "enum": list(field.choices)},
    }
    default = {} if field.default is None else {"default": field.default}
    return {"description": field.help, **kinds.get(field.kind, {"type": "string", "format": field.kind}), **default}


def use(draft: Draft, command: Use, by: Person) -> None:
    """Use a command of an instrument: the game decides what it does, from what this person sees of it."""
    state = draft.state
    system, instrument = _instrument(state, command.system, command.instrument)
    commands = [known for known in instrument.commands if known.name == command.command]
    if not commands:
        names = ", ".join(known.name for known in instrument.commands)
        raise RoomError("room/command", f"{instrument.title} has no command “{command.command[:40]}”; it has {names}.")
    if by.role not in commands[0].roles:
        raise RoomError("room/forbidden", f"“{commands[0].name}” is not for a {by.role}.")
    values = fitted(commands[0], command.values, state)
    people = [person.seated for person in state.members]
    seen = state.instruments.state(system.name, instrument, by.id)
    for act in acted(instrument, seen, commands[0].name, values, by.seated, people):
        used = Used(system=system.name, instrument=instrument.name, did=act.name, values=dict(act.values))
        draft.write(by.id, used, audience(draft.state.people, by.id, act.visible))


def apply_used(state: RoomState, event: LogEvent, body: Used) -> RoomState:
    system = state.systems.get(body.system)
    if system is None:
        return state
    did = games.Did(body.number, body.by, body.instrument, body.did, body.values, partial(parse, systems=state.systems))
    acts = state.acts.having(body.number, ActDone(body, event.audience))
    return follow_entry(replace(state, acts=acts), system, Entry(body.number, body.number, did, event.audience))


def follow_entry(state: RoomState, system: System, entry: Entry) -> RoomState:
    """Return the room after the instruments of a game followed something."""
    return replace(state, instruments=state.instruments.after(system, entry, state.people))


def follow_roll(state: RoomState, number: int, roll: RollDone, besides: tuple[str, ...] = ()) -> RoomState:
    """Return the room after its instruments followed a roll, or what event `number` says of one: that it was revealed,
    corrected or replaced. It is nothing new to the people in `besides`.
    """
    played, play = state.rolls[roll.root].record, roll.play
    happening, to = None, play.request.to or 0
    if roll.record is not None:
        read = partial(parse, systems=state.systems)
        happening = games.Thrown(roll.root, play.person, roll.record, to or None, roll.role, roll.party, read)
    # A roll is of its own game, and of the game whose act it was made for.
    act = state.acts.get(to)
    for name in dict.fromkeys([played["system"] if played else "", act.body.system if act else ""]):
        if name in state.systems:
            state = follow_entry(state, state.systems[name], Entry(number, roll.root, happening, play.seers, besides))
    return state


def _instrument(state: RoomState, system: str, name: str) -> tuple[System, games.Instrument[Any]]:
    game = state.systems.get(system)
    if game is not None:
        for instrument in game.instruments():
            if instrument.name == name:
                return game, instrument
    raise RoomError("room/command", f"There is no instrument “{name[:40]}” of “{system[:40]}”.")
