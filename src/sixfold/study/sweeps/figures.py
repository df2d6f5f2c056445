"""The figures of each check in a sweep: chances of events, means, quantiles and whole distributions, as exact text."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.json import Decoder, encode

from sixfold.base.shapes.fraction import Bounds, exact
from sixfold.base.wording import did_you_mean, nearest
from sixfold.errors import SixfoldError, StudyError
from sixfold.show.report.tables import Kind
from sixfold.solving.events import Event, default_event, number_of
from sixfold.solving.odds import Odds

_OF_A_NUMBER = re.compile(r"(mean|sd|median|distribution|quantile\s+(\S+))\s+(?:of\s+)?([a-z_]\w*)", re.IGNORECASE)


COLUMNS: Mapping[str, Kind] = {"": float, "_exact": str, "_unresolved": str}
"""The columns of a figure in a table for programs: what follows its name, and what they hold."""

VALUE_COLUMNS: Mapping[str, Kind] = {"number": str, "value": int, "exact": str, "decimal": float}
"""The columns of each value of a distribution, in a table of their own."""


class SolvedFigure(Struct, frozen=True, array_like=True, gc=False):
    """A figure of one check: exact text, the nearest double, how much too low it may be, or why there is none.

    A standard deviation has no exact text, and a distribution no double: its text is a JSON object.
    """

    exact: str | None = None
    decimal: float | None = None
    unresolved: str = "0"
    error: str = ""

    @property
    def columns(self) -> tuple[float | str | None, ...]:
        """The values of `COLUMNS`; empty ones if there is no figure."""
        return (None,) * len(COLUMNS) if self.error else (self.decimal, self.exact, self.unresolved)

    @property
    def bounds(self) -> Bounds | None:
        """The figure as an exact number, or between two bounds; None where there is no one number."""
        if self.decimal is None:
            return None
        if self.exact is None:
            return Bounds.of(Fraction(self.decimal), Fraction(0))
        return Bounds.read(self.exact, self.unresolved)


READ_FIGURES = Decoder(dict[str, SolvedFigure])
"""Reads the figures of one check, by their texts, from JSON."""


class KeptFigure(NamedTuple):
    """A figure that is read from odds: a chance, a number, or a whole distribution."""

    kind: Literal["chance", "number", "distribution"]
    read: Callable[[Odds], SolvedFigure]

    @classmethod
    def of(cls, text: str) -> "KeptFigure":
        """The figure that a text names: `success`, `margin >= 3`, `mean margin`, `quantile 0.9 total` and others.

        `success` is a hit, where that is how a rule succeeds. Raises StudyError (study/event) for a text that is no
        event.

        >>> from sixfold import odds
        >>> [KeptFigure.of(text).read(odds("ten")).exact for text in ("success", "mean margin", "median natural")]
        ['5/8', '1/2', '10']
        """
        words = _OF_A_NUMBER.fullmatch(text.strip())
        if words is None:
            first, _, number = text.strip().partition(" ")
            guess = nearest(first, ("mean", "sd", "median", "distribution", "quantile"))
            if guess and number.strip().isidentifier():
                meant = f"{guess} {'0.9 ' if guess == 'quantile' else ''}{number.strip()}"
                raise StudyError("study/event", f"“{text[:40]}” is no figure.{did_you_mean(meant)}", text, guess=meant)
            event = Event.read(text)
            return cls("chance", lambda odds: _chance(event, odds))
        kind, chance, field = words[1].split()[0].lower(), words[2] or "1/2", words[3].lower()
        return cls(
            "distribution" if kind == "distribution" else "number",
            lambda odds: _of_a_number(kind, chance, field, odds),
        )

    def solved(self, odds: Odds) -> SolvedFigure:
        """The figure of odds, or why there is none."""
        try:
            return self.read(odds)
        except SixfoldError as error:
            return SolvedFigure(error=error.message)


def _chance(event: Event, odds: Odds) -> SolvedFigure:
    meant = default_event(odds) if event.text == "success" and event.text not in odds.events else event
    return _shown(meant.bounds(odds))


def _of_a_number(kind: str, chance: str, field: str, odds: Odds) -> SolvedFigure:
    number = number_of(odds, field)
    if kind == "sd":
        return SolvedFigure(None, number.sd, exact(number.unresolved))
    if kind == "distribution":
        pmf = {str(value): exact(share) for value, share in number.pmf.items()}
        return SolvedFigure(encode(pmf).decode(), None, exact(number.unresolved))
    if kind == "mean":
        return _shown(Bounds.of(number.mean, number.unresolved))
    return _shown(Bounds.of(Fraction(number.quantile(chance)), Fraction(0)))


def _shown(bounds: Bounds) -> SolvedFigure:
    return SolvedFigure(exact(bounds.low), float(bounds.low), exact(bounds.unresolved))
