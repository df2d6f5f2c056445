"""Nobody gets a second draw: whatever fails once a face was computed is in the log, and its index is used up."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, ClassVar
from unittest.mock import patch

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sixfold.errors import SixfoldError
from sixfold.rules.dice import Die
from sixfold.table.room import draws
from sixfold.table.room.commands import (
    Answer,
    Command,
    Correct,
    Leave,
    RequestRoll,
    Restore,
    Reveal,
    Roll,
    Unwitnessed,
    Visible,
    Witness,
)
from sixfold.table.room.event_kinds import RollResult
from sixfold.table.room.fair import FairDice
from sixfold.table.room.verify import verify
from tests.effort import THOROUGH
from tests.table.room import stranger
from tests.table.room.half_broken import GAMES
from tests.table.room.table import Table, W

MANY = ("dice 100d2!+100d2!+100d2!+100d2!+100d2!", "dice " + "+".join(["100d6"] * 11))
CHECKS = st.sampled_from(["broken", "broken", *MANY, "odgs vs 15 advantage 1 combat", "ten +4", "wild 2D"])
ENTROPY = st.integers(0, 5).map(lambda at: f"{at:032x}")
VISIBLE = st.sampled_from(["all", "blind", "self"])
PEOPLE = st.sampled_from(["p1", "p2", "p3"])


class Watched(FairDice):
    """Fair dice that note what each key was ever used for, also where nothing came of it."""

    used: ClassVar[dict[bytes, set[tuple[str, ...]]]] = {}

    def __init__(self, key: bytes, *draw: Any) -> None:
        super().__init__(key, *draw)
        self._draw = (key, tuple(map(repr, draw)))

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        key, draw = self._draw
        self.used.setdefault(key, set()).add(draw)
        return super().throw(size, die, label)


class Tempted(RuleBasedStateMachine):
    """Players, witnesses and the server try everything that could give a draw twice."""

    def __init__(self) -> None:
        super().__init__()
        Watched.used = {}
        self.watching = patch.object(draws, "FairDice", Watched)
        self.watching.start()
        self.table = Table("tempted", GAMES)

    @initialize()
    def begin(self) -> None:
        for role, name in (("master", "Mo"), ("player", "Ada"), ("player", "Bo")):
            self.table.join(role, name)

    def attempt(self, command: Command) -> None:
        try:
            self.table.do(command)
        except SixfoldError:
            return

    def index(self, person: str, which: int) -> int | None:
        return None if which == 2 else self.table.state.lanes[person].used + which

    @rule(person=PEOPLE, check=CHECKS, c=ENTROPY, which=st.integers(-2, 2), visible=VISIBLE)
    def rolls(self, person: str, check: str, c: str, which: int, visible: Visible) -> None:
        self.attempt(Roll(person, check, visible, c, self.index(person, which)))

    @rule(person=PEOPLE, check=CHECKS, c=ENTROPY, witness=PEOPLE, which=st.integers(-1, 0))
    def rolls_with_a_witness(self, person: str, check: str, c: str, witness: str, which: int) -> None:
        self.attempt(Roll(person, check, None, c, self.index(person, which), witness=witness))

    @rule(person=PEOPLE, number=st.integers(1, 60), w=st.sampled_from([W, "00" * 16, "x"]), late=st.booleans())
    def witnesses(self, person: str, number: int, w: str, late: bool) -> None:
        calls = sorted({*self.table.state.calls}) if not late else [number]
        for call in calls[:1]:
            self.attempt(Witness(person, call, w))

    @rule(number=st.integers(0, 60))
    def goes_without(self, number: int) -> None:
        self.attempt(Unwitnessed(next(iter(self.table.state.calls), number)))

    @precondition(lambda self: self.table.state.questions)
    @rule(choice=st.integers(0, 2), c=ENTROPY, which=st.integers(-1, 2), witness=st.none() | PEOPLE)
    def answers(self, choice: int, c: str, which: int, witness: str | None) -> None:
        number, question = next(iter(self.table.state.questions.items()))
        person = question.play.person
        self.attempt(Answer(person, number, choice, c, self.index(person, which), None, witness))

    @rule(person=PEOPLE, number=st.integers(1, 60), c=ENTROPY)
    def rolls_instead(self, person: str, number: int, c: str) -> None:
        self.attempt(Roll(person, "broken", None, c, instead=number))

    @rule(person=PEOPLE, number=st.integers(1, 60), back=st.booleans())
    def corrects_or_reveals(self, person: str, number: int, back: bool) -> None:
        self.attempt(Correct(person, number, "broken", withdraw=back) if number % 2 else Reveal(person, number))

    @rule(person=PEOPLE)
    def asks(self, person: str) -> None:
        self.attempt(RequestRoll("p1", "broken", (person,)))

    @rule()
    def is_restored(self) -> None:
        if len(self.table.events) < 120:
            self.table.secret = sha256(self.table.secret).digest()
            self.attempt(Restore())

    @rule()
    def leaves(self) -> None:
        if self.table.state.number % 7 == 0:
            self.attempt(Leave("p3"))

    @rule(full=st.booleans(), person=PEOPLE, c=ENTROPY)
    def rolls_in_a_full_room(self, full: bool, person: str, c: str) -> None:
        with patch("sixfold.table.room.dispatch.EVENTS", self.table.state.number - full + 1):
            self.attempt(Roll(person, "broken", None, c))

    @invariant()
    def a_key_gives_dice_once(self) -> None:
        """No key is ever used with two requests, entropies or witnesses, and what it gave is in the log."""
        assert all(len(draws) == 1 for draws in Watched.used.values())
        bodies = [event.body for event in self.table.events]
        assert {key.hex() for key in Watched.used} <= {body.key for body in bodies if isinstance(body, RollResult)}

    def teardown(self) -> None:
        """Everything is verifiable, by those who see it and by those who do not."""
        self.watching.stop()
        assert self.table.again() == self.table.state
        for person in (None, *self.table.state.people):
            text = self.table.export(person)
            assert verify(text, GAMES).problems == []
            assert stranger.wrong(text)[0] == []


TestTempted = Tempted.TestCase
TestTempted.settings = settings(max_examples=25 * THOROUGH, stateful_step_count=40, deadline=None)
