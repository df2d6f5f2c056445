"""The kinds of events: what each of them contains. These names are the JSON names.

A kind that may be hidden names the fields that everyone sees all the same (`OPEN`); its other fields are then private.
`ROOM` names fields that are for the room alone: hashes of links and tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeAlias

from msgspec import UNSET, Struct, UnsetType, to_builtins


class Body(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """What every event contains, besides the hash of the one before."""

    VERSION: ClassVar[int] = 1
    OPEN: ClassVar[frozenset[str]] = frozenset()
    ROOM: ClassVar[frozenset[str]] = frozenset()

    number: int = 0
    at: str = ""
    person: str | None = None
    prev: str = ""
    hidden: bool = False

    @property
    def by(self) -> str:
        """The id of the person who did it; empty for an event by nobody."""
        return self.person or ""


class Opened(Body, frozen=True, tag="opened"):
    ROOM = frozenset({"links"})
    room: str
    name: str
    links: dict[str, str]


class Joined(Body, frozen=True, tag="joined"):
    ROOM = frozenset({"token"})
    name: str
    colour: str
    role: str
    token: str


class Renamed(Body, frozen=True, tag="renamed"):
    who: str
    was: str
    name: str
    colour: str


class Removed(Body, frozen=True, tag="removed"):
    who: str


class Left(Body, frozen=True, tag="left"):
    pass


class HandedOver(Body, frozen=True, tag="handed-over"):
    to: str


class DoorSet(Body, frozen=True, tag="door"):
    open: bool


class GamesChosen(Body, frozen=True, tag="games"):
    games: list[str]


class LinksRenewed(Body, frozen=True, tag="links"):
    ROOM = frozenset({"links"})
    roles: list[str]
    links: dict[str, str]


class Committed(Body, frozen=True, tag="lane"):
    first: int
    commitments: list[str]


class Called(Body, frozen=True, tag="call"):
    OPEN = frozenset({"index", "seal", "witness", "answers"})
    index: int
    seal: str
    witness: str | None
    request: dict[str, Any]
    c: str
    answers: int = 0


class Drawn(Body, frozen=True):
    """What comes of dice, drawn or typed. `call` and the fields after it are those of a draw."""

    OPEN = frozenset({"typed", "call", "index", "w", "witness", "silent", "answers", "calls"})
    request: dict[str, Any]
    typed: bool = False
    answers: int = 0
    calls: list[int] | UnsetType = UNSET
    call: int = 0
    index: int | UnsetType = UNSET
    w: str | UnsetType = UNSET
    witness: str | UnsetType | None = UNSET
    silent: list[str] | UnsetType = UNSET
    key: str = ""
    c: str = ""
    dice: list[list[int]] | UnsetType = UNSET
    faces: list[int] | UnsetType = UNSET


class Rolled(Drawn, frozen=True, kw_only=True, tag="throw"):
    record: dict[str, Any]


class Questioned(Drawn, frozen=True, kw_only=True, tag="question"):
    label: str
    options: list[str]
    meanings: list[str]
    default: int
    throws: list[dict[str, Any]]
    choices: list[int]


class Failed(Drawn, frozen=True, kw_only=True, tag="failed"):
    """A draw that gave no result: its faces count for nothing, and its index is used up."""

    code: str
    message: str


class Answered(Body, frozen=True, tag="answer"):
    question: int
    choice: int


class Revealed(Body, frozen=True, tag="reveal"):
    """It contains the private part of that event, too."""

    throw: int


class Corrected(Body, frozen=True, tag="correct"):
    OPEN = frozenset({"throw"})
    throw: int
    record: dict[str, Any] | None = None
    request: dict[str, Any] | None = None
    withdrawn: bool = False
    reason: str = ""


class Requested(Body, frozen=True, tag="asked"):
    check: str
    visible: str
    people: list[str]


class Noted(Body, frozen=True, tag="noted"):
    text: str


class Used(Body, frozen=True, tag="instrument"):
    system: str
    instrument: str
    did: str
    values: dict[str, Any]


class Restored(Body, frozen=True, tag="restored"):
    void: list[int]


Kinds: TypeAlias = (
    Opened | Joined | Renamed | Removed | Left | HandedOver | DoorSet | GamesChosen | LinksRenewed | Committed | Called
    | Rolled | Questioned | Failed | Answered | Revealed | Corrected | Requested | Noted | Used | Restored
)  # fmt: skip

VERSIONS: Final[Mapping[str, int]] = MappingProxyType(
    {str(kind.__struct_config__.tag): kind.VERSION for kind in Kinds.__args__}
)
"""Every kind of event, with the version in which it is written today."""


def parts(body: Body, hidden: bool) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Return the public fields of a new event, and its private ones if it has any."""
    fields = to_builtins(body)
    own = set(fields) - body.OPEN - {"kind"} if hidden else body.ROOM
    private = {name: fields.pop(name) for name in own}
    return {**fields, "hidden": True} if hidden else fields, private or None
