"""A hand on the table where a rule is solved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sixfold.dice import Die
from sixfold.readers.solving.draws import Draw


class Picked(NamedTuple):
    """A question to a hand like a fold: the dice that a preference takes."""

    many: int
    preference: Callable[[tuple[int, ...]], Any]


class Hand:
    """A thrown hand, nothing of it seen; what was asked of it is all that is known."""

    __slots__ = ("answers", "asked", "die", "draw", "first", "places", "size")

    def __init__(self, size: int, die: Die) -> None:
        self.size = size
        self.die = die
        self.draw: Draw | None = None
        self.asked: tuple[Any, ...] = ()
        self.first: tuple[Any, ...] = ()
        """What was asked first, and the answers, as they stand in the draw."""
        self.answers: dict[Any, Any] = {}
        self.places: dict[Any, tuple[int, ...]] = {}
        """Where in the draw the answers to each question stand: only once something is asked again."""

    def known(self) -> dict[Any, Any]:
        """Every question so far, with its answers."""
        if not self.answers:
            at = 0
            for question in self.asked:
                places = tuple(range(at, at + width_of(question)))
                answers = self.first[at : at + len(places)]
                self.places[question] = places
                self.answers[question] = answers if isinstance(question, Picked) else answers[0]
                at += len(places)
        return self.answers


def width_of(question: Any) -> int:
    """How many answers a question has."""
    return question.many if isinstance(question, Picked) else 1
