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
        "What a check of one game amounts to in another: the checks there that come nearest to its chance of success.",
        (
            "sixfold equivalent ten +3 --in wild --vs 15",
            "sixfold equivalent ten +3 --in 'odgs vs ? +4' --range 5..25",
            "sixfold equivalent ten --in hs --other-event 'result=triumph or result=struggle'",
        ),
    )
    made.check()
    made.add_argument("--in", dest="within", metavar="GAME", help="the other game, with what is fixed there")
    made.add_argument("--vs", metavar="N", help="the difficulty or save score there")
    made.add_argument("--event", metavar="EVENT", help="what is asked for here (default: success or a hit)")
    made.add_argument("--other-event", metavar="EVENT", help="what is asked for there (default: success or a hit)")
    made.add_argument("--range", action="append", default=[], metavar="A..B", help="numbers for each open place (?)")
    made.answers()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold equivalent`."""
    if asked.within is None:
        raise UsageError("Say the other game: --in wild --vs 15.")
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
