"""Commands to a room: each has the fields that its call over HTTP takes, with their bounds.

`by` is the id of who asks; `sixfold.table.room.people.who` finds it from a token.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Meta, Struct

from sixfold.base.bounds import (
    CHECKS_AT_ONCE,
    CHOICES,
    DICE_IN_AN_EVALUATION,
    NAME_LENGTH,
    NOTE_LENGTH,
    PEOPLE,
    TEXT_LENGTH,
)

API: Final = "/api/v1"
"""The path before those of all calls over HTTP."""

Text = Annotated[str, Meta(max_length=TEXT_LENGTH, description="the text of a check", examples=["ten +4 superior 1"])]
Name = Annotated[str, Meta(max_length=4 * NAME_LENGTH)]
Line = Annotated[str, Meta(max_length=NOTE_LENGTH)]
Entropy = Annotated[
    str, Meta(pattern="^[0-9a-f]{32}$", max_length=32, description="16 fresh random bytes in hexadecimal")
]
Faces = Annotated[
    tuple[int | Literal["+", "-", "−"], ...],
    Meta(max_length=DICE_IN_AN_EVALUATION, description="your own dice, in the order rolled; Fudge dice as they show"),
]
Choices = Annotated[tuple[int, ...], Meta(max_length=CHOICES, description="options chosen, counted from 0, in order")]
Number = Annotated[int, Meta(ge=1, le=2**31 - 1, description="the number of an event")]
Index = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Visible = Literal["all", "master", "blind", "self"]
Role = Literal["master", "player", "spectator"]
Check = Text | Mapping[str, Any]
"""A text, or `{"system": ..., "rule": ..., "options": {...}}`."""


class Command(Struct, frozen=True, omit_defaults=True):
    """Something that is asked of a room.

    `PATH` is where over HTTP, below the room's path, with fields in braces that stand there; the others are the body.
    Without a path, it has no call or one that is not made from it alone. `TITLE` is its name in the documents of the
    API, which is promised, where the class is called otherwise.
    """

    PATH: ClassVar[str] = ""
    TITLE: ClassVar[str] = ""
    METHOD: ClassVar[Literal["POST", "PUT", "PATCH"]] = "POST"


class ByPerson(Command, frozen=True):
    """Something that a person in the room asks, in one of these `ROLES` if there are any."""

    ROLES: ClassVar[tuple[Role, ...]] = ()
    by: str


class ByPlayer(ByPerson, frozen=True):
    """Something that everyone but a spectator may ask."""

    ROLES = ("master", "player")


class ByMaster(ByPerson, frozen=True):
    """Something that the GM alone may ask."""

    ROLES = ("master",)


class Open(Command, frozen=True):
    """Open a new room, named for people."""

    name: Name


class Join(Command, frozen=True):
    """Come in by a link: `secret` is the link's. The name may be told apart by a number if it is taken.

    A `role` is one that may do less than that of the link: a program comes in as a spectator by any of them.
    """

    secret: str
    name: Name
    colour: Name = ""
    role: Role | None = None


class Rename(ByPerson, frozen=True):
    """Give a person (oneself, or anyone as GM) another name or colour; what is empty stays."""

    PATH = "/people/{person}"
    METHOD = "PATCH"
    person: Name
    name: Name = ""
    colour: Name = ""


class Remove(ByMaster, frozen=True):
    """The GM removes somebody, whose token no longer works."""

    person: Name


class Leave(ByPerson, frozen=True):
    """Leave the room: the token no longer works."""


class HandOver(ByMaster, frozen=True):
    """The GM makes somebody else GM, and becomes a player. The GM's link ends."""

    PATH = "/masters"
    person: Name


class Door(ByMaster, frozen=True):
    """The GM opens or closes the door for newcomers."""

    PATH = "/door"
    METHOD = "PUT"
    open: bool


class Links(ByMaster, frozen=True):
    """The GM renews links (`master`, `player`, `spectator`): the old ones end."""

    roles: Annotated[tuple[Role, ...], Meta(min_length=1)] = ("master", "player", "spectator")


class ChooseGames(ByMaster, frozen=True):
    """The GM says what is played here: the instruments of these games lie on the table from now on."""

    PATH = "/games"
    METHOD = "PUT"
    games: Annotated[tuple[Name, ...], Meta(max_length=CHECKS_AT_ONCE)]


class Bookmark(Struct, frozen=True, forbid_unknown_fields=True):
    """The last event that somebody had seen when they asked for something: its number and its hash."""

    number: Number
    hash: Hash


class Roll(ByPlayer, frozen=True):
    """Roll a check: a text, or options as in JSON (`{"system": ..., "rule": ..., "options": {...}}`).

    `visible` is `all`, `master` (the roller and the GM), `blind` (the GM alone) or `self` (the roller
    alone); left out, it is what was asked for, or `all`. Dice are drawn with `c`, 32 hexadecimal digits of the
    roller's own fresh entropy, as draw `index` of their lane (by default the next one), or typed: `faces` in
    the order rolled. `to` is the number of the event that asked for the roll: a request of the GM is answered by
    the people asked, once each, for the check asked for. `instead` is the number of a roll that this one replaces
    and that stays visible; it answers what that one did. `note` says why it is rolled, and `character` who rolls, by
    number; left out, it is the roller's only character of that game, if everyone sees it. `seen` is the last event that
    the roller has seen: it binds their roll to the log before it. With `witness`, the id of someone who is asked for
    entropy, only the call is written: `Witness` or `Unwitnessed` goes on.
    """

    PATH = "/throws"
    TITLE = "Throw"
    check: Check
    visible: Visible | None = None
    c: Entropy | None = None
    index: Index | None = None
    faces: Faces | None = None
    to: Number | None = None
    instead: Number | None = None
    note: Line = ""
    character: Number | None = None
    witness: str | None = None
    seen: Bookmark | None = None


class Witness(ByPerson, frozen=True):
    """A witness's entropy for the call with this number: `w`, 32 hexadecimal digits."""

    PATH = "/witnesses"
    call: Number
    w: Entropy
    silent: tuple[str, ...] = ()


class Unwitnessed(Command, frozen=True):
    """Nobody answered for the call with this number: the roll goes on without a witness, and says so.

    It comes from the server and not from a person; `silent` are the ids of those who were asked.
    """

    call: int
    silent: tuple[str, ...] = ()


class Answer(ByPlayer, frozen=True):
    """Take an option, from 0, of the question with this number.

    Where the rule then throws more dice, `c` (and `index`, `seen`, `witness`) or `faces` are as for a roll.
    """

    PATH = "/answers"
    question: Number
    choice: Index
    c: Entropy | None = None
    index: Index | None = None
    faces: Faces | None = None
    witness: str | None = None
    seen: Bookmark | None = None


class Reveal(ByPerson, frozen=True):
    """Show a hidden roll, by its number, to everyone."""

    PATH = "/reveals"
    throw: Number


class Correct(ByPlayer, frozen=True):
    """Correct a roll: read its dice as another `check`, with other `faces` if it was typed, or with other
    `choices` than the rule's policy took; or take it back (`withdraw`). The first stays visible.

    What an instrument's command did and what the GM asked for can be taken back in the same way.
    """

    PATH = "/corrections"
    throw: Number
    check: Check = ""
    faces: Faces | None = None
    choices: Choices | None = None
    withdraw: bool = False
    reason: Line = ""


class RequestRoll(ByMaster, frozen=True):
    """The GM asks people (nobody named: every player) for a check; hidden rolls are asked for in private.

    People who answer roll that check and may set options that it leaves open. `visible` is who sees the answer.
    """

    PATH = "/requests"
    TITLE = "Ask"
    check: Check
    people: tuple[Name, ...] = ()
    visible: Visible = "all"


class Note(ByPlayer, frozen=True):
    """Write a line into the log, for `all`, for the `master` or for one's `self`.

    With `people`, it is for them and for oneself alone.
    """

    PATH = "/notes"
    text: Line
    visible: Literal["all", "master", "self"] = "all"
    people: Annotated[tuple[Name, ...], Meta(max_length=PEOPLE)] = ()


class EditCharacter(ByPlayer, frozen=True):
    """Make a character, or change the one with this number: yours, or any as GM.

    `sheet` is a character's document, of which a change has only what changes; a trait that is null is taken away.
    Without an `owner` (the id of a person) a player's is their own and the GM's belongs to the GM, as one does whose
    owner is empty. `visible` is `all`, or `master`: its owner and the GM. A character that everyone saw stays visible.
    """

    PATH = "/characters"
    character: Number | None = None
    sheet: Mapping[str, Any] = {}
    owner: Name | None = None
    visible: Literal["all", "master"] | None = None
    remove: bool = False


class Use(ByPlayer, frozen=True):
    """Use an instrument: a command of it, with its values (`Use("p1", "ten", "chaos", "end")`)."""

    PATH = "/instruments"
    system: Name
    instrument: Name
    command: Name
    values: Mapping[str, Any] = {}


class Restore(Command, frozen=True):
    """The room was put back from a copy: with a new secret, every draw from now on has a new key.

    It comes from the store and not from a person.
    """
