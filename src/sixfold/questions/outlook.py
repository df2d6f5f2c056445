"""`outlook`: a few chances and a chart, while somebody makes a check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold import api
from sixfold.checks.check import Check
from sixfold.errors import OddsError
from sixfold.playing.outlook import outlook as looked_ahead
from sixfold.questions.question import CHECK, Question
from sixfold.rules.rule import System

Systems = Mapping[str, System]


def outlook(check: Check, systems: Systems) -> dict[str, Any]:
    """A few chances and a chart; of what is too much to work out, why there are none."""
    try:
        return looked_ahead(api.odds(check))
    except OddsError as error:
        return {**check.to_json(), "problem": {"code": error.code, "detail": error.message}}


QUESTION = Question("outlook", outlook, "a preview of the odds of a check: a few chances and a chart", (CHECK,))
