"""What people ask of a room. `by` is the id of who asks; `sixfold.room.people.who` finds it from a token."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Open:
    """Open a new room, named for people."""

    name: str


@dataclass(frozen=True, slots=True)
class Join:
    """Come in by a link: `secret` is the link's. The name may be told apart by a number if it is taken."""

    secret: str
    name: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Rename:
    """Give a person (oneself, or anyone for the master) another name or colour; what is empty stays."""

    by: str
    person: str
    name: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Remove:
    """The master removes someone, whose token is then worthless."""

    by: str
    person: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Go for good: the token is worth nothing any more."""

    by: str


@dataclass(frozen=True, slots=True)
class HandOver:
    """The master makes another person master, and becomes a player. The master's link ends."""

    by: str
    person: str


@dataclass(frozen=True, slots=True)
class Door:
    """The master opens or closes the door for newcomers."""

    by: str
    open: bool


@dataclass(frozen=True, slots=True)
class Links:
    """The master renews links (`master`, `player`, `spectator`): the old ones end."""

    by: str
    roles: tuple[str, ...] = ("master", "player", "spectator")


@dataclass(frozen=True, slots=True)
class LayOut:
    """The master says what is played here: the instruments of these games lie on the table from now on."""

    by: str
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw a check: a text, or options as in JSON (`{"system": ..., "rule": ..., "options": {...}}`).

    `visible` is `all`, `master` (the thrower and the master), `blind` (the master alone) or `self` (the thrower
    alone); left out, it is what was asked for, or `all`. Dice are drawn with `c`, 32 hexadecimal digits of the
    roller's own fresh entropy, as draw `index` of their lane (by default the next one), or typed: `faces` in
    the order thrown. `to` is the number of the event that asked for the throw: a request of the master is answered by
    the people asked, once each, for the check asked for. `instead` is the number of a throw that this one replaces
    and that stays visible; it answers what that one did. With `witness`, the id of someone who is asked for entropy,
    only the call is written: `Witness` or `Unwitnessed` goes on.
    """

    by: str
    check: str | Mapping[str, Any]
    visible: str = ""
    c: str = ""
    index: int | None = None
    faces: tuple[int, ...] | None = None
    to: int | None = None
    instead: int | None = None
    witness: str | None = None


@dataclass(frozen=True, slots=True)
class Witness:
    """A witness's entropy for the call with this number: `w`, 32 hexadecimal digits."""

    by: str
    call: int
    w: str
    silent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unwitnessed:
    """Nobody answered for the call with this number: the throw goes on without a witness, and says so.

    It comes from the server and not from a person; `silent` are the ids of those who were asked.
    """

    call: int
    silent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """Take an option, from 0, of the question with this number.

    Where the rule then throws more dice, `c` (and `index`, `witness`) or `faces` are as for a throw.
    """

    by: str
    question: int
    choice: int
    c: str = ""
    index: int | None = None
    faces: tuple[int, ...] | None = None
    witness: str | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """Show a hidden throw, by its number, to everyone."""

    by: str
    throw: int


@dataclass(frozen=True, slots=True)
class Correct:
    """Put a throw right: read its dice as another `check`, with other `faces` if it was typed, or with other
    `choices` than the rule's policy took; or take it back (`withdraw`). The first stays visible.

    What an instrument's command did and what the master asked for can be taken back in the same way.
    """

    by: str
    throw: int
    check: str | Mapping[str, Any] = ""
    faces: tuple[int, ...] | None = None
    choices: tuple[int, ...] | None = None
    withdraw: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """The master asks people (nobody named: every player) for a check; hidden throws are asked for in private.

    People who answer roll that check and may set options that it leaves open. `visible` is who sees the answer.
    """

    by: str
    check: str | Mapping[str, Any]
    people: tuple[str, ...] = ()
    visible: str = "all"


@dataclass(frozen=True, slots=True)
class Note:
    """Write a line into the log, for `all`, for the `master` or for one's `self`."""

    by: str
    text: str
    visible: str = "all"


@dataclass(frozen=True, slots=True)
class Use:
    """Use an instrument: a command of it, with its values (`Use("p1", "ten", "chaos", "end")`)."""

    by: str
    system: str
    instrument: str
    command: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Restore:
    """The room was put back from a copy: with a new secret, every draw from now on has a new key.

    It comes from the store and not from a person.
    """


Command = (
    Open | Join | Rename | Remove | Leave | HandOver | Door | Links | LayOut
    | Throw | Witness | Unwitnessed | Answer | Reveal | Correct | Ask | Note | Use | Restore
)  # fmt: skip
"""All commands of a room."""
