"""Rules of one's own in whole processes, from start to exit, beside icepool: processor time, in turn."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median
from typing import Any

from benchmarks.measured import ROOT, Spread
from benchmarks.rates import spent_by_children

GAMES = {
    "momentum": "a move, and momentum burnt where that is best",
    "blades": "a clock of eight segments before four bad results",
    "columns": "four dice in two pairs, three columns",
    "craps": "the pass line of craps",
    "exalted": "12 ten-sided dice, and a die of damage for each success",
    "sorcerer": "8 dice against 8, the higher one wins",
    "raises": "a duel of raises, three dice a side",
    "zombies": "zombies out of a cup, 5 throws at most",
}
"""Functions of `own_games` and `own_games_with_icepool`, and what they are called."""

MOST_TIMES = 2.0
"""Times icepool's processor time that a game is to take at most, start-up included."""


def measure(runs: int) -> list[dict[str, Any]]:
    """All games, as plain data."""
    return [_measured(game, title, runs) for game, title in GAMES.items()]


def _measured(game: str, title: str, runs: int) -> dict[str, Any]:
    left_out = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    times: dict[str, list[float]] = {"own_games": [], "own_games_with_icepool": []}
    for turn in range(runs + 1):
        for module, spent in times.items():
            command = (sys.executable, "-m", f"benchmarks.{module}", game)
            begun = spent_by_children()
            subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
            if turn:  # the first one may still write its bytecode
                spent.append(spent_by_children() - begun)
    ours, theirs = times.values()
    return {
        "title": title,
        "sixfold": Spread.of(ours)._asdict(),
        "icepool": Spread.of(theirs)._asdict(),
        "times": median(ours) / median(theirs),
    }
