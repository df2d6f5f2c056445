"""A screen for text: its width, its characters and styles; and words in lines."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from sys import maxsize
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from sixfold.base.printable import JOINERS, printable
from sixfold.base.throw import Dice
from sixfold.show.report.blocks import Heading, Style

Paint = Callable[[str, Style], str]
"""Gives a text its style."""

ASCII: Mapping[int, str] = str.maketrans({
    "−": "-", "–": "-", "—": "-", "“": '"', "”": '"', "‘": "'", "’": "'", "…": "...", "×": "x", "≤": "<=", "≥": ">=",
    "≠": "!=", "→": "->", "√": "sqrt ", "·": "-", "\ufffd": "?",
})  # fmt: skip

READS_WELL = 96
"""Columns beyond which prose is not spread, and the width where there is no terminal."""

_TIE = "\u00a0"
"""A blank at which no line is folded."""


def plain(text: str, style: Style) -> str:
    """No style at all."""
    return text


class Screen(NamedTuple):
    """A screen: the characters in a line (by default lines are never folded), and the available characters."""

    width: int = maxsize
    ascii: bool = False
    paint: Paint = plain


ENDLESS = Screen()


def in_ascii(text: str) -> str:
    """Signs and quotation marks as they are typed; letters stay what they are.

    >>> in_ascii("“ten” by −3 … ≥ 5")
    '"ten" by -3 ... >= 5'
    """
    return printable(text).translate(ASCII)


def room_of(text: str) -> int:
    """Count the columns of a screen that a text takes: East Asian letters take two, accents none.

    >>> room_of("ten"), room_of("骰子"), room_of("e\u0301")
    (3, 4, 1)
    """
    if all(c < "\u0300" or "\u2010" <= c < "\u2300" or "\u2500" <= c < "\u25f0" for c in text):
        return len(text)  # Latin letters, and the signs and bars that reports are made of

    return sum(1 + (east_asian_width(c) in "WF") for c in text if not combining(c) and c not in JOINERS)


def set_left(text: str, width: int) -> str:
    """The text with room after it."""
    return text + " " * (width - room_of(text))


def set_right(text: str, width: int) -> str:
    """The text with room before it."""
    return " " * (width - room_of(text)) + text


Span = tuple[str, Style]


def dice_spans(dice: Dice, style: Style = "") -> list[Span]:
    """Dice as words of a line; those that do not count are in parentheses."""
    return [(str(face), style) if counts else (f"({face})", "dropped") for face, counts in dice]


def spans_of(text: str, style: Style = "") -> list[Span]:
    """The words that a line may be folded between. Percentages stay whole."""
    return [(word.replace(_TIE, " "), style) for word in text.replace(" %", f"{_TIE}%").split(" ")]


def folded(words: Sequence[Span], screen: Screen, first: int, more: int) -> Iterator[str]:
    """Words in lines no longer than the screen is wide; the first line and the others are set in."""
    line: list[Span] = []
    at, indent = first, first
    for word, style in words:
        if line and at + 1 + room_of(word) > screen.width:
            yield (" " * indent + _painted(line, screen)).rstrip()
            line, at, indent = [], more, more
        at += room_of(word) + (1 if line else 0)
        line.append((word, style))
    yield (" " * indent + _painted(line, screen)).rstrip()


def _painted(line: Sequence[Span], screen: Screen) -> str:
    """Words with blanks between; neighbours of one style are painted together."""
    runs: list[tuple[str, Style]] = []
    for word, style in line:
        if runs and runs[-1][1] == style:
            runs[-1] = (f"{runs[-1][0]} {word}", style)
        else:
            runs.append((word, style))
    return " ".join(screen.paint(text, style) for text, style in runs)


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of so many characters; percentages stay whole."""
    from textwrap import wrap

    lines = wrap(text.replace(" %", f"{_TIE}%"), max(width, 2), break_on_hyphens=False)
    return [line.replace(_TIE, " ") for line in lines] or [""]


def titled(heading: Heading, screen: Screen) -> Iterable[str]:
    """A heading, its note behind it."""
    title = heading.level == 1
    words = spans_of(heading.text, "title" if title else "strong")
    if heading.note:
        gap: list[Span] = [("", "")]
        words += [*gap * (2 if title and screen.width == ENDLESS.width else 1), *spans_of(heading.note, "quiet")]
    return folded(words, screen, 0, 2)
