"""How `skew` speaks: what a roll is announced as, and the clauses that explain it."""

from __future__ import annotations

from sixfold.rules.message import counted, signed
from sixfold.rules.plainly import Clause
from sixfold.rules.rule import Options
from sixfold.rules.table import Values
from sixfold.systems.skew.rules import capped


def announce_task(outcome: Values, options: Options) -> str:
    total_, vs = outcome["total"], options["vs"]
    if vs is None:
        return f"A total of {total_}"
    if outcome["success"]:
        return f"Success: {total_} is more than {vs}"
    return f"Failure: {total_} {'equals' if total_ == vs else 'is not more than'} {vs}"


def announce_initiative(outcome: Values, options: Options) -> str:
    return f"Initiative {outcome['total']}"


def announce_total(outcome: Values, options: Options) -> str:
    return f"A total of {outcome['total']}"


def announce_percentile(outcome: Values, options: Options) -> str:
    return f"{outcome['total']} of 100"


def explain_skew(options: Options, kept: int = 3, at_most_thrice: bool = True) -> list[Clause]:
    said = options["skew"] + options["luck"]
    skew = capped(options["skew"], options["luck"]) if at_most_thrice else said
    clauses = []
    if options["luck"]:
        kind = "good" if options["luck"] > 0 else "bad"
        side = "high" if options["luck"] > 0 else "low"
        dice = counted(abs(options["luck"]), f"{kind} luck die", f"{kind} luck dice")
        clauses.append(Clause("K8", f"{dice}: each counts as one {side}. Good and bad cancel one for one."))
    if said != skew:
        blessed = "blessed" if skew > 0 else "cursed"
        clauses.append(Clause("K9", f"At most thrice {blessed}: these {abs(said)} extra dice count as 3."))
    if skew:
        side, which = ("high", "highest") if skew > 0 else ("low", "lowest")
        clauses.append(
            Clause(
                "K5" if kept == 3 else "K7",
                f"{abs(skew)} {side}: roll {kept + abs(skew)}d6 and keep the {which} {kept}.",
            )
        )
    else:
        clauses.append(Clause("K1" if kept == 3 else "K7", f"Roll {kept}d6."))
    return clauses


def explain_open_end(options: Options) -> list[Clause]:
    once = options["reroll"] == "once"
    return [
        Clause("K2", "If the kept dice total 18, roll 3d6 again and add the amount above 10."),
        Clause("K3", "If the kept dice total 3, roll 3d6 again and subtract the amount below 10."),
        Clause(
            "K4",
            "House rule reroll=once: do this only once."
            if once
            else "Another 18 on the way up, or 3 on the way down, continues in the same direction.",
        ),
    ]


def explain_modifier(options: Options) -> list[Clause]:
    return [Clause("K1", f"Add {signed(options['modifier'])}.")] if options["modifier"] else []


def explain_task(options: Options) -> list[Clause]:
    clauses = [*explain_skew(options), *explain_open_end(options), *explain_modifier(options)]
    if options["vs"] is not None:
        clauses.append(Clause("K1", f"More than {options['vs']} succeeds; {options['vs']} fails."))
    return clauses


def explain_initiative(options: Options) -> list[Clause]:
    return [
        *explain_skew(options),
        *explain_open_end(options),
        *explain_modifier(options),
        Clause("K11", "The highest acts first and sets the pace."),
    ]


def explain_pool(options: Options) -> list[Clause]:
    return [
        *explain_skew(options, options["dice"], at_most_thrice=False),
        *explain_modifier(options),
        Clause("K7", "The total counts as it is: nothing is open-ended."),
    ]


def explain_percentile(options: Options) -> list[Clause]:
    return [Clause("K10", "Roll two d10 (0 to 9): the first gives the tens, the second the units; 00 is 100.")]
