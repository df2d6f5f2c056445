"""The table on which a rule is solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from operator import index
from typing import Any

from sixfold.dice import D6, Die
from sixfold.folds import Fold, Ranked
from sixfold.packed import add, highest, pack, split, unpack
from sixfold.pending import Pending, Unknown
from sixfold.readers.solving.booking import Booking
from sixfold.readers.solving.chains import chain
from sixfold.readers.solving.joint import Entry, Joint, Shifted
from sixfold.readers.solving.paths import Paths
from sixfold.readers.solving.racing import race
from sixfold.table import EACH_FACE, Outcome, Rule
from sixfold.ways import SLOT, picks

Step = tuple[Any, ...]
"""An answer that a path took at one of its decisions."""

PATH = 150
"""Work of following one path, beside what it asks."""

STEP = 25
"""Work of taking one answer on a path, again."""


class Hand:
    """A thrown hand, nothing of it seen; what was read of it first is all that is known."""

    __slots__ = ("die", "read", "size")

    def __init__(self, size: int, die: Die) -> None:
        self.size = size
        self.die = die
        self.read: dict[Fold, Any] | None = None


class Run:
    """Follows a rule path by path: each decision takes one answer, and keeps the others for later paths."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._script: list[Step] = []
        self._at = 0
        self._waiting: list[list[Step]] = [[]]
        self._ways = 1
        self._scale = 1
        self._unknowns: list[Unknown] = []

    def all_paths(
        self, rule: Rule, options: dict[str, Any], wanted: Sequence[str] | None = None
    ) -> tuple[tuple[str, ...], Joint]:
        """Follow every path; the outcome's fields (or those wanted of it), and their joint distribution."""
        booking = Booking(self._paths)
        charge = self._paths.ledger.charge
        fields: tuple[str, ...] = () if wanted is None else tuple(wanted)
        waiting = self._waiting
        while waiting:
            self._script = waiting.pop()
            self._at = 0
            self._ways = self._scale = 1
            self._unknowns = []
            outcome = rule(self, **options)
            charge(PATH + STEP * self._at)
            if wanted is None:
                fields = tuple(outcome)
                values = list(outcome.values())
            else:
                values = [outcome[field] for field in fields]
            while (open_number := booking.book(values, self._ways, self._scale, self._unknowns)) is not None:
                self.decide(open_number)
        return fields, booking.joint()

    # -- decisions -----------------------------------------------------------------------------------------

    def _replayed(self) -> Step | None:
        """The answer that this path takes here, if it has been here before."""
        at = self._at
        self._at = at + 1
        return self._script[at] if at < len(self._script) else None

    def _first(self, steps: list[Step]) -> Step:
        """Take the first answer, and keep the others for later paths."""
        script = self._script
        if len(steps) > 1:
            self._paths.ledger.charge(len(steps) * (5 + len(script) // 8))
            before = script[:]
            self._waiting.extend([[*before, other] for other in steps[:0:-1]])
        script.append(steps[0])
        return steps[0]

    def _branch(self, joint: Joint) -> Step:
        scale = joint.scale
        return self._first([(*entry, scale) for entry in joint.entries])

    def _take(self, step: Step) -> tuple[Any, ...]:
        """Count the ways of an answer, and put open numbers where it is packed."""
        answers, number, poly, scale = step
        self._ways *= number
        self._scale *= scale
        if poly is None:
            found: tuple[Any, ...] = answers
            return found
        unknown = Unknown(poly)
        self._unknowns.append(unknown)
        taken = []
        for answer in answers:
            if answer is SLOT:
                taken.append(Pending(self, ((unknown, 1),), 0))
            elif type(answer) is Shifted:
                taken.append(Pending(self, ((unknown, answer.scale),), answer.offset))
            else:
                taken.append(answer)
        return tuple(taken)

    def split_at(self, unknown: Unknown, threshold: int) -> bool:
        """Whether an open number is at least the threshold; decides nothing where that is clear."""
        poly, width = unknown.poly, self._paths.width
        if threshold <= poly[0]:
            return True
        if threshold > highest(poly, width):
            return False
        step = self._replayed()
        if step is None:
            below, above = split(poly, threshold, width)
            step = self._first([part for part in ((True, above), (False, below)) if part[1][1]])
        unknown.poly = step[1]
        yes: bool = step[0]
        return yes

    def split_on(self, unknown: Unknown, value: int) -> bool:
        """Whether an open number is exactly this value; decides nothing where that is clear."""
        poly, width = unknown.poly, self._paths.width
        if not poly[0] <= value <= highest(poly, width):
            return False
        step = self._replayed()
        if step is None:
            below, above = split(poly, value, width)
            exact, above = split(above, value + 1, width)
            parts = ((True, exact), (False, add(below, above, width)))
            step = self._first([part for part in parts if part[1][1]])
        unknown.poly = step[1]
        yes: bool = step[0]
        return yes

    def decide(self, unknown: Unknown) -> int:
        """An open number's value: every one it can have is a path."""
        if unknown.value is None:
            step = self._replayed()
            if step is None:
                values = unpack(unknown.poly, self._paths.width)
                self._paths.ledger.charge(2 * len(values))
                step = self._first(list(values))
            unknown.value, number = step
            self._ways *= number
        return unknown.value

    # -- the verbs -----------------------------------------------------------------------------------------

    def roll(self, size: int, label: str, die: Die = D6) -> Hand:
        return Hand(max(0, index(size)), die)

    def read(self, hand: Hand, *folds: Fold) -> tuple[Any, ...]:
        if hand.read is not None:
            return self._read_again(hand, folds)
        step = self._replayed()
        if step is None:
            step = self._branch(self._paths.reading(hand.size, hand.die, folds))
        answers = self._take(step)
        hand.read = dict(zip(folds, answers, strict=True))
        return answers

    def _read_again(self, hand: Hand, folds: tuple[Fold, ...]) -> tuple[Any, ...]:
        """The same dice: what was seen before holds, and bears on everything seen now."""
        known = hand.read or {}
        fresh = tuple(dict.fromkeys(fold for fold in folds if fold not in known))
        if fresh:
            seen = [int(value) if fold.sums else value for fold, value in known.items()]
            step = self._replayed()
            if step is None:
                together = self._paths.expanded(hand.size, hand.die, (*known, *fresh))
                fitting: list[Entry] = [
                    (answers[len(seen) :], number, None)
                    for answers, number, _ in together.entries
                    if list(answers[: len(seen)]) == seen
                ]
                step = self._branch(Joint(tuple(fitting), sum(number for _, number, _ in fitting)))
            known.update(zip(fresh, self._take(step), strict=True))
        return tuple(known[fold] for fold in folds)

    def pick(
        self, hand: Hand, count: int, preference: Callable[[tuple[int, ...]], Any], ask: str = ""
    ) -> tuple[int, ...]:
        step = self._replayed()
        if step is None:
            if hand.read is not None:
                raise AssertionError("a hand is picked from before it is read")
            faces, scale = self._paths.faces(hand.die, hand.size)
            chosen = picks(hand.size, faces, count, preference, self._paths.ledger)
            entries: list[Entry] = [((choice,), number, None) for choice, number in chosen.items()]
            step = self._branch(Joint(tuple(entries), scale**hand.size))
        (picked,) = self._take(step)
        hand.read = {}
        three: tuple[int, ...] = picked
        return three

    def choose(self, label: str, options: Sequence[str], default: int) -> int:
        return index(default)

    def again(
        self,
        size: int,
        label: str,
        among: Sequence[int],
        fold: Ranked = EACH_FACE,
        most: int | None = None,
    ) -> tuple[tuple[int, ...], int]:
        step = self._replayed()
        if step is None:
            paths = self._paths
            key = ("again", size, tuple(among), fold, most)
            joint = paths.joints.get(key)
            if joint is None:
                single = paths.reading(size, D6, (fold,))
                ((_, _, poly),) = single.entries
                joint = chain(paths, poly or (0, 0), single.scale, among, most)
                paths.joints[key] = joint
            step = self._branch(joint)
        answers = self._take(step)
        return answers[:-1], answers[-1]

    def race(
        self, step: Callable[[Any], tuple[int, ...]], targets: Sequence[int | None]
    ) -> tuple[tuple[int, ...], int]:
        taken = self._replayed()
        if taken is None:
            taken = self._branch(self._race(step, tuple(targets)))
        *tallied, rounds = self._take(taken)
        return tuple(tallied), rounds

    def _race(self, step: Callable[[Any], tuple[int, ...]], targets: tuple[int | None, ...]) -> Joint:
        paths = self._paths
        names = [str(at) for at in range(len(targets))]

        def gained(table: Any) -> Outcome:
            return {name: int(gain) for name, gain in zip(names, step(table), strict=True)}

        _, single = Run(paths).all_paths(gained, {})
        gains: dict[tuple[int, ...], int] = {}
        for gain, number, _ in single.entries:
            gains[gain] = gains.get(gain, 0) + number
        divisor = gcd(single.scale, *gains.values())
        scale = single.scale // divisor
        gains = {gain: number // divisor for gain, number in gains.items()}
        key = (tuple(gains.items()), scale, targets)
        found = paths.races.get(key)
        if found is None:
            found = paths.races[key] = race(gains, scale, targets, paths.share / 4, paths.ledger)
        finished, whole = found
        paths.widen(whole.bit_length())
        entries: list[Entry] = [
            ((*tallied, SLOT), 1, pack(lengths, paths.width)) for tallied, lengths in finished.items()
        ]
        return Joint(tuple(entries), whole)

    def play(self, rule: Rule, fields: Sequence[str], **options: Any) -> tuple[Any, ...]:
        options = {name: int(v) if type(v) is Pending else v for name, v in options.items()}
        step = self._replayed()
        if step is None:
            paths = self._paths
            key = (rule, tuple(fields), tuple(options.items()))
            joint = paths.joints.get(key)
            if joint is None:
                _, joint = Run(paths).all_paths(rule, options, fields)
                paths.joints[key] = joint
            step = self._branch(joint)
        return self._take(step)

    def tell(self, clause: str, text: str, **values: Any) -> None:
        pass

    def strike(self, label: str, face: int, count: int) -> None:
        pass
