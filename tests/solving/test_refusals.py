"""What is too much work is refused before it was done: the work of a refusal is counted in calls."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

from sixfold.base.bounds import WORK
from sixfold.errors import OddsError, SixfoldError
from sixfold.rules import (
    Deck,
    Die,
    Fold,
    Table,
    at_least,
    count,
    each_face,
    groups,
    highest,
    longest_run,
    lowest,
    most_alike,
    most_common,
    nth_highest,
    of_a_kind,
    pairs_won,
    ranks,
    score,
    sets,
    showing,
    successes,
    suits,
    total,
    without_highest,
)
from sixfold.rules.judging import determinism
from sixfold.solving.best.play import DECIDED
from sixfold.solving.solver import solve
from tests.effort import calls
from tests.solving.test_best import best

SHARE = 50
"""Each check may take this part of the work of one answer: a refusal grows with the work that is allowed."""

CALLS = 6_000_000
"""Calls that Python makes in about a second, with what is done between them."""

ASIDE = 150_000
"""Calls for what is done once, however much work is allowed: what a rule is tried with before it is solved."""


@pytest.fixture(autouse=True)
def _plays_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule is tried equally often each time, however slow the machine is just now."""
    monkeypatch.setattr(determinism, "SECONDS", 3600.0)


class Everything(Fold[str]):
    """A fold that remembers all it sees."""

    def start(self, size: int) -> str:
        return ""

    def step(self, state: str, face: int, count: int) -> str:
        return f"{state} {count}x{face}"

    def end(self, state: str) -> str:
        return state


FOLDS: dict[str, Callable[[int], list[Fold[Any]]]] = {
    "total": lambda faces: [total()],
    "highest": lambda faces: [highest(9)],
    "both ends": lambda faces: [lowest(3), highest(3)],
    "rest": lambda faces: [without_highest(7), at_least(2, 3)],
    "rank": lambda faces: [nth_highest(4)],
    "kinds": lambda faces: [of_a_kind(3), of_a_kind(4, after=2, among=20)],
    "most common": lambda faces: [most_common(), highest(5), most_alike()],
    "run": lambda faces: [longest_run(), total()],
    "counts": lambda faces: [showing(">=", 2, highest(5)), showing("=", 1)],
    "scores": lambda faces: [total(), score({1: 100, 4: 50}), successes(2, twice=[4], less=[1])],
    "each face": lambda faces: [*each_face(faces)],
    "each face and more": lambda faces: [*each_face(faces), groups()],
    "sets": lambda faces: [sets()],
    "all sets": lambda faces: [sets(1)],
    "the best sets": lambda faces: [sets(2, 3, by="height"), sets(1, 1)],
    "groups": lambda faces: [groups()],
    "own": lambda faces: [Everything()],
}

HANDS: dict[str, tuple[Callable[[Any], Any], int]] = {
    "5d6": (lambda table: table.roll(5), 6),
    "20d6": (lambda table: table.roll(20), 6),
    "100d6": (lambda table: table.roll(100), 6),
    "40d20": (lambda table: table.roll(40, "dice", 20), 20),
    "10d100": (lambda table: table.roll(10, "dice", 100), 100),
    "100d100": (lambda table: table.roll(100, "dice", 100), 100),
    "rerolled": (lambda table: table.rethrow(table.roll(60, "dice", 20), {1, 2}), 20),
    "exploding": (lambda table: table.roll(20, "dice", Die(6, explode=6, depth=5)), 36),
    "mixed": (lambda table: table.roll([4, 6, 8, 10, 12] * 6), 12),
    "13 cards": (lambda table: table.draw([1] * 52, 13), 52),
    "half a deck": (lambda table: table.draw([4] * 13, 26), 13),
    "tokens": (lambda table: table.draw([5] * 200, 50), 200),
}


def answers(table: Any, hand: Any, folds: list[Fold[Any]]) -> dict[str, Any]:
    """The answers to folds as an outcome."""
    found = table.read(hand, *folds)
    each = found if len(folds) > 1 else (found,)
    return {str(at): str(answer) if isinstance(answer, tuple) else answer for at, answer in enumerate(each)}


def check_effort(rule: Callable[[Any], Any]) -> None:
    """Holds that a rule is answered, or refused, with no more calls than its share of a second."""

    def ask() -> None:
        with suppress(OddsError):
            solve(rule, Fraction(1, 1000), WORK // SHARE)

    assert calls(ask) < CALLS // SHARE + ASIDE


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("asked", FOLDS)
def test_every_fold_is_answered_or_refused_in_time(asked: str, hand: str) -> None:
    """Every fold on every size of dice and decks is answered, or refused, before a second is over."""
    roll, faces = HANDS[hand]
    check_effort(lambda table: answers(table, roll(table), FOLDS[asked](faces)))


def by_card(table: Table) -> Any:
    hand = table.draw(Deck(13, 4), 13)
    kinds, run = table.read(ranks(hand), groups(), longest_run())
    alike = table.read(suits(hand), groups())
    return {"kinds": str(kinds), "run": run, "alike": str(alike)}


def shoe(table: Table) -> Any:
    hand = table.draw(Deck(13, 4, counts=[6] * 52), 20)
    return {"kinds": table.read(ranks(hand), total()), "suit": table.read(suits(hand), most_common())}


def halves(table: Table) -> Any:
    points = 0
    for at in range(40):
        if table.read(table.roll(1), total()) >= 4:
            points += at
    return points


def each_value(table: Table) -> Any:
    return {f"die {at}": int(table.read(table.roll(1, "die", 20), total())) for at in range(6)}


def picked(table: Table) -> Any:
    return {"dice": str(table.pick(table.roll(30, "dice", 20), 4, sum))}


def picked_of_several(table: Table) -> Any:
    return {"dice": str(table.pick(table.roll([6, 8, 10, 12] * 3), 4, sum))}


def picked_cards(table: Table) -> Any:
    return {"cards": str(table.pick(table.draw([4] * 13, 13), 5, sum))}


def others(dice: tuple[Any, ...]) -> list[Any]:
    return [die for die in dice if die != dice[0]]


def rerolled(table: Table) -> Any:
    return table.read(table.rethrow(table.roll(12, "dice", 10), others), total())


def read_and_rerolled(table: Table) -> Any:
    hand = table.roll(12, "dice", 10)
    first = table.read(hand, highest(3))
    return first + table.read(table.rethrow(hand, {1, 2}), highest(3))


def paired(table: Table) -> Any:
    return table.read((table.roll(90, "mine", 20), table.roll(90, "theirs", 20)), pairs_won())


def read_and_paired(table: Table) -> Any:
    mine, theirs = table.roll(12, "mine", 8), table.roll(12, "theirs", 8)
    return table.read(mine, total()) + table.read((mine, theirs), pairs_won())


def symbols(table: Table) -> Any:
    die = Die.of((), *[(f"{one}{other}",) for one in "abcdef" for other in "abcdef"])
    return answers(table, table.roll(40, "dice", die), [count(name) for (name,) in die.faces[1:]])


RULES = [
    *(by_card, shoe, halves, each_value, picked, picked_of_several, picked_cards),
    *(rerolled, read_and_rerolled, paired, read_and_paired, symbols),
]


@pytest.mark.parametrize("rule", RULES)
def test_every_verb_is_answered_or_refused_in_time(rule: Callable[[Any], Any]) -> None:
    """Rules with many paths, picked, rerolled and paired dice and cards are answered, or refused, as fast."""
    check_effort(rule)


def turns(step: Callable[[Any, Any], Any], state: Any) -> Callable[[Any], Any]:
    """A game that never ends, whatever is decided in it."""
    return lambda table: {"state": str(table.repeat(step, state, lambda now: now == "never"))}


def die(table: Any) -> Any:
    return table.read(table.roll(1), total())


def either(table: Any, state: Any) -> Any:
    one, other = state
    return (one + die(table), other) if table.choose("Which?", ("one", "other"), 0) == 0 else (one, other + die(table))


def higher(table: Any, state: Any) -> Any:
    return state + 1 + table.choose("How far?", ("one", "two"), 0)


def one_of_many(table: Any, state: Any) -> Any:
    at = int(table.choose("Which?", [str(at) for at in range(12)], 0))
    return (*state[:at], die(table), *state[at + 1 :])


def longer(table: Any, state: Any) -> Any:
    return (*state, die(table) + table.choose("More?", ("no", "yes"), 0))


def spelt(table: Any, state: Any) -> Any:
    return state + table.choose("Which letter?", ("a", "b"), 0).name


def taken(table: Any, state: Any) -> Any:
    if table.choose("Again?", ("no", "yes"), 1) == 0:
        return state
    return tuple(table.pick(table.roll(5, "dice", 20), 5, sum))


def both_sides(table: Any, state: Any) -> Any:
    mine, theirs, turn = state
    if table.choose("Hold?", ("no", "yes"), 0, against=not turn) == 1:
        return mine, theirs, not turn
    return (mine + die(table), theirs, turn) if turn else (mine, theirs + die(table), turn)


def solve_with(rule: Callable[[Any], Any], work: int) -> None:
    solve(rule, Fraction(1, 1000), work)


def best_with(rule: Callable[[Any], Any], work: int) -> None:
    best(rule, "state", work)


GAMES: list[tuple[Callable[[Any, Any], Any], Any]] = [
    (either, (0, 0)), (higher, 0), (one_of_many, (0,) * 12), (longer, ()), (spelt, ""), (taken, (0,) * 5),
    (both_sides, (0, 0, True)),
]  # fmt: skip


@pytest.mark.parametrize("find", [solve_with, best_with])
@pytest.mark.parametrize(("step", "state"), GAMES)
def test_a_game_without_an_end_is_refused_in_time(
    find: Callable[[Callable[[Any], Any], int], None],
    step: Callable[[Any, Any], Any],
    state: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game with a choice in each step that goes on for ever is refused as fast, for its odds and for best play."""

    def ask(work: int) -> None:
        with pytest.raises(SixfoldError, match=r"more work|more than|would never end"):
            find(turns(step, state), work)

    monkeypatch.setattr(determinism, "CALLS", (200, 200))  # it is rolled for a while before it is solved
    aside = calls(lambda: ask(1))
    share = (DECIDED if find is best_with else 1) * CALLS // SHARE
    assert calls(lambda: ask(WORK // SHARE)) - aside < share * 5 // 4  # the line is looked for afterwards
