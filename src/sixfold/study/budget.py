"""The limits of one question of a designer: checks and time."""

from collections.abc import Callable
from fractions import Fraction
from time import process_time

from msgspec import UNSET, UnsetType

from sixfold.api import odds
from sixfold.base import arguments
from sixfold.base.bounds import LEAST_TOLERANCE, STUDY_CHECKS, STUDY_SECONDS, TOLERANCE, WORK
from sixfold.base.shapes.fraction import Bounds
from sixfold.errors import BoundsError, OddsError
from sixfold.rules.check import Check
from sixfold.rules.rule import Systems
from sixfold.solving.events import Event
from sixfold.solving.odds import Odds
from sixfold.systems import SYSTEMS

FINEST = Fraction(str(LEAST_TOLERANCE))


def towards(
    asked: str | Check,
    aim: str | None,
    tolerance: Fraction = TOLERANCE,
    systems: Systems = SYSTEMS,
    work: int = WORK,
) -> tuple[Odds, OddsError | None]:
    """The odds of a check with best play for an aim; where nothing can be decided, the plain odds and the error."""
    try:
        return odds(asked, aim=aim, tolerance=tolerance, work=work, systems=systems), None
    except OddsError as error:
        if error.code != "odds/no-choice":
            raise
        return odds(asked, tolerance=tolerance, work=work, systems=systems), error.with_traceback(None)


class Budget:
    """Solves the checks of one question, and counts them; with an `aim`, under the play that is best for it.

    Raises BoundsError past 10,000 checks or 60 seconds of processor time, so that a busy machine refuses no more.
    """

    def __init__(self, systems: Systems = SYSTEMS, seconds: float = STUDY_SECONDS, aim: str | None = None) -> None:
        self.systems = systems
        self.seconds = seconds
        self.aim = None if aim is None else arguments.text(aim, "An aim")
        self.decided = False
        self.undecided: OddsError | None = None
        self.asked = 0
        self._known: dict[str, Odds] = {}
        self.start = process_time()

    def solve(self, asked: str | Check, tolerance: Fraction = TOLERANCE) -> Odds:
        """The exact odds of a check."""
        self.asked += 1
        if self.asked > STUDY_CHECKS:
            raise BoundsError(f"One question solves at most {STUDY_CHECKS:,} checks.")
        if process_time() - self.start > self.seconds:
            raise BoundsError(
                f"After {self.asked - 1:,} checks this question has taken {self.seconds:g} seconds, "
                "the limit for one question. Ask for a smaller range, or for simpler checks."
            )
        try:
            return self._solve(asked, tolerance)
        except OddsError as error:
            text = asked if isinstance(asked, str) else asked.text
            refused = OddsError(error.code, f"{error.message} This is about “{text[:80]}”.")
        raise refused  # behind the handler, so that nothing that was made for the odds is kept with it

    def once(self, check: Check) -> Odds:
        """The exact odds of a check that may be asked for again and again."""
        if check.text not in self._known:
            self._known[check.text] = self.solve(check)
        return self._known[check.text]

    def _solve(self, asked: str | Check, tolerance: Fraction) -> Odds:
        found, self.undecided = towards(asked, self.aim, tolerance, self.systems)
        self.decided |= self.undecided is None
        return found

    def goal(self, odds: Odds) -> Event | None:
        """The event that is aimed at; None without an aim, and for the mean of a number."""
        return None if self.aim is None or self.number in odds.numbers else Event.read(self.aim)

    @property
    def number(self) -> str:
        """The name of the number that is aimed at, if it is one."""
        return (self.aim or "").strip().lstrip("-−")

    def aimed(self) -> str | UnsetType:
        """The aim, at the end of a question. Raises OddsError (odds/no-choice) if no check has anything to decide."""
        if self.undecided is not None and not self.decided:
            raise self.undecided
        return UNSET if self.aim is None else self.aim

    def settled(
        self, asked: str | Check, bounds_of: Callable[[Odds], Bounds], decides: Callable[[Bounds], object]
    ) -> tuple[Odds, Bounds]:
        """The odds of a check, followed as far as is needed to decide a question about one of its chances.

        Where the endless part of it could decide, throws are followed down to 1e-60; that may still not be enough.
        """
        found = self.solve(asked)
        bounds = bounds_of(found)
        if bounds.exact or decides(bounds) is not None:
            return found, bounds
        try:
            finer = self.solve(asked, FINEST)
        except OddsError:
            return found, bounds
        return finer, bounds_of(finer)
