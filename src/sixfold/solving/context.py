"""What all paths of one solution share: its tolerance, its work, the width of its packed numbers, and what is known."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sixfold.counting import Faces, Hands, Work, best, multisets, picks
from sixfold.rules.dice import Die
from sixfold.rules.folds import Fold, ask
from sixfold.solving.entries import plain
from sixfold.solving.hand import Picked
from sixfold.solving.joint import Answers, Entries, Joint, Kind, Parts, kinds_of

if TYPE_CHECKING:
    from sixfold.solving.race import Race

SPARE = 12
"""Bits of width beyond what is wanted, so that the next few dice need no wider ones."""


class Wider(Exception):
    """The packed numbers need more bits for each coefficient: everything starts again."""


class Context:
    """`share` is the probability that each chain of throws may leave out."""

    def __init__(self, share: Fraction, work: Work) -> None:
        self.share = share
        self.work = work
        self.width = 128
        self.endless = False
        """Whether anything was followed that can go on for ever, so that ways may be left out."""
        self.races: dict[Hashable, Race] = {}
        """Races are not packed in this width, so they outlive a change of it."""
        self.forget()

    def forget(self) -> None:
        """Start over: everything packed so far has the wrong width."""
        self._parts: dict[Hashable, Parts] = {}
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

    def kept(self, key: Hashable, find: Callable[[], Parts]) -> Parts:
        """What is known under this key, or is found now."""
        parts = self._parts.get(key)
        if parts is None:
            parts = self._parts[key] = find()
        return parts

    def faces(self, die: Die, size: int) -> tuple[Faces, int]:
        """The values of a die with their weights, highest first, and the sum of all weights."""
        found = self._faces.get(die)
        if found is None:
            if die.plain:
                self.work.charge(die.sides * 4)
                found = (tuple([(face, 1) for face in reversed(die.faces)]), die.sides)
            else:
                rest = self.share / (4 * max(1, size)) if die.explode else self.share
                self.endless = self.endless or bool(die.explode)
                values, scale = die.weights(rest, self.work.charge)
                self.work.charge(len(values) * 4)
                found = (tuple(sorted(values.items(), reverse=True)), scale)
            self._faces[die] = found
        return found

    def reading(self, size: int, die: Die, folds: tuple[Fold, ...]) -> Parts:
        """The joint distribution of what is read of a hand."""
        key = (size, die, folds)
        parts = self._parts.get(key)
        if parts is None:
            faces, scale = self.faces(die, size)
            whole = scale**size
            self.widen(whole.bit_length())
            hands = self._hands.get(die)
            if hands is None:
                hands = self._hands[die] = Hands(faces, self.width, self.work)
            summed = any(fold.sums for fold in folds)
            entries: Entries = [
                (answers, 1, poly) if summed else (answers, poly[1], None)
                for answers, poly in hands.ways(size, folds).items()
            ]
            # Each place holds one kind of answer, whatever the dice show.
            parts = self._parts[key] = (Joint(entries, whole, kinds_of(entries[:1])),)
        return parts

    def picking(self, size: int, die: Die, question: Picked) -> Parts:
        """The joint distribution of the dice that a preference takes from a hand."""
        faces, scale = self.faces(die, size)
        chosen = picks(size, faces, question.many, question.preference, self.work)
        entries: Entries = [(choice, ways, None) for choice, ways in chosen.items()]
        return (Joint(entries, scale**size, (Kind.NUMBER,) * question.many),)

    def seen(self, size: int, die: Die, questions: tuple[Any, ...]) -> Entries:
        """The answers to all questions about a hand, nothing packed."""
        if Picked in map(type, questions):
            return self._hand_by_hand(size, die, questions)
        (joint,) = self.reading(size, die, questions)
        entries = plain(joint.entries, self.width)
        self.work.charge(5 * len(entries))
        return entries

    def _hand_by_hand(self, size: int, die: Die, questions: tuple[Any, ...]) -> Entries:
        found: dict[Answers, int] = {}
        for hand, ways in multisets(size, self.faces(die, size)[0], self.work):
            answers: list[Any] = []
            for question in questions:
                if isinstance(question, Picked):
                    answers += best(hand, question.many, question.preference)
                else:
                    answers += ask(hand, question)
            key = tuple(answers)
            found[key] = found.get(key, 0) + ways
        return [(answers, ways, None) for answers, ways in found.items()]
