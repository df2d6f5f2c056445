"""Code of an author that goes on for ever without a throw is ended, and told with its line."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sixfold
from sixfold import bounds
from sixfold.errors import RuleError
from sixfold.room.authors import OwnCode
from sixfold.rules import System, Table, total
from sixfold.rules.endless import WentOnError
from sixfold.watch import Watch
from tests.console import run

SOON = 0.1
"""Seconds of processor time after which a loop is ended here."""


def stubborn(table: Table) -> int:
    tries = 0
    while True:
        try:
            tries += 1
        except ValueError:
            return tries


def grows(table: Table) -> int:
    face = table.read(table.roll(1), total())
    while face > 0:
        face += 1
    return face


def _helps(number: int) -> int:
    while number:
        sum(range(10))
    return number


def is_helped(table: Table) -> int:
    return table.repeat(lambda inner, state: state + _helps(1), 0, lambda state: state > 3)


@pytest.mark.parametrize(("rule", "line"), [(stubborn, 3), (grows, 2), (is_helped, -4)])
def test_a_loop_without_an_end(rule: Callable[..., Any], line: int) -> None:
    """A loop in a rule, or in what it calls, is ended at its line; nothing that the rule catches keeps it."""
    with pytest.raises(RuleError, match="goes on and on without a word") as caught, Watch([__file__], SOON):
        sixfold.roll("light", systems={"light": System(rule, name="light")})
    assert caught.value.code == "rule/endless"
    assert abs((caught.value.line or 0) - rule.__code__.co_firstlineno - line) <= 2


def test_what_takes_long_and_ends() -> None:
    """What the package works out for a rule, and an author's code that waits, are left alone."""

    def rule(table: Table) -> int:
        return table.read(table.roll(30), total())

    with Watch([__file__], SOON):
        until = time.process_time() + 3 * SOON
        while time.process_time() < until:
            sixfold.odds("light", systems={"light": System(rule, name="light")}, work=10**8)
        time.sleep(2 * SOON)


def test_the_command_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """OWN_CODE_SECONDS: every command with a game of one's own, and `sixfold test`, end in a sentence."""
    assert bounds.OWN_CODE_SECONDS == 5
    monkeypatch.setattr(Watch.__init__, "__defaults__", (SOON,))
    file = tmp_path / "spin.py"
    file.write_text(
        "from sixfold.rules import System\n\ndef spin(table):\n    while True:\n        pass\n\nSYSTEM = System(spin)\n"
    )
    for words in (("--game", str(file), "odds", "spin"), ("test", str(file))):
        ran = run(*words)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("sixfold: spin.py, line ")


def test_a_table_goes_on() -> None:
    """At a live table the throw is refused in a sentence, and the room goes on."""
    with OwnCode("light roll", stubborn, refuses=True) as code:
        raise WentOnError
    assert code.sentence.startswith("light roll fails in line ")
    assert "test_watch.py: This goes on and on" in code.sentence
