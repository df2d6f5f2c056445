"""Check texts, piece by piece."""

from __future__ import annotations

from typing import Any, NamedTuple

from sixfold.errors import BoundsError, NotationError
from sixfold.rules.message import figures


class Token(NamedTuple):
    """A piece of a check's text: what it is, its letters, and its column (from 1)."""

    kind: str
    text: str
    column: int


def tokens(text: str, start: int = 0) -> list[Token]:
    """Split a text; what no check can contain raises NotationError at its column.

    Read by hand, not by a regular expression: compiling one costs more than reading every check of an evening.
    """
    found: list[Token] = []
    at = start
    while at < len(text):
        if text[at].isspace() or text[at] in ",.":
            at += 1
            continue
        kind, end = _piece(text, at)
        found.append(Token(kind, text[at:end], at + 1))
        at = end
    found.append(Token("end", "", len(text) + 1))
    return found


def _piece(text: str, at: int) -> tuple[str, int]:
    """The kind of the token that starts at an index, and where it ends."""
    first = text[at]
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
        digits = at + 1
        while text[digits : digits + 1].isspace():
            digits += 1
        end = _while(text, digits, DIGITS)
        if end > digits:
            _whole(text, at, end)
            return "signed", end
    if first.isalpha():
        end = word_end(text, at)
        if text[end : end + 1] == "=":
            choice = word_end(text, end + 1)
            if choice > end + 1:
                return "setting", choice
        return "word", end
    if first == "[":
        end = at + 1
        while end < len(text) and text[end] not in "[]":
            end += 1
        if text[end : end + 1] == "]":
            return "label", end + 1
        message, expected = "A label starts here that does not end: “]” is missing.", ("]",)
    else:
        message, expected = f"“{first}” does not belong in a check.", ("a word of the check",)
    raise NotationError("notation/unexpected", message, text, at + 1, expected)


def _whole(text: str, at: int, end: int) -> None:
    if text[end : end + 1] == "." and text[end + 1 : end + 2] in tuple(DIGITS):
        raise NotationError("notation/unexpected", "Numbers are whole here.", text, at + 1, ("a whole number",))


DIGITS = "0123456789"
SIGNS = "+-\u2212"


def _while(text: str, at: int, characters: str) -> int:
    while at < len(text) and text[at] in characters:
        at += 1
    return at


def word_end(text: str, at: int) -> int:
    """Where the letters that start at an index end."""
    while at < len(text) and text[at].isalpha():
        at += 1
    return at


class Cursor:
    """Reads through the tokens of one text, and collects what the words found."""

    def __init__(self, text: str, start: int = 0) -> None:
        self.text = text
        self.tokens = tokens(text, start)
        self.at = 0
        self.values: dict[str, Any] = {}
        self.places: dict[str, int] = {}
        self.modifier_at = -1

    def peek(self, ahead: int = 0) -> Token:
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def take(self) -> Token:
        token = self.peek()
        self.at += 1
        return token

    def number(self, token: Token, low: int, high: int, what: str) -> int:
        """The token's number, within bounds; raises BoundsError at its column."""
        digits = "".join(c for c in token.text if c in DIGITS).lstrip("0") or "0"
        value = int(digits[:9])
        if token.kind == "signed" and token.text[0] != "+":
            value = -value
        if len(digits) > 8 or not low <= value <= high:
            raise self.out_of_bounds(token.column, what, low, high)
        return value

    def out_of_bounds(self, column: int, what: str, low: int, high: int) -> BoundsError:
        span = f"from {figures(low)} to {figures(high)}"
        return BoundsError(f"{what} {span}.", self.text, column, (f"a number {span}",))

    def once(self, name: str, column: int, what: str) -> None:
        """Raises NotationError when the option has been given already."""
        if name in self.values:
            raise NotationError("notation/conflict", f"{what} is given twice.", self.text, column, ())
        self.places[name] = column
