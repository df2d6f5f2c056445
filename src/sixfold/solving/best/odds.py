"""The odds of a check under the play that is best for an aim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from sixfold.bounds import WORK
from sixfold.checks.check import Check
from sixfold.errors import RecordError
from sixfold.report.blocks import SPACE, Note
from sixfold.report.chances import Towards, as_decimal, percent
from sixfold.report.tables import Report
from sixfold.rules.rule import System
from sixfold.rules.wording import minus
from sixfold.solving.best.aim import Aim, Wanted, aim_of
from sixfold.solving.best.graph import Graph
from sixfold.solving.best.play import BestPlay, solve_best
from sixfold.solving.number import Bounds
from sixfold.solving.odds import Odds
from sixfold.solving.solver import TOLERANCE, Solution
from sixfold.systems import SYSTEMS


def figure(value: Fraction, mean: bool, towards: Towards = "near") -> str:
    """A chance as a percentage, a mean with three digits after the point.

    >>> figure(Fraction(5, 8), False), figure(Fraction(-70, 3), True)
    ('62.50 %', '−23.333')
    """
    return minus(as_decimal(value, 3, towards)) if mean else percent(value, towards=towards)


def less(value: Fraction, mean: bool) -> str:
    """How much less it is, in points of a percentage or of a number.

    >>> less(Fraction(1, 80), False), less(Fraction(1, 80), True), less(Fraction(1, 10**6), False)
    ('1.25 points', '0.013', '0.0001 points')
    """
    shown = value if mean else value * 100
    digits = next((digits for digits in range(3 if mean else 2, 12) if shown * 10**digits >= 1), 12)
    said = as_decimal(shown, digits)
    return (said.rstrip("0").rstrip(".") if "." in said else said) + ("" if mean else " points")


class BestOdds(Odds):
    """The odds of a check whose player always makes the best choice for an `aim`.

    The player knows the dice on the table, and not those to come. Everything else is as in `Odds`.

    >>> from sixfold import odds
    >>> answer = odds("odgs vs 16 +2 advantage 2 combat keep=sum", aim="hit")
    >>> answer.best.low, answer.usual.low, answer.events["hit"] == answer.best.low
    (Fraction(7535, 7776), Fraction(5975, 7776), True)
    """

    play: BestPlay

    def __init__(self, check: Check, play: BestPlay) -> None:
        super().__init__(check, play.solution)
        self.__dict__["play"] = play

    def __reduce__(self) -> tuple[Any, ...]:
        return BestOdds, (self.check, self.play), {"asked": self.asked, "whole": self.whole}

    @property
    def aim(self) -> str:
        """The aim of the player: an event, or a number whose mean is to be high."""
        return self.play.aim

    @property
    def best(self) -> Bounds:
        """The chance of the event under best play, or the mean of the number."""
        return self.play.best

    @property
    def usual(self) -> Bounds:
        """The same under the policy of the book, which decides if nobody is asked."""
        return self.play.usual

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

    def report(self) -> Report:
        """The odds, and what the policy of the book loses."""
        return (*super().report(), SPACE, *[Note(sentence, "") for sentence in self._sentences()])

    def _sentences(self) -> list[str]:
        mean, aim = self.play.mean, self.check.rule.phrases.get(self.aim, self.aim)
        what = f"the mean of {aim.lstrip('-')}" if mean else f"“{aim}”"
        sign = -1 if mean and aim.startswith("-") else 1
        worth = figure(sign * self.best.low, mean)
        if not self.best.exact:
            # A low mean is aimed at with its sign turned: what it is at least worth it is at most.
            towards: Towards = "up" if sign < 0 else "down"
            worth = f"at {'most' if sign < 0 else 'least'} {figure(sign * self.best.low, mean, towards)}"
        best = f"Best play for {what}: {worth}."
        if self.gain:
            usual = figure(sign * self.usual.low, mean)
            return [f"{best} The default choice has {usual} and loses {less(self.gain, mean)}."]
        return [f"{best} The default choice is as good."]

    def to_json(self) -> dict[str, Any]:
        """The odds as plain data, with the aim and what it is worth."""
        aim = {
            "aim": self.aim,
            "kind": "mean" if self.play.mean else "event",
            "best": self.best.to_json(),
            "usual": self.usual.to_json(),
            "gain": Bounds(self.gain, self.gain).to_json(),
        }
        found = super().to_json()
        asked = {"asked": found.pop("asked")} if self.asked else {}
        return {**found, "play": aim, **asked}

    @classmethod
    def from_json(cls, data: Any, systems: Mapping[str, System] = SYSTEMS) -> BestOdds:
        """The odds of best play that plain data holds. Raises RecordError (record/malformed) when it holds none."""
        from sixfold.solving.from_json import read  # here, since only reading needs it

        check, solution, play = read(data, systems)
        if play is None:
            raise RecordError("record/malformed", "These are odds without an aim: Odds.from_json reads them.")
        best, usual = (Bounds.read(worth.exact, worth.unresolved) for worth in (play.best, play.usual))
        return cls(check, BestPlay(play.aim, play.kind == "mean", solution, best, usual, ()))


def solve_best_check(check: Check, aim: Wanted, tolerance: Fraction = TOLERANCE, work: int = WORK) -> BestOdds:
    """The odds of a check under the play that is best for an aim: an event, a number, or success by default.

    Raises StudyError (study/event) for an aim that the check does not have, OddsError where the player decides
    nothing (odds/no-choice) and for too much work (odds/too-large).
    """
    rule, arguments = check.rule.play, dict(check.arguments)
    time = "" if callable(aim) or check.rule.time in (aim or "") else check.rule.time
    return BestOdds(check, solve_best(rule, aim_finder(check, aim), tolerance, work, arguments, time))


def aim_finder(check: Check, wanted: Wanted) -> Callable[[tuple[str, ...], Graph], Aim]:
    """Finds out what is aimed at, once it is known what can come of a check."""

    def find(fields: tuple[str, ...], graph: Graph) -> Aim:
        possible = Solution(fields, dict.fromkeys(graph.ends, 1), len(graph.ends))
        return aim_of(wanted, Odds(check, possible))

    return find
