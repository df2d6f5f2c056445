"""`hs`: the highest die of a pool (clauses H1 to H9)."""

from typing import Annotated, Any, Literal

from sixfold.base.wording import counted, spelled
from sixfold.rules import VERSUS, Amount, DieCode, HouseRule
from sixfold.rules.folds import lowest, nth_highest, of_a_kind
from sixfold.rules.rule import Event, Hint, Options, Refusal, Rule, System
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clauses

MOST_RANKS, MOST_EDGES, MOST_CUTS, MOST_DICE = 3, 3, 3, 6

ONE_IN = 3
"""About one check in so many suffers cuts (H8)."""

RATE = f"one check in {spelled(ONE_IN)}"

RESULTS = ("fumble", "struggle", "triumph")


def check(
    table: Table,
    ranks: Annotated[
        int,
        Amount(
            words=("ranks", "rank", "lore", "skill"),
            most=MOST_RANKS,
            number_first=True,
            once="The ranks come from one skill or one lore, never from both (H3).",
        ),
        "ranks of one skill or one lore",
    ] = 0,
    edges: Annotated[
        int, Amount(words=("edges", "edge"), most=MOST_EDGES, number_first=True), "edges, each different"
    ] = 0,
    dice: Annotated[int, DieCode(most=MOST_DICE, form="Nd", always=False), "the pool at once"] | None = None,
    cuts: Annotated[
        int,
        Amount(words=("cuts", "cut"), most=MOST_CUTS, number_first=True, always=True),
        "the highest dice, removed by the game master (GM)",
    ] = 0,
    basic: Annotated[bool, "the basic form: no cuts and no twist (H9)"] = False,
    overcut: Annotated[
        Literal["lowest", "fumble"], HouseRule(), "as many cuts as dice: the lowest of 2d6, or a Fumble (H6)"
    ] = "lowest",
) -> Values:
    """Throw the pool and read its highest die (H1 to H6, H9)."""
    pool = ranks + edges if dice is None else dice
    left_out = cuts
    if basic:
        cuts = 0
    if cuts and cuts >= pool and overcut == "fumble":
        return {"highest": 0, "result": "fumble", "twist": False}
    if cuts >= pool:
        hand = table.roll(2, "no dice")
        shown, twist = table.read(hand, lowest(1), of_a_kind(2))
        result = "struggle" if shown >= 4 else "fumble"
    else:
        hand = table.roll(pool, "check")
        shown, twist = table.read(hand, nth_highest(cuts + 1), of_a_kind(2, after=cuts))
        result = "triumph" if shown == 6 else "struggle" if shown >= 4 else "fumble"
    table.tell("H9", "the basic form: {cuts}, and no twist", when=basic, cuts=lambda: _spent(left_out))
    return {"highest": shown, "result": result, "twist": not basic and twist}


def _spent(cuts: int) -> str:
    return f"the {'cut is' if cuts == 1 else f'{cuts} cuts are'} not made" if cuts else "no cuts"


def _better(outcome: Values) -> Any:
    """The result alone: 4 and 5 are the same Struggle (H1), and what a twist means is open (H2)."""
    return RESULTS.index(outcome["result"])


# -- in words ------------------------------------------------------------------------------------------------


def _announce(outcome: Values, options: Options) -> str:
    price = " (success at a price)" if outcome["result"] == "struggle" else ""
    twist = ", with a twist" if outcome["twist"] else ""
    return f"{outcome['result'].capitalize()}{price}{twist}"


def _explain(options: Options) -> Clauses:
    yield from _explain_pool(options)
    yield "H7", "No risk, no check. At a table, a player proposes it; the GM accepts it, adds cuts, or waives it."
    yield "H8", f"About {RATE} has cuts; a table shows the GM how the session compares."


def _explain_pool(options: Options) -> Clauses:
    basic, dice = options["basic"], options["dice"]
    pool = options["ranks"] + options["edges"] if dice is None else dice
    cuts = 0 if basic else options["cuts"]
    if dice is None:
        parts = f"{counted(options['ranks'], 'rank')} and {counted(options['edges'], 'edge')}"
        yield "H3", f"The pool is {parts}: {counted(pool, 'die', 'dice')}."
    if cuts and cuts >= pool:
        removed = f"{counted(cuts, 'cut')} on {counted(pool, 'die', 'dice')} {'leaves' if cuts == 1 else 'leave'} none."
        if options["overcut"] == "fumble":
            yield "H6", f"{removed} House rule overcut=fumble: a Fumble, no twist."
            return
        yield "H6", f"{removed} The cuts are spent."
    if cuts >= pool:
        yield "H5", "No dice: roll 2d6 and read the lowest; 4 to 6 is a Struggle, 1 to 3 a Fumble."
        yield "H2", "A pair is a twist."
        return
    if cuts:
        yield "H1", f"Roll {pool}d6."
        yield "H4", f"The {'highest die is' if cuts == 1 else f'{cuts} highest dice are'} removed."
        yield "H1", "Read the highest die that is left."
    else:
        yield "H1", f"Roll {pool}d6 and read the highest die."
    yield "H1", "6 is a Triumph, 4 or 5 a Struggle, 1 to 3 a Fumble."
    if basic:
        yield "H9", f"The basic form: {_spent(options['cuts'])}, and there is no twist."
    elif pool - cuts > 1:
        yield "H2", f"Any two equal {'remaining dice' if cuts else 'dice'} are a twist."
    else:
        yield "H2", "One die cannot make a twist."


def _empty_pool(options: Options) -> Options:
    """A pool of no ranks and no edges is no dice (H5)."""
    if "dice" in options or options.get("ranks") or options.get("edges"):
        return options
    return {"dice": 0, **{name: value for name, value in options.items() if name not in ("ranks", "edges")}}


def _either_pool_or_parts(options: Options) -> Refusal | None:
    if options["dice"] is not None and (options["ranks"] or options["edges"]):
        return (
            "notation/conflict",
            "Give either the ranks and edges, or the dice of the whole pool, not both.",
            "dice",
        )
    return None


# -- the game ------------------------------------------------------------------------------------------------


SYSTEM = System(
    Rule(
        check,
        title="a check: roll the pool, read the highest die",
        needs_one=("ranks", "edges", "dice"),
        settle=_empty_pool,
        refuse=_either_pool_or_parts,
        hints=(
            Hint(
                (*VERSUS, "target"),
                "A check has no difficulty: the highest die decides (H1), and hard checks have cuts (H4).",
            ),
            Hint(("+",), "A check has no modifiers: edges are more dice, and cuts fewer (H3, H4).", "N edges"),
            Hint(("signed",), "A check has no modifiers: edges are more dice, and cuts fewer (H3, H4).", "N cuts"),
            Hint(("advantage", "adv"), "Use an edge for help (H3).", "N edges"),
            Hint(("disadvantage", "dis"), "Use a cut for a hindrance (H4).", "N cuts"),
            Hint(
                ("triumph", "struggle", "fumble", "twist"),
                "The dice decide that: the highest gives the result, and equal dice are a twist (H1, H2).",
            ),
        ),
        example="hs 3 ranks 2 edges 1 cut",
        announce=_announce,
        explain=_explain,
        better=_better,
        events=(
            Event("result=triumph", "Triumph", mark="triumph"),
            Event("result=struggle", "Struggle", mark="partial"),
            Event("result=fumble", "Fumble", mark="failure"),
            Event("twist", "Twist", mark="double"),
        ),
        chart="highest",
        zeros=(),
        names={"highest": "face"},
        aside="cut",
    ),
    name="hs",
    title="the highest of a pool: up to six d6, and the best die alone decides",
    keeps="sixfold.systems.hs.instruments",
)
