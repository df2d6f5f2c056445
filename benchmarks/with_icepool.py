"""The work done by icepool 2: evaluators see a pool face by face, and what depends on them is mapped."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import icepool
from icepool import Die, MultisetEvaluator, Order, UnsupportedOrder, d4, d6

from benchmarks import settle
from benchmarks.answer import Answer


class FromTheHighest(MultisetEvaluator):
    """An evaluator that sees the faces from 6 to 1."""

    def __init__(self, start: Any) -> None:
        self.start = start

    def initial_state(self, order: Order, outcomes: Any, *sizes: Any, **kwargs: Any) -> Any:
        if order != Order.Descending:
            raise UnsupportedOrder
        return self.start


class HighestThree(FromTheHighest):
    def next_state(self, state: Any, order: Order, face: Any, count: int) -> Any:
        return settle.highest_three(state, face, count)

    def final_outcome(self, state: Any, *_: Any) -> Any:
        return state[1:]


def ten(extra: int) -> Any:
    three = HighestThree((3, 0, False))(d6.pool(3 + extra))

    def outcome(natural: int, chaos: bool) -> Any:
        if natural >= 16:
            return ((natural - 15) @ d6).map(lambda more: settle.ten(natural, more, "critical", chaos))
        if natural <= 5:
            return ((6 - natural) @ d6).map(lambda loss: settle.ten(natural, -loss, "blunder", chaos))
        return settle.ten(natural, 0, "plain", chaos)

    return three.map(outcome, star=True)


def skew(high: int) -> Any:
    three = 3 @ d6
    up = three.map(
        lambda thrown: 8 + icepool.Again if thrown == 18 else max(0, thrown - 10),
        again_depth=settle.OPEN_ENDS - 1,
        again_end=CUT_GAIN,
    )
    down = three.map(
        lambda thrown: 7 + icepool.Again if thrown == 3 else max(0, 10 - thrown),
        again_depth=settle.OPEN_ENDS - 1,
        again_end=CUT_GAIN,
    )

    def outcome(natural: int) -> Any:
        if natural == 18:
            return up.map(lambda gain: _open(18, gain, 1))
        if natural == 3:
            return down.map(lambda loss: _open(3, loss, -1))
        return (natural, natural)

    return d6.highest(3 + high, 3).map(outcome)


CUT_GAIN = 10**6


def _open(natural: int, gain: int, sign: int) -> settle.Row:
    return settle.CUT_OPEN_END if gain >= CUT_GAIN else (natural, natural + sign * gain)


def keep(dice: int, kept: int) -> Any:
    return d6.highest(dice, kept)


class HighestLeft(FromTheHighest):
    def next_state(self, state: Any, order: Order, face: Any, count: int) -> Any:
        return settle.highest_left(state, face, count)

    def final_outcome(self, state: Any, *_: Any) -> Any:
        return settle.hs(state[1], state[2])


def hs(dice: int, cuts: int) -> Any:
    return HighestLeft((cuts, 0, False))(d6.pool(dice))


class WorthKeeping(FromTheHighest):
    def next_state(self, state: Any, order: Order, face: Any, count: int) -> Any:
        return settle.worth_keeping(state, face, count)

    def final_outcome(self, state: Any, *_: Any) -> Any:
        return settle.odgs(state, 15, 5)


def odgs(dice: int) -> Any:
    return WorthKeeping(())(d6.pool(dice))


def wild(dice: int) -> Any:
    """By the sixes and ones among the other dice; those between are icepool's `lowest`.

    An evaluator that carries the sum and counts sixes and ones by the way is half as long, and 2 to 4 times slower.
    """
    chains = settle.chains(dice)
    outcomes: dict[settle.Row, int] = {settle.CUT_WILD: chains.pop(settle.CUT_CHAIN) * 6 ** (dice - 1)}
    lowest = cache(lambda rolls, keep: tuple((d4 + 1).lowest(rolls, keep).items()) if keep else ((0, 4**rolls),))
    for drop, ends in settle.by_drop(chains).items():
        sixes, ones = settle.thresholds(ends)
        others = _others(dice - 1, drop, sixes, ones, lowest)
        for needed, alike in settle.by_needed(ends).items():
            six, one = bisect_right(sixes, needed[0]), bisect_right(ones, needed[1])
            read: dict[tuple[int, bool, bool], int] = {}
            for (many_sixes, many_ones), sums in others.items():
                for rest, quantity in sums.items():
                    key = (rest, many_sixes >= six, many_ones >= one)
                    read[key] = read.get(key, 0) + quantity
            for (rest, success, botch), quantity in read.items():
                for end in alike:
                    row = settle.wild(end, rest, dice, success, botch)
                    outcomes[row] = outcomes.get(row, 0) + chains[end] * quantity
    return Die(outcomes)


def _others(size: int, drop: int, need_sixes: tuple[int, ...], need_ones: tuple[int, ...], lowest: Any) -> Any:
    """The sums of the other dice, for each number of thresholds that their sixes and ones reach."""
    others: dict[tuple[int, int], dict[int, int]] = {}
    for sixes in range(size + 1):
        gone = min(drop, sixes)
        for ones in range(size + 1 - sixes):
            between = size - sixes - ones
            taken = min(drop - gone, between)
            shown = 6 * (sixes - gone) + ones - (drop - gone - taken)
            ways = comb(size, sixes) * comb(size - sixes, ones)
            sums = others.setdefault((bisect_right(need_sixes, sixes), bisect_right(need_ones, ones)), {})
            for rest, quantity in lowest(between, between - taken):
                sums[shown + rest] = sums.get(shown + rest, 0) + ways * quantity
    return others


def extended(threshold: int, degrees: bool) -> Any:
    """Step by step, as long as more than one in 10**12 is still going."""
    test = ten(0).map(lambda *row: (row[3], row[2] if degrees else 0), star=True).simplify()
    ended: dict[settle.Row, Fraction] = {}
    tallies, left = Die([settle.START]), Fraction(1)
    while left * settle.EXACT > 1:
        tallies = icepool.map(
            lambda tally, result: settle.roll_counts(tally, result, degrees), tallies, test, star=False
        )
        whole = tallies.denominator()
        done, tallies = tallies.split(lambda tally: settle.finished(tally, threshold), star=False)
        for tally, quantity in done.items():
            row = settle.extended(tally, threshold)
            ended[row] = ended.get(row, Fraction(0)) + left * Fraction(quantity, whole)
        left *= Fraction(tallies.denominator(), whole)
        tallies = tallies.simplify()
    return ended


def eliminated(threshold: int, degrees: bool) -> Any:
    """By the general elimination of an absorbing chain, `map(repeat='inf')`; it cannot count the rolls of
    a test that may gain nothing, so these are left out there."""
    test = ten(0).map(lambda *row: (row[3], row[2] if degrees else 0), star=True).simplify()

    def step(tally: settle.Tally) -> Any:
        if settle.finished(tally, threshold):
            return tally
        return test.map(lambda result: _forget(settle.roll_counts(tally, result, degrees), degrees), star=False)

    ended = icepool.map(step, settle.START, repeat="inf", star=False)
    return ended.map(lambda tally: settle.extended(tally, threshold), star=False)


def _forget(tally: settle.Tally, degrees: bool) -> settle.Tally:
    """Without the number of rolls where it would make endlessly many states."""
    return (*tally[:3], 0) if degrees else tally


def answer(result: Any) -> Answer:
    """The rows of a result and their ways."""
    if isinstance(result, dict):
        return Answer.of_fractions(result)
    rows = {row if isinstance(row, tuple) else (row,): n for row, n in result.items()}
    return Answer.of(rows, result.denominator())
