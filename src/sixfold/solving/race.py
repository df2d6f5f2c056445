"""Races solved exactly: gains added up until one tally reaches its target.

The states of a race are its tallies. Gains never take anything away, so in the order of the tallies every state
is complete before it is left, and is visited once. How many steps it took is the exponent of a packed polynomial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from heapq import heappop, heappush
from math import ceil, exp, log
from operator import add as add_up
from typing import NamedTuple

from sixfold.counting import Work
from sixfold.counting.packed import Packed, add
from sixfold.errors import RuleError
from sixfold.solving.race_chances import ExactSteps, RoundedSteps, Steps

Tallies = tuple[int, ...]
Gains = dict[Tallies, int]
Targets = tuple[int | None, ...]


class Race(NamedTuple):
    """How a race can end: `ends` gives the final tallies, each with its numbers of steps packed in a given width.

    All ways are out of `whole`. What they do not come to is that of longer races, and what was rounded away.
    """

    ends: Callable[[int], Iterator[tuple[Tallies, Packed]]]
    whole: int
    endless: bool


EXACT_BITS = 640
"""Races that can go on for ever are solved with rounded chances when exact ones would have more bits."""


def race(gains: Gains, scale: int, targets: Targets, tolerance: Fraction, work: Work) -> Race:
    """Every way a race can end.

    `gains` are the gains of one step with their ways, out of `scale`.
    """
    if len(targets) == 2 and None not in targets and all(sorted(gain) == [0, 1] for gain in gains):
        return _one_at_a_time(gains, scale, targets, work)
    return _general(gains, scale, targets, float(tolerance), work)


def _one_at_a_time(gains: Gains, scale: int, targets: Targets, work: Work) -> Race:
    """Two sides, each step one point for either: the negative binomial distribution."""
    finished: dict[Tallies, Packed] = {}
    first, second = targets
    assert first is not None and second is not None
    longest = first + second - 1
    work.charge(longest * (20 + (longest * scale.bit_length() // 30) ** 2 // 100))
    for won, lost, winner in ((first, second, 0), (second, first, 1)):
        win = gains.get((1, 0) if winner == 0 else (0, 1), 0)
        lose = gains.get((0, 1) if winner == 0 else (1, 0), 0)
        # C(won - 1 + losses, losses) * win**won * lose**losses, out of scale**(won + losses), from one to the next.
        ways = win**won * scale ** (longest - won)
        for losses in range(lost):
            if losses:
                ways = ways * (lose * (won - 1 + losses)) // (losses * scale)
            if ways:
                finished[(won, losses) if winner == 0 else (losses, won)] = (won + losses, ways)
    return Race(lambda width: iter(finished.items()), scale**longest, sum(gains.values()) < scale)


def _general(gains: Gains, scale: int, targets: Targets, tolerance: float, work: Work) -> Race:
    """Any gains: every state in the order of its tallies, the number of steps packed."""
    idle = sum(
        number
        for gain, number in gains.items()
        if not any(g for g, target in zip(gain, targets, strict=True) if target is not None)
    )
    if idle == scale:
        raise RuleError("rule/endless", "Nothing is ever gained, so this would never end.")
    longest = _longest(gains, scale, targets, tolerance)
    steps: Steps
    if idle and longest * scale.bit_length() > EXACT_BITS:
        steps = RoundedSteps(scale, longest, tolerance, work)
    else:
        steps = ExactSteps(scale, longest, work)
    start = (0,) * len(targets)
    order = [start]
    reached: dict[Tallies, Packed] = {start: (0, steps.start)}
    leaving: dict[Tallies, tuple[int, list[tuple[Tallies, int]]]] = {}
    width = steps.width
    ends = [(at, target) for at, target in enumerate(targets) if target is not None]
    marks = [at for at, target in enumerate(targets) if target is None]
    while order:
        state = heappop(order)
        marked = tuple([state[at] for at in marks])
        known = leaving.get(marked)
        if known is None:
            known = leaving[marked] = _moves(gains, marks, marked, steps)
        stay, moves = known
        low, bits = steps.leaving(reached.pop(state), stay)
        work.charge(25 * len(moves))
        if not bits:
            continue
        work.adding(bits.bit_length(), 2 * len(moves))
        low += 1
        for gain, number in moves:
            tallied = tuple(map(add_up, state, gain))
            found = reached.get(tallied)
            if found is not None:
                reached[tallied] = add(found, (low, bits * number), width)
                continue
            reached[tallied] = (low, bits * number)
            for at, target in ends:
                if tallied[at] >= target:
                    break
            else:
                heappush(order, tallied)
    steps.charge(reached)
    endless = idle > 0 or sum(gains.values()) < scale
    return Race(lambda width: steps.ends(reached, tolerance, width), steps.whole, endless)


def _moves(gains: Gains, marks: list[int], marked: Tallies, steps: Steps) -> tuple[int, list[tuple[Tallies, int]]]:
    """The chance of a step that changes nothing, and of every change, where these marks are set already."""
    set_already = {at for at, mark in zip(marks, marked, strict=True) if mark}
    changes: dict[Tallies, int] = {}
    for gain, number in gains.items():
        change = tuple([min(g, 1) if at in marks else g for at, g in enumerate(gain)])
        change = tuple([0 if at in set_already else g for at, g in enumerate(change)])
        changes[change] = changes.get(change, 0) + steps.chance(number)
    stay = changes.pop((0,) * len(next(iter(gains))), 0)
    return stay, list(changes.items())


def _longest(gains: Gains, scale: int, targets: Targets, tolerance: float) -> int:
    """Steps after which the race is over, but for a chance within the tolerance.

    As long as it goes on, every tally is below its target, so all gains together are below `needed`. Where every
    step gains something that takes no more steps than that. Else Chernoff's bound tells: the chance that n steps
    gain less is at most exp(t * needed) * E[exp(-t * gain)]**n, for any t. What is really left out is counted
    afterwards, exactly.
    """
    needed = 1 + sum(target - 1 for target in targets if target is not None)
    chances: dict[int, float] = {}
    for gain, number in gains.items():
        together = sum(g for g, target in zip(gain, targets, strict=True) if target is not None)
        chances[together] = chances.get(together, 0.0) + number / scale
    if 0 not in chances:
        return -(-needed // min(chances))

    def steps(t: float) -> float:
        shrinks = log(sum(chance * exp(-t * gained) for gained, chance in chances.items()))
        return (t * needed - log(tolerance)) / -shrinks

    return ceil(min(steps(at / 40) for at in range(1, 200)))
