"""Text that can be shown: nothing in it that a terminal, a page or a drawing library obeys instead of showing."""

from unicodedata import category

JOINERS = "\u200c\u200d"
"""Characters that join letters and pictures into one; they are invisible and harmless."""

SHOWN_PARTS = 4
"""Parts of a tuple that is shown with them."""

_BLANKS = "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"


def printable(text: str) -> str:
    """The text on one line, without control characters, changes of direction, halves of characters and the like.

    Every blank is a plain one; what is left out shows as a mark.

    >>> printable("a\\x1b]52;c\\x07b\\u202e\\u00a0c\\nd")
    'a\ufffd]52;c\ufffdb\ufffd c d'
    """
    if text.isprintable():
        return text
    return "".join(c if _can_be_shown(c) else _instead(c) for c in text)


def _instead(c: str) -> str:
    """The mark of a character that cannot be shown, or the blank that it is."""
    return " " if c.isspace() else "\ufffd"


def unshowable(text: str) -> int | None:
    """Return the index of the first character that cannot be shown; None if all can. Spaces and tabs can.

    >>> unshowable("a\\tb\\u00a0c"), unshowable("a\\x1b[2J")
    (None, 1)
    """
    if text.isprintable():
        return None
    return next((at for at, c in enumerate(text) if not _can_be_shown(c) and c not in _BLANKS), None)


def _can_be_shown(character: str) -> bool:
    """Characters that this Python does not know yet (new pictures) are harmless; what is no character at all is not."""
    if character.isprintable() or character in JOINERS:
        return True

    code = ord(character)
    for_no_character = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF or code >> 12 == 0xE0
    return category(character) in ("Cn", "Co") and not for_no_character


DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of the text after them."""


def quoted(value: object) -> str:
    """Return a value as it is shown in a sentence: text in quotation marks, since it may look like a number.

    >>> quoted(7), quoted("7")
    ('7', '“7”')
    """
    return f"“{shown(value)}”" if isinstance(value, str) else shown(value)


def first_refused(text: str) -> int | None:
    """Return the index of the first character that no label or name may have; None if there is none.

    Those are control characters (but for blanks), changes of direction, halves of characters, and code points that
    are none. A character without a picture yet, as a letter of a newer Unicode, is fine.

    >>> first_refused("Knots and\\tropes"), first_refused("a\\u202eb"), first_refused("\\ufffe")
    (None, 1, 0)
    """
    if text.isprintable():
        return None
    return next((at for at, c in enumerate(text) if _refused(c)), None)


def _refused(character: str) -> bool:
    code = ord(character)
    if character.isspace():
        return False
    if code < 0xA0:
        return code < 0x20 or code >= 0x7F
    return 0xD800 <= code <= 0xDFFF or character in DIRECTIONS or 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE


def code_point(character: str) -> str:
    """A character by its number, for a sentence about one that cannot be shown.

    >>> code_point("\x1b")
    'U+001B'
    """
    return f"U+{ord(character):04X}"


def shown(value: object, most: int = 40) -> str:
    """Any value at all in a few characters, for a sentence about it; never raises, and takes no time.

    >>> shown("\\x1b" * 3 + "a" * 100, 10), shown(10**5000), shown(None)
    ('\ufffd\ufffd\ufffdaaaaaa\u2026', 'a number of about 5,000 digits', 'None')
    >>> shown((-1, "x")), shown([1])
    ('(-1, “x”)', 'a list')
    """
    if isinstance(value, str):
        text = str.__str__(value)
    elif isinstance(value, bool) or value is None or isinstance(value, float):
        text = str(value)
    elif isinstance(value, int):
        if value.bit_length() > 128:
            return f"a number of about {value.bit_length() * 30_103 // 100_000:,} digits"
        text = int.__str__(value)
    elif type(value) is tuple and 0 < len(value) <= SHOWN_PARTS:
        parts = ["a tuple" if isinstance(part, tuple) else quoted(part) for part in value]
        text = f"({', '.join(parts)})"
    else:
        name = type(value).__name__
        text = f"{'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name}"
    return printable(text if len(text) <= most else f"{text[: most - 1]}\u2026")
