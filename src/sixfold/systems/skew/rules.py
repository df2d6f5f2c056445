"""The rules of `skew`: open-ended 3d6 with skew (clauses K1 to K11)."""

from typing import Annotated, Any, Literal

from sixfold.base.bounds import ATTEMPTS, DICE_IN_A_HAND, LUCK_DICE, SCORE
from sixfold.base.wording import counted, signed, spelled
from sixfold.rules import VERSUS, Amount, DieCode, HouseRule, Lean, Modifier
from sixfold.rules.dice import D10
from sixfold.rules.folds import Sum, highest, lowest, total
from sixfold.rules.late import clamp
from sixfold.rules.rule import SUCCESS, Hint, Options, Refusal, Rule, System
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clauses

MIDDLE = 10
MOST_SKEW = 3
"""Skew words and luck dice that bear on one task (K8, K9)."""


def _by_skew(kept: int, skew: int) -> Sum:
    return lowest(kept) if skew < 0 else highest(kept)


def capped(skew: int) -> int:
    """Skew words and luck dice together, blessed or cursed `MOST_SKEW` times at most (K8, K9)."""
    return max(-MOST_SKEW, min(MOST_SKEW, skew))


def open_ended(table: Table, skew: int, label: str, reroll: str = "all") -> tuple[int, int]:
    """The natural of 3d6 with skew, and the total with its open-ended throws (K2 to K6)."""
    hand = table.roll(3 + abs(skew), label)
    natural = table.read(hand, _by_skew(3, skew))
    most = 1 if reroll == "once" else None
    if natural == 18:
        (repeats,), last = table.again(3, "open-ended up", (18,), most=most)
        gain = (18 - MIDDLE) * repeats + max(0, last - MIDDLE)
        table.tell("K2", "a natural 18 is open-ended up: it adds {gain}", gain=gain)
        return natural, natural + gain
    if natural == 3:
        (repeats,), last = table.again(3, "open-ended down", (3,), most=most)
        loss = (MIDDLE - 3) * repeats + max(0, MIDDLE - last)
        table.tell("K3", "a natural 3 is open-ended down: it takes {loss}", loss=loss)
        return natural, natural - loss
    return natural, natural


Skew = Annotated[
    int, Lean(up=("high",), down=("low",), number_first=True), "extra dice; the highest or the lowest are kept"
]
Luck = Annotated[
    int,
    Lean(up=("good", "blessed"), down=("bad", "cursed"), always=False),
    "luck dice: good count as high, bad as low; they cancel one for one",
]
Adjustments = Annotated[int, Modifier(), "adjustments add up and can have a label: +2 [Rope]"]
Difficulty = Annotated[
    int, Amount(words=VERSUS, least=-SCORE, most=SCORE, compares=">"), "the difficulty: the total must be more"
]
Advanced = Annotated[bool, "the task uses an advanced skill, which needs a rank in its field (K11)"]
Rank = Annotated[int, "the field rank, for an advanced skill (K11)"]
Reroll = Annotated[Literal["all", "once"], HouseRule(), "open-ended all the way, or once only (K4)"]


def task(
    table: Table,
    skew: Skew = 0,
    luck: Luck = 0,
    modifier: Adjustments = 0,
    vs: Difficulty | None = None,
    advanced: Advanced = False,
    rank: Rank = 0,
    reroll: Reroll = "all",
) -> Values:
    """Open-ended 3d6 and adjustments; more than the difficulty succeeds (K1)."""
    natural, thrown = open_ended(table, capped(skew + luck), "task", reroll)
    outcome = {"natural": natural, "total": thrown + modifier}
    if vs is not None:
        outcome["success"] = outcome["total"] > vs
    return outcome


def initiative(
    table: Table, skew: Skew = 0, luck: Luck = 0, modifier: Adjustments = 0, reroll: Reroll = "all"
) -> Values:
    """The highest open-ended roll acts first (K11)."""
    _, thrown = open_ended(table, capped(skew + luck), "initiative", reroll)
    return {"total": thrown + modifier}


def pool(
    table: Table,
    dice: Annotated[int, DieCode(least=1), "how many dice are kept"] = 3,
    skew: Skew = 0,
    luck: Luck = 0,
    modifier: Adjustments = 0,
) -> Values:
    """Keep any number of dice: a plain total (K7)."""
    lean = skew + luck
    hand = table.roll(dice + abs(lean), "pool")
    thrown = table.read(hand, _by_skew(dice, lean))
    return {"total": thrown + modifier}


def percentile(table: Table) -> Values:
    """Two ten-sided dice, tens and units; 00 is 100 (K10).

    K10: Roll two d10 (0 to 9): the first gives the tens, the second the units; 00 is 100.
    """
    tens = table.read(table.roll(1, "tens", D10), total())
    units = table.read(table.roll(1, "units", D10), total())
    thrown = 10 * tens + units
    if thrown == 0:
        thrown = 100
    return {"total": thrown}


def evening(
    table: Table,
    tasks: Annotated[
        int, Amount(words=("tasks", "task"), least=1, most=ATTEMPTS, number_first=True), "how many tasks there are"
    ],
    vs: Difficulty,
    good: Annotated[int, Amount(words=("good",), least=0, most=LUCK_DICE), "good luck dice for all of them"],
    skew: Skew = 0,
    modifier: Adjustments = 0,
    spend: Annotated[
        Literal["one", "most"], "if nobody is asked: one luck die per task, or as many as count (K9)"
    ] = "one",
    reroll: Reroll = "all",
) -> Values:
    """Spend good luck dice over some tasks, each of them before its task is thrown (K8, K9)."""
    useful = max(0, MOST_SKEW - skew)
    usual = useful if spend == "most" else min(1, useful)

    def one_task(table: Table, state: Any) -> Any:
        to_go, left, successes = state
        most = int(clamp(left, 0, useful))
        options = [counted(dice, "luck die", "luck dice") for dice in range(most + 1)]
        spent = table.choose("How many luck dice for this task?", options, min(most, usual))
        success = table.play(task, "success", skew=skew, luck=spent, modifier=modifier, vs=vs, reroll=reroll)
        table.tell(
            "K8", "{dice} spent: {so}",
            dice=lambda: counted(spent, "luck die", "luck dice"), so=lambda: "a success" if success else "a failure",
        )  # fmt: skip
        return to_go - 1, left - spent, successes + success

    _, left, successes = table.repeat(one_task, (tasks, good, 0), lambda state: state[0] <= 0)
    return {"successes": successes, "luck_left": left}


# -- in words ------------------------------------------------------------------------------------------------


def announce_task(outcome: Values, options: Options) -> str:
    total_, vs = outcome["total"], options["vs"]
    if vs is None:
        return f"A total of {total_}"
    if outcome["success"]:
        return f"Success: {total_} is more than {vs}"
    return f"Failure: {total_} does not beat {vs}"


def explain_skew(options: Options, kept: int = 3, bounded: bool = True) -> Clauses:
    extra, luck = options["skew"] + options["luck"], options["luck"]
    skew = capped(extra) if bounded else extra
    if luck:
        kind, side = ("good", "high") if luck > 0 else ("bad", "low")
        dice = counted(abs(luck), f"{kind} luck die", f"{kind} luck dice")
        yield "K8", f"{dice}: each counts as one {side}. Good and bad cancel one for one."
    if extra != skew:
        blessed = "blessed" if skew > 0 else "cursed"
        yield "K9", f"At most {spelled(MOST_SKEW)} times {blessed}: these {abs(extra)} extra dice count as {MOST_SKEW}."
    if skew:
        side, which = ("high", "highest") if skew > 0 else ("low", "lowest")
        dice = f"{abs(skew)} {side}: roll {kept + abs(skew)}d6 and keep the {which} {kept}."
        yield "K5" if kept == 3 else "K7", dice
    else:
        yield "K1" if kept == 3 else "K7", f"Roll {kept}d6."


def explain_open_end(options: Options) -> Clauses:
    yield "K2", f"If the kept dice total 18, roll 3d6 again and add the amount above {MIDDLE}."
    yield "K3", f"If the kept dice total 3, roll 3d6 again and subtract the amount below {MIDDLE}."
    if options["reroll"] == "once":
        yield "K4", "House rule reroll=once: do this only once."
    else:
        yield "K4", "Another 18 on the way up, or 3 on the way down, continues in the same direction."


def explain_modifier(options: Options) -> Clauses:
    if options["modifier"]:
        yield "K1", f"Add {signed(options['modifier'])}."


def explain_task(options: Options) -> Clauses:
    yield from explain_skew(options)
    yield from explain_open_end(options)
    yield from explain_modifier(options)
    if options.get("advanced"):
        yield "K11", f"The skill is advanced; field rank {options['rank']} is enough for it."
    if options.get("vs") is not None:
        yield "K1", f"More than {options['vs']} succeeds; {options['vs']} fails."


def explain_initiative(options: Options) -> Clauses:
    yield from explain_task(options)
    yield "K11", "The highest acts first and sets the pace."
    yield "K11", "Then each acts in flurries: units of action that cannot be divided, but can be interrupted."


def explain_pool(options: Options) -> Clauses:
    yield from explain_skew(options, options["dice"], bounded=False)
    yield from explain_modifier(options)
    yield "K7", "The total counts as it is: nothing is open-ended."


def announce_evening(outcome: Values, options: Options) -> str:
    words = f"{counted(outcome['successes'], 'success', 'successes')} in {counted(options['tasks'], 'task')}"
    left = outcome["luck_left"]
    return f"{words}, {counted(left, 'luck die', 'luck dice')} left" if left else words


def explain_evening(options: Options) -> Clauses:
    usual = "as many as count" if options["spend"] == "most" else "one for each task"
    dice = counted(options["good"], "good luck die", "good luck dice")
    yield "K8", f"{counted(options['tasks'], 'task')}, with {dice} in all."
    how = f"Before each task, spend some of them, up to {MOST_SKEW} high in total."
    yield "K9", f"{how} If nobody is asked: {usual}."
    yield from explain_task({**options, "luck": 0})


# -- the game --------------------------------------------------------------------------------------------------

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
        task,
        title="a task: open-ended 3d6 and adjustments, more than the difficulty",
        hints=(Hint(PERCENT, "The percentile roll is a separate rule (K10).", "skew percentile"), *HINTS),
        example="skew task 2 high +2 vs 14",
        refuse=_no_rank,
        announce=announce_task,
        explain=explain_task,
        events=(SUCCESS,),
        contest="total",
    ),
    Rule(
        pool,
        title="a pool: keep any number of dice",
        refuse=_too_many_dice,
        hints=HINTS,
        example="skew pool 5d6 2 high",
        explain=explain_pool,
    ),
    Rule(
        percentile,
        title="a percentile: two ten-sided dice",
        announce=lambda outcome, options: f"{outcome['total']} of 100",
        better=None,
    ),
    Rule(
        initiative,
        title="initiative: the highest open-ended roll acts first",
        hints=HINTS,
        example="skew initiative +3",
        announce=lambda outcome, options: f"Initiative {outcome['total']}",
        explain=explain_initiative,
        contest="total",
    ),
    Rule(
        evening,
        title="an evening: good luck dice spent over some tasks",
        hints=HINTS,
        example="skew evening 6 tasks vs 14 good 4 +2",
        announce=announce_evening,
        explain=explain_evening,
        better=lambda outcome: (outcome["successes"], outcome["luck_left"]),
        events=(),
        chart="successes",
        zeros=("successes",),
    ),
    name="skew",
    title="open-ended 3d6: beat a difficulty; an 18 or a 3 rolls again, and luck adds dice",
    keeps="sixfold.systems.skew.instruments",
)
