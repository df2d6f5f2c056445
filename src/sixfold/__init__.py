"""Sixfold: role-playing rules on six-sided dice, rolled, solved exactly and told in words.

>>> import sixfold
>>> sixfold.roll("ten superior 1", faces=[6, 3, 2, 4]).announcement
'Success of Three'
>>> sixfold.odds("ten superior 1").events["success"]
Fraction(1069, 1296)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sixfold.errors import SixfoldError

if TYPE_CHECKING:
    from sixfold.api import advise, odds, roll, rolls, step
    from sixfold.checks.asked import check
    from sixfold.checks.check import Check, parse
    from sixfold.playing.advice import Advice, Option
    from sixfold.playing.record import Record, replay
    from sixfold.playing.trail import Throw
    from sixfold.rules.outcome import Outcome
    from sixfold.solving.best.odds import BestOdds
    from sixfold.solving.number import Number
    from sixfold.solving.odds import Chance, Odds
    from sixfold.systems import SYSTEMS

__version__ = "0.3.0"

__all__ = [
    "SYSTEMS",
    "Advice",
    "BestOdds",
    "Chance",
    "Check",
    "Number",
    "Odds",
    "Option",
    "Outcome",
    "Record",
    "SixfoldError",
    "Throw",
    "advise",
    "check",
    "odds",
    "parse",
    "replay",
    "roll",
    "rolls",
    "step",
]

_HOMES = {
    "SYSTEMS": "systems",
    "Advice": "playing.advice",
    "BestOdds": "solving.best.odds",
    "Chance": "solving.odds",
    "Check": "checks.check",
    "Number": "solving.number",
    "Odds": "solving.odds",
    "Option": "playing.advice",
    "Outcome": "rules.outcome",
    "Record": "playing.record",
    "Throw": "playing.trail",
    "advise": "api",
    "check": "checks.asked",
    "odds": "api",
    "parse": "checks.check",
    "replay": "playing.record",
    "roll": "api",
    "rolls": "api",
    "step": "api",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'sixfold' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"sixfold.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__doc__", "__version__"]
