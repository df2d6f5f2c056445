"""`sixfold need`: the inverse question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.cli.arguments import Parser
from sixfold.cli.console import out
from sixfold.errors import UsageError
from sixfold.rules.rule import System
from sixfold.study.need import need

SUMMARY = "find the number that gives a chance: write ? in its place"
ALIKE = ("inverse", "solve")


def parser() -> Parser:
    """The arguments of `sixfold need`."""
    made = Parser(
        "need",
        "Find the number that gives at least a certain chance. Write a question mark for it in the check.",
        (
            "sixfold need 'ten +? superior 1' --chance 75%",
            "sixfold need 'wild ?D+? vs 15' --chance 3/4 --range 1..8 --range 0..2",
            "sixfold need 'ten superior ?' --event quality=blunder --chance '1 in 1000' --at-most",
        ),
    )
    made.check("a check with a ? in place of a number, in quotes: 'ten +? superior 1'")
    made.add_argument("--chance", metavar="P", help="the chance you need: 75%%, 3/4, 0.75 or '1 in 8'")
    made.add_argument(
        "--event", metavar="EVENT", help="the event you want (default: success or a hit), as in 'margin >= 3'"
    )
    made.add_argument("--at-most", action="store_true", help="at most that chance instead of at least")
    made.add_argument(
        "--range", action="append", default=[], metavar="A..B", help="numbers to try for each open place, in turn"
    )
    made.answers()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold need`."""
    if asked.chance is None:
        raise UsageError("Give the chance you need: --chance 75%.")
    found = need(
        asked.check, asked.chance, event=asked.event, at_most=asked.at_most, ranges=asked.range, systems=systems
    )
    out().answer(found, asked.form)
    return 0
