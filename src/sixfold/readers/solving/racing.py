"""Races solved exactly: gains added up until one tally reaches its target.

The states of a race are its tallies. Gains never take anything away, so in the order of the tallies every state
is complete before it is left, and is visited once. How many steps it took is the exponent of a packed polynomial.
"""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from math import comb

from sixfold.errors import RuleError
from sixfold.packed import ZERO, Packed, add, unpack
from sixfold.ways import Ledger

Tallies = tuple[int, ...]
Gains = dict[Tallies, int]
Targets = tuple[int | None, ...]
Finished = dict[Tallies, list[tuple[int, int]]]
"""Final tallies, each with (number of steps, ways out of scale**steps)."""


def race(gains: Gains, scale: int, targets: Targets, tolerance: Fraction, ledger: Ledger) -> tuple[Finished, int]:
    """Every way a race can end, and the number of steps of the longest that was followed.

    `gains` are the gains of one step with their ways, out of `scale`.
    """
    if len(targets) == 2 and None not in targets and all(sorted(gain) == [0, 1] for gain in gains):
        return _one_at_a_time(gains, targets, ledger)
    return _general(gains, scale, targets, float(tolerance), ledger)


def _one_at_a_time(gains: Gains, targets: Targets, ledger: Ledger) -> tuple[Finished, int]:
    """Two sides, each step one point for either: the negative binomial distribution."""
    finished: Finished = {}
    first, second = targets
    assert first is not None and second is not None
    for won, lost, winner in ((first, second, 0), (second, first, 1)):
        win = gains.get((1, 0) if winner == 0 else (0, 1), 0)
        lose = gains.get((0, 1) if winner == 0 else (1, 0), 0)
        ways = win**won
        for losses in range(lost):
            if losses:
                ways = win**won * lose**losses * comb(won - 1 + losses, losses)
            ledger.adding(ways.bit_length(), 3)
            if ways:
                tallied = (won, losses) if winner == 0 else (losses, won)
                finished[tallied] = [(won + losses, ways)]
    return finished, max(steps for lengths in finished.values() for steps, _ in lengths)


def _general(gains: Gains, scale: int, targets: Targets, tolerance: float, ledger: Ledger) -> tuple[Finished, int]:
    idle = sum(
        number
        for gain, number in gains.items()
        if not any(g for g, target in zip(gain, targets, strict=True) if target is not None)
    )
    if idle == scale:
        raise RuleError("rule/endless", "Nothing is ever gained, so this would never end.")
    needed = 1 + sum(target - 1 for target in targets if target is not None)
    longest = _longest(needed, idle / scale, tolerance)
    width = -(-(longest * scale.bit_length() + 8) // 64) * 64
    start = (0,) * len(targets)
    open_states: dict[Tallies, Packed] = {start: (0, 1)}
    order = [start]
    finished: dict[Tallies, Packed] = {}
    moves = list(gains.items())
    while order:
        state = heappop(order)
        low, bits = open_states.pop(state)
        reached: dict[Tallies, int] = {}
        for gain, number in moves:
            tallied = tuple(
                have + more if target is not None else min(1, have + more)
                for have, more, target in zip(state, gain, targets, strict=True)
            )
            reached[tallied] = reached.get(tallied, 0) + number
        stay = reached.pop(state, 0)
        if stay:
            bits = _with_idle_steps(bits, stay, longest - low, width, ledger)
        bits &= (1 << (width * max(0, longest - low))) - 1
        if not bits:
            continue
        ledger.charge(15 * len(moves))
        ledger.adding(bits.bit_length(), 2 * len(reached))
        for tallied, number in reached.items():
            term = (low + 1, bits * number)
            if any(have >= target for have, target in zip(tallied, targets, strict=True) if target is not None):
                finished[tallied] = add(finished.get(tallied, ZERO), term, width)
            elif tallied in open_states:
                open_states[tallied] = add(open_states[tallied], term, width)
            else:
                open_states[tallied] = term
                heappush(order, tallied)
    return {tallied: unpack(poly, width) for tallied, poly in finished.items()}, longest


def _with_idle_steps(bits: int, stay: int, most: int, width: int, ledger: Ledger) -> int:
    """Times 1 + stay*x + (stay*x)**2 + ... up to x**most: the product of 1 + (stay*x)**(2**i)."""
    power = 1
    while power <= most:
        ledger.multiplying(bits.bit_length(), power * stay.bit_length())
        bits += (bits * stay**power) << (power * width)
        bits &= (1 << ((most + 1) * width)) - 1
        power *= 2
    return bits


def _longest(needed: int, idle: float, tolerance: float) -> int:
    """Steps after which `needed` of them have gained something, but for a chance within the tolerance.

    An estimate: what is really left out is counted afterwards, exactly.
    """
    if not idle:
        return needed
    steps = needed
    # Chance of fewer than `needed` gaining steps among `steps`, as a sum of binomial terms.
    while True:
        steps += max(1, steps // 16)
        term, tail = idle**steps, 0.0
        for gaining in range(needed):
            tail += term
            term *= (steps - gaining) / (gaining + 1) * (1 - idle) / idle
        if tail <= tolerance:
            return steps
