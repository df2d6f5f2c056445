"""What a check of a log found."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field, to_builtins


class Problem(Struct, frozen=True):
    """Something that is wrong: the number of the event (0: the document itself) and a sentence."""

    number: int
    message: str


class Report(Struct):
    """What is wrong, what was checked, and what cannot be seen from here, in so many `logs` of one room.

    `draws` were recomputed, `replayed` records were played again, `witnessed` draws had a witness's entropy. `typed`
    rolls are somebody's word, and `failed` draws gave no result. `hidden` are rolls, corrections, notes, requests and
    acts of instruments that nobody opened to this reader, `waiting` calls without a roll.
    `unknown` records are of games that are not known here. `restored` are the events at which the table was restored
    from a copy, and lost what had come after it.
    `last` is the hash of the last event: everyone in the room who reads the same aloud has the same log.
    """

    version: int = 1
    logs: int = 1
    room: str = ""
    events: int = 0
    last: str = ""
    problems: list[Problem] = field(default_factory=list)
    draws: int = 0
    witnessed: int = 0
    replayed: int = 0
    typed: list[int] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    restored: list[int] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        found: dict[str, Any] = to_builtins(self)
        return found
