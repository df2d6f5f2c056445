"""`long`: longer play, made of checks of the other games: several attempts, opposed checks and duels."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from sixfold.bounds import ATTEMPTS, HEALTH
from sixfold.errors import BoundsError, OddsError, RuleError
from sixfold.rules import Amount, Sides
from sixfold.rules.dry_run import has
from sixfold.rules.inner_check import Check, played
from sixfold.rules.late import clamp
from sixfold.rules.outcome import values_of
from sixfold.rules.rule import Event, Options, Refusal, Rule, System
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clauses
from sixfold.rules.wording import counted, signed

BAD = ("failure", "blunder")
"""The marks of events that are no success."""


class Success(NamedTuple):
    """The field of an outcome that tells, and which of its names is a success, or which are none."""

    field: str
    good: str = ""
    bad: tuple[str, ...] = ()

    def holds(self, value: Any) -> Any:
        """Whether a value of the field is a success."""
        return value == self.good if self.good else value not in self.bad if self.bad else value


def success_of(check: Check) -> Success | None:
    """Return the success of a check: the one that its game names, or else anything but a failure; None for neither.

    A rule may say that with an option another field counts: in combat, the hit of an `odgs` save (O9).

    >>> from sixfold import parse
    >>> success_of(parse("ten attack damage 1d6")), success_of(parse("hs 3d")), success_of(parse("wild 3D"))
    (Success(field='hit', good='', bad=()), Success(field='result', good='', bad=('fumble',)), None)
    >>> success_of(parse("odgs vs 15")).field, success_of(parse("odgs vs 15 combat")).field
    ('success', 'hit')
    """
    for option, field in check.rule.counts.items():
        if check.arguments[option]:
            return Success(field)
    event = check.rule.success
    if event is not None:
        field, _, value = event.name.partition("=")
        return Success(field, value) if has(check, field) else None
    bad = [event.name.partition("=") for event in check.rule.events if event.sign in BAD and "=" in event.name]
    return Success(bad[0][0], "", tuple([value for _, _, value in bad])) if bad else None


def no_success(check: Check, about: str) -> Refusal:
    """Why a check cannot be counted: nothing in it is a success."""
    open_words = [word for word in check.rule.words if word.name == "vs" and check.arguments["vs"] is None]
    instead = f": say {open_words[0].forms[0]} with it" if open_words else ""
    return "rule/forbidden", f"Nothing in “{check}” is a success{instead}.", about


def attempt(table: Table, check: Check, *others: str, **options: Any) -> tuple[Any, ...]:
    """Whether a check succeeds, and other values of its outcome."""
    success = success_of(check)
    assert success is not None
    told, *rest = table.play(check, (success.field, *others), **options)
    return success.holds(told), *rest


def attempts(
    table: Table,
    check: Check,
    times: Annotated[
        int,
        Amount(
            words=("times", "time", "attempts", "attempt", "tries", "try"), least=1, most=ATTEMPTS, number_first=True
        ),
        "how many attempts there are",
    ],
    stop: Annotated[bool, "stop at the first success"] = False,
) -> Values:
    """Attempt a check several times: how many succeed, or which is the first."""

    def once(table: Table, successes: int) -> Any:
        (success,) = attempt(table, check)
        table.tell("long", "{so}", so=lambda: "a success" if success else "a failure")
        return successes + success

    over = (lambda successes: successes >= 1) if stop else (lambda successes: False)
    successes, made = table.repeat(once, 0, over, times, counted=True)
    outcome = {"success": successes >= 1}
    return {**outcome, "attempts": made} if stop else {**outcome, "successes": successes}


def _announce_attempts(outcome: Values, options: Options) -> str:
    if options["stop"]:
        made = counted(outcome["attempts"], "attempt")
        return f"Success at attempt {outcome['attempts']}" if outcome["success"] else f"No success in {made}"
    return f"{counted(outcome['successes'], 'success', 'successes')} in {counted(options['times'], 'attempt')}"


def _explain_attempts(options: Options) -> Clauses:
    check: Check = options["check"]
    often = counted(options["times"], "time")
    yield "long", f"Make this check {f'up to {often}, until it succeeds' if options['stop'] else often}: {check}."
    yield "long", "One success is enough." if options["stop"] else "Each success counts."
    yield from check.rule.explanation(check.arguments)


def _refuse_attempts(options: Options) -> Refusal | None:
    return None if success_of(options["check"]) is not None else no_success(options["check"], "check")


def _better_attempts(outcome: Values) -> Any:
    """A success; then more of them, or after fewer attempts."""
    return outcome["success"], outcome.get("successes", 0), -outcome.get("attempts", 0)


# -- two checks against each other -----------------------------------------------------------------------------

KEYS = 8
"""Values that an order of outcomes compares one after the other, at most."""

By = Literal["success", "total", "margin", "damage", "successes", "sum"]


def opposed(
    table: Table,
    first: Check,
    second: Check,
    by: Annotated[By | None, "the number to compare, if not the game's own order of results"] = None,
    ties: Annotated[Literal["first", "second", "nobody"] | None, "who is ahead if both are equal"] = None,
) -> Values:
    """Two checks against each other: what is better in their game is ahead, or what is said."""
    number = _number(first, second, by)
    if number == "":
        mine, theirs = (table.play(_ranked, _KEYS, check=check) for check in (first, second))
    else:
        mine, theirs = (
            (table.play(check, number) if number else attempt(table, check)[0],) for check in (first, second)
        )
    result = _ahead(mine, theirs)
    if result == "tie":
        clause, to = _ties(first, second, ties)
        result = "tie" if to == "nobody" else to
        table.tell(clause, "a tie goes to the {side}", when=result != "tie", side=result)
    outcome: Values = {"result": result}
    if number:
        outcome["lead"] = mine[0] - theirs[0]
    return outcome


def _number(first: Check, second: Check, by: str | None) -> str | None:
    """The number by which two checks are compared; nothing where it is what is better; None for their successes."""
    if by is not None:
        return None if by == "success" else by
    if first.rule == second.rule:
        return first.rule.contest
    if first.rule.contest and first.rule.contest == second.rule.contest and first.system == second.system:
        return first.rule.contest
    return None


_KEYS = tuple(f"key{at}" for at in range(KEYS))


def _ranked(table: Table, check: Check) -> Values:
    """The rank of a check's outcome, as values that are compared in turn."""
    play, options = played(check, {})
    outcome = values_of(play(table, **options))
    order = check.rule.order(outcome)
    assert order is not None
    worth = order(outcome)
    keys = worth if isinstance(worth, tuple) else (worth,)
    return dict(zip(_KEYS, (*keys, *(0,) * KEYS), strict=False))


def _ahead(mine: tuple[Any, ...], theirs: tuple[Any, ...]) -> str:
    for one, other in zip(mine, theirs, strict=True):
        if one > other:
            return "first"
        if one < other:
            return "second"
    return "tie"


def _ties(first: Check, second: Check, ties: str | None) -> tuple[str, str]:
    """The clause about a tie, and the side that is ahead then: by a clause of both it is the roller, the first."""
    clause = first.rule.ties if ties is None and first.rule.ties == second.rule.ties else ""
    return clause or "long", ties or ("first" if clause else "nobody")


AHEAD = {"first": "The first is ahead", "second": "The second is ahead", "tie": "A tie"}


def _announce_opposed(outcome: Values, options: Options) -> str:
    lead = abs(outcome.get("lead", 0))
    return f"{AHEAD[outcome['result']]}{f' by {lead}' if lead else ''}"


def _explain_opposed(options: Options) -> Clauses:
    first, second = options["first"], options["second"]
    number = _number(first, second, options["by"])
    better = "the better result" if number == "" else f"the higher {number}" if number else "a success over a failure"
    yield "long", f"Two checks against each other: {better} is ahead."
    clause, to = _ties(first, second, options["ties"])
    tie = "it is a tie" if to == "nobody" else f"the {to} is ahead"
    yield clause, f"If both are equal, {tie}."
    yield "long", f"The first: {first}."
    yield from first.rule.explanation(first.arguments)
    yield "long", f"The second: {second}."
    yield from second.rule.explanation(second.arguments) if second != first else ()


def _refuse_opposed(options: Options) -> Refusal | None:
    first, second = options["first"], options["second"]
    number = _number(first, second, options["by"])
    if number == "" and first.rule.better is None:
        return (
            "rule/forbidden",
            f"{first.name} names no better result: name a number to compare, as in “by total”.",
            "first",
        )
    if number is None and (success_of(first) is None or success_of(second) is None):
        about = "second" if success_of(second) is None else "first"
        check = options[about]
        return ("rule/forbidden", f"“{check}” has no success: name a number to compare, as in “by total”.", about)
    for about in ("first", "second"):
        if number and not has(options[about], number):
            return "rule/forbidden", f"“{options[about]}” has no {number} to compare.", "by" if options["by"] else about
    return None


# -- a duel ----------------------------------------------------------------------------------------------------

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
        other = health[side is FIRST]
        blow: tuple[Any, Any] = table.play(
            strike, ("harm", "fumble"),
            check=attacks[side], damage=damage, bonus=bonus, most=other, fumble=fumble,
        )  # fmt: skip
        return blow

    def blow(table: Table, state: Any) -> Any:
        mine, theirs, turn, exposed = state
        side = FIRST if turn else SECOND
        fumble, clause = fumbles[side] or ("", "")
        harm, fumbled = struck(table, side, vulnerable if exposed else 0, fumble)
        back = 0
        if fumbled and counter:
            back, _ = struck(table, not side, vulnerable)
            table.tell(clause, "a fumble: the {other} strikes back", other=_name(not side))
        exposed = bool(fumbled and vulnerable)
        if side is SECOND:
            harm, back = back, harm
        table.tell(
            "long", "the {who} struck: {mine} and {theirs} health left", who=_name(side),
            mine=lambda: clamp(mine - back, 0), theirs=lambda: clamp(theirs - harm, 0),
        )  # fmt: skip
        if together:  # who has fallen still strikes in this round, and how far they fell does not matter
            return clamp(mine - back, 0), clamp(theirs - harm, 0), side is SECOND, exposed
        return mine - back, theirs - harm, side is SECOND, exposed

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


def _announce_duel(outcome: Values, options: Options) -> str:
    words = f"{WON[outcome['result']]} after {counted(outcome['rounds'], 'round')}"
    if outcome["result"] == "undecided":
        return f"{words}, {outcome['first_left']} and {outcome['second_left']} health left"
    left = outcome["first_left"] + outcome["second_left"]
    return f"{words}, {left} health left" if left else words


def _explain_duel(options: Options) -> Clauses:
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


def _refuse_duel(options: Options) -> Refusal | None:
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


# -- the game --------------------------------------------------------------------------------------------------

SYSTEM = System(
    Rule(
        attempts,
        title="several attempts: how many of them succeed",
        example="long (ten +2) 3 times",
        announce=_announce_attempts,
        explain=_explain_attempts,
        refuse=_refuse_attempts,
        better=_better_attempts,
        events=(Event("success", "At least one success", "success", otherwise="No success"),),
        chart="successes",
        time="attempts",
        zeros=("successes", "attempts"),
    ),
    Rule(
        opposed,
        title="two checks against each other: which is ahead",
        example="long opposed (ten +4) (ten +2)",
        announce=_announce_opposed,
        explain=_explain_opposed,
        refuse=_refuse_opposed,
        better=lambda outcome: (("second", "tie", "first").index(outcome["result"]), outcome.get("lead", 0)),
        events=(
            Event("result=first", AHEAD["first"], "success"),
            Event("result=tie", "A tie", mark="partial"),
            Event("result=second", AHEAD["second"], mark="failure"),
        ),
        chart="lead",
        zeros=("lead",),
    ),
    Rule(
        duel,
        title="a duel: two fighters trade blows until one falls",
        example="long duel (ten attack +4 damage 2d6) (ten attack +2 damage 3d6) health 20 15",
        announce=_announce_duel,
        explain=_explain_duel,
        refuse=_refuse_duel,
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
    ),
    name="long",
    title="several rolls in one check: repeated attempts, opposed checks and duels, in any game",
    keeps="sixfold.systems.long.instruments",
    unsaid=True,
)
