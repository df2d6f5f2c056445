"""`sixfold roll --times`: a line a throw, and what came how often; or one JSON document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from fractions import Fraction
from typing import Any

from sixfold.checks.check import Check
from sixfold.cli.commands.roll import die
from sixfold.cli.console import out
from sixfold.cli.document import text
from sixfold.cli.logs import Log
from sixfold.errors import OddsError, SixfoldError
from sixfold.playing.account import account
from sixfold.playing.record import Record
from sixfold.show.tables import Paint, percent
from sixfold.solving.odds import Odds, solve_check

Data = Callable[[Record], dict[str, Any]]
"""A record as plain data, with as much about it as is asked for."""


def throw_many(check: Check, records: Iterable[Record], asked: Any) -> int:
    """Throw them one by one, log each if that is asked for, and print each as it comes."""
    data = account if asked.odds else Record.to_json
    with ExitStack() as files:
        if asked.log is not None:
            records = _logged(records, files.enter_context(Log(asked.log)), data)
        if asked.json:
            return _document(records, data)
        console = out()
        tally = Tally(check)
        for record in records:
            console.say(f"{_dice(record)}   {record.announcement}")
            tally.add(record)
        console.say("\n".join(tally.lines(console.paint, not asked.no_odds)))
    return 0


def _logged(records: Iterable[Record], log: Log, data: Data) -> Iterator[Record]:
    for record in records:
        log.add(data(record))
        yield record


def _document(records: Iterable[Record], data: Data) -> int:
    """One document, which is whole JSON also when the throwing is interrupted or an error ends it."""
    put = out().data
    put('{"version": 1, "records": [')
    separator = ""
    ending: dict[str, Any] = {}
    status = 0
    try:
        for record in records:
            put(separator + text(data(record)))
            separator = ",\n"
    except SixfoldError as error:
        ending, status = error.to_json(), error.exit_status
    finally:
        put("]" + "".join(f', "{name}": {text(value)}' for name, value in ending.items()) + "}\n")
    return status


def _dice(record: Record) -> str:
    return " | ".join(" ".join(die(f, k) for f, k in zip(t.faces, t.kept, strict=True)) for t in record.throws)


class Tally:
    """How often each event of a rule came, and the mean of the number that matters most."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self._came = dict.fromkeys((name for name, _ in check.rule.events), 0)
        self._throws = 0
        self._sum = 0

    def add(self, record: Record) -> None:
        """Count a record."""
        self._throws += 1
        for name in self._came:
            field, _, value = name.partition("=")
            shown = record.outcome.get(field)
            self._came[name] += shown == value if value else shown is True
        number = record.outcome.get(self._check.rule.chart)
        self._sum += number if type(number) is int else 0

    def lines(self, paint: Paint, with_odds: bool) -> list[str]:
        """The tally for people, each line beside its exact odds."""
        odds = self._odds() if with_odds else None
        rows = [("", "came", "", "odds" if odds else "")]
        for name, words in self._check.rule.events:
            chance = odds.events.get(name) if odds else None
            if chance or self._came[name]:
                came = Fraction(self._came[name], self._throws)
                shown = "" if chance is None else percent(chance)
                rows.append((words, f"{self._came[name]:,}", percent(came), shown))
        field = self._check.rule.chart
        number = odds.numbers.get(field) if odds else None
        if number is not None:
            rows.append((f"mean {field}", f"{self._sum / self._throws:.3f}", "", f"{float(number.mean):.3f}"))
        wide = [max(len(row[at]) for row in rows) for at in range(4)]
        lines = [
            f"  {row[0].ljust(wide[0])}  " + "  ".join(row[at].rjust(wide[at]) for at in (1, 2, 3)) for row in rows
        ]
        title = paint(f"{self._throws:,} throws of {self._check.text}", "title")
        return ["", title, paint(lines[0].rstrip(), "quiet"), *(line.rstrip() for line in lines[1:])]

    def _odds(self) -> Odds | None:
        try:
            return solve_check(self._check)
        except OddsError:
            return None
