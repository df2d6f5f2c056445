"""Odds of a check found in another order, while every call of its author's code is heard.

What is solved comes to every line that a roll can come to, so no call is too rare to be heard.
"""

from itertools import islice
from typing import Final

from sixfold.authoring.comparison import Chances, chances_of
from sixfold.base.bounds import TOLERANCE
from sixfold.errors import RuleError
from sixfold.rules.check import Check
from sixfold.rules.functions import beginning
from sixfold.rules.judging.forbidden import listening
from sixfold.solving.odds import solve_check

WORK: Final = 3_000_000
"""Work of odds that are found again in another process to hear every call: about a second."""

HERE_WORK: Final = 300_000
"""Work of those that are found again in this process: about a tenth of a second."""

TOLD: Final = 1_000
"""Outcomes that are told in the words of their game."""


def heard_chances(check: Check, work: int) -> Chances | None:
    """Return the chances of a check, found in another order; None if that costs more than `work`, or some are missing.

    Each of its outcomes is told, too. Raises RuleError (rule/chance) for a call that no rule may make. Other errors of
    a rule are told where it is used.
    """
    try:
        return _heard(check, work)
    except Exception as error:
        if isinstance(error, RuleError) and error.code == "rule/chance":
            raise
        return None


def _heard(check: Check, work: int) -> Chances | None:
    with listening(beginning(check.rule.play)):
        odds = solve_check(check, TOLERANCE, work, backwards=True)
        rule, options = check.rule, check.arguments
        rule.explanation(options)
        for outcome in [chance.outcome.as_dict() for chance in islice(odds, TOLD)]:
            rule.announcement(outcome, options)
            order = rule.order(outcome)
            if order is not None:
                order(outcome)
    return None if odds.unresolved else chances_of(odds)
