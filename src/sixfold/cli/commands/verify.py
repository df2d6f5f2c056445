"""`sixfold verify`: whether the log of a table or a log of rolls holds, and what of it cannot be seen."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sixfold.base.bounds import EXPORT_LENGTH
from sixfold.base.files import read_bounded
from sixfold.base.shapes.verified import LineProblem, Replayed, Verified
from sixfold.base.wording import counted
from sixfold.cli.command import ANSWERS, Arguments, Parameter, Systems, UsageError, out, question
from sixfold.errors import RecordError
from sixfold.playing.record_log import HalfWritten, checked_log
from sixfold.show.display import LazyReport
from sixfold.show.report.blocks import SPACE, Heading, Line, Paragraph
from sixfold.show.report.blocks import Dice as Lines
from sixfold.show.report.tables import Report as Blocks
from sixfold.study.document import Document
from sixfold.table.room.verify import verify as verified
from sixfold.table.room.verify import verify_together

CHECKED = "Sixfold can check exports of a table, files of sixfold play and logs of rolls."

LOOKED_AT = 9
"""Lines by which a file is recognised: the first may be only partly written."""

SHORT = 12
"""Characters of the hash of a game's file that are shown: enough to find it again."""

SHOWN = 20
"""Problems that are shown; the others are counted."""


@question(
    "check the log of a table: its chain, its dice, its records",
    Parameter("file", "an export of a table, a file of `sixfold play`, or a log of rolls", "FILE", "words"),
    *ANSWERS,
    takes="FILE [FILE ...]",
    alike=("check", "proof", "prove", "fair"),
)
def verify(args: Arguments, systems: Systems) -> int:
    """Check the log of a room: nothing was changed, every die follows from the commitments made before, and
    every record follows from its dice. The report names everything that is hidden from you. In a log of rolls, every
    record is replayed. Several logs of one room are compared: people who were shown different logs find out.

    $ sixfold verify friday.json
    $ sixfold verify ada.json bo.json
    $ sixfold verify evening.sixfold --json
    $ sixfold verify rolls.jsonl

    Exit status: 0 everything visible is correct; 1 something is wrong; 2 nothing that can be checked.
    """
    if not args.file:
        raise UsageError("Name the file to check: an export of a table, a file of sixfold play, or a log of rolls.")
    texts = {name: read_bounded(name, EXPORT_LENGTH) for name in args.file}
    name, text = next(iter(texts.items()))
    if len(texts) == 1 and is_log(text):
        replays = rolls(text, name, systems)
        out().answer(replays, args.form)
        return 1 if replays.problems else 0
    for name, text in texts.items():
        if is_log(text):
            raise UsageError(f"{name[:200]} is a log of rolls. Only logs of one room can be checked together.")
    try:
        report = verify_together(list(texts.values()), systems) if len(texts) > 1 else verified(text, systems)
    except RecordError as error:
        if error.code != "record/malformed" or len(texts) > 1:
            raise
        raise RecordError(error.code, f"{name[:200]} is {_what_it_is(text)}. {CHECKED}") from error
    out().answer(LazyReport(lambda: shown(report), report.to_json), args.form)
    return 1 if report.problems else 0


class Rolls(Document, Replayed, frozen=True):
    """The result for a log of rolls."""

    def report(self) -> Blocks:
        """The report for people."""
        played = self.records - len(self.problems) - self.old
        facts = [("records", f"{counted(played, 'record')} replayed: the dice give the outcome")] if played else []
        facts += [(source, counted(many, "roll")) for source, many in self.sources.items()]
        if self.old:
            facts.append(("old", f"{counted(self.old, 'record')} of an earlier rule, not checked"))
        if self.left_out:
            facts.append(("left out", f"{counted(self.left_out, 'line')} only partly written"))
        fine = "Every record is correct. A log of rolls does not prove who rolled, or that no roll is missing."
        title = f"A log of {counted(self.records, 'roll')}"
        return _judged(title, [problem.message for problem in self.problems], facts, fine)


def is_log(text: str) -> bool:
    """Whether a text is a log of rolls, or what `roll --json` prints."""
    data = _first(text)
    return "records" in data or {"throws", "outcome"} <= set(data)


def rolls(text: str, name: str, systems: Systems) -> Rolls:
    """Play every record of a log of rolls again."""
    records = old = left_out = 0
    problems: list[LineProblem] = []
    sources = Counter[str]()
    for line, entry in checked_log(text, name, systems):
        if isinstance(entry, HalfWritten):
            left_out += 1
            continue
        records += 1
        if isinstance(entry, RecordError):
            problems.append(LineProblem(line, entry.message))
            continue
        old += not entry.current
        sources[entry.source.partition(":")[0]] += 1
    return Rolls(records, problems, old, left_out, sources)


def _first(text: str) -> dict[str, Any]:
    """The object that a text is, or that one of its first lines is; an empty one where there is none."""
    for piece in (text, *text.split("\n", LOOKED_AT)[:LOOKED_AT]):
        try:
            data = json.loads(piece)
        except (ValueError, RecursionError):
            continue
        return data if isinstance(data, dict) else {}
    return {}


_KINDS = (
    ("numbers", "a document of odds"),
    ("cells", "a document of a table of odds"),
    ("checks", "a document of a comparison"),
    ("claims", "a document of an audit"),
    ("problems", "a report of sixfold verify"),
    ("error", "an error message of Sixfold"),
)


def _what_it_is(text: str) -> str:
    """Name the kind of a file that cannot be checked."""
    data = _first(text)
    if not data:
        return "empty" if not text.strip() else "not a log"
    return next((words for key, words in _KINDS if key in data), "a JSON document, but not a log")


def shown(report: Verified) -> Blocks:
    """The report for people."""
    problems = [f"event {one.number} {one.message}" for one in report.problems]
    title = f"Room {report.room}: {counted(report.events, 'event')}"
    return _judged(title, problems, _facts(report), "Everything that you can see is correct.")


def _judged(title: str, problems: Sequence[str], facts: Sequence[tuple[str, str]], fine: str) -> Blocks:
    """The problems, the other findings, and the verdict; `fine` is the verdict without problems."""
    wrong = [("wrong", problem) for problem in problems[:SHOWN]]
    if len(problems) > SHOWN:
        wrong.append(("", f"and {counted(len(problems) - SHOWN, 'more problem')}"))
    verdict = Paragraph(fine, "good")
    if problems:
        verdict = Paragraph(f"This log is not correct: {counted(len(problems), 'problem')}.", "bad")
    lines = tuple(Line(what, (), words) for what, words in (*wrong, *facts))
    return Heading(title), Lines(lines), SPACE, verdict


def _facts(report: Verified) -> list[tuple[str, str]]:
    draws = f"{counted(report.draws, 'draw')} recomputed, {report.witnessed} with a witness"
    facts = [("logs", f"{report.logs} compared")] if report.logs > 1 else []
    facts += [("dice", draws), ("records", f"{counted(report.replayed, 'record')} replayed")]
    for what, numbers, words in (
        ("typed", report.typed, "the dice that people typed cannot be checked"),
        ("failed", report.failed, "the roll had no result, and its dice count for nothing"),
        ("hidden", report.hidden, "hidden from you"),
        ("waiting", report.waiting, "requested, and not rolled yet"),
        ("unknown", report.unknown, "from a game that is not loaded (--game FILE)"),
        ("restored", report.restored, "from a copy; everything after it is lost"),
    ):
        if numbers:
            facts.append((what, f"{_numbers(numbers)}: {words}"))
    for one in report.versions:
        words = f"played with version {one.played[:SHORT]} of {one.game}; version {one.here[:SHORT]} is loaded"
        facts.append(("version", f"{_numbers(one.events)}: {words}, which cannot check them"))
    facts.append(("last hash", report.last))
    return facts


def _numbers(numbers: list[int]) -> str:
    named = ", ".join(map(str, numbers[:12]))
    more = f" and {len(numbers) - 12} more" if len(numbers) > 12 else ""
    return f"{'event' if len(numbers) == 1 else 'events'} {named}{more}"
