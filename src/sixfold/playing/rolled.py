"""The reader of real dice: it throws what the rule throws, and keeps the trail.

Where the dice come from is its caller's choice: the operating system, a seed, or a hand typed at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import Any, NamedTuple, Protocol

from sixfold.bounds import DICE_IN_AN_EVALUATION
from sixfold.errors import BoundsError, DiceError
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Fold, Ranked, look, total
from sixfold.rules.message import minus
from sixfold.rules.table import EACH_FACE, Play


class Throw(NamedTuple):
    """Dice that left the hand together: faces in the order thrown, and which of them count."""

    label: str
    sides: int
    faces: tuple[int, ...]
    kept: tuple[bool, ...]


class Note(NamedTuple):
    """What a clause of the rule did, after so many throws."""

    after: int
    clause: str
    pattern: str
    values: tuple[tuple[str, Any], ...]

    @property
    def text(self) -> str:
        """The note in words."""
        return minus(self.pattern.format(**dict(self.values)))


class Reading(NamedTuple):
    """What was read of a hand; `after` is the number of its throw, from 1."""

    after: int
    folds: tuple[Fold, ...]
    answers: tuple[Any, ...]

    @property
    def text(self) -> str:
        """The answers in words."""
        said = (f.say(a) for f, a in zip(self.folds, self.answers, strict=True))
        return ", ".join(filter(None, said))


class Source(Protocol):
    """Where faces come from."""

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        """The faces of `size` dice thrown together, each one of `die.faces`."""
        ...


Chooser = Callable[[str, Sequence[str], int], int]
"""Asks a player: what it is about, the options, the index of the one that is taken where he does not mind."""


class Hand:
    """Thrown dice: the value of each (an exploding die shows its sum) and where its faces are noted."""

    __slots__ = ("places", "size", "values")

    def __init__(self, values: list[int], places: list[list[tuple[int, int]]]) -> None:
        self.values = values
        self.places = places
        self.size = len(values)


class Rolled:
    """A table with dice on it."""

    def __init__(self, source: Source, chooser: Chooser | None = None) -> None:
        self._source = source
        self._chooser = chooser
        self._labels: list[str] = []
        self._sides: list[int] = []
        self._faces: list[Sequence[int]] = []
        self._kept: list[list[bool]] = []
        self._dice = 0
        self.trail: list[Note | Reading] = []
        self.choices: list[int] = []

    @property
    def throws(self) -> tuple[Throw, ...]:
        """All throws so far, in order; a throw of no dice is none."""
        return tuple(
            Throw(label, sides, tuple(faces), tuple(kept))
            for label, sides, faces, kept in zip(self._labels, self._sides, self._faces, self._kept, strict=True)
        )

    def roll(self, size: int, label: str, die: Die = D6) -> Hand:
        size = max(0, index(size))
        faces = self._throw(size, label, die)
        throw = len(self._faces) - 1
        hand = Hand(list(faces), [[(throw, at)] for at in range(size)])
        if not die.plain and size:
            self._reroll(hand, label, die)
            self._explode(hand, label, die)
        return hand

    def _throw(self, size: int, label: str, die: Die) -> Sequence[int]:
        if not size:
            return ()
        self._dice += size
        if self._dice > DICE_IN_AN_EVALUATION:
            raise BoundsError(f"This check went on for more than {DICE_IN_AN_EVALUATION:,} dice, the most for one.")
        faces = self._source.throw(size, die, label)
        self._labels.append(label)
        self._sides.append(die.sides)
        self._faces.append(faces)
        self._kept.append([True] * size)
        return faces

    def _reroll(self, hand: Hand, label: str, die: Die) -> None:
        going = [at for at, value in enumerate(hand.values) if value in die.reroll]
        while going:
            faces = self._throw(len(going), f"{label} again", die)
            throw = len(self._faces) - 1
            for place, (at, face) in enumerate(zip(going, faces, strict=True)):
                ((was_throw, was_place),) = hand.places[at]
                self._kept[was_throw][was_place] = False
                hand.values[at] = face
                hand.places[at] = [(throw, place)]
            if die.once:
                return
            going = [at for at in going if hand.values[at] in die.reroll]

    def _explode(self, hand: Hand, label: str, die: Die) -> None:
        going = [at for at, value in enumerate(hand.values) if value in die.explode]
        while going:
            plain = Die(die.sides, die.lowest, die.reroll, die.once)
            more = self.roll(len(going), f"{label} exploding", plain)
            for at, face, places in zip(going, more.values, more.places, strict=True):
                hand.values[at] += face
                hand.places[at] += places
            going = [at for at, f in zip(going, more.values, strict=True) if f in die.explode]

    def read(self, hand: Hand, *folds: Fold) -> tuple[Any, ...]:
        answers, marks = look(hand.values, folds)
        if marks is not None:
            self._mark(hand, marks)
        if hand.size:
            self.trail.append(Reading(self._shown(hand), folds, answers))
        return answers

    def _mark(self, hand: Hand, marks: Sequence[bool]) -> None:
        for places, mark in zip(hand.places, marks, strict=True):
            for throw, at in places:
                self._kept[throw][at] = mark

    def pick(
        self,
        hand: Hand,
        count: int,
        preference: Callable[[tuple[int, ...]], Any],
        ask: str = "",
    ) -> tuple[int, ...]:
        ordered = sorted(hand.values, reverse=True)
        options = _choices(ordered, min(count, hand.size))
        best = max(range(len(options)), key=lambda at: preference(options[at]))
        if ask:
            words = [" ".join(map(str, option)) for option in options]
            thrown = " ".join(map(str, hand.values))
            best = self.choose(f"{ask} Thrown: {thrown}", words, best)
        wanted = list(options[best])
        marks = []
        for value in hand.values:
            marks.append(value in wanted)
            if value in wanted:
                wanted.remove(value)
        self._mark(hand, marks)
        if hand.size:
            self.trail.append(Reading(self._shown(hand), (total(),), (sum(options[best]),)))
        return options[best]

    def _shown(self, hand: Hand) -> int:
        """The number of the throw, from 1, behind which a reading of the hand is told: the last of its dice."""
        return 1 + max(throw for places in hand.places for throw, _ in places)

    def choose(self, label: str, options: Sequence[str], default: int) -> int:
        if self._chooser is None or len(options) < 2:
            return index(default)
        chosen = self._chooser(label, options, index(default))
        if not 0 <= chosen < len(options):
            raise DiceError("dice/choice", f"There are {len(options)} options to choose from, and {chosen} is none.")
        self.choices.append(chosen)
        return chosen

    def again(
        self,
        size: int,
        label: str,
        among: Sequence[int],
        fold: Ranked = EACH_FACE,
        most: int | None = None,
    ) -> tuple[tuple[int, ...], int]:
        counts = [0] * len(among)
        throws = 0
        while True:
            hand = self.roll(size, label)
            (reading,) = self.read(hand, fold)
            throws += 1
            if reading not in among or throws == most:
                return tuple(counts), reading
            counts[among.index(reading)] += 1

    def race(
        self, step: Callable[[Any], tuple[int, ...]], targets: Sequence[int | None]
    ) -> tuple[tuple[int, ...], int]:
        tallies = [0] * len(targets)
        steps = 0
        while True:
            for at, gain in enumerate(step(self)):
                tallies[at] += gain
            steps += 1
            if any(t is not None and n >= t for n, t in zip(tallies, targets, strict=True)):
                return tuple(n if t is not None else min(1, n) for n, t in zip(tallies, targets, strict=True)), steps

    def play(self, rule: Play, fields: Sequence[str], **options: Any) -> tuple[Any, ...]:
        outcome = rule(self, **options)
        return tuple(outcome[field] for field in fields)

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        if when() if callable(when) else when:
            told = tuple([(name, value() if callable(value) else value) for name, value in values.items()])
            self.trail.append(Note(len(self._faces), clause, text, told))

    def strike(self, label: str, face: int, count: int) -> None:
        for at, name in enumerate(self._labels):
            if name == label:
                for place, shown in enumerate(self._faces[at]):
                    if count > 0 and shown == face and self._kept[at][place]:
                        self._kept[at][place] = False
                        count -= 1


def _choices(ordered: Sequence[int], count: int) -> list[tuple[int, ...]]:
    """The different ways to take `count` of the dice, highest first."""
    if count == 0:
        return [()]
    found: list[tuple[int, ...]] = []
    for at, value in enumerate(ordered):
        if at and ordered[at - 1] == value:
            continue
        found.extend((value, *rest) for rest in _choices(ordered[at + 1 :], count - 1))
    return list(dict.fromkeys(found))
