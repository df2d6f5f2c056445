"""Chains of throws: the same dice thrown again as long as they show certain values."""

from collections.abc import Hashable
from fractions import Fraction
from itertools import count
from math import comb
from operator import itemgetter
from typing import NamedTuple

from sixfold.counting.adding import tallies
from sixfold.counting.packed import IDENTITY, ZERO, pack, unpack, weight
from sixfold.errors import RuleError
from sixfold.rules.dice import D6, chain_length
from sixfold.rules.folds import Ranked
from sixfold.rules.interval import Interval
from sixfold.solving.context import Context, FollowedPart
from sixfold.solving.joint import Alternatives, Entries, Joint, Joints, Kind
from sixfold.solving.readings import reading


class ThrowChain(NamedTuple):
    """How often each value of `among` came before the last throw, and the last reading.

    Every throw is independent of those before, so their order does not matter: what counts is how many there
    were of each, in any order. `alternatives` follows that to some length; what is longer or rarer lies beyond.
    """

    context: Context
    size: int
    fold: Ranked
    among: tuple[int, ...]
    most: int | None

    def alternatives(self) -> Alternatives:
        """Return the part that is followed."""
        key = ("again", self.context.tolerance, *self[1:])
        return self.context.kept(key, lambda: self._alternatives(key))

    def _single(self) -> tuple[dict[int, int], int]:
        """The readings of one throw with their ways, and what these are out of."""
        (joint,) = reading(self.context, self.size, D6, (self.fold,)).joints
        return dict(unpack(joint.entries[0][2] or ZERO, self.context.width)), joint.scale

    def _alternatives(self, key: Hashable) -> Alternatives:
        joints, more = self.context.shared(key, self._followed)
        return Alternatives(joints, self._beyond if more else None)

    def _followed(self) -> FollowedPart:
        """Chains that are likely enough. They leave out half of the share at most, so that two of them stay within it.

        A part of that is for chains that are too long, the rest for rare counts.
        """
        context, most = self.context, self.most
        values, throw_scale = self._single()
        weights = [values.get(value, 0) for value in self.among]
        ends = {value: n for value, n in values.items() if value not in self.among}
        if most is None and not ends:
            raise RuleError("rule/endless", "Every roll is rerolled, so this would never end.")
        depth = chain_length(Fraction(sum(weights), throw_scale), context.tolerance / 4) if most is None else most - 1
        context.work.charge(10 * comb(depth + len(weights), len(weights)))
        context.work.adding(depth * throw_scale.bit_length(), depth)
        scale = throw_scale ** (depth + 1)
        context.widen(scale.bit_length())
        end, every = pack(ends, context.width), pack(values, context.width)
        rising = [throw_scale**length for length in range(depth + 1)]
        found = [(number * rising[depth - sum(counts)], counts) for counts, number in tallies(weights, depth) if number]
        context.work.charge(20 * len(found))
        if most is None:
            # The rarest counts, which together have no more ways than allowed, are left out.
            spare = (context.tolerance / 2 * scale - sum(weights) ** (depth + 1)) // sum(ends.values())
            found.sort(key=itemgetter(0))
            dropped = 0
            while dropped < len(found) and found[dropped][0] <= spare:
                spare -= found[dropped][0]
                dropped += 1
            del found[:dropped]
        # A chain that is as long as it may be ends whatever it shows.
        last = None if most is None else most - 1
        entries: Entries = [
            ((*counts, IDENTITY), number, every if sum(counts) == last else end)
            for number, counts in found
            if end[1] or sum(counts) == last
        ]
        kinds = (*[Kind.NUMBER] * len(weights), Kind.PACKED)
        return FollowedPart((Joint(entries, scale, kinds),) if entries else (), most is None and any(weights))

    def _beyond(self) -> Joints:
        """All other chains. The last throw does not depend on how many there were before it.

        Of chains in which only one of the values came, it is known which, and that there are more of it.
        """
        values, one = self._single()
        weights = [values.get(value, 0) for value in self.among]
        ends = pack({value: n for value, n in values.items() if value not in self.among}, self.context.width)
        end = weight(ends, self.context.width)
        left, known = Fraction(1), {}
        for joint in self.alternatives().joints:
            known = {row[:-1]: Fraction(ways * end, joint.scale) for row, ways, _ in joint.entries}
            left -= sum(known.values())
        found = []
        for at, ways in enumerate(weights):
            alone = {counts[at]: chance for counts, chance in known.items() if sum(counts) == counts[at] > 0}
            chance = Fraction(end * ways, one * (one - ways)) - sum(alone.values())
            if ways:
                least = next(number for number in count(1) if number not in alone)
                more = Interval(least, None, endless=True)
                found.append((chance, [more if place == at else 0 for place in range(len(weights))]))
                left -= chance
        if left:
            found.append((left, [Interval(0, None, endless=True) if ways else 0 for ways in weights]))
        joints = []
        for chance, tally in found:
            scale = chance.denominator * end
            self.context.widen(scale.bit_length())
            entries: Entries = [((*tally, IDENTITY), chance.numerator, ends)]
            joints.append(Joint(entries, scale, (*[Kind.NAME] * len(weights), Kind.PACKED), beyond=True))
        return tuple(joints)
