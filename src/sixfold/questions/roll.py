"""`roll`: a record, outside any room; the command of this name has a file of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold import api
from sixfold.bounds import SEED_LENGTH
from sixfold.checks.check import Check
from sixfold.playing.record import Record
from sixfold.questions.question import CHECK, FACES, TAKEN, Parameter, Question
from sixfold.rules.rule import System

Systems = Mapping[str, System]


def roll(check: Check, systems: Systems, **asked: Any) -> Record:
    """A record."""
    return api.roll(check, systems=systems, **asked)


QUESTION = Question(
    "roll",
    roll,
    "roll a check, outside any room",
    (
        CHECK,
        FACES._replace(help="your own dice, in the order rolled"),
        TAKEN,
        Parameter("seed", "a text; the same seed gives the same dice", most=SEED_LENGTH),
    ),
    path="/rolls",
    document="record",
)
