"""Ranges of values: `-3..9`, `0..30..5`, `1,2,5`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sixfold import given
from sixfold.bounds import OPEN_PLACES, SCORE, STUDY_CHECKS
from sixfold.errors import BoundsError, StudyError
from sixfold.rules.message import counted

_SPAN = re.compile(r"([+\-−]?\d+)\.\.([+\-−]?\d+)(?:\.\.(\d+))?")
_ONE = re.compile(r"[+\-−]?\d+")


def read_range(text: str, within: str = "", column: int = 1) -> tuple[int, ...]:
    """The whole numbers of a range, in its order: `a..b`, `a..b..step`, or `a,b,c`; each once.

    `within` is a longer text that holds the range at `column`, for errors.
    Raises StudyError (study/range) for what is not a range, BoundsError for more than 10,000 values.

    >>> read_range("-3..9..6"), read_range("1, 2,5"), read_range("3..1")
    ((-3, 3, 9), (1, 2, 5), (3, 2, 1))
    """
    if len(given.text(text, "A range")) > 20 * STUDY_CHECKS:
        raise BoundsError(f"A range has at most {STUDY_CHECKS:,} values.")
    words = text.strip()
    if match := _SPAN.fullmatch(words):
        first, last = (_whole(part, text, within, column) for part in match.groups()[:2])
        step = int(match.group(3) or "1") if len(match.group(3) or "1") < 9 else 0
        if not step:
            raise _bad("The step of a range must be 1 or more.", text, within, column)
        if abs(last - first) // step >= STUDY_CHECKS:
            raise BoundsError(f"A range has at most {STUDY_CHECKS:,} values.", within or text, column)
        return tuple(range(first, last + 1, step) if last >= first else range(first, last - 1, -step))
    parts = words.split(",")
    if len(parts) > STUDY_CHECKS:
        raise BoundsError(f"A range has at most {STUDY_CHECKS:,} values.")
    return tuple(dict.fromkeys(_whole(part.strip(), text, within, column) for part in parts))


def read_ranges(ranges: Sequence[str | Iterable[int]], places: int) -> list[tuple[int, ...]]:
    """The ranges of some open places, each as text or as the numbers themselves.

    Raises StudyError (study/range) for more ranges than places, and for a range without a value.

    >>> read_ranges(["1..3", [5, 7]], 2)
    [(1, 2, 3), (5, 7)]
    """
    said = given.several(ranges, "The ranges", OPEN_PLACES)
    if len(said) > places:
        raise StudyError("study/range", f"There are {counted(len(said), 'range')} for {counted(places, 'open place')}.")
    return [read_range(one) if isinstance(one, str) else _numbers(one) for one in said]


def _numbers(values: Iterable[int]) -> tuple[int, ...]:
    found = [given.whole(value, "A value", -SCORE, SCORE) for value in given.several(values, "A range", STUDY_CHECKS)]
    if not found:
        raise StudyError("study/range", "A range needs at least one value.")
    return tuple(dict.fromkeys(found))


def _whole(word: str, text: str, within: str, column: int) -> int:
    if not _ONE.fullmatch(word):
        raise _bad(f"“{word[:30]}” is not a range.", text, within, column)
    if len(word) > 9:
        raise BoundsError(f"The values of a range must be from −{SCORE:,} to {SCORE:,}.", within or text, column)
    value = int(word.replace("−", "-"))
    if abs(value) > SCORE:
        raise BoundsError(f"The values of a range must be from −{SCORE:,} to {SCORE:,}.", within or text, column)
    return value


def _bad(message: str, text: str, within: str, column: int) -> StudyError:
    return StudyError("study/range", message, (within or text)[:2000], column, ("-3..9", "0..30..5", "1,2,5"))
