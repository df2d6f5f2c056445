"""The state of a check as it walks over a log: its report, the people, and all that later events are compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct, field

from sixfold.base.bounds import NAME_LENGTH, PEOPLE
from sixfold.rules.rule import System
from sixfold.show.values.verified import EventProblem, OtherVersion, Verified
from sixfold.table.room.names import read_name, told_apart

ROLES: Final = ("master", "player", "spectator")


class VerificationError(Exception):
    """The log does not hold."""


def fail_if(wrong: object, why: str) -> None:
    """Raise VerificationError if something is wrong; `why` continues a sentence that begins with the event."""
    if wrong:
        raise VerificationError(why)


def dice_of(record: Mapping[str, Any]) -> list[int]:
    """The faces that a record or a question shows."""
    return [face for throw in record["throws"] for face in throw["faces"]]


class Seat(Struct):
    """Somebody who came in; they are no `member` once they left or were removed."""

    name: str
    role: str
    member: bool = True


class Members(Struct):
    """Everyone who came in, the door, and the links that there are."""

    people: dict[str, Seat] = {}
    links: set[str] = field(default_factory=lambda: set(ROLES))
    open: bool = True
    _watching: list[list[str]] = []

    def watching(self) -> list[str]:
        """Return who sees the parts for the master: the masters who are members, and all later masters."""
        masters = list(self.masters)
        self._watching.append(masters)
        return masters

    @property
    def masters(self) -> tuple[str, ...]:
        """The masters who are members."""
        return tuple(person for person, seat in self.people.items() if seat.member and seat.role == "master")

    def role(self, body: Mapping[str, Any]) -> str:
        """The role of the person who does something; empty for nobody."""
        seat = self.people.get(body["person"])
        return seat.role if seat is not None else ""

    def require_member(self, person: Any, *roles: str) -> Seat:
        """Return somebody who is a member, in one of these roles if any are named."""
        seat = self.people.get(person)
        if seat is None:
            raise VerificationError(f"is by or about {str(person)[:40]!r}, who never came in")
        fail_if(not seat.member, f"is by or about {person}, who is gone")
        fail_if(roles and seat.role not in roles, f"is by or about {person}, who may not: a {seat.role}")
        return seat

    # -- what happens to them --------------------------------------------------------------------------------

    def opened(self, body: Mapping[str, Any]) -> None:
        """The room has a name."""
        _name(body["name"], [], 2 * NAME_LENGTH)

    def joined(self, body: Mapping[str, Any]) -> None:
        """Check that people join by a known link through an open door, with the next id and a unique name."""
        if body["person"] != f"p{len(self.people) + 1}" or len(self.people) >= PEOPLE:
            raise VerificationError(
                f"lets somebody in as {str(body['person'])[:40]!r}; the next one is p{len(self.people) + 1}"
            )
        if body["role"] not in self.links or not (self.open or body["role"] == "master"):
            raise VerificationError(f"lets a {body['role']} in by an unknown link, or through a closed door")
        _name(body["name"], self._taken())
        self.people[body["person"]] = Seat(body["name"], body["role"])
        if body["role"] == "master":
            self._sworn_in(body["person"])

    def renamed(self, body: Mapping[str, Any]) -> None:
        """Oneself, or anyone for a master."""
        by, seat = self.require_member(body["person"]), self.require_member(body["who"])
        fail_if(by is not seat and by.role != "master", "gives somebody else a name, which is the master's")
        _name(body["name"], self._taken(seat))
        fail_if(body["was"] != seat.name, "gives a wrong former name")
        seat.name = body["name"]

    def removed(self, body: Mapping[str, Any]) -> None:
        """Check that a master removes somebody else."""
        self.require_member(body["person"], "master")
        fail_if(body["who"] == body["person"], "lets the master remove themselves")
        self.require_member(body["who"]).member = False

    def left(self, body: Mapping[str, Any]) -> None:
        """Anyone; the last master hands over first, where there is a player."""
        seat = self.require_member(body["person"])
        others = [other for other in self.people.values() if other.member and other.role == "player"]
        fail_if(self.masters == (body["person"],) and others, "lets the last master go")
        seat.member = False

    def handed_over(self, body: Mapping[str, Any]) -> None:
        """From a master to somebody else; the master's link ends."""
        by, to = self.require_member(body["person"], "master"), self.require_member(body["to"], "player", "spectator")
        by.role, to.role = "player", "master"
        self._sworn_in(body["to"])
        self.links.discard("master")

    def door(self, body: Mapping[str, Any]) -> None:
        """By a master."""
        self.require_member(body["person"], "master")
        self.open = body["open"]

    def renewed(self, body: Mapping[str, Any]) -> None:
        """By a master, each link once."""
        self.require_member(body["person"], "master")
        if not body["roles"] or body["roles"] != [role for role in ROLES if role in body["roles"]]:
            raise VerificationError("renews unknown links, or one twice")
        self.links |= set(body["roles"])

    def _sworn_in(self, person: str) -> None:
        for watched in self._watching:
            watched.append(person)

    def _taken(self, but: Seat | None = None) -> list[str]:
        return [seat.name for seat in self.people.values() if seat.member and seat is not but]


def _name(name: str, taken: list[str], longest: int = NAME_LENGTH) -> None:
    if read_name(name, longest=longest) != name or told_apart(name, taken) != name:
        raise VerificationError("has an impossible name, or somebody else's")


class Bearer(NamedTuple):
    """A character: its owner (empty for the GM), its name and its game, and whether everyone sees it."""

    owner: str
    name: str
    game: str
    open: bool


Bearers = Mapping[int, Bearer | None]
"""Characters by number; None for a hidden event of one."""

NEVER: Final = 2**62
"""The number of an event that did not come."""


class LoggedEvent(Struct):
    """An event: its public part, and with it the private one; `known` is None where that is hidden from here.

    It is `hidden` until event `shown` reveals it. `masters` are those who see what is for a GM since then. What was so
    when it happened: the `role` of its person, the GMs who were members (`gms`), and the characters (`bearers`).
    """

    number: int
    body: Mapping[str, Any]
    known: Mapping[str, Any] | None
    hidden: bool
    role: str = ""
    gms: Sequence[str] = ()
    bearers: Bearers = {}
    masters: Sequence[str] = ()
    shown: int = NEVER

    @property
    def kind(self) -> str:
        """Its kind."""
        return str(self.body["kind"])

    @property
    def person(self) -> str:
        """The person who did it."""
        return str(self.body["person"])

    def seen_by(self, person: str, roll: LoggedEvent) -> bool:
        """Whether a person could see this form of a hidden roll; False only if it is certain."""
        visible = ((roll.known or {}).get("request") or {}).get("visible", "all")
        watching = {*self.gms, *self.masters} if visible != "self" else set()
        return visible == "all" or person in watching or (person == roll.person and visible != "blind")

    def hidden_from(self, event: LoggedEvent) -> bool:
        """Whether who caused a later event could not see this roll yet; True only if it is certain."""
        return self.shown > event.number and not self.seen_by(event.person, self)

    @property
    def root(self) -> int:
        """The number of the roll that it is, or corrects."""
        return int(self.body["throw"]) if self.kind == "correct" else self.number


class Expected(NamedTuple):
    """The next event: some of its `fields`, and `why`: between what any other one would come."""

    fields: Mapping[str, Any]
    why: str


class LogVerifier(Struct):
    """Everything that the events so far have said, in a log that is `whole` or was cut off somewhere.

    `hashes` are those of the events, the first one first.
    `committed` and `used` count the commitments and draws of each lane, and `waiting` has its call without dice yet.
    `forms` are a roll and its corrections, by the number of the roll, and `faces` the dice of a call. `answers` are the
    choices by question, `done` the questions that were gone on from, and `asking` how many
    wait for each person. `withdrawn` are requests and acts of
    instruments that were taken back, with the event that did it. `characters` have the last event of each, None for one
    that is hidden from here. `expected` are the events that come next.
    """

    systems: Mapping[str, System]
    report: Verified
    whole: bool = True
    hashes: list[str] = []
    at: str = ""
    members: Members = field(default_factory=Members)
    events: dict[int, LoggedEvent] = {}
    forms: dict[int, list[LoggedEvent]] = {}
    commitments: dict[tuple[str, int], str] = {}
    committed: dict[str, int] = {}
    used: dict[str, int] = {}
    waiting: dict[str, int] = {}
    faces: dict[int, list[int]] = {}
    answers: dict[int, int] = {}
    done: set[int] = set()
    asking: dict[str, int] = {}
    withdrawn: dict[int, int] = {}
    characters: dict[int, LoggedEvent | None] = {}
    bearers: Bearers = {}
    expected: list[Expected] = []

    def note(self, number: int, message: str) -> None:
        """Note that something is wrong with an event."""
        self.report.problems.append(EventProblem(number, message))

    def find(self, number: Any, *kinds: str) -> LoggedEvent | None:
        """Return an earlier event by its number, if it is of one of these kinds."""
        event = self.events.get(number)
        return event if event is not None and event.kind in kinds else None

    def add(self, event: LoggedEvent) -> None:
        """Remember an event, and with a roll its corrections."""
        self.events[event.number] = event
        self.forms.setdefault(event.root, []).append(event)

    def knows(self, text: str, number: int, versions: Mapping[str, str]) -> bool:
        """Whether the game of a check, or of an event, is known here, in the version that it says; if not, it is noted.

        Raises VerificationError for an event of a game of one's own that does not say its version.
        """
        name = text.split(None, 1)[0]
        known = name in self.systems and versions.keys() <= self.systems.keys()
        others = [game for game in versions if game in self.systems and self.version(game) != versions[game]]
        fail_if(
            known and self.version(name) and name not in versions, "does not say which version of its game it is of"
        )
        for game in others:
            self._other(game, versions[game], number)
        if not known and number not in self.report.unknown:
            self.report.unknown.append(number)
        return self.has(text, versions)

    def has(self, text: str, versions: Mapping[str, str]) -> bool:
        """Whether the game of a check is known here, and every game of one's own in the version that it says."""
        loaded = all(game in self.systems and self.version(game) == version for game, version in versions.items())
        return text.split(None, 1)[0] in self.systems and loaded

    def version(self, game: str) -> str:
        """The version of a game here; nothing for one of the package."""
        home = self.systems[game].home
        return home.version if home is not None else ""

    def _other(self, game: str, played: str, number: int) -> None:
        """Note that an event was played with another version of a game than the one that is here."""
        noted = [one for one in self.report.versions if (one.game, one.played) == (game, played)]
        if not noted:
            noted = [OtherVersion(game, played, self.version(game), [])]
            self.report.versions += noted
        if number not in noted[0].events:
            noted[0].events.append(number)

    def taken(self, body: Mapping[str, Any]) -> list[int]:
        """Return the choices made before an event, in order."""
        taken: list[int] = []
        question = body.get("answers")
        while question is not None:
            taken.insert(0, self.answers[question])
            question = self.events[question].body.get("answers")
        return taken
