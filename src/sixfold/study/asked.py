"""Odds with events of your own beside those of the game, and with every value of a wide distribution."""

from typing import Any, NamedTuple

from sixfold.arguments import one_of
from sixfold.report.chart import Chart
from sixfold.report.shown import Shown
from sixfold.report.tables import Report, Tidy
from sixfold.solving.events import Event
from sixfold.solving.number import Bounds
from sixfold.solving.odds import Odds


class _Asked(NamedTuple):
    odds: Odds
    events: tuple[tuple[str, Bounds], ...]
    whole: bool


class Asked(Shown, _Asked):
    """The odds of a check with the chance of each event that was asked for.

    `whole` lists every value of the number that matters most.
    """

    __slots__ = ()

    def report(self) -> Report:
        """The odds, with what was asked first."""
        return self.odds.report(self.events, self.whole)

    def chart(self) -> Chart:
        """The chart of the odds."""
        return self.odds.chart()

    def tidy(self) -> Tidy:
        """The lines of the odds, with what was asked first."""
        return self.odds.tidy(self.events)

    def to_json(self) -> dict[str, Any]:
        """The odds as plain data; `asked` has the chance of each event by its text."""
        asked = {text: bounds.to_json() for text, bounds in self.events}
        return {**self.odds.to_json(), **({"asked": asked} if asked else {})}


def asked(odds: Odds, *events: str, whole: bool = False) -> Asked:
    """Return odds together with the chance of each event, as in `need` and `compare`.

    `whole` lists every value of a wide distribution.
    Raises StudyError (study/event) for an event that the check does not have.

    >>> from sixfold import odds
    >>> [(text, str(bounds.low)) for text, bounds in asked(odds("ten"), "margin >= 3 and not chaos").events]
    [('margin >= 3 and not chaos', '1/4')]
    """
    one_of(odds, "What an event is asked of", Odds, "odds")
    one_of(whole, "“Whole”", bool, "true or false")
    read = [Event.read(text) for text in events]
    return Asked(odds, tuple((event.text, event.bounds(odds)) for event in read), whole)
