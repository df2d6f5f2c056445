"""`odds`: everything that could happen, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sixfold.api import odds
from sixfold.bounds import PATIENT_WORK, SHOWN_AT_ONCE, WORK
from sixfold.checks.check import Check
from sixfold.questions.question import AIM, CHECK, PATIENT, Parameter, Question
from sixfold.report.shown import Shown
from sixfold.rules.rule import System
from sixfold.solving.solver import TOLERANCE


def answer(
    check: str | Check,
    systems: Mapping[str, System],
    aim: str | None = None,
    event: Sequence[str] = (),
    all: bool = False,
    tolerance: str | None = None,
    patient: bool = False,
) -> Shown:
    """The odds, with events of one's own beside those of the game."""
    work = PATIENT_WORK if patient else WORK
    found = odds(check, aim=aim, tolerance=TOLERANCE if tolerance is None else tolerance, work=work, systems=systems)
    if not event and not all:
        return found
    from sixfold.study.asked import asked  # here, since most odds are asked for as they are

    return asked(found, *event, whole=all)


QUESTION = Question(
    "odds",
    answer,
    "show the exact odds of a check",
    (
        CHECK,
        AIM,
        Parameter(
            "event", "also show the chance of this event, as in 'margin >= 3'; can be repeated", many=SHOWN_AT_ONCE
        ),
        Parameter("all", "show every value of a wide distribution, one per line", "", "yes", door="command"),
        Parameter("tolerance", "the maximum error if rerolls can be endless (default: 1e-12)", "P", door="command"),
        PATIENT,
    ),
    "Show the exact odds of a check: the chance of each result, in the words of the game.",
    (
        "sixfold odds ten hard +4",
        "sixfold odds wild 5D+1 vs 15 --json",
        "sixfold odds odgs vs 15 +2 advantage 2 combat --aim hit",
        "sixfold odds ten +2 --event 'margin >= 3 and not chaos'",
        "sixfold odds '6d6>=5' --output successes.svg",
    ),
    ("chance", "chances", "probability", "prob", "stats", "wahrscheinlichkeit", "chancen"),
)
