"""The limits of one question of a designer: checks and work."""

from collections.abc import Callable
from fractions import Fraction

from msgspec import UNSET, UnsetType

from sixfold.api import odds, odds_unconfirmed
from sixfold.base import arguments
from sixfold.base.bounds import LEAST_TOLERANCE, STUDY_CHECKS, STUDY_CONFIRMED, STUDY_WORK, TOLERANCE, WORK
from sixfold.base.shapes.fraction import Bounds
from sixfold.errors import BoundsError, OddsError
from sixfold.rules.check import Check
from sixfold.rules.rule import Systems
from sixfold.solving.best.aim import read_aim
from sixfold.solving.best.play import DECIDED
from sixfold.solving.events import Event, default_event
from sixfold.solving.odds import ASKED_WORK, OUTCOME_WORK, Odds
from sixfold.systems import SYSTEMS

FINEST = Fraction(str(LEAST_TOLERANCE))

SHARE = 3
"""A check on which the answer does not depend may take one in so many parts of the work that is left."""

COMPARISON_WORK = 15
"""Work of one comparison of an outcome: with a number in an event, or with a result."""


def towards(
    check: str | Check,
    aim: str | None,
    tolerance: Fraction = TOLERANCE,
    systems: Systems = SYSTEMS,
    work: int = WORK,
    confirmed: bool = True,
) -> tuple[Odds, OddsError | None]:
    """The odds of a check with best play for an aim; where nothing can be decided, the plain odds and the error."""
    solve: Callable[..., Odds] = odds if confirmed else odds_unconfirmed
    try:
        return solve(check, aim=aim, tolerance=tolerance, work=work, systems=systems), None
    except OddsError as error:
        if error.code != "odds/no-choice":
            raise
        return solve(check, tolerance=tolerance, work=work, systems=systems), error.with_traceback(None)


class Budget:
    """Solves the checks of one question, which share its work; with an `aim`, under the play that is best for it.

    One check has the `work` of one answer, and all together have that times STUDY_WORK. Work is counted and not timed,
    so the same question always has the same answer. Raises BoundsError past that, and past 10,000 checks.
    """

    def __init__(self, systems: Systems = SYSTEMS, aim: str | None = None, work: int = WORK) -> None:
        self.systems = systems
        self.aim = None if aim is None else read_aim(arguments.text(aim, "An aim"))[0]
        self.decided = False
        self.undecided: OddsError | None = None
        self.asked = 0
        self.work = arguments.whole(work, "The work of one answer", 1)
        self.all = self.left = STUDY_WORK * work
        self._known: dict[str, Odds | OddsError | BoundsError] = {}

    @property
    def spent(self) -> Fraction:
        """The part of the work that is done (0 to 1; above 1 once the question is refused)."""
        return 1 - Fraction(self.left, self.all)

    def charge(self, units: int) -> None:
        """Pay for so many units of work."""
        self.left -= units
        if self.left < 0:
            raise BoundsError(
                f"After {self.asked:,} checks this question has taken all the work that one question may. Ask for a "
                "smaller range or simpler checks, or allow more work (on the command line --patient, in Python work=)."
            )

    def solve(self, check: str | Check, tolerance: Fraction = TOLERANCE, share: int = 1) -> Odds:
        """The exact odds of a check, which may take the work that is left, or one in so many `share` of it."""
        text = check.text if isinstance(check, Check) else check
        return self.find(text, lambda work: self._solve(check, tolerance, work), share)

    def find(self, text: str, solve: Callable[[int], Odds], share: int = 1) -> Odds:
        """The odds that are found with no more than so much work; `text` names their check."""
        self.asked += 1
        if self.asked > STUDY_CHECKS:
            raise BoundsError(f"One question solves at most {STUDY_CHECKS:,} checks.")
        self.charge(ASKED_WORK)
        times = 1 if self.aim is None else DECIDED
        allowed = max(1, min(self.work, self.left // (share * times)))
        try:
            odds = solve(allowed)
        except OddsError as error:
            refused = OddsError(error.code, f"{error.message} This is about “{text[:80]}”.")
        else:
            self.charge(odds.solution.work + OUTCOME_WORK * len(odds))
            return odds
        # Behind the handler, so that nothing that was made for the odds is kept with the error.
        # A check that has less than one answer may have is refused with the question.
        self.charge(times * allowed if allowed == self.work or share > 1 else self.all)
        raise refused

    def once(self, check: Check) -> Odds:
        """The exact odds of a check that may be asked for again and again, or the same refusal."""
        if check.text not in self._known:
            try:
                self._known[check.text] = self.solve(check)
            except (OddsError, BoundsError) as error:
                self._known[check.text] = error
        known = self._known[check.text]
        if isinstance(known, Odds):
            return known
        raise known.with_traceback(None)  # else it would grow each time

    def bounds(self, event: Event, odds: Odds) -> Bounds:
        """The chance of an event."""
        self.charge(COMPARISON_WORK * len(odds) * (len(event.comparisons) + len(event.plain)))
        return event.bounds(odds)

    def _solve(self, check: str | Check, tolerance: Fraction, work: int) -> Odds:
        confirmed = self.asked <= STUDY_CONFIRMED
        odds, self.undecided = towards(check, self.aim, tolerance, self.systems, work, confirmed)
        self.decided |= self.undecided is None
        return odds

    def goal(
        self, odds: Odds, event: Event | None = None, text: str = "", option: str = "event", in_file: bool = False
    ) -> Event:
        """The event that a question is about: `event` if there is one, else the aim, else success (or a hit).

        Raises StudyError (study/event) where there is none of these; `option` names the event on the command line or
        `in_file`, and `text` is the check.
        """
        if event is not None:
            return event
        if self.aim is None or self.number in odds.numbers:
            return default_event(odds, text, option, in_file)
        return Event.read(self.aim)

    @property
    def number(self) -> str:
        """The name of the number that is aimed at, if it is one."""
        return read_aim(self.aim or "")[2]

    def aimed(self) -> str | UnsetType:
        """The aim, at the end of a question. Raises OddsError (odds/no-choice) if no check has anything to decide."""
        if self.undecided is not None and not self.decided:
            raise self.undecided
        return UNSET if self.aim is None else self.aim

    def settled(
        self, odds: Odds, bounds_of: Callable[[Odds], Bounds], decides: Callable[[Bounds], object]
    ) -> tuple[Odds, Bounds]:
        """Odds and one of their chances, followed as far as is needed to decide a question about it.

        Where the endless part of it could decide, throws are followed down to 1e-60; that may still not be enough.
        """
        bounds = bounds_of(odds)
        if bounds.exact or decides(bounds) is not None:
            return odds, bounds
        try:
            finer = self.solve(odds.check, FINEST, SHARE)
        except OddsError:
            return odds, bounds
        return finer, bounds_of(finer)
