"""Odds of games of one's own get a second opinion: once for each check, until a file of its game changes."""

from collections.abc import Sequence
from contextlib import suppress
from time import process_time
from typing import Final

from sixfold.authoring.second_opinion.approvals import Approval, files_of
from sixfold.base.bounds import TOLERANCE, WORK
from sixfold.checks.check import parse
from sixfold.errors import OddsError, SixfoldError
from sixfold.playing.record import roller_for
from sixfold.playing.sources.seeded import SeededDice
from sixfold.rules.check import Check
from sixfold.rules.rule import System
from sixfold.solving.odds import Odds, solve_check
from sixfold.systems import SYSTEMS

SLOW: Final = 0.05
"""Seconds of processor time of a play that is too slow for a game's odds to be confirmed before anybody asks."""


def confirm(check: Check, odds: Odds) -> None:
    """Raise RuleError where a second opinion about a check finds something else than its odds; once for each file.

    A game that was handed over in Python is played in this process alone.
    The code is rule/changing or rule/unsound.
    """
    approval = Approval.about(check.text, files_of(check))
    if not approval.known:
        _confirm([(approval, check, odds)])


def confirm_game(system: System) -> None:
    """Confirm the example of each rule of a game, as `confirm` does; what takes long to solve is left to who asks."""
    unknown: list[tuple[Approval, Check, Odds]] = []
    for rule in system.rules:
        check = parse(rule.example, {**SYSTEMS, system.name: system})
        approval = Approval.about(check.text, files_of(check))
        begun = process_time()
        with suppress(SixfoldError):
            roller_for(check, "a second opinion")(SeededDice("a second opinion"))
        if process_time() - begun < SLOW and not approval.known:
            with suppress(OddsError):
                unknown.append((approval, check, solve_check(check, TOLERANCE, WORK // 4)))
    _confirm(unknown)


def _confirm(unknown: Sequence[tuple[Approval, Check, Odds]]) -> None:
    from sixfold.authoring.second_opinion.opinion import (
        second_opinions,  # here, since most checks were confirmed before
    )

    opinions = second_opinions([(check, odds) for _, check, odds in unknown])
    for (approval, _, _), opinion in zip(unknown, opinions, strict=True):
        if opinion.elsewhere:
            approval.keep()
