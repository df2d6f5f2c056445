"""What a game keeps on the table between throws: chaos that stands, a ledger of effort, whose turn it is.

An instrument is declared by a game beside its rules. It is a small state folded from throws and from its own
commands, and what of it is shown. It knows no room and no socket: who sees what is settled by whoever carries it,
who gives it only what the onlooker may see, so that it can tell nobody more than he knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from sixfold.bounds import EVENTS

Kind = Literal["person", "number", "text", "choice", "check", "switch"]


class Person(NamedTuple):
    """Somebody at the table. `role` is `master`, `player` or `spectator`."""

    id: str
    name: str
    role: str


class Field(NamedTuple):
    """One thing that a command is told. Numbers go from `low` to `high`; without a `default` it must be said."""

    name: str
    kind: Kind
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    default: Any = None
    needed: bool = True


def numbered(name: str, help: str) -> Field:
    """A field for the number of an event."""
    return Field(name, "number", help, 1, EVENTS)


class Command(NamedTuple):
    """Something that people do with an instrument, and who may: its fields make the form on a page or in a terminal."""

    name: str
    help: str
    fields: tuple[Field, ...] = ()
    roles: tuple[str, ...] = ("master", "player")


class Thrown(NamedTuple):
    """A throw that the onlooker sees, with its record as in JSON.

    `to` is the number of the event that asked for it. `role` is that of the thrower, and `party` are the ids of the
    players who were there.
    """

    number: int
    person: str
    record: Mapping[str, Any]
    to: int | None = None
    role: str = "player"
    party: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """The rule's name."""
        return str(self.record["rule"])

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the check."""
        return dict(self.record["options"])

    @property
    def outcome(self) -> Mapping[str, Any]:
        """What came of it."""
        return dict(self.record["outcome"])


class Did(NamedTuple):
    """Something that an instrument's own command did."""

    number: int
    person: str
    instrument: str
    name: str
    values: Mapping[str, Any]


class Act(NamedTuple):
    """What a command does, to be kept as an event. `visible` is `all`, `master` (and who does it) or `self`."""

    name: str
    values: Mapping[str, Any]
    visible: str = "all"


State = TypeVar("State")


def named(person: str, people: Sequence[Person]) -> str:
    """What a person is called: his name, as long as he is here."""
    return next((other.name for other in people if other.id == person), "somebody who left")


class Instrument(Protocol[State]):
    """What a game keeps on the table. States are immutable values that compare by value.

    It may have a mapping `told` besides: how the log tells each of its acts of who did it, by the act's name, with
    values in braces: `{"gave": "gives {person} {dice} {kind} luck"}`.
    """

    @property
    def name(self) -> str:
        """Its name, within its game: `chaos`."""
        ...

    @property
    def title(self) -> str:
        """What it is, for people, in a few words."""
        ...

    @property
    def commands(self) -> Sequence[Command]:
        """What people can do with it."""
        ...

    def start(self) -> State:
        """The state of a new table."""
        ...

    def follow(self, state: State, happening: Thrown | Did) -> State:
        """The state after something happened: a throw of the game, or an act of its own.

        Nothing is refused here.
        """
        ...

    def decide(
        self, state: State, command: str, values: Mapping[str, Any], who: Person, people: Sequence[Person]
    ) -> Sequence[Act]:
        """What a command does. `values` fit its fields, and `who` has one of its roles.

        `state` is what this person sees of it. Raises RuleError when the rules forbid it.
        """
        ...

    def view(self, state: State, who: Person | None, people: Sequence[Person]) -> Mapping[str, Any]:
        """What is shown of a state, as plain data.

        Two names mean the same everywhere: `words` are what each person's checks of the game take up now, by id
        (`{"p2": "-2 [chaos]"}`); `blocks` are what people see and can do, a `sheet` of the blocks in `rules/sheet.py`.
        """
        ...
