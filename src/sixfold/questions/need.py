"""`need`: the inverse question."""

from __future__ import annotations

from sixfold.questions.question import AIM, RANGES, Parameter, Question
from sixfold.study.need import need

QUESTION = Question(
    "need",
    need,
    "find the number that gives a chance: write ? in its place",
    (
        Parameter(
            "check", "a check with a ? in place of a number, in quotes: 'ten +? superior 1'", "CHECK", "open check"
        ),
        Parameter(
            "chance",
            "the chance you need: 75%, 3/4, 0.75 or '1 in 8'",
            "P",
            missing="Give the chance you need: --chance 75%.",
        ),
        Parameter("event", "the event you want (default: success or a hit), as in 'margin >= 3'"),
        Parameter("at_most", "at most that chance instead of at least", "", "yes"),
        AIM,
        RANGES,
    ),
    "Find the number that gives at least a certain chance. Write a question mark for it in the check.",
    (
        "sixfold need 'ten +? superior 1' --chance 75%",
        "sixfold need 'wild ?D+? vs 15' --chance 3/4 --range 1..8 --range 0..2",
        "sixfold need 'ten superior ?' --event quality=blunder --chance '1 in 1000' --at-most",
    ),
    ("inverse", "solve"),
)
