"""`wild`: a pool with a wild die (clauses W1 to W11)."""

from typing import Annotated, Any, Literal

from sixfold.base.bounds import SCORE
from sixfold.base.wording import counted, signed
from sixfold.rules import VERSUS, Amount, CheckWord, DieCode, HouseRule, Modifier
from sixfold.rules.check import Check
from sixfold.rules.dry_run import has
from sixfold.rules.folds import at_least, without_highest
from sixfold.rules.late import clamp
from sixfold.rules.rule import Event, Options, Refusal, Rule, System
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clauses

SUCCESS, BOTCH = 6, 1


def wild_die(table: Table, dice: int, cancelled: str = "last", third: str = "thrown") -> Values:
    """The wild die and what it asks of the others (W3 to W6, W10).

    Gives its net successes, its worth, and how many sixes and ones the other dice must show for a critical.
    """
    (successes, botches), last = table.again(1, "wild", (SUCCESS, BOTCH))
    net = successes - botches
    if net > 0:
        worth = 6 * net + last
        _strike(table, botches, botches)
    elif net < 0:
        worth = 0
        _strike(table, successes, botches)
        table.strike("wild", last, 1)
    else:
        worth = 0 if cancelled == "zero" and successes else last
        table.tell("W6", "successes and botches cancel: the wild die is worth {worth}", worth=worth, when=successes)
        _strike(table, successes, botches)
        if not worth:
            table.strike("wild", last, 1)
    counted_dice = dice if third == "code" else dice + successes + botches
    needed = clamp(-(-counted_dice // 3), 3)
    return {
        "net": net,
        "worth": worth,
        "sixes": clamp(needed - successes, 0, dice),
        "ones": clamp(needed - botches, 0, dice),
    }


def _strike(table: Table, successes: int, botches: int) -> None:
    """Sixes and ones of the wild die that cancelled, or that took dice away, add nothing to the total."""
    table.strike("wild", SUCCESS, successes)
    table.strike("wild", BOTCH, botches)


def throw(table: Table, dice: int, modifier: int, cancelled: str, third: str) -> tuple[Any, int, int, bool, bool]:
    """Total, net, excess, critical success and critical botch of a roll (W1 to W8, W10)."""
    others = table.roll(dice - 1, "dice")
    net, worth, sixes, ones = table.play(
        wild_die, ("net", "worth", "sixes", "ones"), dice=dice, cancelled=cancelled, third=third
    )
    botches = clamp(-net, 0)
    rest, many_sixes, many_ones = table.read(
        others, without_highest(botches), at_least(SUCCESS, sixes), at_least(BOTCH, ones)
    )
    excess = clamp(botches - (dice - 1), 0)
    table.tell(
        "W5", "{n}: the wild die is worth nothing, and the highest other dice are removed",
        when=botches, n=lambda: counted(botches, "net botch", "net botches"),
    )  # fmt: skip
    table.tell(
        "W4", "{n}: the wild die is worth {worth}",
        when=net > 0, n=lambda: counted(net, "net success", "net successes"), worth=worth,
    )  # fmt: skip
    table.tell("W10", "sixes enough for a critical success", when=many_sixes)
    table.tell("W10", "ones enough for a critical botch", when=many_ones)
    table.tell(
        "W7", "{n} more than there are other dice",
        when=excess, n=lambda: counted(excess, "botch", "botches"),
    )  # fmt: skip
    return rest + worth + modifier, net, excess, many_sixes, many_ones


Code = Annotated[
    int, DieCode(least=1, form="ND", adds=True), "the die code, such as 3D or 3D+1; one of its dice is the wild die"
]
Adds = Annotated[int, Modifier(), "the modifier in the code; more modifiers add up and can have a label"]
Against = Annotated[
    int,
    Amount(words=VERSUS, least=-SCORE, most=SCORE, compares="≥"),
    "the difficulty or the defender's total: equal or more succeeds",
]
Cancelled = Annotated[Literal["last", "zero"], HouseRule(), "the worth of a wild die with as many sixes as ones (W6)"]
Third = Annotated[
    Literal["thrown", "code"], HouseRule(), "a critical is a third of the dice thrown, or of the code (W10)"
]


def roll(
    table: Table,
    dice: Code,
    modifier: Adds = 0,
    vs: Against | None = None,
    cancelled: Cancelled = "last",
    third: Third = "thrown",
) -> Values:
    """A die code, against a difficulty if there is one (W1, W11)."""
    total, net, excess, sixes, ones = throw(table, dice, modifier, cancelled, third)
    outcome = {"total": total, "net": net, "excess": excess, "critical_success": sixes, "critical_botch": ones}
    if vs is not None:
        outcome["success"] = total >= vs
    return outcome


def attack(
    table: Table,
    dice: Code,
    modifier: Adds = 0,
    vs: Against | None = None,
    defence: Annotated[
        Check | None, CheckWord(words=("vs", *VERSUS[1:])), "the defender's own roll: its total is the difficulty"
    ] = None,
    damage: Annotated[
        int | None,
        DieCode(least=1, form="ND", words=("damage",), plus="plus", always=False),
        "the die code of the damage that a hit rolls",
    ] = None,
    plus: Annotated[int, Amount(), "the modifier in the damage code"] = 0,
    cancelled: Cancelled = "last",
    third: Third = "thrown",
) -> Values:
    """A roll against a defender's total; a critical hit needs a hit as well (W11)."""
    if defence is None and damage is None:
        outcome = roll(table, dice, modifier, None, cancelled, third)
        if vs is not None:
            outcome["hit"] = outcome["total"] >= vs
            outcome["critical_hit"] = outcome["critical_success"] and outcome["hit"]
        return outcome
    total, excess, critical, botch = table.play(
        roll, ("total", "excess", "critical_success", "critical_botch"),
        dice=dice, modifier=modifier, cancelled=cancelled, third=third,
    )  # fmt: skip
    margin = total - (vs if defence is None else table.play(defence, "total"))
    hit = margin >= 0
    outcome = {"excess": excess, "critical_botch": botch, "hit": hit, "critical_hit": critical and hit}
    if damage is None:
        # The defender's roll is not told apart from the attacker's: what counts is what lies between them.
        return {"margin": margin, **outcome}
    harm = table.play(roll, "total", dice=damage, modifier=plus, cancelled=cancelled, third=third) if hit else 0
    return {**outcome, "damage": harm}


Lost = Annotated[
    Literal["excess", "wild"], HouseRule(), "what loses the round: two excess botches, or one and the wild die (W9)"
]


def initiative(
    table: Table, dice: Code, modifier: Adds = 0, cancelled: Cancelled = "last", lost: Lost = "excess"
) -> Values:
    """An excess of two or more loses the round (W9)."""
    total, net, excess, _, _ = throw(table, dice, modifier, cancelled, "thrown")
    lost_round = excess >= (1 if lost == "wild" else 2)
    table.tell("W9", "this many excess botches lose the round", when=lost_round)
    return {"total": total, "net": net, "excess": excess, "lost_round": lost_round}


# -- what is better ------------------------------------------------------------------------------------------


def _better_roll(outcome: Values) -> Any:
    """A success over a failure (W11), a critical success, no critical botch (W10), the total, no excess (W7)."""
    return _better(outcome, outcome.get("success", False), outcome["critical_success"])


def _better_attack(outcome: Values) -> Any:
    """As a roll, but a critical success counts where it is a critical hit: one that misses is a miss (W11)."""
    if "hit" not in outcome:
        return _better_roll(outcome)
    return _better(outcome, outcome["hit"], outcome["critical_hit"])


def _better(outcome: Values, success: bool, critical: bool) -> Any:
    high = outcome.get("total", outcome.get("margin", 0))
    harm = (outcome["damage"],) if "damage" in outcome else ()
    return success, *harm, critical, not outcome["critical_botch"], high, not outcome["excess"]


def _better_initiative(outcome: Values) -> Any:
    """A round that is not lost, then the total; a lost round is lost, whatever else (W9). Then no excess (W7)."""
    return not outcome["lost_round"], outcome["total"], not outcome["excess"]


# -- in words ------------------------------------------------------------------------------------------------


def _extras(outcome: Values) -> str:
    words = ""
    if outcome.get("critical_success"):
        words += ", a critical success"
    if outcome.get("critical_botch"):
        words += ", a critical botch"
    if outcome["excess"]:
        words += ", and something unpleasant happens"
    return words


def _announce_roll(outcome: Values, options: Options) -> str:
    vs = options["vs"]
    if vs is None:
        return f"A total of {outcome['total']}{_extras(outcome)}"
    compared = f"{outcome['total']} against {vs}"
    return f"{'Success' if outcome['success'] else 'Failure'}: {compared}{_extras(outcome)}"


def _announce_attack(outcome: Values, options: Options) -> str:
    if "hit" not in outcome:
        return f"A total of {outcome['total']}{_extras(outcome)}"
    name = "Critical hit" if outcome["critical_hit"] else "Hit" if outcome["hit"] else "Miss"
    extras = _extras({**outcome, "critical_success": False} if outcome["hit"] else outcome)
    against = name
    if "margin" in outcome:
        against = f"{name} by {abs(outcome['margin'])}"
    elif "total" in outcome:
        against = f"{name}: {outcome['total']} against {options['vs']}"
    harm = f", for {outcome['damage']} damage" if outcome["hit"] and "damage" in outcome else ""
    return f"{against}{harm}{extras}"


def _announce_initiative(outcome: Values, options: Options) -> str:
    if outcome["lost_round"]:
        return f"Initiative {outcome['total']}, but the round is lost"
    return f"Initiative {outcome['total']}{_extras(outcome)}"


def _explain_throw(options: Options) -> Clauses:
    dice, modifier = options["dice"], options["modifier"]
    others = dice - 1
    yield "W1", f"Roll {dice}d6{f' and add {signed(modifier)}' if modifier else ''}."
    yield "W2", "One of them is the wild die." if others else "The only die is the wild die."
    yield "W3", "Roll the wild die again on a 1 or a 6: each 6 is a success, each 1 a botch."
    yield "W4", "With net successes, it is worth 6 for each, plus the number that ended it."
    removed = ", and each removes the highest other die" if others else ""
    yield "W5", f"With net botches, it is worth nothing{removed}."
    if options["cancelled"] == "zero":
        yield "W6", "House rule cancelled=zero: when successes and botches cancel, it is worth nothing."
    else:
        yield "W6", "When successes and botches cancel, it is worth the number that ended it."
    yield "W7", f"{_too_many(others)}: something unpleasant happens, and the game master (GM) says what."
    if modifier:
        yield "W8", f"The {signed(modifier)} counts even if every die is removed."


def _too_many(others: int) -> str:
    return f"More than {counted(others, 'net botch', 'net botches')}" if others else "Any net botch"


def _explain_roll(options: Options) -> Clauses:
    of = "the die code" if options["third"] == "code" else "all dice thrown"
    yield from _explain_throw(options)
    yield (
        "W10",
        f"Critical success: three sixes or more, on at least a third of {of}; critical botch: the same with ones.",
    )
    if options["vs"] is not None:
        yield "W11", f"{options['vs']} or more succeeds; ties go to the roller."


def _explain_attack(options: Options) -> Clauses:
    yield from _explain_roll(options)
    if options["defence"] is not None:
        yield "W11", f"The defender rolls {options['defence']}: its total or more hits."
    yield "W11", "A critical hit is a critical success that hits."
    if options["damage"] is not None:
        plus = f" and adds {signed(options['plus'])}" if options["plus"] else ""
        yield "W2", f"A hit rolls {options['damage']}D of damage, one of them the wild die{plus}."


def _against_one(options: Options) -> Refusal | None:
    """Refuse two targets, and damage without a hit."""
    if options["vs"] is not None and options["defence"] is not None:
        return "notation/conflict", "An attack is against a number or the defender's roll, not both.", "defence"
    if options["defence"] is not None and not has(options["defence"], "total"):
        return (
            "rule/forbidden",
            f"The defender's roll needs a total, and {options['defence'].name} has none.",
            "defence",
        )
    if options["damage"] is None:
        return ("notation/missing", "“plus” adds to damage: name the damage too.", "plus") if options["plus"] else None
    if options["vs"] is None and options["defence"] is None:
        return "notation/missing", "Only a hit does damage: add a difficulty, as in “vs 15”.", "damage"
    return None


def _explain_initiative(options: Options) -> Clauses:
    yield from _explain_throw(options)
    if options["lost"] == "wild":
        yield "W9", "House rule lost=wild: the wild die counts as botched, so one excess botch loses the round."
    else:
        yield "W9", "Two or more excess botches lose the round: no turn until the next initiative roll."


# -- the game ------------------------------------------------------------------------------------------------

CRITICALS = (
    Event("critical_success", "Critical success", "critical"),
    Event("critical_botch", "Critical botch", "critical", mark="blunder"),
)


SYSTEM = System(
    Rule(
        roll,
        title="a roll: a die code, against a difficulty if there is one",
        example="wild 3D+1 vs 15",
        announce=_announce_roll,
        explain=_explain_roll,
        better=_better_roll,
        events=(Event("success", "Success", "success"), *CRITICALS),
        zeros=("total", "net"),
        apart=("wild",),
        contest="total",
        ties_to_roller="W11",
    ),
    Rule(
        initiative,
        title="initiative: two excess botches lose the round",
        example="wild initiative 3D",
        announce=_announce_initiative,
        explain=_explain_initiative,
        better=_better_initiative,
        events=(Event("lost_round", "Round lost", mark="failure"),),
        zeros=("total", "net"),
        apart=("wild",),
    ),
    Rule(
        attack,
        title="an attack: a roll against the defender's total",
        example="wild attack 5D+1 vs 15 damage 4D",
        refuse=_against_one,
        announce=_announce_attack,
        explain=_explain_attack,
        better=_better_attack,
        events=(
            Event("hit", "Hit", "success", otherwise="Miss"),
            Event("critical_hit", "Critical hit", "critical"),
            *CRITICALS,
        ),
        zeros=("total", "net"),
        apart=("wild",),
        contest="total",
        ties_to_roller="W11",
        chart="damage",
        harm="damage",
    ),
    name="wild",
    title="a D6 pool with a wild die: add up the dice; the wild die rolls again on a 6 or a 1",
    keeps="sixfold.systems.wild.instruments",
)
