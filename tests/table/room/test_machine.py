"""A room tortured: whatever people do in whatever order, the log holds and nobody sees what is not his."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, Literal, get_args, get_origin

from msgspec.structs import fields

from sixfold import roll
from sixfold.errors import SixfoldError
from sixfold.systems import SYSTEMS
from sixfold.table.room import Decided, Randomness, RoomState, decide, event_kinds, message, sees, view, who
from sixfold.table.room.commands import (
    Answer,
    ChooseGames,
    Command,
    EditCharacter,
    Leave,
    Note,
    Open,
    Remove,
    Restore,
    Roll,
    Unwitnessed,
    Use,
    Witness,
)
from sixfold.table.room.dispatch import DECIDES
from sixfold.table.room.verify import verify
from tests.effort import THOROUGH
from tests.table.room import stranger
from tests.table.room.table import BEGIN, C, Table, W

TEXTS = (
    "ten +4", "ten chaos", "ten superior 3", "ten attack damage 2d6", "skew task good 1 vs 9", "skew initiative",
    "wild 1D", "wild initiative 2D", "hs 3d", "hs 2d 1 cut", "odgs vs 15 combat", "odgs vs 9 advantage 2 combat",
    "odgs voluntary score 12", "dice 4d6kh3", "skew percentile",
    "long duel (ten attack damage 2d6) (wild attack 3D vs 9 damage 2D) health 9 rounds 3", "odgs effort 2 saves vs 15",
)  # fmt: skip
SHEETS: tuple[dict[str, Any], ...] = (
    {"name": "Mira"}, {}, {"name": "Bo’s", "notes": "one\ntwo"}, {"values": {"health": {"now": 3, "of": 9}}},
    {"game": "wild"}, {"game": "ten", "values": {"skills": [{"name": "Climbing", "value": 4}]}}, {"game": "chess"},
    {"game": "hs", "values": {"edges": [{"name": "Cloak"}], "lores": [{"name": "Sea", "value": 2, "with": ["Cloak"]}]}},
    {"checks": [{"name": "climb", "check": "ten +4"}]}, {"values": {"nothing": 1}}, {"checks": 3},
    {"values": {"skills": None}},
)  # fmt: skip
WORDS = ("Mo", "psst", "The wall", "", " ")
NAMING = ("joined", "renamed")
COMMANDS = [
    (game, instrument.name, command)
    for game, system in SYSTEMS.items() for instrument in system.instruments() for command in instrument.commands
]  # fmt: skip
"""Every command of every instrument, with its game."""

KINDS: list[type[Command]] = [kind for kind in DECIDES if kind not in (Open, Restore)]
"""Every kind of command but for those that a room begins with, and begins anew."""

LIKELY: tuple[type[Command], ...] = (Roll, Roll, EditCharacter)
WAITING: tuple[type[Command], ...] = (Witness, Unwitnessed, Answer)
"""What is asked for more often than all else, and what is as long as something waits for it."""


def fitting(check: str) -> list[tuple[int, ...]]:
    """The faces of some rolls of a check."""
    records = [roll(check, seed=seed) for seed in range(3)]
    return [tuple([face for thrown in record.throws for face in thrown.faces]) for record in records]


TYPED = {check: fitting(check) for check in TEXTS}


def of_type(wanted: Any) -> list[Any]:
    """Values of a type of a field: true and false, names of a literal, or a row of them."""
    if wanted is bool:
        return [True, False]
    parts = get_args(wanted)
    if get_origin(wanted) is Literal:
        return list(parts)
    if get_origin(wanted) is tuple:
        return [(value,) for value in of_type(parts[0])]
    return [value for part in parts for value in of_type(part)]


def shown_to_all(state: RoomState) -> list[tuple[str, str, Any]]:
    """The instruments that everyone sees, with what each of them knows; it may be told with other names."""
    return [
        (game, instrument.name, state.instruments.state(game, instrument, None))
        for game in dict.fromkeys(one["system"] for one in view(state, None)["instruments"])
        for instrument in SYSTEMS[game].instruments()
    ]


class Room:
    """People who do anything at all; what is refused must have changed nothing."""

    def __init__(self, seed: int) -> None:
        self.table = Table(f"torture {seed}")
        self.chance = Random(seed)
        self.taken: set[type[Command]] = set()
        self.moved: set[str] = set()
        for role, name in (("master", "Mo"), ("player", "Ada"), ("player", "Bo"), ("spectator", "Cy")):
            self.table.join(role, name)
        self.table.do(ChooseGames("p1", tuple(SYSTEMS)))
        self.shown = shown_to_all(self.table.state)

    def attempt(self, command: Command) -> None:
        before = self.table.state, len(self.table.events)
        said = "."
        try:
            decided = self.table.do(command)
        except SixfoldError as error:
            said = error.message
        else:
            assert 1 <= decided.number <= decided.state.number
            self.table.links |= {role: secret for role, secret in decided.given.items() if role in self.table.links}
            self.taken.add(type(command))
            self.what_moves_instruments_says_so(decided)
            return
        assert said.endswith((".", "?")), said
        assert (self.table.state, len(self.table.events)) == before

    def may(self, kind: type[Command]) -> list[str]:
        """Who may give a command of this kind now, by what waits for them or by their role."""
        state = self.table.state
        if kind is Answer:
            return [question.play.person for question in state.questions.values() if question.open]
        if kind is Witness:
            return [call.body.witness for call in state.calls.values() if call.body.witness]
        roles = getattr(kind, "ROLES", ()) or ("master", "player", "spectator")
        return [person.id for person in state.members if person.role in roles]

    def someone_comes(self) -> None:
        role = self.chance.choice(["master", "player", "spectator"])
        if len(self.table.state.people) < 6 and self.table.state.open and role in self.table.state.links:
            self.table.join(role, self.chance.choice(["Di", "ada", "Ed"]))

    def is_put_back(self) -> None:
        self.table.secret = sha256(self.table.secret).digest()
        self.attempt(Restore())

    def somebody_asks(self) -> None:
        """A command of any kind, out of what there is in the room; mostly by somebody who may."""
        waits = self.table.state.calls or self.may(Answer)
        kind = self.chance.choice([*KINDS, *(WAITING if waits else LIKELY) * 3])
        if kind in (Leave, Remove) and len(self.table.state.members) < 5:
            return
        by = self.chance.choice((self.mostly() and self.may(kind)) or [*self.table.state.people, "p99"])
        known = self.known(by)
        values = {"by": by}
        if kind in (Roll, Answer) and self.mostly():
            values |= self.dice(kind, known)
        elif kind is Use:
            values |= self.use(by, known)
        for field in fields(kind):
            if field.name not in values and (field.required or not self.mostly()):
                values[field.name] = self.chance.choice(known.get(field.name) or of_type(field.type))
        if "by" not in kind.__struct_fields__:
            del values["by"]
        self.attempt(kind(**values))

    def mostly(self) -> bool:
        return self.chance.random() < 0.85

    def known(self, by: str) -> dict[str, list[Any]]:
        """What may stand in the fields of commands of a person, by name; in the others it is anything of their type."""
        state, some = self.table.state, self.chance.sample
        people = [*state.people, *[member.id for member in state.members] * 3, "p99"]
        numbers = range(1, state.number + 1)
        rolled = {number: done for number in numbers if (done := state.rolls.get(number))}
        acts = [number for number in numbers if state.acts.get(number)]
        own = [number for number, done in rolled.items() if done.play.person == by]
        hidden = [number for number in own if rolled[number].play.seers is not None]
        calls = [number for number, call in state.calls.items() if call.body.witness == by]
        questions = [number for number, each in state.questions.items() if each.play.person == by]
        characters = [number for number, each in state.characters.items() if each.owner == by]
        return {
            **dict.fromkeys(("person", "owner", "witness"), people),
            **{name: [(), *[tuple(some(people, 2)) for _ in range(3)]] for name in ("people", "silent")},
            "throw": [*hidden * 3, *own, *rolled, *acts, *state.open_requests] or [1],
            "instead": [*own, *rolled, None],
            "to": [*state.open_requests, *acts, None],
            "call": calls or [*state.calls] or [1],
            "question": questions or [*state.questions] or [1],
            "character": [*characters, *state.characters, None],
            "seen": [self.table.seen(self.chance.choice(numbers))],
            "secret": sorted(self.table.links.values()),
            "games": [tuple(some([*SYSTEMS, "chess"], 3)), tuple(SYSTEMS)],
            "check": list(TEXTS),
            "faces": [(), (3, 4, 5), (7,)],
            "sheet": [*SHEETS, *SHEETS[:1] * 5],
            "colour": ["", "#aa0033", "red"],
            **{name: [C, W] for name in ("c", "w")},
            **{name: [*range(5)] for name in ("choice", "index")},
            **{name: list(WORDS) for name in ("text", "note", "reason", "name")},
            "choices": [(), (0,), (1, 2)],
        }

    def dice(self, kind: type[Command], known: Mapping[str, list[Any]]) -> dict[str, Any]:
        """The fields of a roll that depend on each other: its check, and its dice, drawn or typed."""
        drawn = {"c": C, "faces": None, "index": None}
        if kind is Answer:
            number = self.chance.choice(known["question"])
            question = self.table.state.questions.get(number)
            more = {"c": None, "faces": self.chance.choice([None, (6, 5)])} if question and question.play.typed else {}
            return {**drawn, **more, "question": number, "choice": self.chance.randrange(2)}
        to = self.chance.choice(known["to"])
        request = None if to is None else self.table.state.requests.get(to)
        if request:
            return {**drawn, "check": request.body.check, "to": to}
        check = self.chance.choice(TEXTS)
        typed = {"c": None, "faces": self.chance.choice(TYPED[check]), "witness": None}
        witness = {"witness": self.chance.choice(known["witness"])}
        return {**drawn, "check": check, "to": None, **self.chance.choice([{}, typed, witness])}

    def use(self, by: str, known: Mapping[str, list[Any]]) -> dict[str, Any]:
        """A command of an instrument for somebody of this role, with values of the kinds that it takes."""
        role = self.table.state.people[by].role if by in self.table.state.people else ""
        fitting = [one for one in COMMANDS if role in one[2].roles] or COMMANDS
        game, instrument, command = self.chance.choice(fitting)
        values = {}
        for field in command.fields:
            kinds: dict[str, Sequence[Any]] = {
                "person": known["person"], "number": range(field.low, min(field.high, field.low + 3) + 1),
                "text": WORDS, "choice": field.choices, "check": TEXTS, "switch": (True, False),
            }  # fmt: skip
            if field.needed or self.mostly():
                values[field.name] = self.chance.choice(kinds[field.kind])
        return {"system": game, "instrument": instrument, "command": command.name, "values": values}

    def what_moves_instruments_says_so(self, decided: Decided) -> None:
        """Where instruments show everyone something else, an event is of a kind that `MOVES_INSTRUMENTS` them."""
        before, self.shown = self.shown, shown_to_all(decided.state)
        if before != self.shown:
            kinds = {json.loads(event.public)["kind"] for event in decided.events}
            moving = {kind for kind in kinds if event_kinds.KINDS[kind].MOVES_INSTRUMENTS}
            assert moving, kinds
            self.moved |= moving

    def a_hidden_character_is_seen_by_its_owner_and_the_gm(self) -> None:
        for person, one in self.table.state.people.items():
            seen = {shown["character"] for shown in view(self.table.state, person)["characters"]}
            for number, character in self.table.state.characters.items():
                may = character.seers is None or character.owner == person or one.role == "master"
                assert (number in seen) == may

    def every_person_is_found(self) -> None:
        """A token finds its person as long as he is here."""
        for person, token in self.table.tokens.items():
            if self.table.state.people[person].member:
                assert who(self.table.state, token).id == person

    def views_are_data(self) -> None:
        """Everyone can look at the room at any time, and reads there the name that each person has or had."""
        told = [json.loads(event.public) for event in self.table.events]
        names = {event.get("who", event["person"]): event["name"] for event in told if event["kind"] in NAMING}
        for person in (None, *self.table.state.people):
            shown = view(self.table.state, person)
            assert {one["id"]: one["name"] for one in (*shown["people"], *shown["left"])} == names
            assert not any(" fails in line " in line for one in shown["instruments"] for line in one["lines"])

    def the_last_event_is_seen_by_its_seers(self) -> None:
        """Nobody but its seers gets the private part of an event."""
        for event in self.table.events[-3:]:
            for person in (None, *self.table.state.people):
                if not sees(event, self.table.person(person)):
                    assert self.table.event(event.number, person) == {**event.shown, "hash": event.hash}
                    for secret in json.loads(event.private or "{}").values():
                        if isinstance(secret, str) and len(secret) == 64:
                            assert secret.encode() not in message(event, self.table.person(person))

    def holds_to_the_end(self) -> None:
        """The log folds to the same room, holds for everyone, and the same commands decide the same again."""
        assert self.table.again() == self.table.state
        for person in (None, "p1", "p2", "p3"):
            text = self.table.export(person)
            assert verify(text).problems == []
            assert stranger.wrong(text)[0] == []
        chance = Randomness(self.table.secret, bytes(32))
        twice = [decide(self.table.state, Note("p1", "again"), chance, BEGIN) for _ in range(2) if self._noting()]
        assert twice == [] or twice[0].events == twice[1].events

    def _noting(self) -> bool:
        first = self.table.state.people.get("p1")
        return first is not None and first.member and first.role != "spectator"


def an_evening(seed: int) -> Room:
    """A hundred commands; what is said of a room holds after each of them."""
    room = Room(seed)
    steps = [*[room.somebody_asks] * 20, room.someone_comes, room.is_put_back]
    for _ in range(120):
        room.chance.choice(steps)()
        room.a_hidden_character_is_seen_by_its_owner_and_the_gm()
        room.every_person_is_found()
        room.views_are_data()
        room.the_last_event_is_seen_by_its_seers()
    room.holds_to_the_end()
    return room


def test_a_room_is_tortured() -> None:
    """Whatever people ask for in whatever order; checks of every game, and commands of each kind that a room takes."""
    evenings = [an_evening(seed) for seed in range(5 * THOROUGH)]
    taken = set[type[Command]]().union(*(room.taken for room in evenings))
    moving = {name for name, kind in event_kinds.KINDS.items() if kind.MOVES_INSTRUMENTS}
    assert set[str]().union(*(room.moved for room in evenings)) == moving - {"restored"}  # here, no copy lacks anything
    assert {check.split()[0] for check in TEXTS} == set(SYSTEMS)
    assert taken == set(DECIDES) - {Open}
