"""The result of `verify --json`: about the log of a room, or about a log of rolls."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, to_builtins

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


class Verified(Struct, kw_only=True, tag_field="version", tag=1):
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
        """Return the report as plain data."""
        document: dict[str, Any] = to_builtins(self)
        return document


class LineProblem(Struct, frozen=True):
    """A problem, and its line."""

    line: int
    message: str


class Replayed(Struct, frozen=True, tag_field="version", tag=1):
    """The result for a log of rolls: each problem with its line, and the number of records that were replayed.

    `old` records are of an earlier revision of their rule, and `left_out` lines are only partly written.
    """

    records: int
    problems: list[LineProblem]
    old: int
    left_out: int
    sources: Annotated[dict[str, int], Meta(description="How many rolls came from the system, a seed, or were typed.")]
