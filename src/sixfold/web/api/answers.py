"""What the server answers with: the shapes that stand in the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from sixfold.room.kinds import VERSIONS


class EventShape(TypedDict):
    """Something that happened in a room. What more it has depends on its kind; what is hidden has nothing more."""

    number: int
    kind: Annotated[str, Meta(extra_json_schema={"enum": list(VERSIONS)})]
    version: int
    at: str
    person: str | None
    prev: str
    hash: str
    hidden: NotRequired[bool]
    record: NotRequired[dict[str, Any]]


class Opened(TypedDict):
    """A new room; the secret of each link is its fragment."""

    room: str
    links: dict[str, str]


class Invitation(TypedDict):
    """What a link leads to: a room, what one is there, whether its door is open for that, and who leads it."""

    name: str
    role: str
    open: bool
    masters: list[str]


class Joined(TypedDict):
    """Who you are now. The token is told this once.

    `taken` says that somebody has the name you asked for, so that a number stands behind yours.
    """

    person: str
    name: str
    colour: str
    role: str
    taken: bool
    token: str


class Page(TypedDict):
    """Events in order; `last` is the number of the newest event of the room.

    `reset` is true where the log that you have is not this one: the table was put back from a copy. Forget what you
    have, and ask for everything after 0.
    """

    events: list[EventShape]
    last: int
    reset: NotRequired[bool]


class Problem(TypedDict):
    """An error (RFC 9457): `detail` is a sentence for people, `code` is stable, `column` counts from 1."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    column: NotRequired[int]
    expected: NotRequired[list[str]]
    guess: NotRequired[str]
