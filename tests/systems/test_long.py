"""Checks that play others, and what they compare of these."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from sixfold import odds, parse
from sixfold.errors import RuleError
from sixfold.rules import Rule, System, Table, total
from sixfold.systems import SYSTEMS
from sixfold.systems.long.opposed import KEYS


def reach(table: Table, vs: int) -> int:
    return table.read(table.roll(1), total()) - vs


@pytest.mark.parametrize(
    ("check", "instead"), [("wild 4D", ": say vs N with it"), ("skew pool", ""), ("light vs 3", "")]
)
def test_nothing_is_a_success(check: str, instead: str) -> None:
    """Only a check that could have a target, and has none, is said to lack one."""
    games = {**SYSTEMS, "light": System(reach, name="light")}
    with pytest.raises(RuleError) as refused:
        parse(f"long ({check}) 3 times", games)
    assert refused.value.message == f"Nothing in “{check}” is a success{instead}."


def test_as_many_values_as_an_order_compares() -> None:
    """Of an outcome's order (`better`) KEYS values are compared, the last one too; an order of more is refused."""

    def die(table: Table) -> dict[str, int]:
        return {"n": table.read(table.roll(1), total())}

    for many in (KEYS, KEYS + 1):

        def better(outcome: Mapping[str, Any], many: int = many) -> tuple[int, ...]:
            return (*(0,) * (many - 1), outcome["n"])

        rule = Rule(die, better=better)
        systems = {**SYSTEMS, "die": System(rule, name="die")}
        if many == KEYS:
            assert odds("opposed (die) (die)", systems=systems).events["result=first"] == Fraction(15, 36)
        else:
            with pytest.raises(RuleError, match=f"gives {many} values: at most {KEYS} are compared") as caught:
                odds("opposed (die) (die)", systems=systems)
            assert (caught.value.code, caught.value.line) == ("rule/declared", die.__code__.co_firstlineno)


FIGHTERS = {"ten +2": False, "ten attack +4 damage 1d6": False, "odgs vs 15 combat": True,
            "odgs attack vs 15 damage 1d6": True}  # fmt: skip
"""Attacks, with whether they can be a fumble."""


@pytest.mark.parametrize("first", FIGHTERS)
@pytest.mark.parametrize("second", FIGHTERS)
def test_what_a_duel_takes_changes_it(first: str, second: str) -> None:
    """A word for what follows on a fumble, or on a hit, is refused where it would change nothing, and else it does."""
    duel = f"long duel ({first}) ({second}) health 2 2 rounds 2"
    own_damage, fumble = "damage" in first and "damage" in second, FIGHTERS[first] or FIGHTERS[second]
    plain = duel if own_damage else f"{duel} damage 1"
    words = {"vulnerable 2": fumble, "counter": fumble, "damage 2": not own_damage, "begins both": True}
    for word, may in words.items():
        text = f"{duel if 'damage' in word else plain} {word}"
        if may:
            assert odds(text).events != odds(plain).events, text
        else:
            with pytest.raises(RuleError, match="has no effect") as refused:
                parse(text)
            assert text.rindex(word.split()[0]) + 1 == refused.value.column
