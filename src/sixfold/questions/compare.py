"""`compare`: checks side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sixfold.bounds import CHECKS_AT_ONCE
from sixfold.questions.question import AIM, Parameter, Question
from sixfold.study.compare import Comparison, compare


def answer(checks: Sequence[str], **asked: Any) -> Comparison:
    """The checks, the likeliest success first."""
    return compare(*checks, **asked)


QUESTION = Question(
    "compare",
    answer,
    "compare checks, of one game or of several",
    (
        Parameter("checks", "checks, each in quotes, or separated by commas", "CHECK", "checks", many=CHECKS_AT_ONCE),
        Parameter("event", "the event to compare (default: success or a hit), as in 'margin >= 3'"),
        AIM,
    ),
    "Compare checks side by side, from one game or several: success, criticals, spread, likeliest result.",
    (
        "sixfold compare ten +3 wild 5D vs 15",
        "sixfold compare 'ten +3' 'ten +3 superior 1' 'wild 5D vs 15'",
        "sixfold compare ten , ten superior 1 , ten superior 2 --output superior.svg",
    ),
    ("diff", "versus"),
    takes="CHECK ...",
)
