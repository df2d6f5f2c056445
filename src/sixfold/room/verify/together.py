"""Checking the logs of several people together: where they differ, and what one of them sees that others do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold.room.verify.check import check_log
from sixfold.room.verify.document import read_log
from sixfold.room.verify.report import Problem, Report
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS


def verify_together(texts: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> Report:
    """Check exports of one room by several people, or by one person at several times.

    The report is about everything that they show together: a private part that one of them has is checked for all.
    An export that is older has fewer events. Any other difference is a problem: a server has shown two logs.
    Raises RecordError (record/malformed) for a text that is no export.
    """
    logs = [read_log(text) for text in texts]
    room, longest = max(logs, key=lambda log: len(log[1]))
    merged = [dict(line) for line in longest]
    problems: list[Problem] = []
    for at, (_, lines) in enumerate(logs, start=1):
        problems += [
            Problem(one.number, f"{one.message} (log {at})") for one in check_log(room, lines, systems).problems
        ]
        differs = _first_difference(lines, longest)
        if differs is not None:
            problems.append(Problem(differs, f"is another event in log {at}: people were shown different logs"))
        for line, found in zip(lines[: None if differs is None else differs - 1], merged, strict=False):
            if line.get("private"):
                found.setdefault("private", line["private"])
    report = check_log(room, merged, systems)
    told = {(one.number, one.message.rpartition(" (log ")[0]) for one in problems}
    report.problems = problems + [one for one in report.problems if (one.number, one.message) not in told]
    report.logs = len(logs)
    return report


def _first_difference(lines: Sequence[Mapping[str, Any]], longest: Sequence[Mapping[str, Any]]) -> int | None:
    """The number of the first event that is another one in another log."""
    pairs = enumerate(zip(lines, longest, strict=False), start=1)
    return next((number for number, (one, other) in pairs if one.get("stored") != other.get("stored")), None)
