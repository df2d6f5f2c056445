"""`ten`: 3d6 against 10 (clauses T1 to T14)."""

from typing import Annotated, Any, Literal, NamedTuple

from sixfold.base.bounds import DICE_IN_A_HAND, EXTRA_DICE, SIZE_CATEGORIES, THRESHOLD
from sixfold.base.wording import counted, signed, spelled
from sixfold.rules import VERSUS, Amount, DieCode, HouseRule, Lean, Modifier
from sixfold.rules.folds import highest, lowest, of_a_kind, total
from sixfold.rules.rule import SUCCESS, Event, Hint, Options, Refusal, Rule, System
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clauses

TARGET = 10
TIERS = (
    ("trivial", 9),
    ("professional", 6),
    ("easy", 3),
    ("uncertain", 0),
    ("hard", -3),
    ("clueless", -6),
    ("hopeless", -9),
)


Bonus = Annotated[
    int, Modifier(tiers=TIERS), "modifiers add up and can have a label (+2 [Rope]); tiers are words for +9 to -9"
]
Skew = Annotated[
    int,
    Lean(up=("superior", "sup"), down=("inferior", "inf"), most=EXTRA_DICE),
    "extra dice; the highest or the lowest three are kept; they cancel one for one",
]
Chaos = Annotated[Literal["all", "kept"], HouseRule(), "chaos checks all dice, or only the three that are kept (T6)"]
Threshold = Annotated[int, range(1, THRESHOLD + 1), "successes or failures that end it"]
Counting = Annotated[Literal["rolls", "degrees"], HouseRule(), "each roll counts one, or its degree of success (T13)"]
Successes = Annotated[int, range(THRESHOLD + 1), "successes so far"]
Failures = Annotated[int, range(THRESHOLD + 1), "failures so far"]
Damage = Annotated[int, DieCode(words=("damage",)), "base dice of damage, 0d6 for none"]
Size = Annotated[
    int,
    Amount(least=-SIZE_CATEGORIES, most=SIZE_CATEGORIES, sign=True, always=True),
    "how many size categories smaller the target is; below zero: larger",
]


def test(table: Table, modifier: Bonus = 0, skew: Skew = 0, chaos: Chaos = "all") -> Values:
    """Throw 3d6, add the modifiers, compare with 10 (T1 to T6)."""
    hand = table.roll(3 + abs(skew), "test")
    inferior = skew < 0
    alike = of_a_kind(3, among=3, lowest=inferior) if chaos == "kept" else of_a_kind(3)
    natural, struck = table.read(hand, lowest(3) if inferior else highest(3), alike)
    quality, extra = "plain", 0
    if natural >= 16:
        quality = "critical"
        extra = table.read(table.roll(natural - 15, "critical"), total())
        table.tell("T3", "a natural {n} is a critical: the extra dice add {extra}", n=natural, extra=extra)
    elif natural <= 5:
        quality = "blunder"
        loss = table.read(table.roll(6 - natural, "blunder"), total())
        table.tell("T3", "a natural {n} is a blunder: the extra dice take {loss}", n=natural, loss=loss)
        extra = -loss
    sum_of_all = natural + extra + modifier
    margin = sum_of_all - TARGET
    return {
        "natural": natural,
        "total": sum_of_all,
        "margin": margin,
        "success": margin >= 0,
        "quality": quality,
        "chaos": struck,
    }


class Tallies(NamedTuple):
    """The tallies of an extended test: successes, failures, and whether any roll succeeded."""

    successes: int = 0
    failures: int = 0
    succeeded: bool = False

    def after(self, success: bool, margin: int, count: str) -> "Tallies":
        """The tallies after one more roll (T13)."""
        if count == "degrees":
            # A Success of Zero counts nothing, and is a success all the same.
            if success:
                return Tallies(self.successes + margin, self.failures, True)
            return Tallies(self.successes, self.failures - margin, self.succeeded)
        return Tallies(self.successes + success, self.failures + 1 - success, self.succeeded)

    def over(self, threshold: int) -> bool:
        """Whether either side has reached the threshold (T11)."""
        return self.successes >= threshold or self.failures >= threshold

    def ending(self, threshold: int) -> str:
        """The result at the end (T12)."""
        if self.successes >= threshold:
            return "success" if self.failures else "perfect success"
        return "failure" if self.succeeded or self.successes else "total failure"


def extended(
    table: Table,
    threshold: Threshold,
    modifier: Bonus = 0,
    skew: Skew = 0,
    count: Counting = "rolls",
    successes: Successes = 0,
    failures: Failures = 0,
) -> Values:
    """Repeat a test until successes or failures reach the threshold, on from those so far (T11 to T14)."""

    def one_roll(table: Table, tallies: Tallies) -> Tallies:
        if count == "degrees":
            success, margin = table.play(test, ("success", "margin"), modifier=modifier, skew=skew)
            table.tell("T13", "a margin of {margin:+d} counts in full towards its side", margin=margin)
            return tallies.after(success, margin, count)
        (success,) = table.play(test, ("success",), modifier=modifier, skew=skew)
        table.tell("T13", "counts as a {side}", side=lambda: "success" if success else "failure")
        return tallies.after(success, 0, count)

    so_far = Tallies(successes, failures)
    tallies, rolls = table.repeat(one_roll, so_far, lambda tallies: tallies.over(threshold), counted=True)
    return {
        "result": tallies.ending(threshold),
        "successes": tallies.successes,
        "failures": tallies.failures,
        "rolls": rolls,
    }


def attack(
    table: Table, modifier: Bonus = 0, skew: Skew = 0, *, damage: Damage, size: Size = 0, chaos: Chaos = "all"
) -> Values:
    """A test that throws damage when it succeeds (T9, T10)."""
    hit, margin, quality, struck = table.play(
        test, ("success", "margin", "quality", "chaos"), modifier=modifier, skew=skew, chaos=chaos
    )
    dice = harm = 0
    if hit:
        dice = max(0, damage + size + margin // 3)
        harm = table.read(table.roll(dice, "damage"), total())
        table.tell(
            "T10", "{base} base, {size:+d} for size, {more:+d} for the margin: {dice}d6 of damage",
            base=damage, size=size, more=margin // 3, dice=dice,
        )  # fmt: skip
    return {"hit": hit, "margin": margin, "quality": quality, "chaos": struck, "dice": dice, "damage": harm}


def strike_chaos(table: Table) -> Values:
    """The modifier of chaos for one round (T7).

    T7: The game master (GM) rolls 3d6, without criticals and without a second chaos.
    T7: Subtract 10 from the total, halve it and round down: this is the modifier for one round.
    """
    thrown = table.read(table.roll(3, "chaos"), total())
    return {"total": thrown, "modifier": (thrown - TARGET) // 2}


# -- what is better ------------------------------------------------------------------------------------------

RESULTS = ("total failure", "failure", "success", "perfect success")


def _better_extended(outcome: Values) -> Any:
    """The result; then the losing side's tally (T12); then a success in fewer rolls, each a period (T11)."""
    if outcome["result"] in ("success", "perfect success"):
        return RESULTS.index(outcome["result"]), -outcome["failures"], -outcome["rolls"]
    return RESULTS.index(outcome["result"]), outcome["successes"]


# -- in words ------------------------------------------------------------------------------------------------


def _degree(margin: int) -> str:
    """A margin as it is announced (T2)."""
    return f"{'Success' if margin >= 0 else 'Failure'} of {spelled(abs(margin)).capitalize()}"


def _announce_test(outcome: Values, options: Options) -> str:
    words = _degree(outcome["margin"])
    if outcome["quality"] != "plain":
        words = f"{outcome['quality'].capitalize()}: {words}"
    return f"{words}, and chaos strikes" if outcome["chaos"] else words


def _announce_extended(outcome: Values, options: Options) -> str:
    result, threshold = outcome["result"], options["threshold"]
    rolls = counted(outcome["rolls"], "roll")
    if "success" in result:
        tally = f"{outcome['failures']} of {threshold} failures on the way"
    else:
        tally = f"{outcome['successes']} of {threshold} successes on the way"
    return f"{result.capitalize()} after {rolls}, {tally}"


def _announce_attack(outcome: Values, options: Options) -> str:
    words = _announce_test({**outcome, "success": outcome["hit"]}, options)
    if not outcome["hit"]:
        return f"{words}: a miss"
    return f"{words}: a hit for {outcome['damage']} damage ({outcome['dice']}d6)"


def _announce_chaos(outcome: Values, options: Options) -> str:
    modifier = outcome["modifier"]
    if modifier == 0:
        return "Chaos passes: no modifier"
    side = "good" if modifier > 0 else "bad"
    return f"Chaos is {side} for the roller: {signed(modifier)} for one round"


def _explain_dice(options: Options) -> Clauses:
    skew, modifier = options["skew"], options["modifier"]
    name, side = ("Superior", "highest") if skew > 0 else ("Inferior", "lowest")
    if skew:
        yield "T4", f"{name} {abs(skew)}: roll {3 + abs(skew)}d6 and keep the {side} three."
    else:
        yield "T1", "Roll 3d6."
    if modifier:
        yield "T1", f"Add {signed(modifier)} and compare with {TARGET}."
    else:
        yield "T1", f"Compare with {TARGET}; there are no modifiers."
    yield "T2", f"{TARGET} or more succeeds. The difference is the degree of success or failure."
    yield (
        "T3",
        "If the kept dice add up to 16, 17 or 18, it is a critical: add 1, 2 or 3 more d6. "
        "With 5, 4 or 3, it is a blunder: subtract 1, 2 or 3 more d6. These extra dice trigger nothing.",
    )


def _explain_test(options: Options) -> Clauses:
    kept = options["chaos"] == "kept"
    which = "three kept dice" if kept else "three dice of the first roll, dropped dice included,"
    yield from _explain_dice(options)
    yield "T6", f"Chaos strikes when {which} show the same number{' (house rule chaos=kept)' if kept else ''}."
    meaning = "high is good for the roller, low is bad. It gives a modifier for one round, which a table keeps"
    yield "T7", f"Then the game master (GM) rolls “ten chaos”: {meaning}."


def _on_from(options: Options) -> str:
    sides = (("success", "successes"), ("failure", "failures"))
    so_far = [counted(options[many], one, many) for one, many in sides if options[many]]
    return f", on from {' and '.join(so_far)}" if so_far else ""


def _explain_extended(options: Options) -> Clauses:
    yield "T11", f"Repeat the test until successes or failures reach {options['threshold']}{_on_from(options)}."
    if options["count"] == "degrees":
        yield "T13", "House rule count=degrees: a Success or Failure of N counts N; one of Zero counts nothing."
    else:
        yield "T13", "Each roll counts one towards its side."
    yield "T12", "With no failure at all, it is a perfect success; with no success at all, a total failure."
    yield "T14", "Each roll is a test:"
    yield from _explain_dice(options)


def _explain_attack(options: Options) -> Clauses:
    size = options["size"]
    yield from _explain_test(options)
    if size:
        kind = "smaller" if size > 0 else "larger"
        steps = counted(abs(size), "size category", "size categories")
        yield "T9", f"The target is {steps} {kind}: {signed(size)}d6 of damage."
    yield (
        "T10",
        f"A hit rolls {options['damage']}{signed(size) if size else ''} dice of damage, plus one die for "
        "each full three points of margin. With no dice left, or on a miss, it does no damage.",
    )


def _too_much_damage(options: Options) -> Refusal | None:
    most = options["damage"] + options["size"] + max(0, options["modifier"] + 18 + 18 - TARGET) // 3
    if most > DICE_IN_A_HAND:
        return (
            "bounds/exceeded",
            f"This attack could roll {most} dice of damage at once; the maximum is {DICE_IN_A_HAND}.",
            "damage",
        )
    return None


def _over_already(options: Options) -> Refusal | None:
    for side in ("successes", "failures"):
        if options[side] >= options["threshold"]:
            return (
                "rule/forbidden",
                f"With {options[side]} of {options['threshold']} {side}, the test is already over.",
                side,
            )
    return None


# -- the game ------------------------------------------------------------------------------------------------

HINTS = (
    Hint(
        (*VERSUS, "target"),
        f"A test is always against {TARGET} (T1); "
        "use a modifier for harder or easier tasks: -2 if another game says 12.",
    ),
    Hint(("advantage", "adv", "high"), "Extra dice that keep the highest are Superior (T4).", "superior N"),
    Hint(("disadvantage", "dis", "low"), "Extra dice that keep the lowest are Inferior (T4).", "inferior N"),
    Hint(
        ("critical", "crit", "blunder"),
        "The dice decide that: a natural 16 or more is a critical, 5 or less a blunder (T3).",
    ),
)
QUALITY = (
    Event("quality=critical", "Critical", "critical"),
    Event("quality=plain", "No critical or blunder", told=False),
    Event("quality=blunder", "Blunder", mark="blunder"),
    Event("chaos", "Chaos", mark="triple"),
)


SYSTEM = System(
    Rule(
        test,
        title=f"a test: 3d6 and modifiers against {TARGET}",
        hints=HINTS,
        example="ten +4 superior 1",
        announce=_announce_test,
        explain=_explain_test,
        better="margin",  # a critical, a blunder and chaos are in it, or the game master's (T2, T3, T7)
        events=(SUCCESS, *QUALITY),
        chart="margin",
        contest="margin",
    ),
    Rule(
        extended,
        title="an extended test: tests until successes or failures reach a threshold",
        hints=HINTS,
        refuse=_over_already,
        example="ten extended threshold 10 +4 -3 [Rain]",
        announce=_announce_extended,
        explain=_explain_extended,
        better=_better_extended,
        events=(
            Event("result=perfect success", "Perfect success", mark="triumph"),
            Event("result=success", "Success", mark="success"),
            Event("result=failure", "Failure", mark="failure"),
            Event("result=total failure", "Total failure", mark="blunder"),
        ),
        chart="rolls",
        time="rolls",
        zeros=(),
    ),
    Rule(
        attack,
        title="an attack: a test that rolls damage",
        hints=HINTS,
        refuse=_too_much_damage,
        example="ten attack +4 damage 2d6 size +1",
        announce=_announce_attack,
        explain=_explain_attack,
        better=lambda outcome: (outcome["hit"], outcome["damage"], outcome["margin"]),  # T10, then T2
        events=(Event("hit", "Hit", "success", otherwise="Miss"), *QUALITY),
        chart="damage",
        harm="damage",
        zeros=("margin",),
    ),
    Rule(
        strike_chaos,
        name="chaos",
        title="what chaos does: a roll by the game master (GM)",
        announce=_announce_chaos,
        better="modifier",  # high is good for the roller, and low is bad (T7)
        chart="modifier",
        zeros=(),
    ),
    name="ten",
    title=f"3d6 roll-over with degrees of success: dice and modifiers must reach {TARGET}",
    keeps="sixfold.systems.ten.instruments",
)
