"""Plain data in its shape, or an error that says what is wrong with it, and where."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from sixfold.base.printable import shown
from sixfold.base.wording import counted, did_you_mean, nearest
from sixfold.errors import RecordError

Shape = TypeVar("Shape", bound=msgspec.Struct)

KINDS = {
    "object": "an object", "array": "a list", "str": "text", "int": "a whole number", "float": "a number",
    "bool": "true or false", "null": "null",
}  # fmt: skip
"""Kinds of JSON, by the names that msgspec has for them."""

BOUNDS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than", "": "exactly"}
_LENGTH = re.compile(r"`(array|str|object)` of length (>=|<=|)\s*(\d+)")
_BOUND = re.compile(r"`(?:int|float)` (>=|<=|>|<) ([-\d.]+)")
_KIND = re.compile(r"Expected `([^`]*)`(?:, got `([^`]*)`)?")


def misfit(error: msgspec.ValidationError, kind: Any, kinds: Mapping[str, str] = KINDS) -> tuple[str, str]:
    """The place at which data is not of a kind, such as `throws[0].faces`, and a sentence about it.

    `kinds` are the words for kinds of data.
    """
    message, _, place = str(error).partition(" - at `")
    path = place.rstrip("`").rpartition("`")[2].removeprefix("$")
    types = _at(inspect.type_info(kind), re.findall(r"\w+|\[[^]]*\]", path))
    return path.removeprefix("."), _must(message, types, kinds)


def _must(message: str, types: list[inspect.Type], kinds: Mapping[str, str]) -> str:
    """A sentence about data that should be of one of some types, where msgspec says this of it."""
    named = message.partition("`")[2].rstrip("`")
    if "missing required" in message:
        return f"lacks “{named}”."
    if "unknown field" in message:
        structs = [kind for kind in types if isinstance(kind, inspect.StructType)]
        known = [name for kind in structs for name in (kind.tag_field, *[f.encode_name for f in kind.fields]) if name]
        return f"can have no “{shown(named)}”, only {', '.join(known)}.{did_you_mean(nearest(named, known))}"
    values = [str(value) for kind in types if isinstance(kind, inspect.LiteralType) for value in kind.values]
    if message.startswith("Invalid") and values:
        return f"must be {' or '.join(values)}."
    if match := _LENGTH.search(message):
        of = {"array": ("entry", "entries"), "str": ("character", "")}.get(match[1], ("name", ""))
        return f"must have {BOUNDS[match[2]]} {counted(int(match[3]), *of)}."
    if match := _BOUND.search(message):
        return f"must be {BOUNDS[match[1]]} {match[2]}."
    match = _KIND.match(message)
    if match is None or "regex" in message:
        return "is not written as it must be."
    wanted, got = (" or ".join(kinds.get(name, name) for name in (part or "").split(" | ")) for part in match.groups())
    return f"must be {wanted}{f', not {got}' if got else ''}."


def _at(kind: inspect.Type, path: Iterable[str]) -> list[inspect.Type]:
    """The types that data may be of at a place."""
    types = _alternatives(kind)
    for step in path:
        inner: list[inspect.Type] = []
        for outer in types:
            inner += [field.type for field in getattr(outer, "fields", ()) if field.encode_name == step]
            inner += [getattr(outer, name) for name in ("item_type", "value_type") if hasattr(outer, name)]
        types = [one for outer in inner for one in _alternatives(outer)]
    return types


def _alternatives(kind: inspect.Type) -> list[inspect.Type]:
    """The types that a type allows."""
    if isinstance(kind, inspect.Metadata):
        return _alternatives(kind.type)
    return [one for each in getattr(kind, "types", ()) for one in _alternatives(each)] or [kind]


def in_words(error: msgspec.ValidationError, kind: Any) -> str:
    """A sentence about data that is not of a kind, with the place in it.

    >>> try:
    ...     msgspec.convert({"faces": "6"}, kind := msgspec.defstruct("Roll", [("faces", list[int] | None)]))
    ... except msgspec.ValidationError as error:
    ...     print(in_words(error, kind))
    “faces” must be a list or null, not text.
    """
    place, must = misfit(error, kind)
    return f"“{place}” {must}" if place else f"it {must}"


def checked(data: Any, shape: type[Shape], what: str) -> Shape:
    """The data in its shape; `what` it should be goes into the error.

    Keys that the shape does not name are passed over, so that what a later version adds can be read.
    Raises RecordError (record/malformed) for what does not fit, with the place in it.
    """
    try:
        return msgspec.convert(data, shape, strict=True)
    except msgspec.ValidationError as error:
        raise RecordError("record/malformed", f"This is not {what}: {in_words(error, shape)}") from None
    except UnicodeEncodeError:
        raise RecordError("record/malformed", f"This is not {what}: a text in it holds half a character.") from None
    except ValueError:
        raise RecordError("record/malformed", f"This is not {what}: a number in it is too long.") from None


def agreeing(data: Mapping[str, Any], follows: Mapping[str, Any], what: str) -> None:
    """Refuse data that says something else than what `follows` from the rest of it, by name.

    It may leave that out, or parts of it, such as an option that its rule has only now. Raises RecordError
    (record/mismatch).
    """
    for name, value in follows.items():
        stated = data.get(name, value)
        parts = isinstance(stated, dict) and isinstance(value, dict)
        if stated != ({part: expected for part, expected in value.items() if part in stated} if parts else value):
            raise RecordError("record/mismatch", f"This is not {what}: its “{name}” contradicts the rest of it.")
