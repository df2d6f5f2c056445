"""Rules that are played inside others: the steps of a race, and rules played as a whole."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

from sixfold.counting import IDENTITY
from sixfold.rules.interval import Interval
from sixfold.rules.table import Play
from sixfold.solving.context import Context
from sixfold.solving.drawable import Inside
from sixfold.solving.entries import plain, total_ways
from sixfold.solving.joint import Entries, Joint, Joints, Kind, Parts, apart, kinds_of


class Played(NamedTuple):
    """The wanted fields of a rule's outcome."""

    context: Context
    inside: Callable[..., Inside]
    rule: Play
    options: dict[str, Any]
    fields: tuple[str, ...]

    @property
    def key(self) -> Hashable:
        """What tells it from others; None where its options cannot be told apart."""
        if not all(isinstance(value, Hashable) for value in self.options.values()):
            return None
        return (self.rule, self.fields, tuple(self.options.items()))

    def parts(self) -> Parts:
        key = self.key
        return self.context.kept(key, self._parts) if key is not None else self._parts()

    def _parts(self) -> Parts:
        inside = self.inside(self.rule, self.options, self.fields)
        entries, scale = inside.known()
        key = self.key
        if key is not None and inside.more:
            self.context.inside[key] = inside
        return Parts(Joint(entries, scale, kinds_of(entries)).by_name() if entries else (), inside.more)

    def beyond(self) -> Joints:
        key = self.key
        inside = self.context.inside.get(key) if key is not None else None
        if inside is None:
            inside = self.inside(self.rule, self.options, self.fields)
            inside.known()
        return apart(*inside.beyond())


class Raced(NamedTuple):
    """The tallies at the end of a race, and the number of its steps."""

    context: Context
    inside: Callable[..., Inside]
    step: Callable[[Any], tuple[int, ...]]
    targets: tuple[int | None, ...]

    def _gained(self, table: Any) -> dict[str, int]:
        names = [str(at) for at in range(len(self.targets))]
        return dict(zip(names, self.step(table), strict=True))

    def _gains(self) -> tuple[dict[tuple[int, ...], int], int]:
        """The gains of one step with their ways, and what these are out of."""
        entries, whole = self.inside(self._gained, {}).known()
        gains: dict[tuple[int, ...], int] = {}
        for gain, ways, _ in plain(entries, self.context.width):
            gains[gain] = gains.get(gain, 0) + ways
        divisor = gcd(whole, *gains.values())
        return {gain: ways // divisor for gain, ways in gains.items()}, whole // divisor

    def parts(self) -> Parts:
        from sixfold.solving.race import race  # here, since few rules need it

        context, targets = self.context, self.targets
        gains, scale = self._gains()
        if not gains:
            return Parts((), True)
        key = (tuple(gains.items()), scale, targets)
        found = context.races.get(key)
        if found is None:
            found = context.races[key] = race(gains, scale, targets, context.share / 4, context.work)
        context.widen(found.whole.bit_length())
        ends: Entries = [((*tallied, IDENTITY), 1, poly) for tallied, poly in found.ends(context.width)]
        if found.endless:
            context.longer[key] = Fraction(found.whole - total_ways(ends, context.width), found.whole)
        return Parts((Joint(ends, found.whole, (*[Kind.NUMBER] * len(targets), Kind.PACKED)),), found.endless)

    def beyond(self) -> Joints:
        """Longer races, and what was rounded away: nothing is known of them but that tallies only grow."""
        gains, scale = self._gains()
        left = self.context.longer.get((tuple(gains.items()), scale, self.targets), Fraction(1))
        answers = (*[Interval(0, None)] * len(self.targets), Interval(1, None))
        return apart([(answers, left.numerator, None)], left.denominator)
