"""The page for people who know AnyDice: each of its programs, worked out face by face, gives what Sixfold gives."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

import sixfold
from tests.pages import ROOT

PAGE = (ROOT / "docs" / "coming-from-anydice.md").read_text("utf-8")
ROWS = re.findall(r"^\| `(output [^`]+)` \| `sixfold odds ([^`]+)` \|$", PAGE, re.MULTILINE)

D4, D6, D10, D20, FUDGE = range(1, 5), range(1, 7), range(1, 11), range(1, 21), range(-1, 2)

PROGRAMS: dict[str, tuple[list[range], Callable[[tuple[int, ...]], int]]] = {
    "output 3d6": ([D6] * 3, sum),
    "output 2d6 + 1d10 - 3": ([D6, D6, D10], lambda dice: sum(dice) - 3),
    "output d20 + d4": ([D20, D4], sum),
    "output [highest 3 of 4d6]": ([D6] * 4, lambda dice: sum(sorted(dice)[1:])),
    "output [lowest 1 of 2d20]": ([D20] * 2, min),
    "output 1@2d20": ([D20] * 2, max),
    "output {1..3}@5d6": ([D6] * 5, lambda dice: sum(sorted(dice)[2:])),
    "output [count {5, 6} in 6d6]": ([D6] * 6, lambda dice: sum(die in {5, 6} for die in dice)),
    "output [count 6 in 5d6]": ([D6] * 5, lambda dice: dice.count(6)),
    "output 3d6 / 2": ([D6] * 3, lambda dice: sum(dice) // 2),
    "output 2 * (d6 + 2)": ([D6], lambda dice: 2 * (dice[0] + 2)),
    "output 2d6 - 2d6": ([D6] * 4, lambda dice: dice[0] + dice[1] - dice[2] - dice[3]),
    "output 4d{-1..1}": ([FUDGE] * 4, sum),
}


@pytest.mark.parametrize(("program", "check"), ROWS, ids=[program for program, _ in ROWS])
def test_a_program_and_its_check_have_one_distribution(program: str, check: str) -> None:
    """Every total of the check is exactly as likely as among all faces of the program."""
    dice, worth = PROGRAMS[program]
    ways = Counter(map(worth, product(*dice)))
    total = sixfold.odds("dice " + " ".join(shlex.split(check))).numbers["total"]
    assert dict(total.pmf) == {value: Fraction(count, ways.total()) for value, count in ways.items()}


def test_the_page_has_rows() -> None:
    """The table of the page is found, and shows most of the programs."""
    assert len(ROWS) > len(PROGRAMS) // 2
