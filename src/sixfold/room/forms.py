"""The values of an instrument's command, checked against its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.checks.asked import read_check
from sixfold.errors import BoundsError, RoomError
from sixfold.room.names import read_name
from sixfold.room.state import State
from sixfold.rules.instrument import Command, Field


def fitted(command: Command, values: Mapping[str, Any], state: State) -> dict[str, Any]:
    """Return the values of a command's fields, with defaults.

    Raises RoomError (room/command) for a field that there is not, that is missing or that cannot be read, and
    BoundsError for a number out of its range.
    """
    known = {field.name for field in command.fields}
    for name in values:
        if name not in known:
            raise RoomError("room/command", f"“{command.name}” has no “{str(name)[:40]}”; it has {_listed(command)}.")
    found: dict[str, Any] = {}
    for field in command.fields:
        value = values.get(field.name)
        if value is None or value == "":
            if field.needed and field.default is None:
                raise RoomError("room/command", f"“{command.name}” needs {field.name}: {field.help}.")
            found[field.name] = field.default
        else:
            found[field.name] = _read(field, value, state)
    return found


def _listed(command: Command) -> str:
    return ", ".join(field.name for field in command.fields) or "nothing to fill in"


def _read(field: Field, value: Any, state: State) -> Any:
    wrong = RoomError("room/command", f"{field.name} cannot be {str(value)[:40]!r}: {field.help}.")
    if field.kind == "number":
        if type(value) is not int:
            raise wrong
        if not field.low <= value <= field.high:
            raise BoundsError(f"{field.name} goes from {field.low:,} to {field.high:,}.")
        return value
    if field.kind == "switch":
        if type(value) is not bool:
            raise wrong
        return value
    if not isinstance(value, str):
        raise wrong
    if field.kind == "choice":
        if value not in field.choices:
            raise RoomError("room/command", f"{field.name} is one of {', '.join(field.choices)}.")
        return value
    if field.kind == "person":
        person = state.people.get(value)
        if person is None or not person.here:
            raise RoomError("room/person", "There is no such person in this room.")
        return value
    if field.kind == "check":
        return read_check(value, state.systems).text
    return read_name(value, field.name.capitalize(), field.high or 200)


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
    made: dict[str, Any] = {"description": field.help}
    if field.kind == "number":
        made |= {"type": "integer", "minimum": field.low, "maximum": field.high}
    elif field.kind == "switch":
        made |= {"type": "boolean"}
    elif field.kind == "choice":
        made |= {"type": "string", "enum": list(field.choices)}
    else:
        made |= {"type": "string", "format": field.kind}
    if field.default is not None:
        made["default"] = field.default
    return made
