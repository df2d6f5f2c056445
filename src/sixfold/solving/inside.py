"""Rules that are played inside others: the steps of a race, and rules played as a whole."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import gcd
from typing import Any, NamedTuple, Protocol

from sixfold.rules.interval import Interval
from sixfold.rules.table import Play
from sixfold.solving.context import Context
from sixfold.solving.entries import plain, total_ways
from sixfold.solving.joint import Entries, Joint, Joints, Parts, apart, kinds_of


class Inside(Protocol):
    """All paths of a rule that is played inside another one."""

    @property
    def more(self) -> bool: ...

    def known(self) -> tuple[Entries, int]: ...

    def beyond(self) -> tuple[Entries, int]: ...


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

    def parts(self) -> Parts:
        from sixfold.solving.race import race  # here, since few rules need it

        context, targets = self.context, self.targets
        entries, whole = self.inside(self._gained, {}).known()
        gains: dict[tuple[int, ...], int] = {}
        for gain, ways, _ in plain(entries, context.width):
            gains[gain] = gains.get(gain, 0) + ways
        if not gains:
            return Parts((), True)
        divisor = gcd(whole, *gains.values())
        scale = whole // divisor
        gains = {gain: ways // divisor for gain, ways in gains.items()}
        key = (tuple(gains.items()), scale, targets)
        found = context.races.get(key)
        if found is None:
            found = context.races[key] = race(gains, scale, targets, context.share / 4, context.work)
        return found.parts(context, len(targets))

    def beyond(self) -> Joints:
        """Longer races, and what was rounded away: nothing is known of them but that tallies only grow."""
        left = whole = 1
        for entries, scale, _, _ in self.parts().joints:
            left, whole = scale - total_ways(entries, self.context.width), scale
        return apart([((*[Interval(0, None)] * len(self.targets), Interval(1, None)), left, None)], whole)
