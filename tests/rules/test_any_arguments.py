"""Every verb and fold with what it cannot use: each is right, or a sentence with the author's line."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from traceback import extract_tb
from typing import Any

import pytest

from sixfold.errors import BoundsError, OddsError, RuleError, UsageError
from sixfold.rules import (
    Deck,
    Die,
    Fold,
    clamp,
    folds,
    groups,
    pairs_won,
    ranks,
    successes,
    total,
)
from sixfold.solving.solver import solve

VALUES: list[Any] = [
    *(-1, 0, 1, 2, 6, 7, 99, True, None, 1.5, float("nan"), 1j, Fraction(1, 2), Fraction(2), object, sum),
    *("x", ">=", "=", "hit", "width", b"1", ("hit",), (("hit",),)),
    *([1], (1,), (2, 7), {1}, {7}, {1: 2}, {7: 1}, {}, range(3), lambda dice: dice),
    *(total(), Die(4), Deck(2, 2)),
]

BESIDE: list[Any] = [-1, 0, 2, 7, None, 1.5, Fraction(2), ">=", "hit", ("hit",), {7}, {7: 1}, range(3), total()]
"""Some of them, one of each kind, beside an argument that is right."""

FOLDS: list[Callable[..., Any]] = [
    fold
    for name, fold in vars(folds).items()
    if name in folds.__all__ and inspect.isfunction(fold) and name != "ask" and not name.startswith("pairs_")
]
"""Every fold of one hand."""


def named(value: Any) -> dict[str, Any]:
    """Any answer as an outcome."""
    return {"it": value if isinstance(value, int) else str(value)}


def judge(rule: Callable[[Any], Any], twin: bool) -> str | None:
    """What is wrong with how a rule is answered: nothing where it is right, or told with a line."""
    try:
        solution = solve(rule)
    except (RuleError, UsageError, BoundsError) as error:
        return None if error.line else f"no line: {error}"
    except OddsError:
        return None
    except Exception as error:
        # Python itself names the line of an author whose own code fails.
        file = extract_tb(error.__traceback__)[-1].filename
        return None if file == __file__ else f"{type(error).__name__} in {file}: {error}"
    if twin:
        from tests.solving.exhaustive import exhaust  # here, since a rule is judged with all that is around it

        found, _ = exhaust(rule)
        chances = {(("it", row[0]),): Fraction(ways, solution.scale) for row, ways in solution.rows.items()}
        return None if chances == found else f"{chances} is not {found}"
    return None


@pytest.mark.parametrize("fold", FOLDS)
def test_folds_of_any_arguments(fold: Callable[..., Any]) -> None:
    """A fold of anything at all is what every face gives, or a sentence with the line."""
    takes = min(2, len(inspect.signature(fold).parameters))
    pairs = [pair for usual, other in product((2, ">="), BESIDE) for pair in ((usual, other), (other, usual))]
    for arguments in [(), *[(value,) for value in VALUES if takes], *(pairs if takes == 2 else ())]:

        def rule(table: Any, arguments: tuple[Any, ...] = arguments) -> Any:
            asked = fold(*arguments)
            return named(table.read(table.roll(2), *([asked] if isinstance(asked, Fold) else asked)))

        assert judge(rule, True) is None, arguments


def inner(table: Any, more: Any = 0) -> Any:
    return {"die": table.read(table.roll(1), total())}


def step(table: Any, state: Any) -> Any:
    return state + table.read(table.roll(1), total())


VERBS: dict[str, Callable[[Any, Any], Any]] = {
    "roll: size": lambda table, it: table.read(table.roll(it), total()),
    "roll: label": lambda table, it: table.read(table.roll(2, it), total()),
    "roll: die": lambda table, it: table.read(table.roll(2, "dice", it), total()),
    "roll: one of several": lambda table, it: table.read(table.roll([it, 6]), total()),
    "read: hand": lambda table, it: table.read(it, total()),
    "read: fold": lambda table, it: table.read(table.roll(2), it),
    "read: ranks": lambda table, it: table.read(ranks(it), groups()),
    "pick: hand": lambda table, it: table.pick(it, 1, sum),
    "pick: count": lambda table, it: table.pick(table.roll(2), it, sum),
    "pick: preference": lambda table, it: table.pick(table.roll(2), 1, it),
    "pick: question": lambda table, it: table.pick(table.roll(2), 1, sum, it),
    "pick: what ranks": lambda table, it: table.pick(table.roll(2), 1, lambda dice: it),
    "pick: what sometimes ranks": lambda table, it: table.pick(table.roll(2), 1, lambda dice: it if dice[0] > 3 else 1),
    "rethrow: faces": lambda table, it: table.read(table.rethrow(table.roll(2), it), total()),
    "rethrow: label": lambda table, it: table.read(table.rethrow(table.roll(2), {1}, it), total()),
    "rethrow: question": lambda table, it: table.read(table.rethrow(table.roll(2), {1}, "again", it), total()),
    "rethrow: among": lambda table, it: table.read(table.rethrow(table.roll(2), among=it), total()),
    "rethrow: what chooses": lambda table, it: table.read(table.rethrow(table.roll(2), lambda dice: it), total()),
    "draw: counts": lambda table, it: table.read(table.draw(it, 1), total()),
    "draw: one count": lambda table, it: table.read(table.draw([2, it], 1), total()),
    "draw: number": lambda table, it: table.read(table.draw([2, 2], it), total()),
    "draw: label": lambda table, it: table.read(table.draw([2, 2], 1, it), total()),
    "draw: names": lambda table, it: table.read(table.draw([2, 2], 1, "cup", it), total()),
    "draw: deck": lambda table, it: table.read(table.draw(Deck(it, 2), 1), total()),
    "read: one of several hands": lambda table, it: table.read((table.roll(1), it), pairs_won()),
    "read: fold of several hands": lambda table, it: table.read((table.roll(1), table.roll(1)), it),
    "choose: label": lambda table, it: int(table.choose(it, ("a", "b"), 0)),
    "choose: options": lambda table, it: int(table.choose("Which?", it, 0)),
    "choose: default": lambda table, it: int(table.choose("Which?", ("a", "b"), it)),
    "choose: what is compared": lambda table, it: table.choose("Which?", ("a", "b"), 0) == it,
    "choose: what is looked up": lambda table, it: {it: 1}[table.choose("Which?", ("a", "b"), 0)],
    "again: size": lambda table, it: table.again(it, "die", (6,), most=2)[1],
    "again: label": lambda table, it: table.again(1, it, (6,), most=2)[1],
    "again: among": lambda table, it: table.again(1, "die", it, most=2)[1],
    "again: one among": lambda table, it: table.again(1, "die", (it,), most=2)[1],
    "again: fold": lambda table, it: table.again(1, "die", (6,), it, most=2)[1],
    "again: most": lambda table, it: table.again(1, "die", (6,), most=it)[1],
    "repeat: step": lambda table, it: table.repeat(it, 0, lambda state: state > 3),
    "repeat: state": lambda table, it: table.repeat(step, it, lambda state: True),
    "repeat: until": lambda table, it: table.repeat(step, 0, it, most=2),
    "repeat: most": lambda table, it: table.repeat(step, 0, lambda state: state > 8, most=it),
    "repeat: next state": lambda table, it: table.repeat(lambda table, state: it, 0, lambda state: state != 0, most=2),
    "repeat: end": lambda table, it: table.repeat(step, 0, lambda state: it, most=2),
    "play: rule": lambda table, it: table.play(it),
    "play: fields": lambda table, it: table.play(inner, it),
    "play: option": lambda table, it: table.play(inner, "die", more=it),
    "tell: clause": lambda table, it: table.tell(it, "so") or 1,
    "tell: text": lambda table, it: table.tell("A1", it) or 1,
    "strike": lambda table, it: table.strike("dice", it, 1) or 1,
    "Die.of": lambda table, it: table.read(table.roll(1, "die", Die.of(it, 1)), total()),
    "Die: reroll": lambda table, it: table.read(table.roll(1, "die", Die(6, reroll=it)), total()),
    "Die: explode": lambda table, it: table.read(table.roll(1, "die", Die(6, explode=it, depth=1)), total()),
    "Die: depth": lambda table, it: table.read(table.roll(1, "die", Die(6, explode=6, depth=it)), total()),
    "clamp": lambda table, it: clamp(table.read(table.roll(1), total()), it),
}


@pytest.mark.parametrize("verb", VERBS)
def test_verbs_with_any_arguments(verb: str) -> None:
    """A verb that is given anything at all answers, or says what is wrong with the line."""
    for value in VALUES:
        assert judge(lambda table, it=value: named(VERBS[verb](table, it)), False) is None, value  # type: ignore[misc]


@pytest.mark.parametrize(
    ("slip", "sentence"),
    [
        (lambda table: table.read(table.roll(2), successes(7)), "can show 7 or more: its faces are 1 to 6"),
        (lambda table: table.read(table.rethrow(table.roll(2), {7}), total()), "No die of this hand can show 7"),
        (lambda table: table.read(table.rethrow(table.roll(2), among=[0]), total()), "No die of this hand can show 0"),
        (lambda table: {"yes": 1}[table.choose("Well?", ("yes", "no"), 0)], "prices[choice.name]"),
        (lambda table: table.pick(table.roll(2), 1, lambda dice: None), "returns nothing"),
        (lambda table: table.pick(table.roll(2), 1, lambda dice: dice[0] if dice[0] < 5 else "x"), "can be compared"),
    ],
)
def test_what_no_die_can_show(slip: Callable[[Any], Any], sentence: str) -> None:
    """What would silently do nothing, or end in an error of Python, is a sentence."""
    with pytest.raises(RuleError) as caught:
        solve(lambda table: named(slip(table)))
    assert sentence in caught.value.message
    assert caught.value.line is not None


def test_a_choice_is_kept_and_passed_on() -> None:
    """A choice can stand in the state of a repeat, be an option of a rule, and say its name."""

    def turn(table: Any, state: Any) -> Any:
        return state[0] + table.read(table.roll(1), total()), table.choose("Well?", ("yes", "no"), 1)

    def rule(table: Any) -> Any:
        _, choice = table.repeat(turn, (0, 0), lambda state: state[0] > 5)
        well = table.choose("Well?", ("yes", "no"), 1)
        return {"choice": choice, "die": table.play(inner, "die", more=well), "name": well.name}

    assert {(row[0], row[2]) for row in solve(rule).rows} == {(1, "no")}


def test_a_chain_of_many_rolls_is_exact() -> None:
    """A limit of many rolls is followed to its end, however rare that is."""
    solution = solve(lambda table: {"sixes": table.again(1, "die", (6,), most=99)[0][0]})
    assert not solution.unresolved
    assert Fraction(solution.rows[98,], solution.scale) == Fraction(1, 6**98)
