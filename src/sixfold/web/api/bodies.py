"""What clients send: every body, with the bounds of its texts. What a body does not name is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sixfold.bounds import CHECKS_AT_ONCE, CHOICES, DICE_IN_AN_EVALUATION, NAME_LENGTH, NOTE_LENGTH, TEXT_LENGTH

Text = Annotated[str, Meta(max_length=TEXT_LENGTH, description="the text of a check", examples=["ten +4 superior 1"])]
Name = Annotated[str, Meta(max_length=4 * NAME_LENGTH)]
Entropy = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="16 fresh random bytes in hexadecimal")]
Faces = Annotated[
    tuple[int, ...], Meta(max_length=DICE_IN_AN_EVALUATION, description="your own dice, in the order rolled")
]
Choices = Annotated[tuple[int, ...], Meta(max_length=CHOICES, description="options chosen, counted from 0, in order")]
Number = Annotated[int, Meta(ge=1, le=2**31 - 1, description="the number of an event")]
Index = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Visible = Literal["all", "master", "blind", "self"]
Options = dict[str, Any]
Check = Text | Options
"""A text, or `{"system": ..., "rule": ..., "options": {...}}`."""


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all bodies share: names that are not known are refused."""


class NewRoom(Body, frozen=True):
    name: Name


class NewPerson(Body, frozen=True):
    name: Name
    colour: Name = ""


class ChangedPerson(Body, frozen=True):
    name: Name = ""
    colour: Name = ""


class NewMaster(Body, frozen=True):
    person: Name


class DoorState(Body, frozen=True):
    open: bool


class NewGames(Body, frozen=True):
    games: Annotated[tuple[Name, ...], Meta(max_length=CHECKS_AT_ONCE)]


class NewLinks(Body, frozen=True):
    roles: tuple[Literal["master", "player", "spectator"], ...] = ("master", "player", "spectator")


class NewThrow(Body, frozen=True):
    """A throw. What `visible` leaves out is as it was asked for, or else `all`."""

    check: Check
    visible: Visible | None = None
    c: Entropy | None = None
    index: Index | None = None
    faces: Faces | None = None
    to: Number | None = None
    instead: Number | None = None


class NewWitness(Body, frozen=True):
    call: Number
    w: Entropy


class NewAnswer(Body, frozen=True):
    question: Number
    choice: Index
    c: Entropy | None = None
    index: Index | None = None
    faces: Faces | None = None


class NewReveal(Body, frozen=True):
    throw: Number


class NewCorrection(Body, frozen=True):
    throw: Number
    check: Check = ""
    faces: Faces | None = None
    choices: Choices | None = None
    withdraw: bool = False
    reason: Annotated[str, Meta(max_length=NOTE_LENGTH)] = ""


class NewRequest(Body, frozen=True):
    """The master asks for a check."""

    check: Check
    people: tuple[Name, ...] = ()
    visible: Visible = "all"


class NewNote(Body, frozen=True):
    text: Annotated[str, Meta(max_length=NOTE_LENGTH)]
    visible: Literal["all", "master", "self"] = "all"


class NewUse(Body, frozen=True):
    """A command of an instrument."""

    system: Name
    instrument: Name
    command: Name
    values: Options = {}
