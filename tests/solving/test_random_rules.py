"""Rules that nobody wrote: whatever a rule does with its dice, the solver gives what every face gives."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sixfold.rules.dice import Die
from sixfold.rules.folds import (
    AtLeast,
    OfAKind,
    at_least,
    highest,
    longest_run,
    lowest,
    most_alike,
    most_common,
    nth_highest,
    of_a_kind,
    score,
    showing,
    successes,
    total,
    without_highest,
)  # fmt: skip
from sixfold.rules.late import clamp
from sixfold.rules.table import Table, Values
from sixfold.solving.solver import solve
from tests.effort import THOROUGH
from tests.solving.exhaustive import exhaust

MOST_DICE = 5
SMALL, LARGE = Die(2), Die(3)

FOLDS: dict[str, Callable[[Any], Any]] = {
    "total": lambda n: total(),
    "highest": highest,
    "lowest": lowest,
    "without": without_highest,
    "nth": lambda n: nth_highest(n + 1),
    "at least": lambda n: at_least(2, n),
    "alike": lambda n: of_a_kind(n + 1),
    "showing": lambda n: showing(">=", n),
    "common": lambda n: most_common(),
    "most alike": lambda n: most_alike(),
    "run": lambda n: longest_run(),
    "score": lambda n: score({2: 3, 1: -1}),
    "successes": lambda n: successes(2, twice=[3]),
}

NUMBERS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "less": lambda a, b: a - b,
    "times": lambda a, b: a * 2 - b,
    "product": lambda a, b: a * b,
    "half": lambda a, b: (a + b) // 2,
    "rest": lambda a, b: (a - 2 * b) % 3,
    "size": lambda a, b: abs(a - b),
    "max": max,
    "held": lambda a, b: clamp(a + b, 0, 3),
    "counted": lambda a, b: (a >= b) + (a == 2),
    "chosen": lambda a, b: a if a > b else b - 1,
    "chosen by parity": lambda a, b: a if a % 2 else b,
}

CONDITIONS: dict[str, Callable[[Any, Any], Any]] = {
    "at least": lambda a, b: a >= b,
    "more": lambda a, b: a > b,
    "equal": lambda a, b: a == b,
    "different": lambda a, b: a != b + 1,
    "not": lambda a, b: not a < b,
    "between": lambda a, b: 0 < a <= 2,
    "one of": lambda a, b: (a > 1) ^ (b > 1),
}

Step = tuple[Any, ...]

WHICH = st.integers(0, 30)
ASKED = st.lists(st.tuples(st.sampled_from(sorted(FOLDS)), WHICH), min_size=1, max_size=2)

NUMBER, CONDITION = st.sampled_from(sorted(NUMBERS)), st.sampled_from(sorted(CONDITIONS))
STEPS = st.one_of(
    st.tuples(st.just("throw"), st.integers(0, 3), st.booleans(), ASKED),
    st.tuples(st.just("throw late"), WHICH, ASKED),
    st.tuples(st.just("look again"), WHICH, st.sampled_from(sorted(FOLDS)), st.integers(0, 3)),
    st.tuples(st.just("pick"), WHICH, st.integers(0, 2)),
    st.tuples(st.just("number"), st.sampled_from(sorted(NUMBERS)), WHICH, WHICH),
    st.tuples(st.just("condition"), st.sampled_from(sorted(CONDITIONS)), WHICH, WHICH),
    st.tuples(st.just("if"), WHICH, WHICH, WHICH),
    st.tuples(st.just("chain"), st.integers(1, 2)),
    st.tuples(st.just("inner rule"), WHICH, WHICH, NUMBER, CONDITION),
    st.tuples(st.just("repeat"), WHICH, CONDITION, NUMBER, st.sampled_from((None, 1, 2))),
)  # fmt: skip


def over(state: Any) -> bool:
    """Two gains are enough."""
    return bool(state[0] >= 2)


def played(table: Table, steps: list[Step], shown: list[int]) -> Values:
    """Work through the steps: numbers, conditions and hands that come up can be used by every later one."""
    numbers: list[Any] = [1]
    conditions: list[Any] = [True]
    hands: list[Any] = []
    thrown = 0

    def keep(answers: Any, folds: list[Any]) -> None:
        for answer, fold in zip(answers if len(folds) > 1 else [answers], folds, strict=True):
            (conditions if isinstance(fold, AtLeast | OfAKind) else numbers).append(answer)

    for kind, *with_ in steps:
        if kind == "throw":
            size, large, asked = with_
            if thrown + size > MOST_DICE:
                continue
            thrown += size
            hands.append(table.roll(size, "dice", LARGE if large else SMALL))
            folds = [FOLDS[name](n % 4) for name, n in asked]
            if folds:
                keep(table.read(hands[-1], *folds), folds)
        elif kind == "throw late":
            which, asked = with_
            if thrown + 2 > MOST_DICE:
                continue
            thrown += 2
            hands.append(table.roll(clamp(numbers[which % len(numbers)], 0, 2), "late", SMALL))
            folds = [FOLDS[name](clamp(numbers[n % len(numbers)], 0)) for name, n in asked]
            if folds:
                keep(table.read(hands[-1], *folds), folds)
        elif kind == "look again" and hands:
            which, name, n = with_
            fold = FOLDS[name](n)
            keep(table.read(hands[which % len(hands)], fold), [fold])
        elif kind == "pick" and hands:
            which, count = with_
            numbers += table.pick(hands[which % len(hands)], count, lambda dice: (len(set(dice)), sum(dice)))
        elif kind == "number":
            name, a, b = with_
            numbers.append(NUMBERS[name](numbers[a % len(numbers)], numbers[b % len(numbers)]))
        elif kind == "condition":
            name, a, b = with_
            conditions.append(CONDITIONS[name](numbers[a % len(numbers)], numbers[b % len(numbers)]))
        elif kind == "if":
            which, a, b = with_
            chosen = a if conditions[which % len(conditions)] else b
            numbers.append(numbers[chosen % len(numbers)])
        elif kind == "inner rule" and thrown < MOST_DICE:
            thrown += 1
            a, b, name, condition = with_
            around = numbers[a % len(numbers)]

            def inner(
                table: Table, given: int, around: Any = around, name: str = name, condition: str = condition
            ) -> Values:
                face = table.read(table.roll(1, "inner", LARGE), total())
                met = CONDITIONS[condition](face, around)
                return {"number": NUMBERS[name](face, around) + given, "met": met}

            number, met = table.play(inner, ("number", "met"), given=numbers[b % len(numbers)])
            numbers.append(number)
            conditions.append(met)
        elif kind == "repeat" and thrown + 2 <= MOST_DICE:
            thrown += 2
            which, condition, name, most = with_
            around = numbers[which % len(numbers)]

            def step(
                table: Table, state: Any, around: Any = around, condition: str = condition, name: str = name
            ) -> Any:
                gained, number, met = state
                face = table.read(table.roll(1, "step", LARGE), total())
                now = CONDITIONS[condition](face, number)
                return gained + 1 + (face > around), clamp(NUMBERS[name](face, number), -3, 3), now if face < 3 else met

            (gained, number, met), taken = table.repeat(step, (0, 1, False), over, most, counted=True)
            numbers += [gained, number, taken]
            conditions.append(met)
        elif kind == "chain" and thrown + 2 * with_[0] <= MOST_DICE:
            thrown += 2 * with_[0]
            (again,), last = table.again(with_[0], "again", (6,), highest(1), most=2)
            numbers += [again, last]
    found = {f"number {at}": numbers[place % len(numbers)] for at, place in enumerate(shown)}
    return found | {f"condition {at}": conditions[place % len(conditions)] for at, place in enumerate(shown[:2])}


@settings(
    max_examples=150 * THOROUGH, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(st.lists(STEPS, min_size=2, max_size=9), st.lists(WHICH, min_size=1, max_size=4))
def test_random_rules(steps: list[Step], shown: list[int]) -> None:
    """A rule put together by chance is solved to the last fraction."""

    def rule(table: Table) -> Values:
        return played(table, steps, shown)

    truth, cut = exhaust(rule, 12)
    assert not cut
    solution = solve(rule)
    found = {
        repr(tuple(sorted(zip(solution.fields, values, strict=True)))): Fraction(number, solution.scale)
        for values, number in solution.rows.items()
    }
    assert found == {repr(row): chance for row, chance in truth.items()}
