"""`skew`: open-ended 3d6 with skew (clauses K1 to K10). The characters of K11 are in `skew_characters`."""

from __future__ import annotations

from typing import Any

from sixfold.bounds import DICE_IN_A_HAND, SCORE
from sixfold.rules.dice import D10
from sixfold.rules.folds import Ranked, highest, lowest, total
from sixfold.rules.message import counted, signed
from sixfold.rules.rule import Clause, Options, Refusal, Rule, System
from sixfold.rules.table import Table, Values
from sixfold.rules.words import Amount, DieCode, HouseRule, Lean, Modifier

MIDDLE = 10
MOST_SKEW = 3


def _by_skew(kept: int, skew: int) -> Ranked:
    return lowest(kept) if skew < 0 else highest(kept)


def _capped(skew: int, luck: int) -> int:
    """Skew words and luck dice together, at most thrice blessed or cursed (K8, K9)."""
    return max(-MOST_SKEW, min(MOST_SKEW, skew + luck))


def open_ended(table: Table, skew: int, label: str, reroll: str = "all") -> tuple[int, int]:
    """The natural of 3d6 with skew, and the total with its open-ended throws (K2 to K6)."""
    hand = table.roll(3 + abs(skew), label)
    (natural,) = table.read(hand, _by_skew(3, skew))
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


def task(
    table: Table,
    modifier: int = 0,
    skew: int = 0,
    luck: int = 0,
    vs: int | None = None,
    reroll: str = "all",
) -> Values:
    """Open-ended 3d6 and adjustments; more than the difficulty succeeds (K1)."""
    natural, thrown = open_ended(table, _capped(skew, luck), "task", reroll)
    outcome = {"natural": natural, "total": thrown + modifier}
    if vs is not None:
        outcome["success"] = outcome["total"] > vs
    return outcome


def initiative(table: Table, modifier: int = 0, skew: int = 0, luck: int = 0, reroll: str = "all") -> Values:
    """The highest open-ended roll acts first (K11)."""
    _, thrown = open_ended(table, _capped(skew, luck), "initiative", reroll)
    return {"total": thrown + modifier}


def pool(table: Table, dice: int = 3, modifier: int = 0, skew: int = 0, luck: int = 0) -> Values:
    """Keep any number of dice: a plain total (K7)."""
    lean = skew + luck
    hand = table.roll(dice + abs(lean), "pool")
    (thrown,) = table.read(hand, _by_skew(dice, lean))
    return {"total": thrown + modifier}


def percentile(table: Table) -> Values:
    """Two ten-sided dice, tens and units; 00 is 100 (K10)."""
    (tens,) = table.read(table.roll(1, "tens", D10), total())
    (units,) = table.read(table.roll(1, "units", D10), total())
    thrown = 10 * tens + units
    if thrown == 0:
        thrown = 100
    return {"total": thrown}


# -- what is better ------------------------------------------------------------------------------------------


def _better_total(outcome: Values) -> Any:
    """The total: more than the difficulty succeeds (K1), the highest acts first (K11), luck is high (K8)."""
    return outcome["total"]


# -- in words ------------------------------------------------------------------------------------------------


def _announce_task(outcome: Values, options: Options) -> str:
    total_, vs = outcome["total"], options["vs"]
    if vs is None:
        return f"A total of {total_}"
    if outcome["success"]:
        return f"Success: {total_} is more than {vs}"
    return f"Failure: {total_} {'equals' if total_ == vs else 'is not more than'} {vs}"


def _announce_initiative(outcome: Values, options: Options) -> str:
    return f"Initiative {outcome['total']}"


def _announce_total(outcome: Values, options: Options) -> str:
    return f"A total of {outcome['total']}"


def _announce_percentile(outcome: Values, options: Options) -> str:
    return f"{outcome['total']} of 100"


def _explain_skew(options: Options, kept: int = 3, capped: bool = True) -> list[Clause]:
    said = options["skew"] + options["luck"]
    skew = _capped(options["skew"], options["luck"]) if capped else said
    clauses = []
    if options["luck"]:
        kind = "good" if options["luck"] > 0 else "bad"
        side = "high" if options["luck"] > 0 else "low"
        dice = counted(abs(options["luck"]), f"{kind} luck die", f"{kind} luck dice")
        clauses.append(Clause("K8", f"{dice}: as much skew {side}. Good and bad cancel one for one."))
    if said != skew:
        blessed = "blessed" if skew > 0 else "cursed"
        clauses.append(Clause("K9", f"Nobody is more than thrice {blessed}: {abs(said)} extra dice count as 3."))
    if skew:
        side, which = ("high", "highest") if skew > 0 else ("low", "lowest")
        clauses.append(
            Clause(
                "K5" if kept == 3 else "K7",
                f"{abs(skew)} {side}: throw {kept + abs(skew)}d6 and keep the {which} {kept}.",
            )
        )
    else:
        clauses.append(Clause("K1" if kept == 3 else "K7", f"Throw {kept}d6."))
    return clauses


def _explain_open_end(options: Options) -> list[Clause]:
    once = options["reroll"] == "once"
    return [
        Clause("K2", "Kept dice of 18: throw 3d6 again and add what is above 10."),
        Clause("K3", "Kept dice of 3: throw 3d6 again and take away what is missing to 10."),
        Clause(
            "K4",
            "House rule reroll=once: that is done once only."
            if once
            else "Another 18 on the way up, or 3 on the way down, goes on in the same direction.",
        ),
    ]


def _explain_modifier(options: Options) -> list[Clause]:
    return [Clause("K1", f"Add {signed(options['modifier'])}.")] if options["modifier"] else []


def _explain_task(options: Options) -> list[Clause]:
    clauses = [*_explain_skew(options), *_explain_open_end(options), *_explain_modifier(options)]
    if options["vs"] is not None:
        clauses.append(Clause("K1", f"More than {options['vs']} succeeds; {options['vs']} fails."))
    return clauses


def _explain_initiative(options: Options) -> list[Clause]:
    return [
        *_explain_skew(options),
        *_explain_open_end(options),
        *_explain_modifier(options),
        Clause("K11", "The highest acts first and sets the pace."),
    ]


def _explain_pool(options: Options) -> list[Clause]:
    return [
        *_explain_skew(options, options["dice"], capped=False),
        *_explain_modifier(options),
        Clause("K7", "The total is plain: nothing is open-ended."),
    ]


def _explain_percentile(options: Options) -> list[Clause]:
    return [Clause("K10", "Throw two d10, 0 to 9: the first is the tens, the second the units; 00 is 100.")]


def _too_many_dice(options: Options) -> Refusal | None:
    dice = options["dice"] + abs(options["skew"] + options["luck"])
    if dice > DICE_IN_A_HAND:
        return (
            "bounds/exceeded",
            f"This pool throws {dice} dice with its skew; the most in a hand is {DICE_IN_A_HAND}.",
            "dice",
        )
    return None


# -- the game ------------------------------------------------------------------------------------------------

ADJUSTMENTS = Modifier(help="adjustments add up and may carry a label: +2 [Rope]")
SKEW = Lean(
    "skew",
    ("high",),
    ("low",),
    "extra dice, of which the highest or lowest are kept",
    number_first=True,
)
LUCK = Lean(
    "luck",
    ("good",),
    ("bad",),
    "luck dice: good count as high, bad as low; they cancel one for one",
    always=False,
)
REROLL = HouseRule("reroll", ("all", "once"), "open-ended all the way, or once only (K4)")


SYSTEM = System(
    "skew",
    "open-ended 3d6 with skew",
    (
        Rule(
            "skew",
            "task",
            "a task: open-ended 3d6 and adjustments, more than the difficulty",
            task,
            (
                SKEW,
                LUCK,
                ADJUSTMENTS,
                Amount("vs", ("vs",), "the difficulty: the total must be more", -SCORE, SCORE, signed=True),
                REROLL,
            ),
            "skew task 2 high +2 vs 14",
            _announce_task,
            _explain_task,
            better=_better_total,
            events=(("success", "Success"),),
        ),
        Rule(
            "skew",
            "pool",
            "a pool: keep any number of dice",
            pool,
            (
                DieCode("dice", "how many dice are kept", 1, DICE_IN_A_HAND, "Nd6", absent=3),
                SKEW,
                LUCK,
                ADJUSTMENTS,
            ),
            "skew pool 5d6 2 high",
            _announce_total,
            _explain_pool,
            better=_better_total,
            refuse=_too_many_dice,
        ),
        Rule(
            "skew",
            "percentile",
            "a percentile: two ten-sided dice",
            percentile,
            (),
            "skew percentile",
            _announce_percentile,
            _explain_percentile,
            better=None,
        ),
        Rule(
            "skew",
            "initiative",
            "initiative: the highest open-ended roll acts first",
            initiative,
            (SKEW, LUCK, ADJUSTMENTS, REROLL),
            "skew initiative +3",
            _announce_initiative,
            _explain_initiative,
            better=_better_total,
        ),
    ),
)
