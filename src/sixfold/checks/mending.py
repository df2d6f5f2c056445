"""A text with a slip in it, as it was probably meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from sixfold.checks.check import parse
from sixfold.checks.head import read_head
from sixfold.checks.slips import DICE
from sixfold.checks.typed import as_check
from sixfold.errors import NotationError, TextError
from sixfold.rules.rule import System

WORDS = 8
"""Words behind a slip that may belong to it: those of a label without its brackets."""


def mended(error: TextError, systems: Mapping[str, System]) -> str | None:
    """The text of an error with its guess where the slip was; None where the guess does not help.

    What else is wrong with it stays. Nothing that was said is lost but what the guess says itself.

    >>> from sixfold import SYSTEMS
    >>> for slip in ("ten superiour 1 +4", "wild 3 W vs 15", "ten +2 Heavy Lifting", "ten damage 2d6", "3d6+2"):
    ...     try:
    ...         parse(slip)
    ...     except TextError as error:
    ...         print(mended(error, SYSTEMS))
    ten superior 1 +4
    wild 3D vs 15
    ten +2 [Heavy Lifting]
    ten attack damage 2d6
    dice 3d6+2
    """
    if error.guess is None or error.column is None:
        return None
    first = None
    for tried, end in _ways(error.text, error.column - 1, error.guess, systems):
        column = _wrong(tried, systems)
        if column is None:
            return tried
        if first is None and column > end:
            first = tried
    return first


def _ways(text: str, at: int, guess: str, systems: Mapping[str, System]) -> Iterator[tuple[str, int]]:
    """Texts with the guess in them, the likeliest first, and where the guess ends."""
    before = text[:at].rstrip()
    previous = before.rpartition(" ")[2]
    starts = [at]
    if previous and guess.lower().startswith(previous.lower()):
        starts.insert(0, len(before) - len(previous))
    said = guess.lower().replace("[", " ").replace("]", " ").split()
    for start in starts:
        end = _end(text, at)
        for _ in range(WORDS):
            yield text[:start] + guess + text[end:], start + len(guess)
            following = _end(text, end)
            if text[end:following].strip().lower() not in (*said, *DICE):
                break
            end = following
    if guess.partition(" ")[0].lower() in systems:
        with suppress(NotationError):  # the slip may be the game itself: then its rest stood above
            yield guess + text[read_head(text, systems).end :], len(guess)
        yield guess, len(guess)


def _end(text: str, at: int) -> int:
    """Where the word ends that begins at an index, or after the blanks there."""
    while at < len(text) and text[at].isspace():
        at += 1
    while at < len(text) and not text[at].isspace():
        at += 1
    return at


def _wrong(text: str, systems: Mapping[str, System]) -> int | None:
    """The column where a text is wrong, 0 where it is wrong as a whole, None where it is right."""
    try:
        parse(as_check(text), systems)
    except TextError as error:
        return len(text) + 1 if error.code == "notation/missing" else error.column or 0
    return None
