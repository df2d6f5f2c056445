"""Check texts, piece by piece.

Read by hand, not by a regular expression: compiling one costs more than reading every check of an evening.
"""

from __future__ import annotations

from sixfold.base.printable import code_point
from sixfold.base.wording import spelled
from sixfold.errors import NotationError
from sixfold.rules.words.pieces import COMPARED, DIGITS, SIGNS, Piece

STOPS = ",.;:/"
"""Signs that part the words of a check as a blank does, and keep them apart."""

JOINING = ("vs", "against", "versus")
"""Words between two checks."""


def tokens(text: str, start: int = 0) -> list[Piece]:
    """The pieces of a text from an index on; what no check can contain raises NotationError at its column."""
    pieces: list[Piece] = []
    at = start
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        kind, end = _piece(text, at)
        pieces.append(Piece(kind, text[at:end], at + 1, text))
        at = end
    pieces.append(Piece("end", "", len(text) + 1, text))
    return pieces


def _piece(text: str, at: int) -> tuple[str, int]:
    """The kind of the piece that starts at an index, and where it ends."""
    first, guess = text[at], None
    if first in STOPS:
        return "stop", at + 1
    if first in "dD" and text[at + 1 : at + 2] in tuple(DIGITS):
        return "code", _while(text, at + 1, DIGITS)
    if first in DIGITS:
        end = _while(text, at, DIGITS)
        _whole(text, at, end)
        if text[end : end + 1] in ("d", "D"):
            sides = end + 2 if text[end + 1 : end + 2] == "%" else _while(text, end + 1, DIGITS)
            if not text[sides : sides + 1].isalpha():
                return "code", sides
        return "number", end
    if first in SIGNS:
        digits = len(text) - len(text[at + 1 :].lstrip())
        end = _while(text, digits, DIGITS)
        if end > digits:
            _whole(text, at, end)
            return "signed", end
        raise _no_number(text, at, digits)
    if first in COMPARED:
        return "sign", at + (2 if text[at : at + 2] in COMPARED else 1)
    if first.isalpha():
        end = word_end(text, at)
        choice = text[end + 1 :]
        if text[end : end + 1] != "=" or (choice[:1].isspace() and choice.lstrip()[:1].isalpha()):
            return "word", end
        return "setting", word_end(text, end + 1)
    if first == "[":
        label, closed, _ = text[at + 1 :].partition("]")
        if closed and "[" not in label:
            return "label", at + len(label) + 2
        message, expected = "This label has no end: “]” is missing.", "]"
    elif first == "(":
        inside = _closing(text, at)
        if inside is not None:
            return "check", inside + 1
        message, expected = "These parentheses have no end: “)” is missing.", ")"
    else:
        seen = f"“{first}”" if first.isprintable() else code_point(first)
        message, expected = f"{seen} does not belong in a check.", "a word of the check"
        if first == "=":
            message = "“=” belongs only in a house rule, between its name and its choice, without blanks."
            guess = "=".join((*text[:at].split()[-1:], *text[at + 1 :].split()[:1]))
    raise _unexpected(text, at, message, expected, guess)


def _unexpected(text: str, at: int, message: str, expected: str, guess: str | None = None) -> NotationError:
    return NotationError("notation/unexpected", message, text, at + 1, (expected,), guess)


def _closing(text: str, at: int) -> int | None:
    """The index at which the parenthesis at an index is closed; those in labels are none."""
    depth, label = 0, False
    for place in range(at, len(text)):
        sign = text[place]
        if label or sign in "[]":
            label = sign != "]"
        elif sign in "()":
            depth += 1 if sign == "(" else -1
            if not depth:
                return place
    return None


def _no_number(text: str, at: int, following: int) -> NotationError:
    """The error for a sign without a number after it."""
    sign = "+" if text[at] == "+" else "-"
    if text[following : following + 1] in tuple(SIGNS):
        return _unexpected(text, following, "Use only one sign before a number.", "a number")
    word = text[following : word_end(text, following)]
    number = next((n for n in range(101) if word and spelled(n) == word.lower()), None)
    guess = None if number is None else f"{sign}{number}"
    return _unexpected(text, following, f"A number in digits must follow “{sign}”.", "a number", guess)


def _whole(text: str, at: int, end: int) -> None:
    """Refuse what may be a fraction, two numbers, or a number as it is not written: 1.5, 1,5, 1,000 and 1e3."""
    sign, following = text[end : end + 1], text[end + 1 : end + 2]
    if following not in tuple(DIGITS):
        return
    more = text[end + 1 : _while(text, end + 1, DIGITS)]
    meant = ""
    if sign in "eE" and len(more) == 1:
        meant = text[at:end] + "0" * int(more)
    elif sign == "," and len(more) == 3:
        meant = text[at:end] + more
    if meant:
        raise _unexpected(text, at, "Numbers are written in digits alone.", "a whole number", meant)
    if sign == ".":
        raise _unexpected(text, at, "Only whole numbers fit here.", "a whole number")
    if sign == ",":
        first, apart = text[at:end], f"{text[at:end]}, {more}"
        raise NotationError(
            "notation/ambiguous",
            f"“{first},{more}” can be one number or two. Numbers are whole and written without a comma; "
            f"separate two of them with a blank: “{apart}”.",
            text,
            end + 1,
            (text[:at] + apart + text[end + 1 + len(more) :],),
        )


def _while(text: str, at: int, characters: str) -> int:
    """The end of the characters of a kind that start at an index."""
    return len(text) - len(text[at:].lstrip(characters))


def word_end(text: str, at: int) -> int:
    """The end of the letters that start at an index."""
    while at < len(text) and text[at].isalpha():
        at += 1
    return at
