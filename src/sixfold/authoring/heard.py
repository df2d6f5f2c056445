"""Odds of a check found in another order, while every call of its author's code is heard.

What is solved comes to every line that a roll can come to, so no call is too rare to be heard.
"""

from contextlib import suppress
from itertools import islice
from typing import Final

from sixfold.authoring.comparison import Chances, chances_of
from sixfold.base.bounds import TOLERANCE
from sixfold.errors import OddsError
from sixfold.rules.check import Check
from sixfold.rules.functions import beginning
from sixfold.rules.judging.forbidden import listening
from sixfold.solving.odds import Odds, solve_check

TOLD: Final = 1_000
"""Outcomes that are told in the words of their game."""


def heard_chances(check: Check, work: int) -> Chances | None:
    """Return the chances of a check, found in another order; None if that costs more than `work`, or some are missing.

    Each of its outcomes is told, too. Raises RuleError (rule/chance) for a call that no rule may make.
    """
    with listening(beginning(check.rule.play)):
        odds = _solved(check, work)
        rule, options = check.rule, check.arguments
        rule.explanation(options)
        for outcome in [chance.outcome.as_dict() for chance in islice(odds or (), TOLD)]:
            rule.announcement(outcome, options)
            order = rule.order(outcome)
            if order is not None:
                order(outcome)
    return None if odds is None or odds.unresolved else chances_of(odds)


def _solved(check: Check, work: int) -> Odds | None:
    with suppress(OddsError):
        return solve_check(check, TOLERANCE, work, backwards=True)
    return None
