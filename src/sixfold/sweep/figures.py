"""The figures of each check in a sweep: chances of events, means, quantiles and whole distributions, as exact text."""

import re
from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct
from msgspec.json import encode

from sixfold.errors import SixfoldError
from sixfold.shapes.fraction import exact
from sixfold.solving.events import Event, default_event, number_of
from sixfold.solving.number import Bounds
from sixfold.solving.odds import Odds

_OF_A_NUMBER = re.compile(r"(mean|sd|median|distribution|quantile\s+(\S+))\s+(?:of\s+)?([a-z_]\w*)", re.IGNORECASE)


class Cell(Struct, frozen=True, array_like=True):
    """A figure of one check: exact text, the nearest double, how much too low it may be, or why there is none.

    A standard deviation has no exact text, and a distribution no double: its text is a JSON object.
    """

    exact: str | None = None
    decimal: float | None = None
    unresolved: str = "0"
    error: str = ""

    @property
    def bounds(self) -> Bounds | None:
        """The figure as an exact number, or between two bounds; None where there is no one number."""
        if self.decimal is None:
            return None
        if self.exact is None:
            return Bounds.of(Fraction(self.decimal), Fraction(0))
        return Bounds.read(self.exact, self.unresolved)


Reader = Callable[[Odds], Cell]


def reader(text: str) -> Reader:
    """Return a reader of a figure: `success`, `margin >= 3`, `mean margin`, `quantile 0.9 total`, `distribution total`.

    `success` is a hit, where that is how a rule succeeds. Raises StudyError (study/event) for a text that is no event.

    >>> from sixfold import odds
    >>> [reader(text)(odds("ten")).exact for text in ("success", "mean margin", "median natural")]
    ['5/8', '1/2', '10']
    """
    said = _OF_A_NUMBER.fullmatch(text.strip())
    if said is None:
        event = Event.read(text)
        return lambda odds: _chance(event, odds)
    kind, chance, field = said[1].split()[0].lower(), said[2] or "1/2", said[3].lower()
    return lambda odds: _of_a_number(kind, chance, field, odds)


def cell(read: Reader, odds: Odds) -> Cell:
    """A figure of odds, or why there is none."""
    try:
        return read(odds)
    except SixfoldError as error:
        return Cell(error=error.message)


def _chance(event: Event, odds: Odds) -> Cell:
    meant = default_event(odds) if event.text == "success" and event.text not in odds.events else event
    return _shown(meant.bounds(odds))


def _of_a_number(kind: str, chance: str, field: str, odds: Odds) -> Cell:
    number = number_of(odds, field)
    if kind == "sd":
        return Cell(None, number.sd, exact(number.unresolved))
    if kind == "distribution":
        pmf = {str(value): exact(share) for value, share in number.pmf.items()}
        return Cell(encode(pmf).decode(), None, exact(number.unresolved))
    if kind == "mean":
        return _shown(Bounds.of(number.mean, number.unresolved))
    return _shown(Bounds.of(Fraction(number.quantile(chance)), Fraction(0)))


def _shown(bounds: Bounds) -> Cell:
    return Cell(exact(bounds.low), float(bounds.low), exact(bounds.unresolved))
