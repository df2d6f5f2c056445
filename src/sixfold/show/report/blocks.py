"""The parts of a report besides its tables: headings, notes and rolls."""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeVar, cast

from sixfold.base import throw

Style = Literal["", "title", "strong", "quiet", "bar", "good", "bad", "dropped", "error"]
"""The meaning of a text beside the others; a format gives it its looks."""


class Heading(NamedTuple):
    """A title for the blocks below it, with a note. Level 1 is the whole report, 2 a part."""

    text: str
    note: str = ""
    level: int = 1


class Paragraph(NamedTuple):
    """A paragraph."""

    text: str
    style: Style = "quiet"
    indent: int = 0


SPACE = Paragraph("", "")
"""A little room between two blocks that would otherwise be close together."""


class Line(NamedTuple):
    """One line of a throw: what it is about, the dice (face, counts) if there are any, and words."""

    label: str
    dice: throw.Dice
    words: str

    @property
    def shown(self) -> str:
        """The dice in plain text; those that do not count are in parentheses."""
        return throw.in_text(self.dice)


class Dice(NamedTuple):
    """A throw, line by line."""

    lines: tuple[Line, ...]


Spelled = TypeVar("Spelled")


def respelled(spelled: Spelled, spell: Callable[[str], str]) -> Spelled:
    """A report, a block or a chart with every text in it spelled anew.

    >>> respelled(Line("test", ((6, True),), "highest"), str.upper)
    Line(label='TEST', dice=((6, True),), words='HIGHEST')
    """
    made: object = spelled
    if isinstance(spelled, str):
        made = spell(spelled)
    elif isinstance(spelled, tuple):
        inside = [respelled(piece, spell) for piece in spelled]
        made = spelled._make(inside) if hasattr(spelled, "_make") else tuple(inside)
    return cast(Spelled, made)
