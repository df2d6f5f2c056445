"""The instruments of `ten`: chaos, which lasts for a round (T7), and extended tests (T11 to T14)."""

from typing import NamedTuple

from sixfold.base.bounds import HEALTH, INSTRUMENT_ENTRIES, LABEL_LENGTH, THRESHOLD
from sixfold.base.wording import counted, signed
from sixfold.errors import RuleError
from sixfold.rules.instrument import GM, Command, Data, Did, Field, Instrument, People, Person, Thrown, named, numbered
from sixfold.rules.panel import Acts, Block, Button, Figure, Form, Odds, Part, Roll, Said, Tally, hint, panel
from sixfold.rules.traits import Trait
from sixfold.systems.ten.rules import Tallies


class Struck(NamedTuple):
    """Chaos that waits for the master: the throw in which it struck, and whose that was."""

    throw: int
    person: str


class StandingModifier(NamedTuple):
    """A modifier until the round ends, with its person, and the game master's total that it came of."""

    person: str
    modifier: int
    total: int


class Turmoil(NamedTuple):
    """Chaos at the table: rolls that wait for the game master, and the modifiers of this round."""

    waiting: tuple[Struck, ...] = ()
    standing: tuple[StandingModifier, ...] = ()


class Chaos(Instrument[Turmoil]):
    """When chaos strikes, the game master rolls `ten chaos`; its modifier lasts for one round (T6, T7)."""

    name = "chaos"
    title = "Chaos"
    commands = (Command("end", "the round is over: the effects of chaos end", (), GM, "ended", "ends the round"),)

    def start(self) -> Turmoil:
        return Turmoil()

    def follow(self, state: Turmoil, happening: Thrown | Did) -> Turmoil:
        if isinstance(happening, Did):
            return state._replace(standing=())
        if happening.rule == "chaos" and happening.role == "master":
            for_whom = state.waiting[0].person if state.waiting else ""
            standing = StandingModifier(for_whom, int(happening.outcome["modifier"]), int(happening.outcome["total"]))
            return Turmoil(state.waiting[1:], (*state.standing, standing)[-INSTRUMENT_ENTRIES:])
        if happening.outcome.get("chaos"):
            struck = Struck(happening.number, happening.person)
            return state._replace(waiting=(*state.waiting, struck)[-INSTRUMENT_ENTRIES:])
        return state

    def view(self, state: Turmoil, who: Person | None, people: People) -> Data:
        sums: dict[str, int] = {}
        for person, modifier, _ in state.standing:
            sums[person] = sums.get(person, 0) + modifier
        return {
            "waiting": [struck._asdict() for struck in state.waiting],
            "standing": sums,
            "words": {person: f"{total:+d} [chaos]" for person, total in sums.items() if person and total},
            "blocks": panel(
                _struck(state.waiting, people, who) if state.waiting else None,
                Acts((Roll("Roll ten chaos", "ten chaos", settled=True, main=True),))
                if state.waiting and who and who.role == "master"
                else None,
                *(_stands(person, total, state, people) for person, total in sums.items()),
                Acts((Button("End the round", "end"),)) if sums else None,
                hint(
                    "Three of a kind in one roll are chaos. Its modifiers appear here for one round.",
                    unless=state.waiting or sums,
                ),
            ),
        }


def _struck(waiting: tuple[Struck, ...], people: People, who: Person | None) -> Figure:
    """The chaos that the GM rolls for next, and how many more there are."""
    throws = "Roll for it" if who and who.role == "master" else "The GM rolls for it"
    more = f" {len(waiting) - 1} more after it." if len(waiting) > 1 else ""
    return Figure(
        "Chaos strikes", f"{named(waiting[0].person, people)} rolled three of a kind. {throws}.{more}", "triple"
    )


def _stands(person: str, total: int, state: Turmoil, people: People) -> Figure:
    thrown = [str(one.total) for one in state.standing if one.person == person]
    note = f"The GM rolled {' and '.join(thrown)}. It counts until the round ends."
    return Figure(f"{signed(total)}{f' for {named(person, people)}' if person else ''}", note, "triple")


class Extended(NamedTuple):
    """An extended test on its way; with `people` they take turns, without anyone may throw for it."""

    number: int
    name: str
    threshold: int
    counting: str
    people: tuple[str, ...]
    tallies: Tallies = Tallies()
    rolls: int = 0
    check: str = "ten"

    @property
    def result(self) -> str:
        """The result, or nothing while it goes on (T12)."""
        return self.tallies.ending(self.threshold) if self.tallies.over(self.threshold) else ""

    @property
    def turn(self) -> str:
        """The person whose turn it is, where they take turns."""
        return self.people[self.rolls % len(self.people)] if self.people and not self.result else ""

    @property
    def rest(self) -> str:
        """The rest of it as a check, if it goes on as it was rolled last (T14)."""
        words = [word for word in self.check.split(" ")[1:] if not word.startswith("chaos=")]
        so_far = [(self.tallies.successes, "successes"), (self.tallies.failures, "failures")]
        done = [f"{side} {number}" for number, side in so_far if number]
        count = ["count=degrees"] * (self.counting == "degrees")
        return " ".join(["ten extended threshold", str(self.threshold), *words, *done, *count])

    def after(self, success: bool, margin: int, check: str) -> "Extended":
        """The test after one more roll, and how it was rolled (T11, T13)."""
        tallies = self.tallies.after(success, margin, self.counting)
        return self._replace(tallies=tallies, rolls=self.rolls + 1, check=check)


TEST = numbered("test", "its number")


class ExtendedTests(Instrument[tuple[Extended, ...]]):
    """Extended tests roll by roll: each is a `ten` test that names the tracker it is thrown for (T11 to T14)."""

    name = "extended"
    title = "Extended tests"
    commands = (
        Command("start", "begin an extended test; its rolls are tests made for it",
            (
                Field("name", "text", "what you are trying to do", high=LABEL_LENGTH),
                Field("threshold", "number", "successes or failures that end it", 1, THRESHOLD),
                Field("count", "choice", "what a roll counts (T13)", choices=("rolls", "degrees"), default="rolls"),
                Field("first", "person", "who rolls first", needed=False),
                Field("second", "person", "who takes turns with the first", needed=False),
            ),
            did="started", told="begins an extended test to {threshold}, counting {count}: {name}"),
        Command("drop", "give an extended test up", (TEST,), GM, "dropped", "removes the extended test {test}"),
    )  # fmt: skip

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
            test.after(outcome["success"], outcome["margin"], happening.record["text"])
            if test.number == happening.to and not test.result and test.turn in ("", person)
            else test
            for test in state
        )

    def refuse(self, state: tuple[Extended, ...], command: str, values: Data, who: Person, people: People) -> None:
        if command == "drop" and values["test"] not in [test.number for test in state]:
            raise RuleError("rule/unknown", f"There is no extended test {values['test']}.")

    def view(self, state: tuple[Extended, ...], who: Person | None, people: People) -> Data:
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
            "blocks": panel(
                *(block for test in state for block in _blocks(test, who, people)),
                hint("Tasks that take many rolls are counted here until one side is full.", unless=state),
                Acts((Form("Begin an extended test", "start"),)),
            ),
        }


def _blocks(test: Extended, who: Person | None, people: People) -> list[Block]:
    successes, failures, _ = test.tallies
    tallies: list[Block] = [
        Part(test.name, counted(test.rolls, "roll")),
        Tally("Successes", min(successes, test.threshold), test.threshold, "success"),
        Tally("Failures", min(failures, test.threshold), test.threshold, "failure"),
    ]
    if test.result:
        mark = "success" if "success" in test.result else "failure"
        drop = Button("Remove it", "drop", {"test": test.number})
        return [*tallies, Figure(test.result.capitalize(), "", mark), Acts((drop,))]
    drop = Button("Give it up", "drop", {"test": test.number}, sure=f"Give “{test.name}” up?")
    mine = not test.turn or (who is not None and test.turn == who.id)
    turn = [] if not test.turn else [Said("It is your turn." if mine else f"{named(test.turn, people)} rolls next.")]
    roll = [Roll(f"Roll {test.check}", test.check, test.number)] if mine else []
    odds = Odds("Chance to succeed from here, if rolled the same way", test.rest, WELL)
    return [*tallies, *([odds] if test.rolls else []), *turn, Acts((*roll, drop))]


WELL = ("result=success", "result=perfect success")
"""The events in which an extended test ends well (T12)."""


INSTRUMENTS = (Chaos(), ExtendedTests())

TRAITS = (
    Trait("stats", "a stat, which adds to tests", "test modifier", many=True),
    Trait("skills", "a skill, which adds to tests, perhaps with a stat", "test modifier", many=True, joins="stats"),
    Trait("attacks", "the words of an attack, as in damage 2d6", "attack damage", many=True, text=True,
        joins=("stats", "skills")),
    Trait("health", "how much damage you can take", high=HEALTH, spent=True),
)  # fmt: skip
"""Traits of characters: stats and skills that add to a test (T1), and the damage that they deal and take (T10)."""
