"""The reader that tells: a record in words, every die of it, and why it came out so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sixfold.checks.check import Check
from sixfold.report.blocks import Line
from sixfold.rules.message import minus
from sixfold.rules.trail import Note, Reading, Throw


def told(
    check: Check, throws: Iterable[Throw], trail: Sequence[Note | Reading], outcome: Mapping[str, Any]
) -> list[Line]:
    """The trail of a record: its throws with what was read of them, its modifiers, its outcome."""
    lines: list[Line] = []
    throws = list(throws)
    sides: dict[str, set[int]] = {}
    for throw in throws:
        sides.setdefault(throw.label, set()).add(throw.sides)
    for at, throw in enumerate(throws, start=1):
        words = [entry.text for entry in trail if entry.after == at and not _clause(entry)]
        label = f"{throw.label} d{throw.sides}" if len(sides[throw.label]) > 1 else throw.label
        lines.append(Line(label, throw.dice, ", ".join(dict.fromkeys(filter(None, words)))))
        lines.extend(
            Line("", (), f"{_clause(entry)}: {entry.text}") for entry in trail if entry.after == at and _clause(entry)
        )
    settings = dict(check.settings)
    said = [word.told(settings[word.name]) for word in check.rule.words]
    lines.extend(Line(about, (), words) for about, words in filter(None, said))
    lines.append(Line("outcome", (), _values(check, outcome) or _otherwise(check, outcome)))
    return lines


def _clause(entry: object) -> str:
    return getattr(entry, "clause", "")


def _otherwise(check: Check, outcome: Mapping[str, Any]) -> str:
    """What an outcome is of which nothing is true: no success, in the words of its game."""
    success = check.rule.success
    return success.otherwise.lower() if success is not None and success.name in outcome else "nothing"


def _values(check: Check, outcome: Mapping[str, Any]) -> str:
    """The named values of the outcome that say something: numbers, names, and what is true."""
    shown = []
    for name, value in outcome.items():
        if check.rule.tells(name, value):
            words = check.rule.called(name)
            shown.append(words if value is True else value if isinstance(value, str) else minus(f"{words} {value}"))
    return ", ".join(shown)
