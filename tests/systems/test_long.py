"""Checks that play others refuse those of which nothing counts."""

from __future__ import annotations

import pytest

from sixfold import parse
from sixfold.errors import RuleError
from sixfold.rules import System, Table, total
from sixfold.systems import SYSTEMS


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
