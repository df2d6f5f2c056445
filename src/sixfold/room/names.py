"""Texts of people: names, colours and lines of visible characters, and JSON that every reader reads the same."""

import json
import re
import unicodedata
from collections.abc import Callable, Collection
from typing import Any

from sixfold.bounds import NAME_LENGTH, NOTE_LENGTH
from sixfold.errors import BoundsError, RoomError
from sixfold.printable import JOINERS, printable

COLOURS = ("#c0392b", "#2471a3", "#1e8449", "#b9770e", "#7d3c98", "#117a65", "#a04000", "#5d6d7e")
"""The colours of those who choose none, by turns."""

UNSEEN = frozenset(JOINERS + "\u115f\u1160\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10))))
"""Characters that show nothing by themselves: a name has others, and is not another name because of them."""

_COLOUR = re.compile(r"#[0-9a-f]{6}")


def read_name(name: str, what: str = "A name", longest: int = NAME_LENGTH) -> str:
    """Return a name as it is stored: composed, with single blanks, 1 to 40 printable characters.

    Raises BoundsError for a longer one, RoomError (room/name) for an empty one or one with control, bidirectional or
    other characters that cannot be seen.

    >>> read_name("  Ada   of the Hill ")
    'Ada of the Hill'
    """
    if len(name) > 8 * longest:
        raise BoundsError(f"{what} has at most {longest} characters.")
    composed = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    composed = re.sub(" +", " ", composed)
    if len(composed) > longest:
        raise BoundsError(f"{what} has at most {longest} characters.")
    if not set(composed) - UNSEEN - {" "}:
        raise RoomError("room/name", f"{what} needs at least one character that can be seen.")
    if printable(composed) != composed:
        raise RoomError("room/name", f"{what} is made of characters that can be seen, and blanks.")
    return composed


def read_line(text: str) -> str:
    """Return a line of a note: like a name, with up to 2,000 characters."""
    return read_name(text, "A note", NOTE_LENGTH)


def read_colour(colour: str) -> str:
    """Return a colour as `#` and six hexadecimal digits. Raises RoomError (room/colour)."""
    if not _COLOUR.fullmatch(colour.lower()):
        raise RoomError("room/colour", "A colour is # and six hexadecimal digits, as in #2471a3.")
    return colour.lower()


def told_apart(name: str, taken: Collection[str]) -> str:
    """Return the name, followed by a number if somebody has it already.

    >>> told_apart("Ada", ["ADA", "Ada 2"])
    'Ada 3'
    """
    known = {_alike(other) for other in taken}
    number = 2
    told = name
    while _alike(told) in known:
        told = f"{name[: NAME_LENGTH - 4]} {number}"
        number += 1
    return told


def _alike(name: str) -> str:
    seen = "".join(character for character in name if character not in UNSEEN)
    return unicodedata.normalize("NFKC", seen).casefold()


class Twice(ValueError):
    """A name stands twice in an object: one reader would take the first value, another one the last."""

    def __init__(self, name: str) -> None:
        super().__init__(f"it says {json.dumps(name[:40], ensure_ascii=False)} twice")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of an object. Raises Twice.

    >>> once([("a", 1), ("b", 2)])
    {'a': 1, 'b': 2}
    """
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise Twice(name)
        found[name] = value
    return found


def read(text: str | bytes, parse_float: Callable[[str], Any] | None = None) -> Any:
    """Return JSON as data, with `parse_float` for numbers that are not written as whole ones, or are none.

    Raises Twice, ValueError for what is no JSON, and RecursionError for what is too deep.

    >>> read('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    sixfold.room.names.Twice: it says "a" twice
    """
    return json.loads(text, object_pairs_hook=once, parse_float=parse_float, parse_constant=parse_float)
