"""`skew`: open-ended 3d6 with skew (clauses K1 to K11)."""

from __future__ import annotations

from sixfold.bounds import DICE_IN_A_HAND
from sixfold.rules.rule import SUCCESS, Hint, Options, Refusal, Rule, System
from sixfold.systems.skew import rules

PERCENT = ("d100", "d%", "1d100", "1d%", "percent")
HINTS = (
    Hint(("advantage", "adv", "superior", "sup"), "Extra dice that keep the highest are “high” (K5).", "N high"),
    Hint(("disadvantage", "dis", "inferior", "inf"), "Extra dice that keep the lowest are “low” (K5).", "N low"),
    Hint(("luck",), "Luck dice are good or bad (K8).", "good N"),
)


def _no_rank(options: Options) -> Refusal | None:
    """An advanced skill needs at least one rank in its field first (K11)."""
    if options["advanced"] and not options["rank"]:
        sentence = "An advanced skill needs at least one rank in its field first: say it, as in “rank 1”."
        return "rule/field-required", sentence, "advanced"
    if options["rank"] and not options["advanced"]:
        return "notation/missing", "A basic skill needs no field: “rank” goes with “advanced”.", "rank"
    return None


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
        rules.task,
        title="a task: open-ended 3d6 and adjustments, more than the difficulty",
        hints=(Hint(PERCENT, "The percentile roll is a separate rule (K10).", "skew percentile"), *HINTS),
        example="skew task 2 high +2 vs 14",
        refuse=_no_rank,
        announce=rules.announce_task,
        explain=rules.explain_task,
        better="total",
        events=(SUCCESS,),
        contest="total",
    ),
    Rule(
        rules.pool,
        title="a pool: keep any number of dice",
        refuse=_too_many_dice,
        hints=HINTS,
        example="skew pool 5d6 2 high",
        explain=rules.explain_pool,
        better="total",
    ),
    Rule(
        rules.percentile,
        title="a percentile: two ten-sided dice",
        announce=rules.announce_percentile,
        explain=rules.explain_percentile,
        better=None,
    ),
    Rule(
        rules.initiative,
        title="initiative: the highest open-ended roll acts first",
        hints=HINTS,
        example="skew initiative +3",
        announce=rules.announce_initiative,
        explain=rules.explain_initiative,
        better="total",
        contest="total",
    ),
    Rule(
        rules.evening,
        title="an evening: good luck dice spent over some tasks",
        hints=HINTS,
        example="skew evening 6 tasks vs 14 good 4 +2",
        announce=rules.announce_evening,
        explain=rules.explain_evening,
        better=rules.better_evening,
        events=(),
        chart="successes",
        zeros=("successes",),
    ),
    name="skew",
    title="open-ended 3d6: beat a difficulty; an 18 or a 3 rolls again, and luck adds dice",
    keeps="sixfold.systems.skew.instruments",
)
