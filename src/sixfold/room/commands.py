"""What people ask of a room. `by` is the id of who asks; `sixfold.room.people.who` finds it from a token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class Command(Struct, frozen=True):
    """Something that is asked of a room."""


class Open(Command, frozen=True):
    """Open a new room, named for people."""

    name: str


class Join(Command, frozen=True):
    """Come in by a link: `secret` is the link's. The name may be told apart by a number if it is taken."""

    secret: str
    name: str
    colour: str = ""


class Rename(Command, frozen=True):
    """Give a person (oneself, or anyone as GM) another name or colour; what is empty stays."""

    by: str
    person: str
    name: str = ""
    colour: str = ""


class Remove(Command, frozen=True):
    """The GM removes somebody, whose token no longer works."""

    by: str
    person: str


class Leave(Command, frozen=True):
    """Leave the room: the token no longer works."""

    by: str


class HandOver(Command, frozen=True):
    """The GM makes somebody else GM, and becomes a player. The GM's link ends."""

    by: str
    person: str


class Door(Command, frozen=True):
    """The GM opens or closes the door for newcomers."""

    by: str
    open: bool


class Links(Command, frozen=True):
    """The GM renews links (`master`, `player`, `spectator`): the old ones end."""

    by: str
    roles: tuple[str, ...] = ("master", "player", "spectator")


class LayOut(Command, frozen=True):
    """The GM says what is played here: the instruments of these games lie on the table from now on."""

    by: str
    games: tuple[str, ...]


class Throw(Command, frozen=True):
    """Roll a check: a text, or options as in JSON (`{"system": ..., "rule": ..., "options": {...}}`).

    `visible` is `all`, `master` (the roller and the GM), `blind` (the GM alone) or `self` (the roller
    alone); left out, it is what was asked for, or `all`. Dice are drawn with `c`, 32 hexadecimal digits of the
    roller's own fresh entropy, as draw `index` of their lane (by default the next one), or typed: `faces` in
    the order rolled. `to` is the number of the event that asked for the roll: a request of the GM is answered by
    the people asked, once each, for the check asked for. `instead` is the number of a roll that this one replaces
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


class Witness(Command, frozen=True):
    """A witness's entropy for the call with this number: `w`, 32 hexadecimal digits."""

    by: str
    call: int
    w: str
    silent: tuple[str, ...] = ()


class Unwitnessed(Command, frozen=True):
    """Nobody answered for the call with this number: the roll goes on without a witness, and says so.

    It comes from the server and not from a person; `silent` are the ids of those who were asked.
    """

    call: int
    silent: tuple[str, ...] = ()


class Answer(Command, frozen=True):
    """Take an option, from 0, of the question with this number.

    Where the rule then throws more dice, `c` (and `index`, `witness`) or `faces` are as for a roll.
    """

    by: str
    question: int
    choice: int
    c: str = ""
    index: int | None = None
    faces: tuple[int, ...] | None = None
    witness: str | None = None


class Reveal(Command, frozen=True):
    """Show a hidden roll, by its number, to everyone."""

    by: str
    throw: int


class Correct(Command, frozen=True):
    """Correct a roll: read its dice as another `check`, with other `faces` if it was typed, or with other
    `choices` than the rule's policy took; or take it back (`withdraw`). The first stays visible.

    What an instrument's command did and what the GM asked for can be taken back in the same way.
    """

    by: str
    throw: int
    check: str | Mapping[str, Any] = ""
    faces: tuple[int, ...] | None = None
    choices: tuple[int, ...] | None = None
    withdraw: bool = False
    reason: str = ""


class Ask(Command, frozen=True):
    """The GM asks people (nobody named: every player) for a check; hidden rolls are asked for in private.

    People who answer roll that check and may set options that it leaves open. `visible` is who sees the answer.
    """

    by: str
    check: str | Mapping[str, Any]
    people: tuple[str, ...] = ()
    visible: str = "all"


class Note(Command, frozen=True):
    """Write a line into the log, for `all`, for the `master` or for one's `self`."""

    by: str
    text: str
    visible: str = "all"


class Use(Command, frozen=True):
    """Use an instrument: a command of it, with its values (`Use("p1", "ten", "chaos", "end")`)."""

    by: str
    system: str
    instrument: str
    command: str
    values: Mapping[str, Any] = {}


class Restore(Command, frozen=True):
    """The room was put back from a copy: with a new secret, every draw from now on has a new key.

    It comes from the store and not from a person.
    """
