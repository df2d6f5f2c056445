"""Sixfold: role-playing rules on six-sided dice, rolled, solved exactly and told in words.

>>> import sixfold
>>> sixfold.roll("ten superior 1", faces=[6, 3, 2, 4]).announcement
'Success of Three'
>>> sixfold.odds("ten superior 1").events["success"]
Fraction(1069, 1296)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sixfold.base.version import __version__ as __version__
from sixfold.errors import SixfoldError

if TYPE_CHECKING:
    from sixfold.api import advise, odds, roll, rolls, step
    from sixfold.base.number_distribution import NumberDistribution
    from sixfold.base.throw import Throw
    from sixfold.checks.check import check, parse
    from sixfold.playing.advice import Advice, Option
    from sixfold.playing.record import Record
    from sixfold.playing.step import replay
    from sixfold.rules.check import Check
    from sixfold.rules.outcome import Outcome
    from sixfold.solving.best.odds import BestOdds
    from sixfold.solving.odds import Chance, Odds
    from sixfold.systems import SYSTEMS

__all__ = [
    "SYSTEMS",
    "Advice",
    "BestOdds",
    "Chance",
    "Check",
    "NumberDistribution",
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
    "api": "advise odds roll rolls step",
    "checks.check": "check parse",
    "playing.advice": "Advice Option",
    "playing.record": "Record",
    "playing.step": "replay",
    "base.throw": "Throw",
    "rules.check": "Check",
    "rules.outcome": "Outcome",
    "solving.best.odds": "BestOdds",
    "base.number_distribution": "NumberDistribution",
    "solving.odds": "Chance Odds",
    "systems": "SYSTEMS",
}
"""The names that each module has; a name is imported when it is first used."""


def __getattr__(name: str) -> Any:
    home = next((home for home, names in _HOMES.items() if name in names.split()), None)
    if home is None:
        raise AttributeError(f"module 'sixfold' has no attribute {name!r}")

    return getattr(import_module(f"sixfold.{home}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__doc__", "__version__"]
