"""`sixfold advise`: what is best to do now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.api import advise
from sixfold.bounds import PATIENT_WORK, WORK
from sixfold.cli.arguments import Parser
from sixfold.cli.console import out
from sixfold.rules.rule import System

SUMMARY = "show the best choice now, and the chance of each option"
ALIKE = ("advice", "best", "choose", "raten")


def parser() -> Parser:
    """The arguments of `sixfold advise`."""
    made = Parser(
        "advise",
        "For rules that let you choose: show the best option for these dice, and how much every other option loses.",
        (
            "sixfold advise odgs vs 15 +3 advantage 1 --faces 6,4,4,1",
            "sixfold advise odgs vs 16 +2 combat --faces 4,4,3 --aim hit",
            "sixfold advise odgs vs 16 advantage 1 combat --faces 5,5,2,1 --choices 1 --aim adrenaline",
        ),
    )
    made.check()
    made.add_argument("--faces", metavar="N,N,...", default="", help="the dice on the table, in the order rolled")
    made.add_argument(
        "--choices", metavar="N,N,...", default="", help="the options chosen before, counted from 0, in the order asked"
    )
    made.add_argument(
        "--aim",
        metavar="EVENT",
        help="your goal (default: success or a hit): an event, or a number to maximise (--aim=-N to minimise)",
    )
    made.add_argument("--patient", action="store_true", help="allow twenty times the work (some tens of seconds)")
    made.answers()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold advise`."""
    work = PATIENT_WORK if asked.patient else WORK
    advice = advise(
        asked.check, faces=asked.faces or (), choices=asked.choices or (), aim=asked.aim, work=work, systems=systems
    )
    out().answer(advice, asked.form)
    return 0
