"""Checks side by side, of one game or of several."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.bounds import STUDY_CHECKS
from sixfold.checks.check import Check
from sixfold.errors import BoundsError, NotationError, StudyError
from sixfold.rules.rule import System
from sixfold.show.tables import Paint, bar, percent, plain
from sixfold.solving.odds import VERSION, Number, Odds, exact
from sixfold.study.budget import Budget
from sixfold.study.events import Event, default_event, in_words
from sixfold.systems import SYSTEMS

SPREAD = (Fraction(1, 10), Fraction(9, 10))
"""The middle of a distribution: from the first of these chances to the second."""


class Compared(NamedTuple):
    """One check of a comparison.

    `chance` is that of the event that is compared (nothing where the check has none), `criticals` the chance of each
    critical by its name, `number` the distribution that its game looks at, called `field`.
    """

    odds: Odds
    event: str
    chance: Fraction | None
    criticals: tuple[tuple[str, Fraction], ...]
    field: str
    number: Number | None

    @property
    def text(self) -> str:
        """The canonical text of the check."""
        return self.odds.text

    @property
    def likeliest(self) -> tuple[int, Fraction] | None:
        """The likeliest value of the number (the least of several) and its chance."""
        if self.number is None:
            return None
        value = max(self.number.pmf, key=lambda v: (self.number.pmf[v] if self.number else 0, -v))
        return value, self.number.pmf[value]

    @property
    def middle(self) -> tuple[int, int] | None:
        """Between which values four results of five lie: the first and the last tenth of the number."""
        if self.number is None:
            return None
        return self.number.quantile(SPREAD[0]), self.number.quantile(SPREAD[1])

    def to_json(self) -> dict[str, Any]:
        """The line as plain data."""
        number: dict[str, Any] | None = None
        if self.number is not None and self.likeliest is not None and self.middle is not None:
            value, chance = self.likeliest
            number = {
                "field": self.field,
                "mean": {"exact": exact(self.number.mean), "decimal": float(self.number.mean)},
                "sd": self.number.sd,
                "likeliest": {"value": value, **_shown(chance)},
                "tenths": list(self.middle),
            }
        return {
            "text": self.text,
            "system": self.odds.check.system,
            "event": self.event,
            "chance": None if self.chance is None else _shown(self.chance),
            "criticals": {name: _shown(chance) for name, chance in self.criticals},
            "number": number,
            "events": {name: _shown(chance) for name, chance in self.odds.events.items()},
            "unresolved": exact(self.odds.unresolved),
        }


class Comparison(NamedTuple):
    """Checks side by side, the likeliest success first."""

    lines: tuple[Compared, ...]

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain data."""
        return {"version": VERSION, "checks": [line.to_json() for line in self.lines]}

    def cells(self) -> tuple[list[str], list[list[str]]]:
        """The head and the lines of the table, as text."""
        several = len({line.event for line in self.lines if line.event}) > 1
        events = {line.event for line in self.lines if line.event}
        head = ["check", "chance of" if several or not events else next(iter(events)), "critical", "mean", "sd",
                "likeliest", "four in five"]  # fmt: skip
        fields = {line.field for line in self.lines}
        body = []
        for line in self.lines:
            chance = "–" if line.chance is None else percent(line.chance)
            if several and line.chance is not None:
                chance = f"{line.event} {chance}"
            critical = ", ".join(_critical(name, c) for name, c in line.criticals) or "–"
            row = [line.text, chance, critical]
            if line.number is None or line.likeliest is None or line.middle is None:
                row += ["–"] * 4
            else:
                value, often = line.likeliest
                field = f"{line.field} " if len(fields) > 1 else ""
                low, high = line.middle
                row += [
                    f"{field}{float(line.number.mean):.2f}".replace("-", "−"),
                    f"{line.number.sd:.2f}",
                    f"{_minus(value)} ({percent(often)})",
                    f"{_minus(low)} to {_minus(high)}",
                ]
            body.append(row)
        return head, body

    def __str__(self) -> str:
        return self.show()

    def show(self, paint: Paint = plain) -> str:
        """The comparison for the terminal."""
        head, body = self.cells()
        widths = [max(len(line[at]) for line in (head, *body)) for at in range(len(head))]
        lines = [paint("  ".join(t.ljust(w) for t, w in zip(head, widths, strict=True)).rstrip(), "quiet")]
        for line, row in zip(self.lines, body, strict=True):
            cells = [
                t.ljust(w) if at in (0, 2) else t.rjust(w) for at, (t, w) in enumerate(zip(row, widths, strict=True))
            ]
            cells[0] = paint(cells[0], "title")
            lines.append("  ".join(cells).rstrip())
            if line.chance is not None:
                lines.append(f"  {paint(bar(float(line.chance), 40), 'bar')}".rstrip())
        unresolved = max((line.odds.unresolved for line in self.lines), default=Fraction(0))
        if unresolved:
            lines += ["", paint(f"Every figure is exact to within {float(unresolved):.1e}.", "quiet")]
        return "\n".join(lines)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        from sixfold.show.html import html_table
        from sixfold.show.vega import VEGA_LITE, comparison

        return {
            VEGA_LITE: comparison(self),
            "text/html": html_table("Checks side by side", *self.cells()),
            "text/plain": str(self),
        }


def compare(*checks: str | Check, event: str | None = None, systems: Mapping[str, System] = SYSTEMS) -> Comparison:
    """Checks side by side, lined up by their chance of success, or of `event`.

    Raises NotationError for a check, StudyError (study/event) for an event that one of them does not have.

    >>> [line.text for line in compare("ten +3", "wild 3D vs 15", "ten +3 superior 1").lines]
    ['ten +3 superior 1', 'ten +3', 'wild 3D vs 15']
    """
    if not checks:
        raise NotationError("notation/empty", "Say the checks to compare, each in quotes: 'ten +3' 'wild 3D vs 10'.")
    if len(checks) > STUDY_CHECKS:
        raise BoundsError(f"At most {STUDY_CHECKS:,} checks are compared.")
    asked = None if event is None else Event.read(event)
    budget = Budget(systems)
    lines = [compared(budget.solve(check), asked) for check in checks]
    lines.sort(key=lambda line: (line.chance is None, -(line.chance or 0)))
    return Comparison(tuple(lines))


def compared(odds: Odds, event: Event | None = None) -> Compared:
    """One check as it stands in a comparison."""
    if event is None:
        try:
            event = default_event(odds)
        except StudyError:
            event = None
    criticals = tuple(
        (words, odds.events[name])
        for name, words in odds.check.rule.events
        if "critical" in words.lower() and odds.events.get(name)
    )
    field = odds.check.rule.chart
    return Compared(
        odds,
        "" if event is None else in_words(odds, event.text),
        None if event is None else event.chance(odds),
        criticals,
        field,
        odds.numbers.get(field),
    )


def _critical(name: str, chance: Fraction) -> str:
    """`4.630 %`, with the name where it says more than that it is critical."""
    short = name.lower().replace("critical", "").strip()
    return f"{short} {percent(chance)}".strip()


def _shown(chance: Fraction) -> dict[str, Any]:
    return {"exact": exact(chance), "decimal": chance.numerator / chance.denominator}


def _minus(value: int) -> str:
    return str(value).replace("-", "−")
