"""Every function that the package offers, with arguments that make sense: each of them is a door."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from types import FunctionType, MethodType
from typing import Any, NamedTuple

import sixfold
from sixfold import SYSTEMS, Check, Odds, Outcome, Record, study
from sixfold.base.written_chances import read_chance, read_figure
from sixfold.playing import record_log
from sixfold.playing.standing import account, standing
from sixfold.rules.typed_faces import choices_of, faces_of
from sixfold.solving.sampling import Sampler
from sixfold.study.open_places import read_range
from sixfold.systems.odgs.effort import Effort, PartyEffort

CHECK = sixfold.parse("ten")
RECORD = sixfold.roll("ten", faces=[3, 3, 4])
SAVE = sixfold.roll("odgs vs 15 +5", faces=[6, 6, 6])
ODDS = sixfold.odds("ten")
TOTAL = ODDS.numbers["total"]
LEDGER = PartyEffort().gain("Mira", Effort.FOCUS, 5).give_points(["Mira"], 3)


class Door(NamedTuple):
    """A function, arguments that make sense, and what is done with its answer."""

    name: str
    function: Callable[..., Any]
    arguments: Mapping[str, Any]
    use: Callable[[Any], object] = repr
    listed: tuple[Any, ...] = ()

    def parameters(self) -> list[str]:
        """What it can be given, `systems` and options included."""
        return [name for name in inspect.signature(self.function).parameters if name not in ("cls", "self")]

    def ask(self, parameter: str, value: Any) -> object:
        """The answer, with another value for one of its arguments."""
        kind = inspect.signature(self.function).parameters[parameter].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            return self.use(self.function(value, *self.listed, **self.arguments))
        return self.use(self.function(*self.listed, **{**self.arguments, parameter: value}))

    def open(self) -> object:
        """The answer to the arguments that make sense."""
        return self.use(self.function(*self.listed, **self.arguments))


def some(answers: Iterator[Any]) -> list[Any]:
    return list(islice(answers, 3))


def _with_event(odds: Any, event: Any, whole: Any) -> Any:
    return study.with_events(odds, event, whole=whole)


def options() -> Iterator[Door]:
    """`check` with each option of each rule; those of several rules that are declared alike are read alike."""
    seen: set[tuple[str, str]] = set()
    for system in SYSTEMS.values():
        for rule in system.rules:
            needed = {"vs": 15, "score": 12, "threshold": 3, "dice": 3, "expression": "3d6"}
            names = inspect.signature(rule.play).parameters
            declared = {name: (name, str(names[name].annotation)) for name in names if name not in ("table", "options")}
            given = {name: value for name, value in needed.items() if name in names and name in rule.needs}
            for name in [*(name for name in declared if declared[name] not in seen), "modifiers"]:
                yield _option(system.name, rule.name, name, given)
            seen.update(declared.values())


def _option(system: str, rule: str, option: str, given: Mapping[str, Any]) -> Door:
    def asked(value: Any) -> Check:
        return sixfold.check(system, rule, **{**given, option: value})

    return Door(f"check {system} {rule} {option}", asked, {"value": None})


DOORS = [
    Door("parse", sixfold.parse, {"text": "ten"}),
    Door("check", sixfold.check, {"system": "ten"}),
    Door("roll", sixfold.roll, {"asked": "ten"}),
    Door("roll typed", sixfold.roll, {"asked": "ten", "faces": [3, 3]}),
    Door("roll chosen", sixfold.roll, {"asked": "odgs vs 15 advantage 1", "faces": [6, 5, 4, 4]}),
    Door("rolls", sixfold.rolls, {"asked": "ten", "times": 1}, some),
    Door("odds", sixfold.odds, {"asked": "hs 2d"}),
    Door("odds of best play", sixfold.odds, {"asked": "odgs vs 9 advantage 1", "aim": "success"}),
    Door("advise", sixfold.advise, {"asked": "odgs vs 15 advantage 1", "faces": [6, 5, 4, 4]}),
    Door("odds without an end", sixfold.odds, {"asked": "wild 2D"}),
    Door("replay", sixfold.replay, {"check": CHECK, "faces": [3, 3, 4]}),
    Door("step", sixfold.step, {"asked": CHECK, "faces": [3, 3, 4]}),
    Door("Check.from_json", Check.from_json, {"data": CHECK.to_json()}),
    Door("Record.from_json", Record.from_json, {"data": RECORD.to_json()}),
    Door("Odds.from_json", Odds.from_json, {"data": ODDS.to_json()}),
    Door("Outcome", Outcome, {"values": {"total": 3}}),
    Door("Odds.p", ODDS.p, {"event": lambda outcome: outcome.success}),
    Door("NumberDistribution.quantile", TOTAL.quantile, {"chance": Fraction(1, 2)}),
    Door("NumberDistribution.at_least", TOTAL.at_least, {"value": 3}),
    Door("Odds.to", ODDS.to, {"form": "text"}),
    Door("standing", standing, {"record": RECORD}),
    Door("account", account, {"record": RECORD}),
    Door("read_log", record_log.read_log, {"text": "", "name": "log"}, some),
    Door("faces_of", faces_of, {"faces": "1,2"}, len),
    Door("choices_of", choices_of, {"choices": "1,2"}, len),
    Door("read_chance", read_chance, {"text": "1 in 2"}),
    Door("read_figure", read_figure, {"text": "1 in 2"}),
    Door("read_range", read_range, {"text": "1..3"}),
    Door("Sampler", Sampler, {"solution": ODDS.solution}),
    Door("Sampler.tally", Sampler(ODDS.solution, 1).tally, {"count": 3}),
    Door("Event.read", study.Event.read, {"text": "success"}),
    Door("Event.chance", study.Event.read("success").chance, {"odds": ODDS}),
    Door("with_events", _with_event, {"odds": ODDS, "event": "success", "whole": False}, str),
    Door("compare", study.compare, {}, str, ("hs 2d",)),
    Door("need", study.need, {"check": "hs ? edges", "chance": "1/2", "event": "twist", "ranges": ["0..1"]}, str),
    Door("equivalent", study.equivalent, {"check": "ten", "within": "ten +?", "ranges": ["-1..1"]}, str),
    Door("table", study.table, {"check": "ten", "rows": "modifier=0..2"}, str),
    Door("audit", study.audit, {"claims": ()}, str),
    Door("parse_claims", study.parse_claims, {"text": "check: ten\nprinted: 62 %"}),
    Door("read_claims", study.read_claims, {"path": "nowhere"}),
    Door("luck", study.luck, {"asked": "ten", "faces": [3, 3, 4]}, str),
    Door("evening", study.evening, {"records": [RECORD]}, str),
    Door("PartyEffort.held", LEDGER.held, {"character": "Mira", "kind": Effort.FOCUS}),
    Door("PartyEffort.spendable", LEDGER.spendable, {"character": "Mira", "kind": Effort.FOCUS}),
    Door("PartyEffort.gain", LEDGER.gain, {"character": "Mira", "kind": Effort.FOCUS, "amount": 1}),
    Door("PartyEffort.spend", LEDGER.spend, {"character": "Mira", "kind": Effort.FOCUS, "amount": 1}),
    Door("PartyEffort.maintain", LEDGER.maintain, {"character": "Mira", "kind": Effort.FOCUS, "amount": 1}),
    Door("PartyEffort.lose_maintained", LEDGER.lose_maintained, {"character": "Mira"}),
    Door("PartyEffort.give_points", LEDGER.give_points, {"party": ["Mira"], "amount": 1}),
    Door("PartyEffort.buy_success", LEDGER.buy_success, {"character": "Mira"}),
    Door("PartyEffort.after", LEDGER.after, {"character": "Mira", "outcome": SAVE.outcome}),
    *options(),
]

FUNCTIONS_OF_CALLERS = {("Odds.p", "event"), ("roll", "choose"), ("roll", "prompt"), ("roll typed", "choose"),
                        ("roll typed", "prompt"), ("roll chosen", "choose"), ("roll chosen", "prompt"),
                        ("odds of best play", "aim"), ("advise", "aim"), ("standing", "solve")}  # fmt: skip
"""What a function of the caller does is the caller's to see."""

UNSEEN = {"shipped_claims", "sweep"}
"""A function that takes nothing, and one whose document tests/study/sweeps damages in every place."""


def offered() -> set[str]:
    """The names of all functions that `sixfold` and `sixfold.study` offer."""
    found = set()
    for module in (sixfold, study):
        for name in dir(module):
            value = getattr(module, name)
            if not name.startswith("_") and isinstance(value, FunctionType | MethodType):
                found.add(name)
    return found
