"""Checks as people type them: a game's name begins one, and so do plain dice."""

from __future__ import annotations

from collections.abc import Mapping

from sixfold.checks.head import unsaid
from sixfold.checks.tokens import word_end
from sixfold.rules.rule import System

_SIGNS = frozenset("0123456789%?dDwWkKhHlLrRoO!<>=(){}+\u2212*/\u00d7-")
"""The characters of plain dice, also as they are written in German (2w6)."""

GAME = "dice "
"""The game's name, which plain dice leave unsaid."""

_QUOTES = "\"'“”„‘’‚«»`´"
"""Quotes of printed pages, which shells do not know, and of shells, which other shells do not know."""


def begins_check(word: str, systems: Mapping[str, System]) -> bool:
    """Whether a check begins with this word, or is all of it.

    >>> from sixfold.systems import SYSTEMS
    >>> [begins_check(word, SYSTEMS) for word in ("ten", "TEN+4", "3d6", "odds")]
    [True, True, True, False]
    """
    first = _first(word)
    name = first[: word_end(first, 0)].lower()
    return name in systems or _are_dice(first) or any(rule.name == name for rule in unsaid(systems))


def as_check(text: str) -> str:
    """The check that is meant: plain dice are a check of `dice`, and quotes that came along with it are not its own.

    >>> as_check("4d6kh3 +2"), as_check("ten +4"), as_check("“ten +4”")
    ('dice 4d6kh3 +2', 'ten +4', 'ten +4')
    """
    text = unquoted(text)
    return f"{GAME}{text}" if begins_dice(text) and rolls_dice(text) else text


def unquoted(text: str) -> str:
    """The text without blanks and quotes around it.

    >>> unquoted(" “ten +4” ")
    'ten +4'
    """
    text = text.strip()
    return text.strip(_QUOTES + " ") if text[:1] in _QUOTES and text[-1:] in _QUOTES else text


def begins_dice(text: str) -> bool:
    """Whether plain dice begin a text, or a number that may belong to them.

    >>> begins_dice("4d6kh3 +2"), begins_dice("3 ranks"), begins_dice("dice 4d6")
    (True, True, False)
    """
    return _are_dice(_first(text))


def rolls_dice(text: str) -> bool:
    """Whether there are dice in a text: a d behind a number, or before its sides.

    >>> rolls_dice("2 + d6"), rolls_dice("4dX"), rolls_dice("10 +4")
    (True, True, False)
    """
    return any(
        d in "dDwW" and (before.isdigit() or after in "0123456789%?fF+- ")
        for before, d, after in zip(f" {text}", text, f"{text[1:]} ", strict=False)
    )


def _are_dice(word: str) -> bool:
    """Whether a word begins plain dice. Looked at by hand: to compile a pattern costs more than to read a check."""
    if word[:1] in tuple("0123456789({"):
        return True
    return _SIGNS.issuperset(word) and rolls_dice(word)


def _first(text: str) -> str:
    words = text.replace(",", " ").strip(_QUOTES + " ").split(None, 1)
    return words[0] if words else ""
