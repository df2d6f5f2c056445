"""The pieces of a check's text, and patterns of neighbouring pieces."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sixfold.base.printable import shown
from sixfold.base.wording import figures, spelled
from sixfold.errors import BoundsError, NotationError, misdeclared


class Piece(NamedTuple):
    """A piece of a text: its kind, its letters, its column (from 1), and the whole text.

    Kinds are `word`, `number`, `signed` (+4), `code` (3d6), `label` ([Rope]), `setting` (chaos=kept), `sign` (≥),
    `check` (one in parentheses, with the `check` that it says), `stop` (a comma) and `end`. A number in words has its
    `many`.
    """

    kind: str
    text: str
    column: int
    within: str
    check: Any = None
    many: int | None = None

    @property
    def said(self) -> str:
        """The letters, in lower case."""
        return self.text.lower()

    @property
    def begins(self) -> str:
        """The words that spell it, in lower case: of a setting, the name before the sign."""
        return self.text.partition("=")[0].lower() if self.kind == "setting" else self.said

    @property
    def end(self) -> int:
        """The index at which it ends in the text."""
        return self.column - 1 + len(self.text)

    @property
    def value(self) -> int:
        """The number, with its sign; all past a hundred million are alike."""
        if self.many is not None:
            return self.many
        digits = self.text.lstrip(SIGNS).lstrip().lstrip("0")[:9]
        size = int(digits or "0")
        return -size if self.text[0] in MINUS else size

    def number(self, low: int, high: int, what: str) -> int:
        """Its value; raises BoundsError at its column when that is not from `low` to `high`."""
        value = self.value
        if not low <= value <= high:
            raise self.out_of_bounds(what, low, high)
        return value

    def refused(
        self, message: str, expected: tuple[str, ...] = (), guess: str | None = None, skip: int = 0
    ) -> NotationError:
        """The error for this piece, or for its letters after the first `skip`."""
        return NotationError("notation/unexpected", message, self.within, self.column + skip, expected, guess)

    def contradicts(self, message: str) -> NotationError:
        """The error for a piece that contradicts something said before."""
        return NotationError("notation/conflict", message, self.within, self.column)

    def out_of_bounds(self, what: str, low: int, high: int) -> BoundsError:
        """The error for a number here that is too small or too large."""
        span = f"from {figures(low)} to {figures(high)}"
        return BoundsError(f"{what} {span}.", self.within, self.column, (f"a number {span}",))


class Slot(NamedTuple):
    """A place in a pattern: the kind of the piece, and how it may be spelled where it is a word or a setting."""

    kind: str
    spellings: tuple[str, ...] = ()

    def takes(self, piece: Piece) -> bool:
        """Whether a piece fits here."""
        return piece.kind == self.kind and (not self.spellings or piece.begins in self.spellings)


Pattern = tuple[Slot, ...]

NUMBER, SIGNED, LABEL, CODE = Slot("number"), Slot("signed"), Slot("label"), Slot("code")
CHECK, STOP = Slot("check"), Slot("stop")
DIGITS = "0123456789"
MINUS = "-\u2212\u2014\u2013\u2012\u2011\u2010"
"""A hyphen, a minus sign, and the dashes that phones and word processors put in their place."""

COMPARED = {">=": "\u2265", "<=": "\u2264", "\u2265": "\u2265", "\u2264": "\u2264", ">": ">", "<": "<"}
"""Signs before the number that a roll is compared with, and how they are printed."""

SIGNS = "+" + MINUS

DICE = ("d", "w", "dice", "die", "d6", "w6")
"""Words for dice that may follow a number, also in German."""


def unclear(text: str, column: int | None, readings: Sequence[str]) -> NotationError:
    """The error for a text that can be read in several ways, with each of these as a text."""
    texts = tuple([" ".join(reading.split()) for reading in readings])
    ways = ", or as ".join([f"“{reading}”" for reading in texts])
    message = f"This can be read in {spelled(len(texts))} ways: as {ways}. Use one of them."
    return NotationError("notation/ambiguous", message, text, column, texts)


def spelled_as(words: Sequence[str]) -> list[Pattern]:
    """The patterns of something that is spelled in one of these ways, each of one word or of several.

    >>> [len(pattern) for pattern in spelled_as(("vs", "tn", "save score"))]
    [1, 2]
    """
    single = tuple(word for word in words if " " not in word)
    several = [tuple(Slot("word", (part,)) for part in word.split()) for word in words if " " in word]
    return [*([(Slot("word", single),)] if single else []), *several]


def spoken(name: str) -> str:
    """How a name of Python is said in a check; raises RuleError (rule/declared) where it cannot be.

    >>> spoken("save_score")
    'save score'
    """
    words = name.strip("_").replace("_", " ").lower()
    if not all(part.isalpha() for part in words.split(" ")):
        raise misdeclared(
            f"“{shown(name)}” cannot be said in a check, whose words are of letters: give it another name."
        )
    return words


def fits(pattern: Pattern, pieces: Sequence[Piece], at: int) -> bool:
    """Whether the pieces from `at` on fit the pattern."""
    end = at + len(pattern)
    return end <= len(pieces) and all(map(Slot.takes, pattern, pieces[at:end]))
