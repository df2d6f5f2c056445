"""`advise`: what is best to do now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.api import advise
from sixfold.bounds import PATIENT_WORK, WORK
from sixfold.checks.check import Check
from sixfold.playing.advice import Advice
from sixfold.questions.question import AIM, CHECK, FACES, PATIENT, TAKEN, Question
from sixfold.rules.rule import System


def answer(check: str | Check, systems: Mapping[str, System], patient: bool = False, **asked: Any) -> Advice:
    """What each option is worth."""
    return advise(check, work=PATIENT_WORK if patient else WORK, systems=systems, **asked)


QUESTION = Question(
    "advise",
    answer,
    "show the best choice now, and the chance of each option",
    (
        CHECK,
        FACES,
        TAKEN._replace(help="the options chosen before, counted from 0, in the order asked"),
        AIM._replace(
            help="your goal (default: success or a hit): an event, or a number to maximise (--aim=-N to minimise)"
        ),
        PATIENT,
    ),
    "For rules that let you choose: show the best option for these dice, and how much every other option loses.",
    (
        "sixfold advise odgs vs 15 +3 advantage 1 --faces 6,4,4,1",
        "sixfold advise odgs vs 16 +2 combat --faces 4,4,3 --aim hit",
        "sixfold advise odgs vs 16 advantage 1 combat --faces 5,5,2,1 --choices 1 --aim adrenaline",
    ),
    ("advice", "best", "choose", "raten"),
    path="/advice",
)
