"""The reader that tells: a record in words, every die of it, and why it came out so."""

from __future__ import annotations

from typing import NamedTuple

from sixfold.playing.record import Record
from sixfold.rules.message import signed


class Line(NamedTuple):
    """One line of a telling: what it is about, the dice (face, counts) if it is a throw, and words."""

    label: str
    dice: tuple[tuple[int, bool], ...]
    words: str


def told(record: Record) -> list[Line]:
    """The trail of a record: its throws with what was read of them, its modifiers, its outcome."""
    lines: list[Line] = []
    for at, throw in enumerate(record.throws, start=1):
        words = [entry.text for entry in record.trail if entry.after == at and not _clause(entry)]
        dice = tuple(zip(throw.faces, throw.kept, strict=True))
        lines.append(Line(throw.label, dice, ", ".join(dict.fromkeys(filter(None, words)))))
        lines.extend(
            Line("", (), f"{_clause(entry)}: {entry.text}")
            for entry in record.trail
            if entry.after == at and _clause(entry)
        )
    modifiers = dict(record.check.settings).get("modifier") or ()
    if modifiers:
        each = [f"{signed(value)} [{label}]" if label else signed(value) for value, label in modifiers]
        total = f" = {signed(sum(value for value, _ in modifiers))}" if len(each) > 1 else ""
        lines.append(Line("modifiers", (), " ".join(each) + total))
    lines.append(Line("outcome", (), _values(record)))
    return lines


def _clause(entry: object) -> str:
    return getattr(entry, "clause", "")


def _values(record: Record) -> str:
    """The named values of the outcome that say something: numbers, names, and what is true."""
    shown = []
    for name, value in record.outcome.items():
        words = name.replace("_", " ")
        if value is True:
            shown.append(words)
        elif isinstance(value, str):
            if value not in ("none", "plain"):
                shown.append(value)
        elif value is not False and (value or name in ("total", "margin", "sum", "net")):
            shown.append(f"{words} {value}".replace("-", "\u2212"))
    return ", ".join(shown)
