"""What `ten` keeps on the table: chaos that stands for a round (T7), and extended tests (T11 to T14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sixfold.bounds import INSTRUMENT_ENTRIES, LABEL_LENGTH, THRESHOLD
from sixfold.errors import RuleError
from sixfold.rules.instrument import Act, Command, Did, Field, Person, Thrown, named, numbered
from sixfold.rules.message import counted, signed
from sixfold.systems.ten.rules import Tallies


class Struck(NamedTuple):
    """Chaos that waits for the master: the throw in which it struck, and whose that was."""

    throw: int
    person: str


class Standing(NamedTuple):
    """A modifier that stands until the round ends, and for whom."""

    person: str
    modifier: int


class Turmoil(NamedTuple):
    """Chaos at the table: what waits for the master's throw, and what stands this round."""

    waiting: tuple[Struck, ...] = ()
    standing: tuple[Standing, ...] = ()


class Chaos:
    """When chaos strikes the master throws `ten chaos`; what comes of it stands for one round (T6, T7)."""

    name = "chaos"
    title = "Chaos"
    commands: Sequence[Command] = (Command("end", "the round is over: what chaos brought ends", (), ("master",)),)

    def start(self) -> Turmoil:
        return Turmoil()

    def follow(self, state: Turmoil, happening: Thrown | Did) -> Turmoil:
        if isinstance(happening, Did):
            return state._replace(standing=())
        if happening.rule == "chaos" and happening.role == "master":
            for_whom = state.waiting[0].person if state.waiting else ""
            standing = Standing(for_whom, int(happening.outcome["modifier"]))
            return Turmoil(state.waiting[1:], (*state.standing, standing)[-INSTRUMENT_ENTRIES:])
        if happening.outcome.get("chaos"):
            struck = Struck(happening.number, happening.person)
            return state._replace(waiting=(*state.waiting, struck)[-INSTRUMENT_ENTRIES:])
        return state

    def decide(
        self, state: Turmoil, command: str, values: Mapping[str, Any], who: Person, people: Sequence[Person]
    ) -> Sequence[Act]:
        return [Act("ended", {})]

    def view(self, state: Turmoil, who: Person | None, people: Sequence[Person]) -> Mapping[str, Any]:
        sums: dict[str, int] = {}
        for person, modifier in state.standing:
            sums[person] = sums.get(person, 0) + modifier
        waiting = [
            f"Chaos struck for {named(person, people)}: the master throws ten chaos." for _, person in state.waiting
        ]
        standing = [
            f"Chaos stands at {signed(total)}{_for(person, people)} until the round ends."
            for person, total in sums.items()
        ]
        return {
            "waiting": [{"throw": throw, "person": person} for throw, person in state.waiting],
            "standing": sums,
            "lines": waiting + standing,
            "words": {person: f"{total:+d} [chaos]" for person, total in sums.items() if person and total},
        }


def _for(person: str, people: Sequence[Person]) -> str:
    return f" for {named(person, people)}" if person else ""


class Extended(NamedTuple):
    """An extended test on its way; with `people` they take turns, without anyone may throw for it."""

    number: int
    name: str
    threshold: int
    counting: str
    people: tuple[str, ...]
    tallies: Tallies = Tallies()
    rolls: int = 0

    @property
    def result(self) -> str:
        """How it ended, or nothing while it goes on (T12)."""
        return self.tallies.ending(self.threshold) if self.tallies.over(self.threshold) else ""

    @property
    def turn(self) -> str:
        """Whose turn it is, where they take turns."""
        return self.people[self.rolls % len(self.people)] if self.people and not self.result else ""

    def after(self, success: bool, margin: int) -> Extended:
        """The test after one more roll (T11, T13)."""
        return self._replace(tallies=self.tallies.after(success, margin, self.counting), rolls=self.rolls + 1)


class ExtendedTests:
    """Extended tests roll by roll: each is a `ten` test that names the tracker it is thrown for (T11 to T14)."""

    name = "extended"
    title = "Extended tests"
    commands: Sequence[Command] = (
        Command(
            "start",
            "begin an extended test; its rolls are tests thrown for it",
            (
                Field("name", "text", "what is tried", high=LABEL_LENGTH),
                Field("threshold", "number", "successes or failures that end it", 1, THRESHOLD),
                Field("count", "choice", "what a roll counts (T13)", choices=("rolls", "degrees"), default="rolls"),
                Field("first", "person", "who rolls first", needed=False),
                Field("second", "person", "who takes turns with the first", needed=False),
            ),
        ),
        Command("drop", "give an extended test up", (numbered("test", "its number"),), ("master",)),
    )

    def start(self) -> tuple[Extended, ...]:
        return ()

    def follow(self, state: tuple[Extended, ...], happening: Thrown | Did) -> tuple[Extended, ...]:
        if isinstance(happening, Did):
            values = happening.values
            if happening.name == "dropped":
                return tuple(test for test in state if test.number != values["test"])
            people = tuple(values[place] for place in ("first", "second") if values.get(place))
            begun = Extended(happening.number, values["name"], values["threshold"], values["count"], people)
            return (*state, begun)[-INSTRUMENT_ENTRIES:]
        if happening.rule != "test" or happening.to is None:
            return state
        outcome, person = happening.outcome, happening.person
        return tuple(
            test.after(outcome["success"], outcome["margin"])
            if test.number == happening.to and not test.result and test.turn in ("", person)
            else test
            for test in state
        )

    def decide(
        self,
        state: tuple[Extended, ...],
        command: str,
        values: Mapping[str, Any],
        who: Person,
        people: Sequence[Person],
    ) -> Sequence[Act]:
        if command == "start":
            return [Act("started", {name: value for name, value in values.items() if value is not None})]
        if values["test"] not in [test.number for test in state]:
            raise RuleError("rule/unknown", f"There is no extended test {values['test']}.")
        return [Act("dropped", values)]

    def view(self, state: tuple[Extended, ...], who: Person | None, people: Sequence[Person]) -> Mapping[str, Any]:
        return {
            "tests": [
                {
                    "test": test.number,
                    "name": test.name,
                    "threshold": test.threshold,
                    "successes": test.tallies.successes,
                    "failures": test.tallies.failures,
                    "rolls": test.rolls,
                    "turn": test.turn or None,
                    "result": test.result or None,
                }
                for test in state
            ],
            "lines": [_line(test, people) for test in state],
        }


def _line(test: Extended, people: Sequence[Person]) -> str:
    successes, failures, _ = test.tallies
    tally = f"{counted(successes, 'success', 'successes')} and {counted(failures, 'failure')} of {test.threshold}"
    if test.result:
        return f"{test.name} ({test.number}): {test.result} after {counted(test.rolls, 'roll')}, {tally}."
    turn = f"; {named(test.turn, people)} rolls next" if test.turn else ""
    return f"{test.name} ({test.number}): {tally}{turn}."


INSTRUMENTS = (Chaos(), ExtendedTests())
