"""Texts of people: names, colours and lines of visible characters."""

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from sixfold.base.bounds import NAME_LENGTH, NOTE_LENGTH
from sixfold.base.printable import JOINERS, printable
from sixfold.errors import BoundsError, RoomError

COLOURS = ("#c0392b", "#2471a3", "#1e8449", "#b9770e", "#7d3c98", "#117a65", "#a04000", "#5d6d7e")
"""The colours of those who choose none, by turns."""

UNSEEN = frozenset(JOINERS + "\u115f\u1160\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10))))
"""Characters that show nothing by themselves: a name has others, and is not another name because of them."""

CAPITALS: Final = str.maketrans(
    "\u0410\u0412\u0415\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0405"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "ABEIJKMHOPCTYXSABEZHIKMNOPTYX",
)
SMALL: Final = str.maketrans(
    "\u0430\u0435\u0456\u0458\u043e\u0440\u0441\u0443\u0445\u0455\u0501\u04bb\u051b\u051d\u03b1"
    "\u03b3\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03c7\u0131\u0251\u0261",
    "aeijopcyxsdhqwayikvopuxiag",
)
"""Cyrillic, Greek and other letters that look like Latin ones, as capitals and as small letters."""

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

    >>> told_apart("Ada", ["ADA", "Ada 2"]), told_apart("Bo", ["B\\u043e"])
    ('Ada 3', 'Bo 2')
    """
    known = {look for other in taken for look in _looks(other)}
    number = 2
    distinct = name
    while not known.isdisjoint(_looks(distinct)):
        distinct = f"{name[: NAME_LENGTH - 4]} {number}"
        number += 1
    return distinct


def _looks(name: str) -> tuple[str, str]:
    """Return how a name looks in capitals and in small letters: names that share one of them can be mistaken."""
    seen = "".join(character for character in name if character not in UNSEEN)
    plain = unicodedata.normalize("NFKC", seen)
    return plain.upper().translate(CAPITALS), plain.casefold().translate(SMALL)
