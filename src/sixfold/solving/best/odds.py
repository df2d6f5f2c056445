"""The odds of a check under the play that is best for an aim."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sixfold.base.bounds import TOLERANCE, WORK
from sixfold.base.shapes.fraction import Bounds
from sixfold.rules.check import Check
from sixfold.solving.best.aim import Aim, AimInput, aim_of
from sixfold.solving.best.graph import Graph
from sixfold.solving.best.play import solve_best
from sixfold.solving.odds import Odds, odds_of
from sixfold.solving.solver import Solution


class BestOdds(Odds):
    """The odds of a check whose player always makes the best choice for an `aim`.

    The player knows the dice on the table, and not those to come. Everything else is as in `Odds`.

    >>> from sixfold import odds
    >>> answer = odds("odgs vs 16 +2 advantage 2 combat keep=sum", aim="hit")
    >>> answer.best.low, answer.usual.low, answer.events["hit"] == answer.best.low
    (Fraction(7535, 7776), Fraction(5975, 7776), True)
    """

    _presenter = "best_odds"

    aim: str
    """The aim of the player: an event, or a number whose mean is to be high."""
    mean: bool
    """Whether the aim is a mean."""
    best: Bounds
    """The chance of the event under best play, or the mean of the number."""
    usual: Bounds
    """The same under the policy of the book, which decides if nobody is asked, against the best opponent."""

    @property
    def gain(self) -> Fraction:
        """How much more the best play gives than the policy of the book, at least."""
        return max(Fraction(0), self.best.low - self.usual.high)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BestOdds):
            return NotImplemented
        return super().__eq__(other) and (self.aim, self.best, self.usual) == (other.aim, other.best, other.usual)

    def __hash__(self) -> int:
        return hash((self.text, self.aim))


def solve_best_check(check: Check, aim: AimInput, tolerance: Fraction = TOLERANCE, work: int = WORK) -> BestOdds:
    """The odds of a check under the play that is best for an aim: an event, a number, or success by default.

    Raises StudyError (study/event) for an aim that the check does not have, OddsError where the player decides
    nothing (odds/no-choice) and for too much work (odds/too-large).
    """
    rule, arguments = check.rule.play, dict(check.arguments)
    time = "" if callable(aim) or check.rule.time in (aim or "") else check.rule.time
    play = solve_best(rule, aim_finder(check, aim), tolerance, work, arguments, time)
    return BestOdds(check, play.solution, aim=play.aim, mean=play.mean, best=play.best, usual=play.usual)


def aim_finder(check: Check, wanted: AimInput) -> Callable[[tuple[str, ...], Graph], Aim]:
    """Finds out what is aimed at, once it is known what can come of a check."""

    def find(fields: tuple[str, ...], graph: Graph) -> Aim:
        possible = Solution(fields, dict.fromkeys(graph.ends, 1), len(graph.ends))
        return aim_of(wanted, odds_of(check, possible))

    return find
