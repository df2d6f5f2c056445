"""What the server answers with: the shapes that stand in the OpenAPI document."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class EventShape(TypedDict):
    """Something that happened in a room. What more it has depends on its kind; what is hidden has nothing more."""

    number: int
    kind: str
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


class Completed(TypedDict):
    """A word for the part of a text from `start` to `end` (in characters): how it is written with its number."""

    start: int
    end: int
    word: str
    form: str
    help: str


class Mistake(TypedDict):
    """What is wrong with a check; `column` counts from 1, `mended` is the text with the guess in it."""

    code: str
    detail: str
    column: NotRequired[int]
    expected: NotRequired[list[str]]
    guess: NotRequired[str]
    mended: NotRequired[str]


class Dice(TypedDict):
    """Dice that are thrown next on a real table."""

    size: int
    label: str
    sides: int
    lowest: int


class Checked(TypedDict):
    """A check while it is being made: its canonical text and options, or what is wrong with it.

    `system` and `rule` are those that it names, also where the rest cannot be read. `needed` are the dice that are
    still to be typed, `faces` is what is wrong with those that were.
    """

    version: int
    text: str
    system: str
    rule: str
    options: dict[str, Any]
    problem: NotRequired[Mistake]
    completions: NotRequired[list[Completed]]
    needed: NotRequired[Dice]
    faces: NotRequired[Mistake]


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
