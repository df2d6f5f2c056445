"""The course of what takes time: how often it has ended so after each roll or round, and how often it goes on."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.base.shapes.fraction import Bounds
from sixfold.rules.rule import Rule


class Point(NamedTuple):
    """How it stands after so many rolls or rounds: the chance of each ending so far, and that it goes on."""

    at: int
    endings: tuple[Bounds, ...]
    going: Bounds


class Course(NamedTuple):
    """The counted unit (rolls, rounds), the endings by name and in the game's words, and the chances at each count.

    Of each chance, as much may be missing as the odds leave `unresolved`.
    """

    number: str
    endings: tuple[str, ...]
    words: tuple[str, ...]
    ways: tuple[tuple[int, tuple[int, ...]], ...]
    """The counts, each with the ways of every ending so far."""
    scale: int
    unresolved: Fraction

    @property
    def points(self) -> tuple[Point, ...]:
        """A point for each count."""
        return tuple(map(self.point, self.ways))

    def point(self, counted: tuple[int, tuple[int, ...]]) -> Point:
        """The chances at a count, of which the ways of each ending so far are given."""
        at, ways = counted
        endings = tuple([Bounds.of(Fraction(number, self.scale), self.unresolved) for number in ways])
        going = Fraction(self.scale - sum(ways), self.scale)
        return Point(at, endings, Bounds(going - self.unresolved, going))


def course_of(
    rule: Rule, fields: Sequence[str], rows: Mapping[tuple[Any, ...], int], scale: int, unresolved: Fraction
) -> Course | None:
    """The course that outcomes tell, where their rule says which number is time; None where it does not.

    What it ends as is the named value of an outcome, or else whether it succeeds.
    """
    if rule.time not in fields or not rows:
        return None
    time, success = fields.index(rule.time), rule.success
    first = next(iter(rows))
    named = next((at for at, value in enumerate(first) if isinstance(value, str)), None)
    if named is None and (success is None or success.name not in fields):
        return None
    at = fields.index(success.name) if named is None and success is not None else named
    assert at is not None
    by_time: dict[int, dict[Any, int]] = {}
    for values, ways in rows.items():
        counts = by_time.setdefault(values[time], {})
        counts[values[at]] = counts.get(values[at], 0) + ways
    kinds = {ending for counts in by_time.values() for ending in counts}
    endings = _endings(rule, fields[at], kinds)
    so_far = dict.fromkeys([ending for ending, _, _ in endings], 0)
    counted = []
    for count in range(min(by_time), max(by_time) + 1):
        for ending, ways in by_time.get(count, {}).items():
            so_far[ending] += ways
        counted.append((count, tuple(so_far.values())))
    _, names, words = zip(*endings, strict=True)
    return Course(rule.time, names, words, tuple(counted), scale, unresolved)


def _endings(rule: Rule, field: str, kinds: set[Any]) -> list[tuple[Any, str, str]]:
    """The endings in the game's order, each with its name and the game's words for it."""
    if all(isinstance(kind, str) for kind in kinds):
        declared = [event.name.partition("=")[2] for event in rule.events if event.name.startswith(f"{field}=")]
        order = [*[name for name in declared if name in kinds], *sorted(kinds - set(declared))]
        return [(name, f"{field}={name}", rule.phrases.get(f"{field}={name}", name)) for name in order]
    event = rule.success
    assert event is not None
    both = ((True, field, event.words), (False, f"not {field}", event.otherwise))
    return [ending for ending in both if ending[0] in kinds]
