"""Odds with events of your own beside those of the game, and with every value of a wide distribution."""

from sixfold.base.arguments import one_of, several
from sixfold.base.bounds import SHOWN_AT_ONCE
from sixfold.solving.events import Event
from sixfold.solving.odds import Odds
from sixfold.study.budget import Budget


def with_events(odds: Odds, *events: str, whole: bool = False) -> Odds:
    """Return odds together with the chance of each event, as in `need` and `compare`.

    `whole` lists every value of a wide distribution.
    Raises StudyError (study/event) for an event that the check does not have.

    >>> from sixfold import odds
    >>> [(text, str(bounds.low)) for text, bounds in with_events(odds("ten"), "margin >= 3 and not chaos").asked]
    [('margin >= 3 and not chaos', '1/4')]
    """
    one_of(odds, "What an event is asked of", Odds, "odds")
    one_of(whole, "“Whole”", bool, "true or false")
    read = {event.text: event for event in map(Event.read, several(events, "The events", SHOWN_AT_ONCE))}
    budget = Budget()
    budget.charge(odds.solution.work)
    return odds.replace(asked=tuple([(text, budget.bounds(event, odds)) for text, event in read.items()]), whole=whole)
