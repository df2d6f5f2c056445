"""Instruments, which a game keeps at a table between rolls: a danger, a ledger of effort, an order of turns.

A game declares an instrument beside its rules. An instrument has a state, which follows from rolls and from its own
commands, and a view of that state. It knows no room and no socket. The room computes it for each person from what this
person may see, so it cannot reveal anything else.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from sixfold.base.bounds import EVENTS

Data = Mapping[str, Any]
"""Plain data by name."""

Kind = Literal["person", "number", "text", "choice", "check", "switch"]


class Person(NamedTuple):
    """A person at the table. `role` is `master`, `player` or `spectator`."""

    id: str
    name: str
    role: str


People = Sequence[Person]
"""The people at the table."""


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
    """Something people can do with an instrument. `roles` says who may do it; its `fields` make the form.

    `did` is the name of the act that it causes, if that is not its own. `told` is the sentence for the log, which
    follows the name of the person and has values in braces: `gives {person} {dice} {kind} luck`.
    """

    name: str
    help: str
    fields: tuple[Field, ...] = ()
    roles: tuple[str, ...] = ("master", "player")
    did: str = ""
    told: str = ""


GM = ("master",)
"""The roles of a command that only the game master may use."""


class Thrown(NamedTuple):
    """A roll that this person sees, with its record as in JSON.

    `to` is the number of the event that asked for it. `role` is that of the person who rolled, and `party` has the ids
    of the players in the room then. `read` makes a check of a text, in the games of the table.
    """

    number: int
    person: str
    record: Mapping[str, Any]
    to: int | None = None
    role: str = "player"
    party: tuple[str, ...] = ()
    read: Callable[[str], Any] = str

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
    """An act of the instrument's own commands. `read` makes a check of a text, in the games of the table."""

    number: int
    person: str
    instrument: str
    name: str
    values: Mapping[str, Any]
    read: Callable[[str], Any] = str


class Act(NamedTuple):
    """An act that a command causes; it becomes an event. `visible` is `all`, `master` (and its author) or `self`."""

    name: str
    values: Mapping[str, Any]
    visible: str = "all"


State = TypeVar("State")


def named(person: str, people: People) -> str:
    """Return the name of a person, as long as they are at the table."""
    return next((other.name for other in people if other.id == person), "somebody who left")


class Instrument(ABC, Generic[State]):
    """Something that a game keeps at a table. States are immutable values that compare by value.

    `name` is the name within its game, such as `chaos`, and `title` the title for people. With `every_game`, it also
    follows the rolls of other games that are made for its acts.
    """

    name: str
    title: str
    commands: Sequence[Command] = ()
    every_game: bool = False

    @property
    def told(self) -> Data:
        """The sentences for the log, by the name of the act."""
        return {command.did or command.name: command.told for command in self.commands if command.told}

    @abstractmethod
    def start(self) -> State:
        """Return the state of a new table."""

    @abstractmethod
    def follow(self, state: State, happening: Thrown | Did) -> State:
        """Return the state after a roll of the game, or an act of its own. It accepts everything."""

    def refuse(self, state: State, command: str, values: Data, who: Person, people: People) -> None:
        """Raise RuleError if the rules forbid a command; the arguments are those of `decide`."""

    def decide(self, state: State, command: str, values: Data, who: Person, people: People) -> Sequence[Act]:
        """Return the acts that a command causes: one with the values that were given.

        `state` is what this person sees of it. `values` fit the fields of the command, and `who` has one of its roles.
        Raises RuleError if the rules forbid the command.
        """
        self.refuse(state, command, values, who, people)
        return [Act(self.act(command), {name: value for name, value in values.items() if value is not None})]

    def act(self, command: str) -> str:
        """Return the name of the act that a command causes."""
        return next(known.did or known.name for known in self.commands if known.name == command)

    @abstractmethod
    def view(self, state: State, who: Person | None, people: People) -> Data:
        """Return what this person sees of a state, as plain data.

        Three names mean the same for all instruments. `words` has, by person, the words that their next checks of the
        game take up (`{"p2": "-2 [chaos]"}`). `has` has, by person, what they have now, for their character sheet
        (`{"p2": {"good luck dice": 2}}`). `blocks` is a `panel` of the blocks in `rules/panel.py`, with all that
        people see and can do.
        """
