"""`sixfold verify`: whether the log of a room holds, and what of it cannot be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sixfold.bounds import EXPORT_LENGTH
from sixfold.cli.arguments import Parser
from sixfold.cli.style import painter
from sixfold.errors import UsageError
from sixfold.room.verify import Report, verify
from sixfold.rules.message import counted
from sixfold.rules.rule import System
from sixfold.show.tables import Paint
from sixfold.study.files import read_bounded
from sixfold.systems import SYSTEMS

SHOWN = 20
"""Problems that are shown; the others are counted."""


def parser() -> Parser:
    """The arguments of `sixfold verify`."""
    made = Parser(
        "verify",
        "Check the log of a room: that nothing was changed, that every die follows from what was committed to before, "
        "and that every record is what its dice give. What is hidden from you is named.",
        "exit status: 0 everything that can be seen holds; 1 something is wrong; 2 not an export\n\n"
        "examples:\n  sixfold verify friday.json\n  sixfold verify evening.sixfold --json",
        "FILE",
    )
    made.add_argument("file", nargs="?", metavar="FILE", help="an export of a room, or the file of `sixfold play`")
    made.json()
    return made


def run(words: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> int:
    """Run `sixfold verify`."""
    asked = parser().read(words)
    if not asked.file:
        raise UsageError("Name the file to check: an export of a room, or the file of sixfold play.")
    report = verify(read_bounded(asked.file, EXPORT_LENGTH), systems)
    if asked.json:
        from sixfold.cli.document import write

        write(report.to_json())
    else:
        print(shown(report, painter()))
    return 1 if report.problems else 0


def shown(report: Report, paint: Paint) -> str:
    """The report for people."""
    lines = [paint(f"Room {_printable(report.room)}: {counted(report.events, 'event')}", "title")]
    for number, message in report.problems[:SHOWN]:
        lines.append(f"  {paint('wrong', 'bad')}  event {number} {_printable(message)}")
    if len(report.problems) > SHOWN:
        lines.append(f"  and {counted(len(report.problems) - SHOWN, 'more problem')}")
    lines += [f"  {what.ljust(10)}  {words}" for what, words in _found(report)]
    holds = "Everything that can be seen from here holds."
    broken = f"This log does not hold: {counted(len(report.problems), 'problem')}."
    lines.append(paint(broken, "bad") if report.problems else paint(holds, "good"))
    return "\n".join(lines)


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
    found.append(("last hash", report.last))
    return found


def _numbers(numbers: list[int]) -> str:
    named = ", ".join(map(str, numbers[:12]))
    more = f" and {len(numbers) - 12} more" if len(numbers) > 12 else ""
    return f"{'event' if len(numbers) == 1 else 'events'} {named}{more}"


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "\ufffd" for c in text)
