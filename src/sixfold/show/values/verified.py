"""The result of `verify --json`: about the log of a room, or about a log of rolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from sixfold.base.wording import counted
from sixfold.show.display import Shown
from sixfold.show.document import Document, plain
from sixfold.show.report.blocks import SPACE, Dice, Heading, Line, Paragraph
from sixfold.show.report.tables import Report

SHORT = 12
"""Characters of the hash of a game's file that are shown: enough to find it again."""

SHOWN = 20
"""Problems that are shown; the others are counted."""

Numbers = Annotated[list[int], Meta(description="Numbers of events.")]


class EventProblem(Struct, frozen=True):
    """Something that is wrong: the number of the event (0: the document itself) and a sentence."""

    number: int
    message: str


class OtherVersion(Struct, frozen=True):
    """A version of a game, by the hash of its file, that other events were played with than the one that is here."""

    game: str
    played: str
    here: str
    events: Numbers


class Verified(Shown, Struct, kw_only=True, tag_field="version", tag=1):
    """The problems, the checked items, and those that cannot be seen from here, in so many `logs` of one room.

    `draws` were recomputed, `replayed` records were played again, `witnessed` draws had a witness's entropy. `typed`
    rolls are somebody's word, and `failed` draws gave no result. `hidden` are rolls, corrections, notes, requests and
    acts of instruments that nobody opened to this reader, `waiting` calls without a roll.
    `unknown` records are of games that are not known here, or of other `versions` of them. `restored` are the events at
    which the table was restored from a copy, and lost what had come after it.
    `last` is the hash of the last event: everyone in the room who reads the same aloud has the same log.
    """

    logs: int = 1
    room: str
    events: int
    last: str = ""
    problems: list[EventProblem] = []
    draws: int = 0
    witnessed: int = 0
    replayed: int = 0
    typed: Numbers = []
    failed: Numbers = []
    hidden: Numbers = []
    waiting: Numbers = []
    unknown: Numbers = []
    versions: list[OtherVersion] = []
    restored: Numbers = []

    def to_json(self) -> dict[str, Any]:
        """This as plain data."""
        return {"version": 1, **plain(self)}

    def report(self) -> Report:
        """The problems, what was checked, and what cannot be seen."""
        problems = [f"event {problem.number} {problem.message}" for problem in self.problems]
        title = f"Room {self.room}: {counted(self.events, 'event')}"
        return _judged(title, problems, _facts(self), "Everything that you can see is correct.")


class LineProblem(Struct, frozen=True):
    """A problem, and its line."""

    line: int
    message: str


class Replayed(Document, frozen=True):
    """The result for a log of rolls: each problem with its line, and the number of records that were replayed.

    `old` records are of an earlier revision of their rule, and `left_out` lines are only partly written.
    """

    records: int
    problems: list[LineProblem]
    old: int
    left_out: int
    sources: Annotated[dict[str, int], Meta(description="How many rolls came from the system, a seed, or were typed.")]

    def report(self) -> Report:
        """The problems, how many records there are of each kind, and what they do not prove."""
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


def _judged(title: str, problems: Sequence[str], facts: Sequence[tuple[str, str]], fine: str) -> Report:
    """The problems, the other findings, and the verdict; `fine` is the verdict without problems."""
    wrong = [("wrong", problem) for problem in problems[:SHOWN]]
    if len(problems) > SHOWN:
        wrong.append(("", f"and {counted(len(problems) - SHOWN, 'more problem')}"))
    verdict = Paragraph(fine, "good")
    if problems:
        verdict = Paragraph(f"This log is not correct: {counted(len(problems), 'problem')}.", "bad")
    lines = tuple(Line(what, (), words) for what, words in (*wrong, *facts))
    return Heading(title), Dice(lines), SPACE, verdict


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
    for game in report.versions:
        words = f"played with version {game.played[:SHORT]} of {game.game}; version {game.here[:SHORT]} is loaded"
        facts.append(("version", f"{_numbers(game.events)}: {words}, which cannot check them"))
    facts.append(("last hash", report.last))
    return facts


def _numbers(numbers: list[int]) -> str:
    named = ", ".join(map(str, numbers[:12]))
    more = f" and {len(numbers) - 12} more" if len(numbers) > 12 else ""
    return f"{'event' if len(numbers) == 1 else 'events'} {named}{more}"
