"""What a rule is written in, and what a game gives to Sixfold.

A game of one's own needs nothing else:

>>> from sixfold.rules import System, Table, highest
>>> def parry(table: Table, vs: int, modifier: int = 0) -> bool:
...     '''The higher of two dice against an attack.'''
...     return table.read(table.roll(2, "parry"), highest(1)) + modifier >= vs
>>> System(parry, name="duel").rules[0].example
'duel vs 7'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sixfold.rules.check import Check
    from sixfold.rules.dice import D6, D10, Die
    from sixfold.rules.folds import (
        at_least,
        each_face,
        highest,
        longest_run,
        lowest,
        most_alike,
        most_common,
        nth_highest,
        of_a_kind,
        score,
        showing,
        successes,
        symbol,
        total,
        without_highest,
    )
    from sixfold.rules.hand import Hand
    from sixfold.rules.instrument import Act, Command, Did, Field, Instrument, Thrown, named
    from sixfold.rules.late import clamp
    from sixfold.rules.plainly import Clause
    from sixfold.rules.rule import Event, Hint, Options, Refusal, Rule, System
    from sixfold.rules.table import Table, Values
    from sixfold.rules.words import (
        VERSUS,
        Amount,
        CheckWord,
        Choice,
        DieCode,
        Flag,
        HouseRule,
        Lean,
        Modifier,
        Phrase,
        Sides,
        Word,
    )

_ROOMS = {
    "check": ("Check",),
    "dice": ("D6", "D10", "Die"),
    "folds": (
        "at_least",
        "each_face",
        "highest",
        "longest_run",
        "lowest",
        "most_alike",
        "most_common",
        "nth_highest",
        "of_a_kind",
        "score",
        "showing",
        "successes",
        "symbol",
        "total",
        "without_highest",
    ),
    "hand": ("Hand",),
    "instrument": ("Act", "Command", "Did", "Field", "Instrument", "Thrown", "named"),
    "late": ("clamp",),
    "plainly": ("Clause",),
    "rule": ("Event", "Hint", "Options", "Refusal", "Rule", "System"),
    "table": ("Table", "Values"),
    "words": (
        *(
            "VERSUS",
            "Amount",
            "CheckWord",
            "Choice",
            "DieCode",
            "Flag",
            "HouseRule",
            "Lean",
            "Modifier",
            "Phrase",
            "Sides",
            "Word",
        ),
    ),
}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "D6",
    "D10",
    "VERSUS",
    "Act",
    "Amount",
    "Check",
    "CheckWord",
    "Choice",
    "Clause",
    "Command",
    "Did",
    "Die",
    "DieCode",
    "Event",
    "Field",
    "Flag",
    "Hand",
    "Hint",
    "HouseRule",
    "Instrument",
    "Lean",
    "Modifier",
    "Options",
    "Phrase",
    "Refusal",
    "Rule",
    "Sides",
    "System",
    "Table",
    "Thrown",
    "Values",
    "Word",
    "at_least",
    "clamp",
    "each_face",
    "highest",
    "longest_run",
    "lowest",
    "most_alike",
    "most_common",
    "named",
    "nth_highest",
    "of_a_kind",
    "score",
    "showing",
    "successes",
    "symbol",
    "total",
    "without_highest",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'sixfold.rules' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"sixfold.rules.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
