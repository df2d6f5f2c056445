"""Two fighters who trade blows until one falls."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from sixfold.base.bounds import ATTEMPTS, HEALTH
from sixfold.base.wording import counted, signed
from sixfold.errors import BoundsError, OddsError, RuleError
from sixfold.rules import Amount, Sides
from sixfold.rules.check import Check
from sixfold.rules.dry_run import has
from sixfold.rules.late import clamp
from sixfold.rules.rule import Event, Options, Refusal, Rule
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clauses
from sixfold.systems.long.attempts import attempt, no_success, success_of

FIRST, SECOND = True, False


def duel(
    table: Table,
    first: Check,
    second: Check,
    health: Annotated[tuple[int, int], Sides(least=1, most=HEALTH), "health of each fighter"],
    damage: Annotated[int | None, Amount(least=1), "the damage of a hit, if the attack has none of its own"] = None,
    begins: Annotated[Literal["first", "second", "both"], "who strikes first, or both at once"] = "first",
    rounds: Annotated[int | None, Amount(least=1, most=ATTEMPTS), "the maximum number of rounds"] = None,
    vulnerable: Annotated[int, Amount(sign=True), "the bonus of attacks on a fighter who has fumbled"] = 0,
    counter: Annotated[bool, "after a fumble, the other fighter strikes once out of turn"] = False,
) -> Values:
    """Two fighters trade blows in turns, until one falls."""
    attacks = {FIRST: first, SECOND: second}
    fumbles = {side: check.rule.fumble if vulnerable or counter else None for side, check in attacks.items()}
    together = begins == "both"
    starts = begins != "second"

    def struck(table: Table, side: bool, bonus: int, fumble: str = "") -> tuple[Any, Any]:
        limit = health[side is FIRST]
        blow: tuple[Any, Any] = table.play(
            strike, ("harm", "fumble"),
            check=attacks[side], damage=damage, bonus=bonus, most=limit, fumble=fumble,
        )  # fmt: skip
        return blow

    def blow(table: Table, state: Any) -> Any:
        mine, theirs, turn, exposed = state
        side = FIRST if turn else SECOND
        fumble, clause = fumbles[side] or ("", "")
        harm, fumbled = struck(table, side, vulnerable if exposed else 0, fumble)
        back = 0
        own, others = (mine, theirs) if side is FIRST else (theirs, mine)
        if fumbled and counter:
            back, _ = struck(table, not side, vulnerable)
            table.tell(
                clause, "a fumble: the {other} strikes back: {left} health left",
                other=_name(not side), left=lambda: clamp(own - back, 0),
            )  # fmt: skip
        exposed = bool(fumbled and vulnerable)
        table.tell(
            "long", "the {who} strikes the {other}: {left} health left",
            who=_name(side), other=_name(not side), left=lambda: clamp(others - harm, 0),
        )  # fmt: skip
        taken, given = (back, harm) if side is FIRST else (harm, back)
        if together:  # who has fallen still strikes in this round, and how far they fell does not matter
            return clamp(mine - taken, 0), clamp(theirs - given, 0), side is SECOND, exposed
        return mine - taken, theirs - given, side is SECOND, exposed

    def over(state: Any) -> Any:
        mine, theirs, turn, _ = state
        between = not together or turn == starts
        return between and (mine <= 0 or theirs <= 0)

    most = None if rounds is None else 2 * rounds
    try:
        (mine, theirs, _, _), blows = table.repeat(blow, (*health, starts, False), over, most, counted=True)
    except (OddsError, RuleError, BoundsError) as error:
        raise _in_words(error) from None
    return {
        "result": _result(mine, theirs),
        "rounds": (blows + 1) // 2,
        "first_left": clamp(mine, 0),
        "second_left": clamp(theirs, 0),
    }


def _in_words(error: OddsError | RuleError | BoundsError) -> OddsError | RuleError | BoundsError:
    """An error about the game that goes on, as one about the duel."""
    if isinstance(error, BoundsError):
        return BoundsError(f"{error.message.removesuffix('.')}: limit the number of rounds, as in “rounds 5”.")
    if error.code == "rule/endless":
        return RuleError("rule/endless", "Neither fighter can ever fall: limit the number of rounds, as in “rounds 5”.")
    if error.code == "odds/too-large":
        return OddsError(
            "odds/too-large",
            "The exact odds of this duel would take more work than one evaluation may. Ask for less health, or for a "
            "few rounds only (“rounds 5”), or allow more work (on the command line --patient, in Python work=).",
        )
    return error


def strike(table: Table, check: Check, damage: int | None, bonus: int, most: int, fumble: str) -> Values:
    """One blow: the damage it does, as far as it matters (`most`), and whether it is a fumble, if that is asked."""
    options = {"modifier": check.arguments["modifier"] + bonus} if bonus else {}
    more = (fumble,) if fumble else ()
    if _harms(check):
        harm, *fumbled = table.play(check, (check.rule.harm, *more), **options)
    else:
        hit, *fumbled = attempt(table, check, *more, **options)
        harm = damage * hit
    return {"harm": clamp(harm, 0, most), "fumble": fumbled[0] if fumbled else False}


def _harms(check: Check) -> bool:
    """Whether an outcome of the check says what it does to the other."""
    return bool(check.rule.harm) and has(check, check.rule.harm)


def _name(side: bool) -> str:
    return "first" if side is FIRST else "second"


def _result(mine: Any, theirs: Any) -> str:
    if theirs <= 0:
        return "both fall" if mine <= 0 else "first"
    return "second" if mine <= 0 else "undecided"


WON = {"first": "The first wins", "second": "The second wins", "both fall": "Both fall", "undecided": "Neither falls"}


def _announce(outcome: Values, options: Options) -> str:
    words = f"{WON[outcome['result']]} after {counted(outcome['rounds'], 'round')}"
    if outcome["result"] == "undecided":
        return f"{words}, {outcome['first_left']} and {outcome['second_left']} health left"
    left = outcome["first_left"] + outcome["second_left"]
    return f"{words}, {left} health left" if left else words


def _explain(options: Options) -> Clauses:
    first, second = options["first"], options["second"]
    mine, theirs = options["health"]
    yield "long", f"The first, with {mine} health: {first}."
    yield from _of(first, options)
    yield "long", f"The second, with {theirs} health: {second}."
    yield from () if second == first else _of(second, options)
    begins = "Both strike at once." if options["begins"] == "both" else f"The {options['begins']} strikes first."
    yield "long", f"{begins} Damage reduces health; a fighter at 0 falls."
    if options["rounds"] is not None:
        yield "long", f"After {counted(options['rounds'], 'round')} it ends undecided."
    clause = next((check.rule.fumble[1] for check in (first, second) if check.rule.fumble), "long")
    if options["vulnerable"]:
        gain = signed(options["vulnerable"])
        yield clause, f"A fighter who fumbled is Vulnerable until their next action: {gain} to hit them."
    if options["counter"]:
        yield clause, "After a fumble, the other fighter strikes once, out of turn."


def _of(check: Check, options: Options) -> Clauses:
    yield from check.rule.explanation(check.arguments)
    if not _harms(check):
        yield "long", f"A success does {options['damage']} damage."


def _refuse(options: Options) -> Refusal | None:
    fumbling = [side for side in ("first", "second") if options[side].rule.fumble]
    for side in ("first", "second"):
        check = options[side]
        if _harms(check):
            continue
        if success_of(check) is None:
            return no_success(check, side)
        if options["damage"] is None:
            return "notation/missing", _no_harm(check), side
    if options["damage"] is not None and all(_harms(options[side]) for side in ("first", "second")):
        return "rule/forbidden", "Both attacks have their own damage, so “damage” has no effect.", "damage"
    for word in ("vulnerable", "counter"):
        if options[word] and not fumbling:
            return "rule/forbidden", f"Neither of these attacks can be a fumble, so “{word}” has no effect.", word
    if options["vulnerable"] and options["begins"] == "both":
        return "rule/forbidden", "Fighters who strike at the same time are never Vulnerable in between.", "vulnerable"
    if options["vulnerable"] and not all("modifier" in options[side].arguments for side in ("first", "second")):
        return "rule/forbidden", "“vulnerable” adds to the attack, and one of these takes no modifier.", "vulnerable"
    return None


def _no_harm(check: Check) -> str:
    words: Mapping[str, str] = {word.name: word.forms[0] for word in check.rule.words}
    own = f"“{words[check.rule.harm]}” in its parentheses, or " if check.rule.harm in words else ""
    return f"What does a hit of “{check}” do? Say {own}“damage N” for each hit."


DUEL = Rule(
    duel,
    title="a duel: two fighters trade blows until one falls",
    example="long duel (ten attack +4 damage 2d6) (ten attack +2 damage 3d6) health 20 15",
    announce=_announce,
    explain=_explain,
    refuse=_refuse,
    better=lambda outcome: (
        ("second", "undecided", "both fall", "first").index(outcome["result"]),
        outcome["first_left"] - outcome["second_left"],
    ),
    events=(
        Event("result=first", WON["first"], "success"),
        Event("result=second", WON["second"], mark="failure"),
        Event("result=both fall", WON["both fall"], mark="blunder"),
        Event("result=undecided", WON["undecided"], mark="partial"),
    ),
    chart="rounds",
    time="rounds",
    zeros=(),
    names={"first_left": "the first left", "second_left": "the second left"},
)
