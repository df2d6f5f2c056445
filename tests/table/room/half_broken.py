"""A game of one's own that fails with half of the faces, in a module in which nothing changes."""

from __future__ import annotations

from sixfold.rules.folds import total
from sixfold.rules.rule import Rule, System
from sixfold.rules.table import Table as Dice
from sixfold.rules.table import Values
from sixfold.systems import SYSTEMS


def strike(table: Dice) -> Values:
    """A rule of an author that fails with half of the faces, also after a choice."""
    first: int = table.read(table.roll(1, "strike"), total())
    if first > 3:
        raise KeyError(first)
    if table.choose("Go on?", ("stay", "go"), 0) == 1:
        more: int = table.read(table.roll(1, "more"), total())
        return {"total": {1: 1, 2: 2, 3: 3}[more]}
    return {"total": first}


GAMES = {**SYSTEMS, "broken": System(Rule(strike, example="broken"), name="broken", title="half of it fails")}
