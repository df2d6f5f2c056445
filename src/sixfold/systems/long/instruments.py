"""The instrument of `long`: a duel, a contest or attempts roll by roll, each by the person whose check it is."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from sixfold.base.bounds import INSTRUMENT_ENTRIES
from sixfold.base.wording import counted, minus
from sixfold.errors import ChoiceNeeded, DiceError, DiceNeeded, RuleError, SixfoldError
from sixfold.rules.check import Check
from sixfold.rules.instrument import Command, Data, Did, Field, Instrument, People, Person, Thrown, named, numbered
from sixfold.rules.outcome import values_of
from sixfold.rules.panel import Acts, Block, Button, Figure, Form, Part, Result, Roll, Said, drawn, hint, panel
from sixfold.rules.rolled_table import RolledTable
from sixfold.rules.table import Playable
from sixfold.rules.trail import ClauseNote
from sixfold.rules.typed_faces import TypedDice

TOLD = 6
"""Sentences of what happened that are shown, the last ones."""


class Watching(RolledTable):
    """A table that knows which of some checks is being played: its place among them, and its changed options."""

    def __init__(self, dice: TypedDice, choices: Sequence[int], sides: Sequence[Check]) -> None:
        super().__init__(dice, choices or None)
        self._sides = sides
        self.now: tuple[int, Data] | None = None

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        before = self.now
        for place, side in enumerate(self._sides):
            if any(value is side for value in (rule, *options.values())):
                self.now = place, options if rule is side else {}
        outcome = super().play(rule, fields, **options)
        self.now = before
        return outcome


class Stand(NamedTuple):
    """How far a check has come: what happened in sentences, and its result or the next roll, a check of one side."""

    told: tuple[str, ...] = ()
    result: str = ""
    next: str = ""
    side: int = 0


def stand_of(check: Check, faces: Sequence[int], choices: Sequence[int]) -> Stand | None:
    """Play a check as far as the faces go; None if they do not fit, or if nobody's check comes next.

    The rule alone decides whose roll comes next and when it is over.
    """
    # Of two equal sides each is a value of its own, so that they can be told apart.
    settings = [(name, Check(*value) if isinstance(value, Check) else value) for name, value in check.settings]
    own = check._replace(settings=tuple(settings))
    sides = [value for _, value in settings if isinstance(value, Check)]
    dice = TypedDice(faces)
    table = Watching(dice, choices, sides)
    result = following = ""
    side = 0
    try:
        result = check.rule.announcement(values_of(table.play(own)), check.arguments)
    except (DiceNeeded, ChoiceNeeded):
        if table.now is None:
            return None
        side, changed = table.now
        next_check = sides[side]
        more = changed["modifier"] - next_check.arguments["modifier"] if "modifier" in changed else 0
        following = f"{next_check} {more:+d}" if more else str(next_check)
    except DiceError:
        return None
    sentences = tuple(note.text for note in table.trail if isinstance(note, ClauseNote))
    return None if dice.left else Stand(sentences, minus(result), following, side)


class Contest(NamedTuple):
    """A check that people roll turn by turn; `last` is what is shown of the last roll."""

    number: int
    check: Check
    people: tuple[str, ...]
    stand: Stand
    records: tuple[Data, ...] = ()

    @property
    def turn(self) -> str:
        """The person who rolls next, if it is not over."""
        return "" if self.stand.result else self.people[min(self.stand.side, len(self.people) - 1)]

    def after(self, thrown: Thrown) -> "Contest":
        """The same after a roll; another roll than the next one changes nothing."""
        if thrown.person != self.turn or thrown.record["text"] != str(thrown.read(self.stand.next)):
            return self
        records = (*self.records, thrown.record)
        faces = chain.from_iterable(throw["faces"] for record in records for throw in record["throws"])
        choices = [choice for record in records for choice in record.get("choices", ())]
        stand = stand_of(self.check, list(faces), choices)
        return self if stand is None else self._replace(stand=stand, records=records)

    def said(self, text: str, people: People) -> str:
        """A sentence with names: `the first` is the person who rolls the check that the rule calls `first`."""
        sides = [name for name, value in self.check.arguments.items() if isinstance(value, Check)]
        for side, person in zip(sides, self.people, strict=False):
            called = named(person, people).replace("\\", r"\\")
            text = re.sub(rf"\b(?:(?i:the) {side}|{side} player(?='s))\b", called, text)
        return text


CONTEST = numbered("contest", "its number")


class Contests(Instrument[tuple[Contest, ...]]):
    """Duels, contests and attempts turn by turn: each roll is a check of its own, made for the contest."""

    name = "turns"
    title = "Turn by turn"
    every_game = True
    commands = (
        Command("start", "two people roll a duel, a contest or attempts turn by turn, each their own checks",
            (
                Field("check", "check", "the whole check, as in opposed (ten +4) (ten +2)"),
                Field("first", "person", "who rolls the first check"),
                Field("second", "person", "who rolls the second check"),
            ),
            did="started", told="begins turn by turn: {check}"),
        Command("drop", "remove it", (CONTEST,), did="dropped", told="removes the contest {contest}"),
    )  # fmt: skip

    def start(self) -> tuple[Contest, ...]:
        return ()

    def follow(self, state: tuple[Contest, ...], happening: Thrown | Did) -> tuple[Contest, ...]:
        if isinstance(happening, Thrown):
            return tuple(one.after(happening) if one.number == happening.to else one for one in state)
        values = happening.values
        if happening.name == "dropped":
            return tuple(one for one in state if one.number != values["contest"])
        try:
            check = happening.read(values["check"])
            stand = stand_of(check, (), ())
        except SixfoldError:  # a game that is not here any more
            return state
        if stand is None:
            return state
        begun = Contest(happening.number, check, (values["first"], values["second"]), stand)
        return (*state, begun)[-INSTRUMENT_ENTRIES:]

    def refuse(self, state: tuple[Contest, ...], command: str, values: Data, who: Person, people: People) -> None:
        if command == "start" and "(" not in values["check"]:
            raise RuleError("rule/forbidden", "Name a check that is made of others, as in opposed (ten +4) (ten +2).")
        if command == "drop":
            contest = next((one for one in state if one.number == values["contest"]), None)
            if contest is None:
                raise RuleError("rule/unknown", f"There is no contest {values['contest']}.")
            if who.role != "master" and who.id not in contest.people:
                raise RuleError("rule/forbidden", "Only the GM and the people in it can remove it.")

    def view(self, state: tuple[Contest, ...], who: Person | None, people: People) -> Data:
        return {
            "contests": [
                {
                    "contest": contest.number,
                    "check": str(contest.check),
                    "people": list(contest.people),
                    "told": [contest.said(text, people) for text in contest.stand.told],
                    "turn": contest.turn or None,
                    "next": contest.stand.next or None,
                    "result": contest.said(contest.stand.result, people) or None,
                }
                for contest in state
            ],
            "blocks": panel(
                *(block for contest in state for block in _blocks(contest, who, people)),
                hint("Two people roll a duel or a contest here, each their own checks.", unless=state),
                Acts((Form("Begin turn by turn", "start"),)),
            ),
        }


def _blocks(contest: Contest, who: Person | None, people: People) -> list[Block]:
    sides = " against ".join(named(person, people) for person in contest.people)
    blocks: list[Block] = [
        Part(sides, counted(len(contest.records), "roll")),
        *(Said(contest.said(text, people)) for text in contest.stand.told[-TOLD:]),
        *(Result(drawn(record)) for record in contest.records[-1:]),
    ]
    its = who is not None and (who.role == "master" or who.id in contest.people)
    known = {"contest": contest.number}
    if contest.stand.result:
        result = contest.said(contest.stand.result, people)
        return [*blocks, Acts((Button("Remove it", "drop", known, main=True),), result) if its else Figure(result)]
    if who is not None and who.id == contest.turn:
        roll = Roll("Roll it", contest.stand.next, contest.number, settled=True, main=True)
        return [*blocks, Acts((roll,), f"It is your turn: {contest.stand.next}.")]
    drop = Button("Give it up", "drop", known, sure="Give it up before it is over?")
    return [*blocks, Said(f"{named(contest.turn, people)} rolls next."), *([Acts((drop,))] if its else [])]


INSTRUMENTS = (Contests(),)
