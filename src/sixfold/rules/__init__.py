"""The names for writing rules and games.

A game of one's own needs nothing else:

>>> from sixfold.rules import System, Table, highest
>>> def parry(table: Table, vs: int, modifier: int = 0) -> bool:
...     '''The higher of two dice against an attack.'''
...     return table.read(table.roll(2, "parry"), highest(1)) + modifier >= vs
>>> System(parry, name="duel").rules[0].example
'duel vs 7'
"""

from typing import TYPE_CHECKING, Any

from sixfold.rules.cards import Deck, ranks, suits
from sixfold.rules.check import Check
from sixfold.rules.dice import D6, D10, Die
from sixfold.rules.folds import (
    Fold,
    Sum,
    at_least,
    count,
    each_face,
    groups,
    highest,
    longest_run,
    lowest,
    most_alike,
    most_common,
    nth_highest,
    of_a_kind,
    pairs_lost,
    pairs_tied,
    pairs_won,
    score,
    sets,
    showing,
    successes,
    total,
    without_highest,
)
from sixfold.rules.hand import Hand
from sixfold.rules.late import clamp
from sixfold.rules.rule import Event, Hint, Options, Refusal, Rule, System
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clause
from sixfold.rules.words.names import CheckWord, Choice, Flag, HouseRule, Phrase
from sixfold.rules.words.numbers import VERSUS, Amount, DicePool, DieCode, Lean, Modifier, Sides
from sixfold.rules.words.word import Word

if TYPE_CHECKING:
    from sixfold.rules.instrument import Act, Command, Did, Field, Instrument, Thrown, named
    from sixfold.rules.traits import Trait

__all__ = [
    "D6", "D10", "VERSUS", "Act", "Amount", "Check", "CheckWord", "Choice", "Clause", "Command", "Deck", "DicePool",
    "Did", "Die", "DieCode", "Event", "Field", "Flag", "Fold", "Hand", "Hint", "HouseRule", "Instrument", "Lean",
    "Modifier", "Options", "Phrase", "Refusal", "Rule", "Sides", "Sum", "System", "Table", "Thrown", "Trait", "Values",
    "Word", "at_least", "clamp", "count", "each_face", "groups", "highest", "longest_run", "lowest", "most_alike",
    "most_common", "named", "nth_highest", "of_a_kind", "pairs_lost", "pairs_tied", "pairs_won", "ranks", "score",
    "sets", "showing", "successes", "suits", "total", "without_highest"
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'sixfold.rules' has no attribute {name!r}")
    from sixfold.rules import instrument, traits  # here, since a roll needs neither

    return getattr(traits if name == "Trait" else instrument, name)
