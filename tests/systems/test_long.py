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
