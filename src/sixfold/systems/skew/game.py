"""What `skew` gives to Sixfold: its rules with their words."""

from __future__ import annotations

from sixfold.bounds import DICE_IN_A_HAND
from sixfold.rules.rule import SUCCESS, Hint, Options, Refusal, Rule, System
from sixfold.systems.skew.evening import (
    announce_evening,
    better_evening,
    evening,
    explain_evening,
)
from sixfold.systems.skew.rules import better_total, initiative, percentile, pool, task
from sixfold.systems.skew.words import (
    announce_initiative,
    announce_percentile,
    announce_task,
    announce_total,
    explain_initiative,
    explain_percentile,
    explain_pool,
    explain_task,
)

PERCENT = ("d100", "d%", "1d100", "1d%", "percent")
HINTS = (
    Hint(("advantage", "adv", "superior", "sup"), "Extra dice that keep the highest are “high” (K5).", "high"),
    Hint(("disadvantage", "dis", "inferior", "inf"), "Extra dice that keep the lowest are “low” (K5).", "low"),
    Hint(("luck",), "Luck dice are good or bad (K8).", "good 1"),
)


def _too_many_dice(options: Options) -> Refusal | None:
    dice = options["dice"] + abs(options["skew"] + options["luck"])
    if dice > DICE_IN_A_HAND:
        return (
            "bounds/exceeded",
            f"With its skew, this pool rolls {dice} dice; the maximum is {DICE_IN_A_HAND}.",
            "dice",
        )
    return None


SYSTEM = System(
    Rule(
        task,
        title="a task: open-ended 3d6 and adjustments, more than the difficulty",
        hints=(
            Hint(PERCENT, "The percentile roll is a separate rule (K10).", "skew percentile"),
            *HINTS,
        ),
        example="skew task 2 high +2 vs 14",
        announce=announce_task,
        explain=explain_task,
        better=better_total,
        events=(SUCCESS,),
        contest="total",
    ),
    Rule(
        pool,
        title="a pool: keep any number of dice",
        refuse=_too_many_dice,
        hints=HINTS,
        example="skew pool 5d6 2 high",
        announce=announce_total,
        explain=explain_pool,
        better=better_total,
    ),
    Rule(
        percentile,
        title="a percentile: two ten-sided dice",
        announce=announce_percentile,
        explain=explain_percentile,
        better=None,
    ),
    Rule(
        initiative,
        title="initiative: the highest open-ended roll acts first",
        hints=HINTS,
        example="skew initiative +3",
        announce=announce_initiative,
        explain=explain_initiative,
        better=better_total,
        contest="total",
    ),
    Rule(
        evening,
        title="an evening: good luck dice spent over some tasks",
        hints=HINTS,
        example="skew evening 6 tasks vs 14 good 4 +2",
        announce=announce_evening,
        explain=explain_evening,
        better=better_evening,
        events=(),
        chart="successes",
        zeros=("successes",),
    ),
    name="skew",
    title="open-ended 3d6: beat a difficulty; an 18 or a 3 rolls again, and luck adds dice",
    keeps="sixfold.systems.skew.instruments",
)
