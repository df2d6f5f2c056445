"""A room tortured: whatever people do in whatever order, the log holds and nobody sees what is not his."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, Literal

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from sixfold.errors import SixfoldError
from sixfold.systems import SYSTEMS
from sixfold.table.room import Randomness, decide, message, sees, view, who
from sixfold.table.room.commands import (
    Answer,
    Command,
    Correct,
    Door,
    HandOver,
    LayOut,
    Leave,
    Note,
    Portray,
    Remove,
    Rename,
    RequestRoll,
    Restore,
    Reveal,
    Roll,
    Unwitnessed,
    Use,
    Visible,
    Witness,
)
from sixfold.table.room.verify import verify
from tests.effort import THOROUGH
from tests.table.room import stranger
from tests.table.room.table import BEGIN, C, Table, W

CHECKS = st.sampled_from([
    "ten +4", "ten chaos", "ten superior 3", "ten attack damage 2d6", "skew task good 1 vs 9", "skew initiative",
    "wild 1D", "wild initiative 2D", "hs 3d", "hs 2d 1 cut", "odgs vs 15 combat", "odgs vs 9 advantage 2 combat",
    "odgs voluntary score 12", "dice 4d6kh3", "skew percentile",
    "long duel (ten attack damage 2d6) (wild attack 3D vs 9 damage 2D) health 9 rounds 3", "odgs effort 2 saves vs 15",
])  # fmt: skip
SHEETS: st.SearchStrategy[dict[str, Any]] = st.sampled_from([
    {}, {"name": "Bo’s", "notes": "one\ntwo"}, {"values": {"health": {"now": 3, "of": 9}}}, {"game": "wild"},
    {"game": "ten", "values": {"skills": [{"name": "Climbing", "value": 4}]}}, {"values": {"skills": None}},
    {"game": "hs", "values": {"edges": [{"name": "Cloak"}], "lores": [{"name": "Sea", "value": 2, "with": ["Cloak"]}]}},
    {"checks": [{"name": "climb", "check": "ten +4"}]}, {"values": {"nothing": 1}}, {"game": "chess"}, {"checks": 3},
])  # fmt: skip
VISIBLE = st.sampled_from(["all", "all", "master", "blind", "self"])
FACES = st.lists(st.integers(1, 6), max_size=6).map(tuple)
NUMBERS = st.integers(1, 60)
NAMING = ("joined", "renamed")
HOUSEKEEPING = st.sampled_from(["leave", "remove", "over", "open", "close", "games", "name", "note", "ask"])
ACTS: st.SearchStrategy[tuple[str, str, str, dict[str, Any]]] = st.sampled_from([
    ("ten", "chaos", "end", {}),
    ("ten", "extended", "start", {"name": "The wall", "threshold": 2}),
    ("skew", "luck", "give", {"person": "p2", "kind": "bad", "dice": 2}),
    ("skew", "luck", "spend", {}),
    ("skew", "initiative", "next", {}),
    ("wild", "initiative", "start", {}),
    ("hs", "proposals", "propose", {"check": "hs 2d"}),
    ("odgs", "effort", "combat", {"on": True}),
    ("odgs", "effort", "combat", {"on": False}),
    ("odgs", "effort", "give", {"person": "p3", "kind": "focus", "amount": 2}),
    ("odgs", "effort", "spend", {"kind": "focus"}),
    ("odgs", "effort", "success", {}),
])  # fmt: skip


class Room(RuleBasedStateMachine):
    """People who do anything at all; what is refused must have changed nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table("torture")

    @initialize()
    def begin(self) -> None:
        for role, name in (("master", "Mo"), ("player", "Ada"), ("player", "Bo"), ("spectator", "Cy")):
            self.table.join(role, name)

    def attempt(self, command: Command) -> None:
        before = self.table.state, len(self.table.events)
        said = "."
        try:
            decided = self.table.do(command)
        except SixfoldError as error:
            said = error.message
        else:
            assert 1 <= decided.number <= decided.state.number
            return
        assert said.endswith((".", "?")), said
        assert (self.table.state, len(self.table.events)) == before

    def person(self, at: int) -> str:
        people = list(self.table.state.people)
        return people[at % (3 if at % 4 else len(people))]

    def done(self, at: int) -> int:
        """The number of something that was thrown, done, asked for or corrected; any number where nothing was."""
        kinds = (b'"kind":"throw"', b'"kind":"instrument"', b'"kind":"correct"', b'"kind":"asked"')
        numbers = [event.number for event in self.table.events if any(kind in event.public for kind in kinds)]
        return numbers[at % len(numbers)] if numbers else at

    @rule(role=st.sampled_from(["master", "player", "spectator"]), name=st.sampled_from(["Di", "ada", "Ed"]))
    def someone_comes(self, role: str, name: str) -> None:
        if len(self.table.state.people) < 6 and self.table.state.open and role in self.table.state.links:
            self.table.join(role, name)

    @rule(at=NUMBERS, check=CHECKS, visible=VISIBLE, number=NUMBERS)
    def throws(self, at: int, check: str, visible: Visible, number: int) -> None:
        to = number if number % 3 == 0 else None
        instead = self.done(number) if number % 4 == 0 else None
        self.attempt(Roll(self.person(at), check, visible, C, to=to, instead=instead))

    @rule(at=NUMBERS, number=NUMBERS, typed=st.booleans(), visible=st.sampled_from([None, None, "blind", "all"]))
    def throws_what_was_asked(self, at: int, number: int, typed: bool, visible: Visible | None) -> None:
        asks = self.table.state.open_requests or (number,)
        faces = (3, 4, 5) if typed else None
        self.attempt(Roll(self.person(at), "ten +1", visible, C, faces=faces, to=asks[number % len(asks)]))

    @rule(at=NUMBERS, check=CHECKS, visible=VISIBLE, faces=FACES)
    def types(self, at: int, check: str, visible: Visible, faces: tuple[int, ...]) -> None:
        self.attempt(Roll(self.person(at), check, visible, faces=faces))

    @rule(at=NUMBERS, other=NUMBERS, check=CHECKS, visible=VISIBLE)
    def throws_with_a_witness(self, at: int, other: int, check: str, visible: Visible) -> None:
        self.attempt(Roll(self.person(at), check, visible, C, witness=self.person(other)))

    @rule(at=NUMBERS, answered=st.booleans())
    def witnesses(self, at: int, answered: bool) -> None:
        for call in list(self.table.state.calls)[:1]:
            self.attempt(Witness(self.person(at), call, W) if answered else Unwitnessed(call, (self.person(at),)))

    @rule(at=NUMBERS, choice=st.integers(-1, 4))
    def answers(self, at: int, choice: int) -> None:
        for number, question in list(self.table.state.questions.items())[:1]:
            by = question.play.person if at % 3 else self.person(at)
            self.attempt(Answer(by, number, choice, C, faces=(6, 5) if question.play.typed else None))

    @rule(at=NUMBERS, number=NUMBERS)
    def reveals(self, at: int, number: int) -> None:
        self.attempt(Reveal(self.person(at), self.done(number)))

    @rule(at=NUMBERS, number=NUMBERS, check=CHECKS, back=st.booleans(), choices=st.none() | st.just((0,)))
    def corrects(self, at: int, number: int, check: str, back: bool, choices: tuple[int, ...] | None) -> None:
        self.attempt(
            Correct(self.person(at), self.done(number), "" if choices else check, None, choices, withdraw=back)
        )

    @rule()
    def is_put_back(self) -> None:
        if len(self.table.events) < 400:
            self.table.secret = sha256(self.table.secret).digest()
            self.attempt(Restore())

    @rule(at=NUMBERS, act=ACTS)
    def uses(self, at: int, act: tuple[str, str, str, dict[str, Any]]) -> None:
        self.attempt(Use(self.person(at), *act))

    @rule(at=NUMBERS, other=NUMBERS, sheet=SHEETS, new=st.booleans(), visible=st.sampled_from([None, "all", "master"]))
    def brings_or_changes_a_character(
        self, at: int, other: int, sheet: dict[str, Any], new: bool, visible: Literal["all", "master"] | None
    ) -> None:
        known = list(self.table.state.characters)
        number = None if new or not known else known[other % len(known)]
        owner = None if other % 3 else "" if at % 2 else self.person(other)
        remove = number is not None and other % 7 == 0
        sheet = {"name": "Mira"} | sheet if new else sheet
        self.attempt(Portray(self.person(at), number, sheet, owner, visible, remove))

    @invariant()
    def a_hidden_character_is_seen_by_its_owner_and_the_gm(self) -> None:
        for person, one in self.table.state.people.items():
            seen = {shown["character"] for shown in view(self.table.state, person)["characters"]}
            for number, character in self.table.state.characters.items():
                may = character.seers is None or character.owner == person or one.role == "master"
                assert (number in seen) == may

    @rule(
        at=NUMBERS,
        other=NUMBERS,
        what=st.sampled_from(["leave", "remove", "over", "open", "close", "games", "name", "note", "ask"]),
    )
    def keeps_house(self, at: int, other: int, what: str) -> None:
        by, whom = self.person(at), self.person(other)
        commands: dict[str, Command] = {
            "leave": Leave(by),
            "remove": Remove(by, whom),
            "over": HandOver(by, whom),
            "open": Door(by, True),
            "close": Door(by, False),
            "games": LayOut(by, ("ten", "hs")),
            "name": Rename(by, whom, "Mo"),
            "note": Note(by, "psst", "master"),
            "ask": RequestRoll(by, "ten +1", (whom,), "blind"),
        }
        if what not in ("leave", "remove") or len(self.table.state.people) > 5:
            self.attempt(commands[what])

    @invariant()
    def every_person_is_found(self) -> None:
        """A token finds its person as long as he is here."""
        for person, token in self.table.tokens.items():
            if self.table.state.people[person].member:
                assert who(self.table.state, token).id == person

    @invariant()
    def views_are_data(self) -> None:
        """Everyone can look at the room at any time, and reads there the name that each person has or had."""
        told = [json.loads(event.public) for event in self.table.events]
        names = {event.get("who", event["person"]): event["name"] for event in told if event["kind"] in NAMING}
        for person in (None, *self.table.state.people):
            shown = view(self.table.state, person)
            assert {one["id"]: one["name"] for one in (*shown["people"], *shown["left"])} == names
            assert not any(" fails in line " in line for one in shown["instruments"] for line in one["lines"])

    @invariant()
    def the_last_event_is_seen_by_its_seers(self) -> None:
        """Nobody but its seers gets the private part of an event."""
        for event in self.table.events[-3:]:
            for person in (None, *self.table.state.people):
                if not sees(event, self.table.person(person)):
                    assert self.table.event(event.number, person) == {**event.shown, "hash": event.hash}
                    for secret in json.loads(event.private or "{}").values():
                        if isinstance(secret, str) and len(secret) == 64:
                            assert secret.encode() not in message(event, self.table.person(person))

    def teardown(self) -> None:
        """The log folds to the same room, holds for everyone, and the same commands decide the same again."""
        if len(self.table.events) < 2:
            return
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


TestRoom = Room.TestCase
TestRoom.settings = settings(max_examples=12 * THOROUGH, stateful_step_count=50, deadline=None)


def test_every_game_is_tortured() -> None:
    """The machine throws checks of every game."""
    said = CHECKS.__repr__()
    assert all(f"'{game} " in said for game in SYSTEMS)
