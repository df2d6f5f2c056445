"""The reader that tells: a record in words, every die of it, and why it came out so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sixfold.checks.check import Check
from sixfold.playing.trail import Note, Reading, Throw
from sixfold.report.blocks import Line
from sixfold.rules.message import minus, signed


def told(
    check: Check, throws: Iterable[Throw], trail: Sequence[Note | Reading], outcome: Mapping[str, Any]
) -> list[Line]:
    """The trail of a record: its throws with what was read of them, its modifiers, its outcome."""
    lines: list[Line] = []
    for at, throw in enumerate(throws, start=1):
        words = [entry.text for entry in trail if entry.after == at and not _clause(entry)]
        dice = tuple(zip(throw.faces, throw.kept, strict=True))
        lines.append(Line(throw.label, dice, ", ".join(dict.fromkeys(filter(None, words)))))
        lines.extend(
            Line("", (), f"{_clause(entry)}: {entry.text}") for entry in trail if entry.after == at and _clause(entry)
        )
    modifiers = dict(check.settings).get("modifier") or ()
    if modifiers:
        each = [f"{signed(value)} [{label}]" if label else signed(value) for value, label in modifiers]
        total = f" = {signed(sum(value for value, _ in modifiers))}" if len(each) > 1 else ""
        lines.append(Line("modifiers", (), " ".join(each) + total))
    lines.append(Line("outcome", (), _values(outcome)))
    return lines


def _clause(entry: object) -> str:
    return getattr(entry, "clause", "")


def _values(outcome: Mapping[str, Any]) -> str:
    """The named values of the outcome that say something: numbers, names, and what is true."""
    shown = []
    for name, value in outcome.items():
        words = name.replace("_", " ")
        if value is True:
            shown.append(words)
        elif isinstance(value, str):
            if value not in ("none", "plain"):
                shown.append(value)
        elif value is not False and (value or name in ("total", "margin", "sum", "net")):
            shown.append(minus(f"{words} {value}"))
    return ", ".join(shown)
