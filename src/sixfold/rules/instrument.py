"""What a game keeps on the table between rolls: a growing danger, a ledger of effort, an order of turns.

A game declares an instrument beside its rules. An instrument has a state, which follows from rolls and from its own
commands, and a view of that state. It knows no room and no socket. The room computes it for each person from what this
person may see, so it cannot reveal anything else.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from sixfold.bounds import EVENTS

Kind = Literal["person", "number", "text", "choice", "check", "switch"]


class Person(NamedTuple):
    """A person at the table. `role` is `master`, `player` or `spectator`."""

    id: str
    name: str
    role: str


class Field(NamedTuple):
    """One argument of a command. Numbers go from `low` to `high`. Without a `default`, a `needed` field is required."""

    name: str
    kind: Kind
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    default: Any = None
    needed: bool = True


def numbered(name: str, help: str) -> Field:
    """Return a field for the number of an event."""
    return Field(name, "number", help, 1, EVENTS)


class Command(NamedTuple):
    """Something people can do with an instrument. `roles` says who may do it; its `fields` make the form."""

    name: str
    help: str
    fields: tuple[Field, ...] = ()
    roles: tuple[str, ...] = ("master", "player")


class Thrown(NamedTuple):
    """A roll that this person sees, with its record as in JSON.

    `to` is the number of the event that asked for it. `role` is that of the person who rolled, and `party` has the ids
    of the players who were there.
    """

    number: int
    person: str
    record: Mapping[str, Any]
    to: int | None = None
    role: str = "player"
    party: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """The name of the rule."""
        return str(self.record["rule"])

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the check."""
        return dict(self.record["options"])

    @property
    def outcome(self) -> Mapping[str, Any]:
        """The fields of the outcome."""
        return dict(self.record["outcome"])


class Did(NamedTuple):
    """An act of the instrument's own commands."""

    number: int
    person: str
    instrument: str
    name: str
    values: Mapping[str, Any]


class Act(NamedTuple):
    """An act that a command causes; it becomes an event. `visible` is `all`, `master` (and its author) or `self`."""

    name: str
    values: Mapping[str, Any]
    visible: str = "all"


State = TypeVar("State")


def named(person: str, people: Sequence[Person]) -> str:
    """Return the name of a person, as long as they are at the table."""
    return next((other.name for other in people if other.id == person), "somebody who left")


class Instrument(Protocol[State]):
    """What a game keeps on the table. States are immutable values that compare by value.

    It may also have a mapping `told`, from the name of an act to a sentence for the log, with values in braces:
    `{"gave": "gives {person} {dice} {kind} luck"}`. The sentence follows the name of the person.
    """

    @property
    def name(self) -> str:
        """The name within its game, such as `chaos`."""
        ...

    @property
    def title(self) -> str:
        """The title for people, in a few words."""
        ...

    @property
    def commands(self) -> Sequence[Command]:
        """The commands that people can use."""
        ...

    def start(self) -> State:
        """Return the state of a new table."""
        ...

    def follow(self, state: State, happening: Thrown | Did) -> State:
        """Return the state after a roll of the game, or an act of its own. It accepts everything."""
        ...

    def decide(
        self, state: State, command: str, values: Mapping[str, Any], who: Person, people: Sequence[Person]
    ) -> Sequence[Act]:
        """Return the acts that a command causes.

        `state` is what this person sees of it. `values` fit the fields of the command, and `who` has one of its roles.
        Raises RuleError if the rules forbid the command.
        """
        ...

    def view(self, state: State, who: Person | None, people: Sequence[Person]) -> Mapping[str, Any]:
        """Return what this person sees of a state, as plain data.

        Two names mean the same for all instruments. `words` has, by person, the words that their next checks of the
        game take up (`{"p2": "-2 [chaos]"}`). `blocks` is a `sheet` of the blocks in `rules/sheet.py`, with all that
        people see and can do.
        """
        ...
