"""The work done by dyce 0.7: pools are surveyed face by face, and what depends on them is expanded."""

from __future__ import annotations

import warnings
from bisect import bisect_right
from fractions import Fraction
from functools import partial
from typing import Any

from dyce import H, HResult, P, expand
from dyce.lifecycle import ExperimentalWarning
from dyce.p import survey_outcome_order_descending as from_the_highest

from benchmarks import settle
from benchmarks.answer import Answer

warnings.simplefilter("ignore", ExperimentalWarning)

ALL = Fraction(0)
"""No path is too unlikely: without this, `expand` leaves out what is rarer than 1 in 8,388,607."""


def _sum_of(dice: int) -> Any:
    return dice @ H(6)


def ten(extra: int) -> Any:
    three = ((3 + extra) @ P(6)).survey(
        initial=(3, 0, False),
        accumulate=settle.highest_three,
        order=from_the_highest,
        settle=lambda state: state[1:],
    )

    def outcome(result: HResult[Any]) -> Any:
        natural, chaos = result.outcome
        if natural >= 16:
            return _sum_of(natural - 15).apply(lambda more: settle.ten(natural, more, "critical", chaos))
        if natural <= 5:
            return _sum_of(6 - natural).apply(lambda loss: settle.ten(natural, -loss, "blunder", chaos))
        return settle.ten(natural, 0, "plain", chaos)

    return expand(outcome, three, min_path_probability=ALL)


def skew(high: int) -> Any:
    three = 3 @ H(6)

    def up(result: HResult[int], *, left: int) -> Any:
        if result.outcome < 18:
            return max(0, result.outcome - 10)
        return expand(up, three, left=left - 1) + 8 if left else CUT_GAIN

    def down(result: HResult[int], *, left: int) -> Any:
        if result.outcome > 3:
            return max(0, 10 - result.outcome)
        return expand(down, three, left=left - 1) + 7 if left else CUT_GAIN

    def outcome(result: HResult[int]) -> Any:
        natural = result.outcome
        if natural == 18:
            return expand(up, three, left=settle.OPEN_ENDS - 1).apply(lambda gain: _open(18, gain, 1))
        if natural == 3:
            return expand(down, three, left=settle.OPEN_ENDS - 1).apply(lambda loss: _open(3, loss, -1))
        return (natural, natural)

    return expand(outcome, ((3 + high) @ P(6)).at(slice(-3, None)), min_path_probability=ALL)


CUT_GAIN = 10**6


def _open(natural: int, gain: int, sign: int) -> settle.Row:
    return settle.CUT_OPEN_END if gain >= CUT_GAIN else (natural, natural + sign * gain)


def keep(dice: int, kept: int) -> Any:
    return (dice @ P(6)).at(slice(-kept, None))


def hs(dice: int, cuts: int) -> Any:
    return (dice @ P(6)).survey(
        initial=(cuts, 0, False),
        accumulate=settle.highest_left,
        order=from_the_highest,
        settle=lambda state: settle.hs(state[1], state[2]),
    )


def odgs(dice: int) -> Any:
    return (dice @ P(6)).survey(
        initial=(),
        accumulate=settle.worth_keeping,
        order=from_the_highest,
        settle=lambda state: settle.odgs(state, 15, 5),
    )


def wild(dice: int) -> Any:
    chains = settle.chains(dice)
    pool = (dice - 1) @ P(6)
    outcomes: list[tuple[settle.Row, int]] = [(settle.CUT_WILD, chains.pop(settle.CUT_CHAIN) * pool.total)]
    for drop, ends in settle.by_drop(chains).items():
        sixes, ones = settle.thresholds(ends)
        others = pool.survey(
            initial=(drop, 0, bisect_right(sixes, 0), bisect_right(ones, 0)),
            accumulate=partial(settle.others, sixes=sixes, ones=ones),
            order=from_the_highest,
            settle=lambda state: state[1:],
        )
        for needed, alike in settle.by_needed(ends).items():
            six, one = bisect_right(sixes, needed[0]), bisect_right(ones, needed[1])
            read = others.apply(partial(_read, six=six, one=one))
            for (rest, success, botch), count in read.items():
                for end in alike:
                    row = settle.wild(end, rest, dice, success, botch)
                    outcomes.append((row, chains[end] * count))
    return H.from_counts(outcomes)


def _read(other: tuple[int, int, int], six: int, one: int) -> tuple[int, bool, bool]:
    return other[0], other[1] >= six, other[2] >= one


def extended(threshold: int, degrees: bool) -> Any:
    test = ten(0).apply(lambda row: (row[3], row[2] if degrees else 0))
    test = test.lowest_terms()
    tallies = H({settle.START: 1})

    def roll(tally: settle.Tally, result: tuple[bool, int]) -> settle.Tally:
        return settle.roll_counts(tally, result, degrees)

    done: dict[settle.Tally, Fraction] = {}
    chance = Fraction(1)
    while chance * settle.EXACT > 1:
        tallies = tallies.apply(roll, test)
        total = tallies.total
        going = {}
        for tally, count in tallies.items():
            if settle.finished(tally, threshold):
                done[tally] = done.get(tally, Fraction(0)) + chance * Fraction(count, total)
            else:
                going[tally] = count
        tallies = H(going)
        chance = chance * Fraction(sum(going.values()), total)
        if not going:
            break
    return {settle.extended(tally, threshold): c for tally, c in done.items()}


def answer(result: Any) -> Answer:
    """The rows of a result and their ways."""
    if isinstance(result, dict):
        return Answer.of_fractions(result)
    return Answer.of(
        {row if isinstance(row, tuple) else (row,): int(n) for row, n in result.items()}, int(result.total)
    )
