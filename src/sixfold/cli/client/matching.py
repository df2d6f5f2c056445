"""The words that somebody types behind an instrument's command, matched with the fields of the command.

`/luck give Ada 2` fills person and dice, `/extended start The old wall 10` a text and a number. Every field can also
be said by its name, `dice=2` or `why="over the wall"`, and a colon parts two texts: `/proposals propose hs 3 ranks :
over the wall`.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final

from sixfold.errors import UsageError

Schema = Mapping[str, Any]
"""A command as JSON Schema, as a room shows it."""

WORDS = 60
"""Words behind a command that are matched; what is longer is one text."""

NONE: Mapping[str, str] = MappingProxyType({})

QUOTED: Final = re.compile(r'\b(\w+)="([^"]*)"')

WHOLE: Final = re.compile(r"[+-]?[0-9]{1,9}")

YES = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def matched(command: Schema, typed: str, people: Mapping[str, str], me: str, called: str = "") -> dict[str, Any]:
    """The values of a command's fields from the words behind it. `people` are ids by name, `called` the instrument.

    A person that is not named is the one who types, where there is nobody else.
    Raises UsageError, with the form of the command, where the words do not fit.

    >>> give = {"title": "give", "required": ["person"], "properties": {
    ...     "person": {"type": "string", "format": "person"}, "dice": {"type": "integer"}}}
    >>> matched(give, "Ada 2", {"Ada": "p2", "Bo": "p3"}, "p3")
    {'person': 'p2', 'dice': 2}
    """
    fields: dict[str, Mapping[str, Any]] = dict(command["properties"])
    by_name, words = _named(fields, typed)
    left = {name: field for name, field in fields.items() if name not in by_name}
    reader = _Reader(people, me, set(command.get("required", ())))
    matches = reader.match(list(left.items()), words[:WORDS])
    if matches is None or len(words) > WORDS:
        typing = f"/{called} {form(command)}" if called else form(command)
        raise UsageError(f"{command['title']}: {command.get('description', '')}. Type {typing}.")
    values = {name: reader.value(fields[name], text) for name, text in by_name.items()}
    if None in values.values():
        name = next(name for name, value in values.items() if value is None)
        raise UsageError(f"{name} cannot be “{by_name[name][:40]}”: {fields[name].get('description', '')}.")
    return {name: (values | matches)[name] for name in fields if name in values or name in matches}


def whole(text: str) -> int | None:
    """The whole number that a text is; None where it is none, or one of more than nine digits.

    >>> whole("\u22123"), whole("+12"), whole("--3")
    (-3, 12, None)
    """
    digits = text.replace("\u2212", "-")
    return int(digits) if WHOLE.fullmatch(digits) else None


def form(command: Schema, known: Mapping[str, str] = NONE) -> str:
    """Return the form of a command: brackets around optional parts, a colon between two texts, `known` values put in.

    >>> form({"title": "give", "required": ["dice"], "properties": {"dice": {}, "kind": {"enum": ["good", "bad"]}}})
    'give DICE [good|bad]'
    """
    needed = set(command.get("required", ()))
    parts = [command["title"]]
    before: Mapping[str, Any] = {}
    for name, field in command["properties"].items():
        shown = "|".join(field["enum"]) if "enum" in field else "on|off" if _is(field, "boolean") else name.upper()
        shown = known.get(name, shown)
        shown = f": {shown}" if _is_text(before) and _is_text(field) else shown
        parts.append(shown if name in needed or name in known else f"[{shown}]")
        before = field
    return " ".join(parts)


def line_for(command: Schema, values: Mapping[str, Any], people: Mapping[str, str], me: str) -> str | None:
    """Return a line for a command that is read as these values and no others; None where none was found.

    Values are told by their places, or else by their names.

    >>> note = {"title": "note", "properties": {"many": {"type": "integer"}, "text": {"type": "string"}}}
    >>> line_for(note, {"text": "over the wall"}, {}, ""), line_for(note, {"text": "3"}, {}, "")
    ('note over the wall', 'note text=3')
    """
    known = as_typed(command, values, people)
    fields = {name: field for name, field in command["properties"].items() if name in known}
    named = [f'{name}="{text}"' if " " in text else f"{name}={text}" for name, text in known.items()]
    for line in (form({**command, "properties": fields}, known), " ".join([command["title"], *named])):
        with suppress(UsageError):
            if matched(command, line.removeprefix(command["title"]), people, me) == values:
                return line
    return None


def as_typed(command: Schema, values: Mapping[str, Any], people: Mapping[str, str]) -> dict[str, str]:
    """Return the values of a command's fields as they are typed."""
    names = {person: name for name, person in people.items()}
    texts = {}
    for name, value in values.items():
        text = ("on" if value else "off") if isinstance(value, bool) else str(value)
        field = command["properties"].get(name, {})
        texts[name] = names.get(text, text) if field.get("format") == "person" else text
    return texts


def _named(fields: Mapping[str, Any], typed: str) -> tuple[dict[str, str], list[str]]:
    """The values given as `name=value` or `name="several words"`, and the other words."""
    by_name = {name: text for name, text in QUOTED.findall(typed) if name in fields}
    rest: list[str] = []
    for word in QUOTED.sub(lambda each: "" if each[1] in fields else each[0], typed).split():
        name, equals, value = word.partition("=")
        if equals and name in fields and name not in by_name:
            by_name[name] = value
        else:
            rest.append(word)
    return by_name, rest


def _is(field: Mapping[str, Any], kind: str) -> bool:
    return bool(field.get("type") == kind)


class _Reader:
    """Reads words as the values of fields, in the way that fills most of them."""

    def __init__(self, people: Mapping[str, str], me: str, needed: set[str]) -> None:
        self._people = {name.casefold(): person for name, person in people.items()}
        self._me = me
        self._needed = needed

    def match(
        self, fields: Sequence[tuple[str, Mapping[str, Any]]], words: Sequence[str], in_text: bool = False
    ) -> dict[str, Any] | None:
        """The values of the fields, in their order; None where the words do not fit.

        With `in_text` a text came right before: only a colon ends it.
        """
        if not fields:
            return None if words else {}
        (name, field), *others = fields
        begun = list(words[1:]) if words[:1] == [":"] else list(words)
        mine = field.get("format") == "person" and len(self._people) == 1  # it can only be about the one who types
        passed = self.match(others, words, in_text) if name not in self._needed or mine else None
        if passed is not None and name in self._needed:
            passed = {name: self._me, **passed}
        if in_text and _is_text(field) and len(begun) == len(words):
            return passed
        best: dict[str, Any] | None = None
        for count in range(
            len(begun) if _is_text(field) or field.get("format") == "person" else min(1, len(begun)), 0, -1
        ):
            value = self.value(field, " ".join(begun[:count]))
            rest = None if value is None else self.match(others, begun[count:], _is_text(field))
            if rest is not None and (best is None or len(best) < 1 + len(rest)):
                best = {name: value, **rest}
        if best is None or (passed is not None and _filled(passed, fields) > _filled(best, fields)):
            return passed
        return best

    def value(self, field: Mapping[str, Any], text: str) -> Any:
        """The value that a text is of a field; None where it is none."""
        if "enum" in field:
            return text.lower() if text.lower() in field["enum"] else None
        if _is(field, "boolean"):
            return YES.get(text.lower())
        if _is(field, "integer"):
            return whole(text)
        if field.get("format") == "person":
            return self._people.get(text.casefold())
        return text if ":" not in text.split() else None


def _filled(values: Mapping[str, Any], fields: Sequence[tuple[str, Mapping[str, Any]]]) -> tuple[int, int]:
    """How many fields have a value, and how many of these are more than a text, which anything is."""
    return len(values), sum([name in values and not _is_text(field) for name, field in fields])


def _is_text(field: Mapping[str, Any]) -> bool:
    return _is(field, "string") and "enum" not in field and field.get("format") != "person"
