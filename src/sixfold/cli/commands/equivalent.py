"""`sixfold equivalent`: what a check of one game is in another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.cli.arguments import Parser
from sixfold.cli.console import out
from sixfold.errors import UsageError
from sixfold.rules.rule import System
from sixfold.study.equivalent import equivalent

SUMMARY = "find the checks of another game that come closest"
ALIKE = ("convert", "translate")


def parser() -> Parser:
    """The arguments of `sixfold equivalent`."""
    made = Parser(
        "equivalent",
        "Translate a check into another game: find the checks there with the nearest chance of success.",
        (
            "sixfold equivalent ten +3 --in wild --vs 15",
            "sixfold equivalent ten +3 --in 'odgs vs ? +4' --range 5..25",
            "sixfold equivalent ten --in hs --other-event 'result=triumph or result=struggle'",
        ),
    )
    made.check()
    made.add_argument("--in", dest="within", metavar="GAME", help="the other game, and the words that are fixed there")
    made.add_argument("--vs", metavar="N", help="the difficulty or save score there")
    made.add_argument("--event", metavar="EVENT", help="the event of this check (default: success or a hit)")
    made.add_argument("--other-event", metavar="EVENT", help="the event in the other game (default: success or a hit)")
    made.add_argument(
        "--range", action="append", default=[], metavar="A..B", help="numbers to try for each open place (?)"
    )
    made.answers()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold equivalent`."""
    if asked.within is None:
        raise UsageError("Name the other game: --in wild --vs 15.")
    within = asked.within if asked.vs is None else f"{asked.within} vs {asked.vs}"
    found = equivalent(
        asked.check,
        within,
        event=asked.event,
        other_event=asked.other_event,
        systems=systems,
        ranges=asked.range,
    )
    out().answer(found, asked.form)
    return 0
