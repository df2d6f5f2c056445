"""Odds of a check found once more, in another order, while every call of its author's code may be heard."""

from itertools import islice
from typing import Final

from sixfold.authoring.second_opinion.comparison import OutcomeChances, chances_of
from sixfold.base.bounds import TOLERANCE
from sixfold.errors import RuleError
from sixfold.rules.check import Check
from sixfold.rules.functions import beginning
from sixfold.rules.judging.hearing import listening
from sixfold.solving.odds import solve_check

HERE_WORK: Final = 100_000
"""Work of odds that are found again in this process: about a thirtieth of a second."""

TOLD: Final = 1_000
"""Outcomes that are told in the words of their game."""


def chances_again(check: Check, work: int, heard: bool = True) -> OutcomeChances | None:
    """Return the chances of a check, found in another order; None if that costs more than `work`, or some are missing.

    If every call is `heard` meanwhile, each of its outcomes is told, too, and RuleError (rule/chance) is raised for a
    call that no rule may make. Other errors of a rule are told where it is used.
    """
    try:
        if not heard:
            return _chances(check, work)
        with listening(beginning(check.rule.play)):
            chances = _chances(check, work)
            check.rule.explanation(check.arguments)
            tell(check, chances or {})
            return chances
    except Exception as error:  # an author may raise anything; the check itself tells it to whoever asks
        if isinstance(error, RuleError) and error.code == "rule/chance":
            raise
        return None


def _chances(check: Check, work: int) -> OutcomeChances | None:
    odds = solve_check(check, TOLERANCE, work, backwards=True)
    return None if odds.unresolved else chances_of(odds)


def tell(check: Check, chances: OutcomeChances) -> None:
    """Call whatever tells outcomes of a check, and says which are better; of many outcomes those that come first."""
    for outcome in map(dict, islice(chances, TOLD)):
        check.rule.announcement(outcome, check.arguments)
        order = check.rule.order(outcome)
        if order is not None:
            order(outcome)
