"""`sixfold odds`: everything that could happen, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.api import odds
from sixfold.bounds import PATIENT_WORK, WORK
from sixfold.cli.arguments import Parser
from sixfold.cli.console import out
from sixfold.report.shown import Shown
from sixfold.rules.rule import System
from sixfold.solving.solver import TOLERANCE

SUMMARY = "show the exact odds of a check"
ALIKE = ("chance", "chances", "probability", "prob", "stats", "wahrscheinlichkeit", "chancen")


def parser() -> Parser:
    """The arguments of `sixfold odds`."""
    made = Parser(
        "odds",
        "Show the exact odds of a check: the chance of each result, in the words of the game.",
        (
            "sixfold odds ten hard +4",
            "sixfold odds wild 5D+1 vs 15 --json",
            "sixfold odds odgs vs 15 +2 advantage 2 combat --aim hit",
            "sixfold odds ten +2 --event 'margin >= 3 and not chaos'",
            "sixfold odds '6d6>=5' --output successes.svg",
        ),
    )
    made.check()
    made.add_argument(
        "--aim",
        metavar="EVENT",
        help="play best for this goal: an event, or a number to maximise (--aim=-N to minimise)",
    )
    made.add_argument(
        "--event",
        action="append",
        default=[],
        metavar="EVENT",
        help="also show the chance of this event, as in 'margin >= 3'; you can repeat this option",
    )
    made.add_argument("--all", action="store_true", help="show every value of a wide distribution, one per line")
    made.add_argument(
        "--tolerance",
        metavar="P",
        help="the maximum error if rerolls can be endless (default: 1e-12)",
    )
    made.add_argument("--patient", action="store_true", help="allow twenty times the work (some tens of seconds)")
    made.answers()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold odds`."""
    tolerance = TOLERANCE if asked.tolerance is None else asked.tolerance
    work = PATIENT_WORK if asked.patient else WORK
    found = odds(asked.check, aim=asked.aim, tolerance=tolerance, work=work, systems=systems)
    answer: Shown = found
    if asked.event or asked.all:
        from sixfold.study.asked import asked as with_events  # here, since most odds are asked for as they are

        answer = with_events(found, *asked.event, whole=asked.all)
    out().answer(answer, asked.form)
    return 0
