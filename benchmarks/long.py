"""Games that go on, beside icepool where it can: answers compared on a small size, times of a large one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from benchmarks.measured import Failed, Spread, TooSlow, worker


class Aim(NamedTuple):
    """A game of some size, and the seconds under which it is to be solved; `peer` tells whether icepool has it."""

    kind: str
    size: int
    title: str
    seconds: float
    peer: bool = True


AIMS = (
    Aim("duel", 40, "a duel in turns to 40 points, who wins", 0.5),
    Aim("alike", 5, "five dice, three throws, the most alike kept", 0.05),
    Aim("push", 30, "a pool of 30 dice, read, pushed and read again", 0.1),
    Aim("risk", 10, "Risk, 10 armies against 10", 1.0),
    Aim("poker", 5, "five cards, groups and flush", 0.1),
    Aim("widest", 10, "10d10, the widest set", 0.1),
    Aim("step", 5, "d4 to d12, the best two and the largest die left", 1.5),
    Aim("signs", 5, "10 dice with symbols that cancel", 0.1),
    Aim("signs", 15, "30 dice with symbols that cancel", 0.5),
    Aim("keep", 10, "10d10 that explode up to three times, five kept", 0.5),
    Aim("zombies", 12, "zombies out of a cup, 12 throws at most", 2.0, peer=False),
)

COMPARED = {
    **{"duel": 4, "alike": 5, "push": 6, "risk": 4},
    **{"poker": 5, "widest": 5, "step": 4, "signs": 4, "keep": 4},
}
"""Sizes in which the answers of both are compared."""


def measure(runs: int, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """All games, as plain data."""
    found = []
    for aim in AIMS:
        row: dict[str, Any] = {"title": aim.title, "aim": aim.seconds, "sixfold": _spread("games", aim, runs)}
        if aim.peer:
            row["icepool"] = _spread("games_with_icepool", aim, 1)
        found.append(row)
        say(f"{aim.title}: {row['sixfold']['median'] * 1000:.1f} ms")
    return found


def _spread(module: str, aim: Aim, runs: int) -> dict[str, Any]:
    try:
        times = [worker("game", module, aim.kind, str(aim.size))["cold"] for _ in range(runs)]
    except TooSlow as late:
        return {"note": str(late)}
    except Failed as failed:
        return {"note": f"no answer: {failed}"}
    return dict(Spread.of(times)._asdict())
