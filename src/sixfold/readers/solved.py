"""The reader that solves: every path of a rule, each with its exact number of ways.

A rule is run once for every path. Where it asks (a reading with several answers, a comparison that splits a
distribution) the first answer is followed and the others are kept for later runs, which replay the answers up
to there. What is followed is exact; what a chain of throws without a longest run leaves out is the difference
between one and the sum of all paths, so nothing can be lost without being counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import index
from typing import Any, NamedTuple

from sixfold.dice import D6, Die
from sixfold.folds import Fold, Ranked
from sixfold.packed import ZERO, Packed, add, highest, pack, split, unpack, weight
from sixfold.pending import Pending, Terms, Unknown
from sixfold.readers.racing import race
from sixfold.table import EACH_FACE, Outcome, Rule
from sixfold.ways import SLOT, Faces, Hands, Ledger, Ways, picks, tallies

TOLERANCE = Fraction(1, 10**12)
"""Probability that may be left out in all, where throws can go on for ever."""


class Shifted(NamedTuple):
    """In an answer: the packed number of this path, times `scale`, plus `offset`."""

    scale: int
    offset: int


class Joint(NamedTuple):
    """A joint distribution: answers (with SLOT or Shifted for a packed number), their ways, of `scale` in all."""

    entries: tuple[tuple[tuple[Any, ...], int, Packed | None], ...]
    scale: int


class Hand:
    """A thrown hand, nothing of it seen; what was read of it first is all that is known."""

    __slots__ = ("die", "read", "size")

    def __init__(self, size: int, die: Die) -> None:
        self.size = size
        self.die = die
        self.read: dict[Fold, Any] | None = None


class _Wider(Exception):
    """The packed numbers need more bits for each coefficient: start again."""


class Solution(NamedTuple):
    """All outcomes of a rule: rows of values in the order of `fields`, each with its ways out of `scale`."""

    fields: tuple[str, ...]
    rows: dict[tuple[Any, ...], int]
    scale: int

    @property
    def unresolved(self) -> Fraction:
        """The probability that was not followed, exactly."""
        return Fraction(self.scale - sum(self.rows.values()), self.scale)


def solve(rule: Rule, tolerance: Fraction = TOLERANCE, /, **options: Any) -> Solution:
    """Every outcome of a rule with its exact ways.

    `tolerance` (probability, above 0 to below 1) bounds what may be left out where throws can go on for ever;
    rules whose throws end are solved to the last fraction whatever it is.
    Raises OddsError (odds/too-large) when the answer would cost more than one evaluation's work.

    >>> def coin(table):
    ...     (face,) = table.read(table.roll(1, "coin"), EACH_FACE)
    ...     return {"heads": face >= 4}
    >>> solve(coin).rows
    {(True,): 3, (False,): 3}
    """
    share = tolerance
    ledger = Ledger()
    paths = _Paths(share, ledger)
    while True:
        try:
            fields, solved = paths.joint(rule, options, None)
        except _Wider:
            continue
        solution = Solution(fields, _rows(solved, paths.width, ledger), solved.scale)
        if solution.unresolved <= tolerance:
            return solution
        share /= 64
        paths = _Paths(share, ledger)


def _rows(solved: Joint, width: int, ledger: Ledger) -> dict[tuple[Any, ...], int]:
    rows: dict[tuple[Any, ...], int] = {}
    for template, ways_, poly in solved.entries:
        if poly is None:
            rows[template] = rows.get(template, 0) + ways_
            continue
        slots = [(at, v) for at, v in enumerate(template) if type(v) is Shifted]
        pairs = unpack(poly, width)
        ledger.charge(len(pairs) * 4)
        row = list(template)
        if all(slot.scale == 1 for _, slot in slots):
            offsets = [(at, slot.offset) for at, slot in slots]
            for value, number in pairs:
                for at, offset in offsets:
                    row[at] = value + offset
                key = tuple(row)
                rows[key] = rows.get(key, 0) + number
        else:
            for value, number in pairs:
                for at, slot in slots:
                    row[at] = value * slot.scale + slot.offset
                key = tuple(row)
                rows[key] = rows.get(key, 0) + number
    return rows


class _Paths:
    """Caches that all paths of one solution share, and the width of its packed numbers."""

    def __init__(self, share: Fraction, ledger: Ledger) -> None:
        self.share = share
        self.ledger = ledger
        self.width = 64
        self.forget()

    def forget(self) -> None:
        self.readings: dict[Any, Joint] = {}
        self.dice: dict[Die, tuple[Faces, int]] = {}
        self.played: dict[Any, Joint] = {}
        self.hands: dict[Die, Hands] = {}

    def widen(self, bits: int) -> None:
        """Make room for numbers of so many bits; raises _Wider when that changes anything."""
        if bits + 2 > self.width:
            self.width = -(-(bits + 66) // 64) * 64
            self.forget()
            raise _Wider

    def faces(self, die: Die, size: int) -> tuple[Faces, int]:
        found = self.dice.get(die)
        if found is None:
            values, scale = die.weights(self.share / (4 * max(1, size)))
            self.ledger.charge(len(values))
            found = self.dice[die] = (tuple(sorted(values.items(), reverse=True)), scale)
        return found

    def joint(self, rule: Rule, options: dict[str, Any], wanted: Sequence[str] | None) -> tuple[tuple[str, ...], Joint]:
        """The joint distribution of a rule's outcome, or of the wanted fields of it."""
        return _Run(self).all_paths(rule, options, wanted)


Step = tuple[Any, ...]


class _Run:
    """The table on which a rule is solved: runs it path by path."""

    def __init__(self, paths: _Paths) -> None:
        self.paths = paths
        self.script: list[Step] = []
        self.at = 0
        self.waiting: list[list[Step]] = []
        self.ways = 1
        self.scale = 1
        self.unknowns: list[Unknown] = []
        self.done: dict[tuple[int, tuple[Any, ...]], Packed] = {}

    # -- paths ---------------------------------------------------------------------------------------------

    def all_paths(
        self, rule: Rule, options: dict[str, Any], wanted: Sequence[str] | None
    ) -> tuple[tuple[str, ...], Joint]:
        """Follow every path; the outcome's fields, and their joint distribution."""
        fields: tuple[str, ...] = ()
        self.waiting = [[]]
        charge = self.paths.ledger.charge
        while self.waiting:
            self.script = self.waiting.pop()
            self.at = 0
            self.ways = self.scale = 1
            self.unknowns = []
            outcome = rule(self, **options)
            charge(24)
            fields = tuple(outcome) if wanted is None else tuple(wanted)
            self._finish([outcome[field] for field in fields])
        return fields, self._gather()

    def _finish(self, values: list[Any]) -> None:
        """Book a finished path, its open sums still packed."""
        sums = {at: v.settled() for at, v in enumerate(values) if isinstance(v, Pending)}
        used: dict[Unknown, int] = {}
        for terms, _ in sums.values():
            if terms and not used:
                used = dict(terms)
            elif terms and dict(terms) != used and (len(used) > 1 or terms[0][0] not in used):
                # Two different sums of open numbers: the smallest is decided, then it is one.
                everyone = {unknown for terms, _ in sums.values() for unknown, _ in terms}
                self.decide(min(everyone, key=lambda unknown: unknown.poly[1].bit_length()))
                return self._finish(values)
        width = self.paths.width
        for unknown in self.unknowns:
            if unknown.value is None and unknown not in used:
                self.ways *= weight(unknown.poly, width)
        if not self.ways:
            return None
        self.paths.widen(self.scale.bit_length())
        poly, template = self._packed(values, sums, used)
        key = (self.scale, template)
        term = (poly[0], poly[1] * self.ways)
        self.done[key] = add(self.done.get(key, ZERO), term, width)
        return None

    def _packed(
        self, values: list[Any], sums: dict[int, tuple[Terms, int]], used: dict[Unknown, int]
    ) -> tuple[Packed, tuple[Any, ...]]:
        """The packed number of a path, and the outcome in terms of it."""
        poly = self._sum(used) if len(used) > 1 else next(iter(used)).poly if used else (0, 1)
        scales = {terms[0][1] for terms, _ in sums.values() if terms} if len(used) == 1 else {1}
        # Where the number is only shifted, the first shift goes into the exponents, so that paths merge.
        shift = next((offset for terms, offset in sums.values() if terms), 0)
        if scales != {1}:
            shift = 0
        template = list(values)
        for at, (terms, offset) in sums.items():
            if terms:
                scale = terms[0][1] if len(used) == 1 else 1
                template[at] = Shifted(scale, offset - shift)
            else:
                template[at] = offset
        return (poly[0] + shift, poly[1]), tuple(template)

    def _sum(self, used: dict[Unknown, int]) -> Packed:
        """The distribution of a sum of independent open numbers."""
        width = self.paths.width
        poly: Packed = (0, 1)
        for unknown, scale in sorted(used.items(), key=lambda item: item[0].poly[1].bit_length()):
            factor = unknown.poly
            if scale != 1:
                factor = pack({v * scale: n for v, n in unpack(factor, width)}, width)
            self.paths.ledger.charge(
                1 + (poly[1].bit_length() >> 6) * (1 + (factor[1].bit_length() >> 10)) + (factor[1].bit_length() >> 6)
            )
            poly = (poly[0] + factor[0], poly[1] * factor[1])
        return poly

    def _gather(self) -> Joint:
        scale = lcm(*{scale for scale, _ in self.done})
        self.paths.widen(scale.bit_length())
        width = self.paths.width
        merged: dict[tuple[Any, ...], Packed] = {}
        for (own, template), (low, bits) in self.done.items():
            term = (low, bits * (scale // own)) if own != scale else (low, bits)
            merged[template] = add(merged.get(template, ZERO), term, width)
        entries = tuple(
            (template, 1, poly) if any(type(v) is Shifted for v in template) else (template, poly[1], None)
            for template, poly in merged.items()
        )
        return Joint(entries, scale)

    # -- decisions -----------------------------------------------------------------------------------------

    def _next(self, steps: Callable[[], list[Step]]) -> Step:
        at = self.at
        self.at = at + 1
        if at < len(self.script):
            return self.script[at]
        options = steps()
        if len(options) > 1:
            before = self.script[:at]
            self.waiting.extend([*before, other] for other in options[:0:-1])
            self.paths.ledger.charge(len(options))
        self.script.append(options[0])
        return options[0]

    def _answer(self, joint: Callable[[], Joint]) -> tuple[Any, ...]:
        def steps() -> list[Step]:
            found = joint()
            if not found.entries:
                raise AssertionError("a reading without an answer")
            return [(*entry, found.scale) for entry in found.entries]

        template, number, poly, scale = self._next(steps)
        self.ways *= number
        self.scale *= scale
        if poly is None:
            return template
        unknown = Unknown(poly)
        self.unknowns.append(unknown)
        return tuple(
            Pending(self, ((unknown, 1),), 0)
            if value is SLOT
            else Pending(self, ((unknown, value.scale),), value.offset)
            if type(value) is Shifted
            else value
            for value in template
        )

    def split_at(self, unknown: Unknown, threshold: int) -> bool:
        low, width = unknown.poly[0], self.paths.width
        if threshold <= low:
            return True
        if threshold > highest(unknown.poly, width):
            return False

        def steps() -> list[Step]:
            below, above = split(unknown.poly, threshold, width)
            return [(yes, part) for yes, part in ((True, above), (False, below)) if part[1]]

        yes, unknown.poly = self._next(steps)
        return bool(yes)

    def split_on(self, unknown: Unknown, value: int) -> bool:
        width = self.paths.width
        if not unknown.poly[0] <= value <= highest(unknown.poly, width):
            return False

        def steps() -> list[Step]:
            below, above = split(unknown.poly, value, width)
            exact, above = split(above, value + 1, width)
            rest = add(below, above, width)
            return [(yes, part) for yes, part in ((True, exact), (False, rest)) if part[1]]

        yes, unknown.poly = self._next(steps)
        return bool(yes)

    def decide(self, unknown: Unknown) -> int:
        if unknown.value is None:
            width = self.paths.width

            def steps() -> list[Step]:
                return unpack(unknown.poly, width)  # type: ignore[return-value]

            unknown.value, number = self._next(steps)
            self.ways *= number
        return unknown.value

    # -- the verbs -----------------------------------------------------------------------------------------

    def roll(self, size: int, label: str, die: Die = D6) -> Hand:
        return Hand(max(0, index(size)), die)

    def read(self, hand: Hand, *folds: Fold) -> tuple[Any, ...]:
        if hand.read is not None:
            return self._read_again(hand, folds)
        answers = self._answer(lambda: self._reading(hand, folds))
        hand.read = dict(zip(folds, answers, strict=True))
        return answers

    def _read_again(self, hand: Hand, folds: tuple[Fold, ...]) -> tuple[Any, ...]:
        """The same dice: what was seen before holds, and bears on everything seen now."""
        assert hand.read is not None
        known = hand.read
        if all(fold in known for fold in folds):
            return tuple(known[fold] for fold in folds)
        before = tuple((fold, int(v) if fold.sums else v) for fold, v in known.items())
        fresh = tuple(dict.fromkeys(fold for fold in folds if fold not in known))

        def joint() -> Joint:
            everything = self._reading(hand, tuple(fold for fold, _ in before) + fresh, True)
            fitting = [
                (template[len(before) :], number, None)
                for template, number, _ in everything.entries
                if all(template[at] == value for at, (_, value) in enumerate(before))
            ]
            return Joint(tuple(fitting), sum(number for _, number, _ in fitting))

        known.update(zip(fresh, self._answer(joint), strict=True))
        return tuple(known[fold] for fold in folds)

    def _reading(self, hand: Hand, folds: tuple[Fold, ...], expanded: bool = False) -> Joint:
        paths = self.paths
        key = (hand.size, hand.die, folds, expanded)
        found = paths.readings.get(key)
        if found is None:
            faces, scale = paths.faces(hand.die, hand.size)
            whole = scale**hand.size
            paths.widen(whole.bit_length())
            hands = paths.hands.get(hand.die)
            if hands is None:
                hands = paths.hands[hand.die] = Hands(faces, paths.width, paths.ledger)
            spread: Ways = hands.ways(hand.size, folds)
            entries: list[tuple[tuple[Any, ...], int, Packed | None]] = []
            for template, poly in spread.items():
                if SLOT not in template:
                    entries.append((template, poly[1], None))
                elif expanded:
                    for value, number in unpack(poly, paths.width):
                        entry = tuple(value if v is SLOT else v for v in template)
                        entries.append((entry, number, None))
                else:
                    entries.append((template, 1, poly))
            found = paths.readings[key] = Joint(tuple(entries), whole)
        return found

    def pick(
        self,
        hand: Hand,
        count: int,
        preference: Callable[[tuple[int, ...]], Any],
        ask: str = "",
    ) -> tuple[int, ...]:
        if hand.read is not None:
            raise AssertionError("a hand is picked from before it is read")

        def joint() -> Joint:
            faces, scale = self.paths.faces(hand.die, hand.size)
            chosen = picks(hand.size, faces, count, preference, self.paths.ledger)
            return Joint(tuple((c, n, None) for c, n in chosen.items()), scale**hand.size)

        answer = self._answer(joint)
        hand.read = {}
        return answer

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
        def joint() -> Joint:
            single = self._reading(Hand(size, D6), (fold,))
            ((_, _, poly),) = single.entries
            assert poly is not None
            return self._chain(poly, single.scale, tuple(among), most)

        counts_and_last = self._answer(joint)
        return counts_and_last[:-1], counts_and_last[-1]

    def _chain(self, poly: Packed, scale: int, among: tuple[int, ...], most: int | None) -> Joint:
        paths = self.paths
        key = (poly, scale, among, most)
        found = paths.readings.get(key)
        if found is not None:
            return found
        values = dict(unpack(poly, paths.width))
        weights = [values.get(value, 0) for value in among]
        ends = {value: n for value, n in values.items() if value not in among}
        going = Fraction(sum(weights), scale)
        depth, left = 0, going
        while left > paths.share / 8 and (most is None or depth + 1 < most):
            depth, left = depth + 1, left * going
        whole = scale ** (depth + 1)
        paths.widen(whole.bit_length())
        end, every = pack(ends, paths.width), pack(values, paths.width)
        rising = [scale**length for length in range(depth + 1)]
        found_counts = []
        for counts, number in tallies(weights, depth):
            length = sum(counts)
            final = every if most is not None and length + 1 == most else end
            if number and final[1]:
                found_counts.append((number * rising[depth - length], counts, final))
        if most is None:
            found_counts = self._likely(found_counts, whole, sum(ends.values()))
        entries = [((*counts, SLOT), number, final) for number, counts, final in found_counts]
        paths.ledger.charge(len(entries))
        found = paths.readings[key] = Joint(tuple(entries), whole)
        return found

    def _likely(
        self, counts: list[tuple[int, tuple[int, ...], Packed]], whole: int, ending: int
    ) -> list[tuple[int, tuple[int, ...], Packed]]:
        """The counts without the rarest, which together stay within the tolerance."""
        spare = self.paths.share / 8 * whole / ending
        allowance = spare.numerator // spare.denominator
        counts.sort(key=lambda entry: entry[0])
        dropped = 0
        while dropped < len(counts) and counts[dropped][0] <= allowance:
            allowance -= counts[dropped][0]
            dropped += 1
        return counts[dropped:]

    def race(
        self, step: Callable[[Any], tuple[int, ...]], targets: Sequence[int | None]
    ) -> tuple[tuple[int, ...], int]:
        def joint() -> Joint:
            names = [str(at) for at in range(len(targets))]

            def outcome(table: Any) -> Outcome:
                return {name: int(gain) for name, gain in zip(names, step(table), strict=True)}

            _, solved = self.paths.joint(outcome, {}, None)
            gains: dict[tuple[int, ...], int] = {}
            for template, number, _ in solved.entries:
                gains[template] = gains.get(template, 0) + number
            divisor = gcd(solved.scale, *gains.values())
            scale = solved.scale // divisor
            gains = {gain: number // divisor for gain, number in gains.items()}
            finished, longest = race(gains, scale, tuple(targets), self.paths.share / 4, self.paths.ledger)
            whole = scale**longest
            self.paths.widen(whole.bit_length())
            rising = [1]
            for _ in range(longest):
                rising.append(rising[-1] * scale)
            entries: list[tuple[tuple[Any, ...], int, Packed | None]] = []
            for tallied, lengths in finished.items():
                counted = {n: ways_ * rising[longest - n] for n, ways_ in lengths}
                entries.append(((*tallied, SLOT), 1, pack(counted, self.paths.width)))
            return Joint(tuple(entries), whole)

        *tallied, rounds = self._answer(joint)
        return tuple(tallied), rounds

    def play(self, rule: Rule, fields: Sequence[str], **options: Any) -> tuple[Any, ...]:
        options = {name: int(v) if isinstance(v, Pending) else v for name, v in options.items()}

        def joint() -> Joint:
            paths = self.paths
            key = (rule, tuple(fields), tuple(options.items()))
            found = paths.played.get(key)
            if found is None:
                _, found = paths.joint(rule, options, fields)
                paths.played[key] = found
            return found

        return self._answer(joint)

    def tell(self, clause: str, text: str, **values: Any) -> None:
        pass

    def strike(self, label: str, face: int, count: int) -> None:
        pass
