"""The state of a check as it walks over a log: everything that later events are compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sixfold.room.verify.report import Problem, Report
from sixfold.room.verify.seats import Seats
from sixfold.rules.rule import System


class Event(NamedTuple):
    """An event: its public part, and with it the private one; `known` is None where that is hidden from here."""

    number: int
    body: Mapping[str, Any]
    known: Mapping[str, Any] | None

    @property
    def person(self) -> str:
        """Who did it."""
        return str(self.body["person"])

    @property
    def hidden(self) -> bool:
        """Whether not everyone may see it."""
        return "hidden" in self.body


@dataclass
class Draw:
    """A call, and what was opened of it. `masters` are those who see what is for a GM: then, and since."""

    person: str
    index: int
    seal: str
    hidden: bool
    masters: Sequence[str]
    witness: str | None
    request: Mapping[str, Any] | None
    c: str | None
    answers: int | None = None
    opened: int = 0
    w: str = ""
    faces: list[int] | None = None


@dataclass
class Form:
    """A roll, or a correction of the roll `root`, as far as it is known; `hidden` until it is revealed."""

    root: int
    person: str
    public: Mapping[str, Any]
    known: Mapping[str, Any] | None
    hidden: bool
    masters: Sequence[str]


@dataclass
class Act:
    """An act of an instrument, or a request: it can be taken back."""

    kind: str
    person: str
    hidden: bool
    known: Mapping[str, Any] | None
    withdrawn: bool = False


@dataclass
class Walk:
    """Everything that the events so far have said.

    `told` and `used` count the commitments and draws of each lane. `due` is the question that the next event
    goes on from, and `owed` are the corrections of a revealed roll that are revealed next.
    """

    systems: Mapping[str, System]
    report: Report
    at: str = ""
    seats: Seats = field(default_factory=Seats)
    commitments: dict[tuple[str, int], str] = field(default_factory=dict)
    told: dict[str, int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    calls: dict[int, Draw] = field(default_factory=dict)
    called: dict[str, int] = field(default_factory=dict)
    questions: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    answers: dict[int, int] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)
    forms: dict[int, Form] = field(default_factory=dict)
    latest: dict[int, int] = field(default_factory=dict)
    acts: dict[int, Act] = field(default_factory=dict)
    unseen: list[int] = field(default_factory=list)
    due: int = 0
    owed: list[int] = field(default_factory=list)

    def note(self, number: int, message: str) -> None:
        """Note that something is wrong with an event."""
        self.report.problems.append(Problem(number, message))

    def unknown(self, number: int) -> None:
        """Note that an event is of a game that is not known here."""
        if number not in self.report.unknown:
            self.report.unknown.append(number)

    def taken(self, body: Mapping[str, Any]) -> list[int]:
        """Return the choices made before an event, in order."""
        taken: list[int] = []
        asked = body.get("answers")
        while asked is not None:
            taken.insert(0, self.answers[asked])
            asked = self.questions[asked].get("answers")
        return taken
