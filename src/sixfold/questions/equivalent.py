"""`equivalent`: what a check of one game is in another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.checks.check import Check
from sixfold.questions.question import CHECK, RANGES, Parameter, Question
from sixfold.rules.rule import System
from sixfold.study.equivalent import Equivalents, equivalent


def answer(
    check: str | Check, within: str, systems: Mapping[str, System], vs: str | None = None, **asked: Any
) -> Equivalents:
    """The nearest checks of the other game."""
    return equivalent(check, within if vs is None else f"{within} vs {vs}", systems=systems, **asked)


MISSING = "Name the other game: --in wild --vs 15."

QUESTION = Question(
    "equivalent",
    answer,
    "find the checks of another game that come closest",
    (
        CHECK,
        Parameter(
            "within", "the other game, and the words that are fixed there", "GAME", missing=MISSING, option="--in"
        ),
        Parameter("vs", "the difficulty or save score there", "N", door="command"),
        Parameter("event", "the event of this check (default: success or a hit)"),
        Parameter("other_event", "the event in the other game (default: success or a hit)"),
        RANGES._replace(help="numbers to try for each open place (?)"),
    ),
    "Translate a check into another game: find the checks there with the nearest chance of success.",
    (
        "sixfold equivalent ten +3 --in wild --vs 15",
        "sixfold equivalent ten +3 --in 'odgs vs ? +4' --range 5..25",
        "sixfold equivalent ten --in hs --other-event 'result=triumph or result=struggle'",
    ),
    ("convert", "translate"),
)
