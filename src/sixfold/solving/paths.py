"""What all paths of one solution share: caches, the tolerance, and the width of its packed numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sixfold.counting import Faces, Hands, Ledger, best, multisets
from sixfold.counting.packed import unpack
from sixfold.rules.dice import Die
from sixfold.rules.folds import Fold, ask
from sixfold.solving.draws import spread
from sixfold.solving.hand import Picked
from sixfold.solving.joint import Drawable, Entry, kinds_of

if TYPE_CHECKING:
    from sixfold.solving.racing import Race

SPARE = 12
"""Bits of width beyond what is wanted, so that the next few dice need no wider ones."""


class Wider(Exception):
    """The packed numbers need more bits for each coefficient: everything starts again."""


class Paths:
    """Caches for one solution. `share` is the probability that each chain of throws may leave out."""

    def __init__(self, share: Fraction, ledger: Ledger) -> None:
        self.share = share
        self.ledger = ledger
        self.width = 128
        self.endless = False
        """Whether anything was followed that can go on for ever, so that ways may be left out."""
        self.races: dict[Any, Race] = {}
        """Races are not packed in this width, so they outlive a change of it."""
        self.forget()

    def forget(self) -> None:
        """Start over: everything packed so far has the wrong width."""
        self.joints: dict[Any, Drawable] = {}
        self._faces: dict[Die, tuple[Faces, int]] = {}
        self._hands: dict[Die, Hands] = {}

    def close(self) -> None:
        """Everything is done: what was kept to find it is needed no more."""
        self.forget()
        self.races = {}

    def widen(self, bits: int) -> None:
        """Make room for numbers of so many bits; raises Wider when that changes anything."""
        if bits + 2 > self.width:
            self.width = -(-(bits + SPARE) // 8) * 8
            self.forget()
            raise Wider

    def faces(self, die: Die, size: int) -> tuple[Faces, int]:
        """The values of a die with their weights, highest first, and the sum of all weights."""
        found = self._faces.get(die)
        if found is None:
            if die.plain:
                self.ledger.charge(die.sides * 4)
                found = (tuple([(face, 1) for face in reversed(die.faces)]), die.sides)
            else:
                rest = self.share / (4 * max(1, size)) if die.explode else self.share
                self.endless = self.endless or bool(die.explode)
                values, scale = die.weights(rest, self.ledger.charge)
                self.ledger.charge(len(values) * 4)
                found = (tuple(sorted(values.items(), reverse=True)), scale)
            self._faces[die] = found
        return found

    def reading(self, size: int, die: Die, folds: tuple[Fold, ...]) -> Drawable:
        """The joint distribution of what is read of a hand."""
        key = (size, die, folds)
        found = self.joints.get(key)
        if found is None:
            faces, scale = self.faces(die, size)
            whole = scale**size
            self.widen(whole.bit_length())
            hands = self._hands.get(die)
            if hands is None:
                hands = self._hands[die] = Hands(faces, self.width, self.ledger)
            summed = any(fold.sums for fold in folds)
            entries: list[Entry] = [
                (answers, 1, poly) if summed else (answers, poly[1], None)
                for answers, poly in hands.ways(size, folds).items()
            ]
            # Each place holds one kind of answer, whatever the dice show.
            found = self.joints[key] = (entries, whole, kinds_of(entries[:1]))
        return found

    def seen(self, size: int, die: Die, questions: tuple[Any, ...]) -> list[Entry]:
        """The answers to all questions about a hand, nothing packed."""
        if any(isinstance(question, Picked) for question in questions):
            return self._hand_by_hand(size, die, questions)
        entries: list[Entry] = []
        for answers, number, poly in self.reading(size, die, questions)[0]:
            if poly is None:
                entries.append((answers, number, None))
            else:
                entries += [(spread(answers, value), number * ways, None) for value, ways in unpack(poly, self.width)]
        self.ledger.charge(5 * len(entries))
        return entries

    def _hand_by_hand(self, size: int, die: Die, questions: tuple[Any, ...]) -> list[Entry]:
        found: dict[tuple[Any, ...], int] = {}
        for hand, number in multisets(size, self.faces(die, size)[0], self.ledger):
            answers: list[Any] = []
            for question in questions:
                if isinstance(question, Picked):
                    answers += best(hand, question.many, question.preference)
                else:
                    answers += ask(hand, question)
            key = tuple(answers)
            found[key] = found.get(key, 0) + number
        return [(key, number, None) for key, number in found.items()]
