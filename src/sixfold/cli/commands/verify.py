"""`sixfold verify`: whether the log of a room holds, and what of it cannot be seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.bounds import EXPORT_LENGTH
from sixfold.cli.arguments import Parser
from sixfold.cli.console import out
from sixfold.errors import UsageError
from sixfold.report.blocks import SPACE, Heading, Line, Note
from sixfold.report.blocks import Dice as Lines
from sixfold.report.report import Report as Shown
from sixfold.room.verify import Report, verify
from sixfold.rules.message import counted
from sixfold.rules.rule import System

SUMMARY = "check the log of a table: its chain, its dice, its records"
ALIKE = ("check", "proof", "prove", "fair")

SHOWN = 20
"""Problems that are shown; the others are counted."""


def parser() -> Parser:
    """The arguments of `sixfold verify`."""
    made = Parser(
        "verify",
        "Check the log of a room: that nothing was changed, that every die follows from what was committed to before, "
        "and that every record is what its dice give. What is hidden from you is named.",
        ("sixfold verify friday.json", "sixfold verify evening.sixfold --json"),
        "Exit status: 0 everything that can be seen holds; 1 something is wrong; 2 not an export.",
        "FILE",
    )
    made.add_argument("file", nargs="*", metavar="FILE", help="an export of a room, or the file of `sixfold play`")
    made.json()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold verify`."""
    from sixfold.study.files import read_bounded  # here, since start-up must not pay for it

    if len(asked.file) != 1:
        raise UsageError("Name the file to check: an export of a room, or the file of sixfold play.")
    report = verify(read_bounded(asked.file[0], EXPORT_LENGTH), systems)
    if asked.json:
        out().document(report.to_json())
    else:
        out().show(shown(report))
    return 1 if report.problems else 0


def shown(report: Report) -> Shown:
    """The report for people."""
    wrong = [Line("wrong", (), f"event {number} {message}") for number, message in report.problems[:SHOWN]]
    if len(report.problems) > SHOWN:
        wrong.append(Line("", (), f"and {counted(len(report.problems) - SHOWN, 'more problem')}"))
    found = [Line(what, (), words) for what, words in _found(report)]
    verdict = (
        Note(f"This log does not hold: {counted(len(report.problems), 'problem')}.", "bad")
        if report.problems
        else Note("Everything that can be seen from here holds.", "good")
    )
    return (
        Heading(f"Room {report.room}: {counted(report.events, 'event')}"),
        Lines((*wrong, *found)),
        SPACE,
        verdict,
    )


def _found(report: Report) -> list[tuple[str, str]]:
    draws = f"{counted(report.draws, 'draw')} recomputed, {report.witnessed} with a witness"
    found = [("dice", draws), ("records", f"{counted(report.replayed, 'record')} played again")]
    if report.typed:
        found.append(("typed", f"{_numbers(report.typed)}: the word of who typed them"))
    if report.hidden:
        found.append(("hidden", f"{_numbers(report.hidden)}: nobody showed them to you"))
    if report.waiting:
        found.append(("waiting", f"{_numbers(report.waiting)}: called, and not thrown yet"))
    if report.unknown:
        found.append(("unknown", f"{_numbers(report.unknown)}: of a game that is not here (--game FILE)"))
    if report.restored:
        found.append(("put back", f"{_numbers(report.restored)}: from a copy; what had come after it is lost"))
    found.append(("last hash", report.last))
    return found


def _numbers(numbers: list[int]) -> str:
    named = ", ".join(map(str, numbers[:12]))
    more = f" and {len(numbers) - 12} more" if len(numbers) > 12 else ""
    return f"{'event' if len(numbers) == 1 else 'events'} {named}{more}"
