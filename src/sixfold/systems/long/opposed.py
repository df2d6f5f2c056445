"""Two checks against each other: who is ahead."""

from typing import Annotated, Any, Literal

from sixfold.errors import misdeclared
from sixfold.rules.check import Check
from sixfold.rules.dry_run import has
from sixfold.rules.functions import beginning
from sixfold.rules.judging.watched_rule import inner_rule
from sixfold.rules.outcome import values_of
from sixfold.rules.rule import Event, Options, Refusal, Rule
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clauses
from sixfold.systems.long.attempts import attempt, success_of

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
    if number:  # played as a whole, since all that matters of two numbers is how far apart they are
        (lead,) = table.play(_lead, ("lead",), first=first, second=second, number=number)
        mine, theirs = (lead,), (0,)
    else:
        mine, theirs = _side(table, first, number, "first"), _side(table, second, number, "second")
    result = _ahead(mine, theirs)
    if result == "tie":
        clause, to = _ties(first, second, ties)
        result = "tie" if to == "nobody" else to
        table.tell(clause, "a tie goes to the {side}", when=result != "tie", side=result)
    outcome: Values = {"result": result}
    if number:
        outcome["lead"] = lead
    return outcome


def _lead(table: Table, first: Check, second: Check, number: str) -> Values:
    """How far the number of the first check is above that of the second."""
    mine, theirs = _side(table, first, number, "first"), _side(table, second, number, "second")
    return {"lead": mine[0] - theirs[0]}


def _number(first: Check, second: Check, by: str | None) -> str | None:
    """The number by which two checks are compared; nothing where it is what is better; None for their successes."""
    if by is not None:
        return None if by == "success" else by
    if first.rule == second.rule:
        return first.rule.contest
    if first.rule.contest and first.rule.contest == second.rule.contest and first.system == second.system:
        return first.rule.contest
    return None


def _side(table: Table, check: Check, number: str | None, side: str) -> tuple[Any, ...]:
    """The values of a check that are compared. What it came to is said under its dice."""
    if number == "":
        values = table.play(_ranked, _KEYS, check=check)
        table.tell("long", "the {side} has rolled", side=side)
    elif number:
        values = (table.play(check, number),)
        table.tell("long", "{side} player's result: {value}", side=side, value=values[0])
    else:
        (success,) = values = attempt(table, check)[:1]
        table.tell("long", "the {side} {so}", side=side, so=lambda: "succeeds" if success else "fails")
    return values


_KEYS = tuple(f"key{at}" for at in range(KEYS))


def _ranked(table: Table, check: Check) -> Values:
    """The rank of a check's outcome, as values that are compared in turn."""
    play, options = inner_rule(check, {})
    outcome = values_of(play(table, **options))
    check.rule.check_events(outcome)
    order = check.rule.order(outcome)
    assert order is not None
    worth = order(outcome)
    keys = worth if isinstance(worth, tuple) else (worth,)
    if len(keys) > KEYS:
        sentence = f"“better” of {check.rule.name} gives {len(keys)} values: at most {KEYS} are compared."
        raise misdeclared(sentence).placed(*beginning(check.rule.play))
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
    mine, theirs = first.rule.ties_to_roller, second.rule.ties_to_roller
    clause = mine if ties is None and mine == theirs else ""
    return clause or "long", ties or ("first" if clause else "nobody")


AHEAD = {"first": "The first is ahead", "second": "The second is ahead", "tie": "A tie"}


def _announce(outcome: Values, options: Options) -> str:
    lead = abs(outcome.get("lead", 0))
    return f"{AHEAD[outcome['result']]}{f' by {lead}' if lead else ''}"


def _explain(options: Options) -> Clauses:
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


def _refuse(options: Options) -> Refusal | None:
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


OPPOSED = Rule(
    opposed,
    title="two checks against each other: which is ahead",
    example="long opposed (ten +4) (ten +2)",
    announce=_announce,
    explain=_explain,
    refuse=_refuse,
    better=lambda outcome: (("second", "tie", "first").index(outcome["result"]), outcome.get("lead", 0)),
    events=(
        Event("result=first", AHEAD["first"], "success"),
        Event("result=tie", "A tie", mark="partial"),
        Event("result=second", AHEAD["second"], mark="failure"),
    ),
    chart="lead",
    zeros=("lead",),
)
