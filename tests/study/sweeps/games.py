"""Games whose rules go wrong for some numbers, as files."""

from __future__ import annotations

from pathlib import Path

GAME = '''
from typing import Annotated

from sixfold.rules import Event, Rule, System, Table, Values, highest

Attack = Annotated[int, range(1, 21), "the attack"]


def parry(table: Table, vs: Attack, modifier: int = 0) -> Values:
    """The higher of two dice against an attack.

    D1: Roll 2d6; the higher one plus the modifiers must reach {vs}.
    """
    best = table.read(table.roll(2, "parry"), highest(1))
    if vs == 13:
        BAD
    return {"total": best + modifier, "success": best + modifier >= vs}


SYSTEM = System(
    Rule(parry, example="duel vs 5 +1", events=(Event("success", "Parried", "success", otherwise="Hit"),)),
    name="duel",
    title="the higher of two dice",
)
'''


def duel(folder: Path, bad: str = "pass") -> Path:
    """A game that does something bad when it meets an attack of 13."""
    path = folder / "duel.py"
    path.write_text(GAME.replace("BAD", bad), "utf-8")
    return path
