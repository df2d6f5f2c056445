"""The words of `skew`: announcements of rolls, and the clauses that explain them."""

from __future__ import annotations

from sixfold.rules.message import counted, signed
from sixfold.rules.rule import Options
from sixfold.rules.table import Values
from sixfold.rules.texts import Clauses
from sixfold.systems.skew.rules import MOST_SKEW, capped


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


def explain_skew(options: Options, kept: int = 3, at_most_thrice: bool = True) -> Clauses:
    said, luck = options["skew"] + options["luck"], options["luck"]
    skew = capped(options["skew"], luck) if at_most_thrice else said
    if luck:
        kind, side = ("good", "high") if luck > 0 else ("bad", "low")
        dice = counted(abs(luck), f"{kind} luck die", f"{kind} luck dice")
        yield "K8", f"{dice}: each counts as one {side}. Good and bad cancel one for one."
    if said != skew:
        blessed = "blessed" if skew > 0 else "cursed"
        yield "K9", f"At most thrice {blessed}: these {abs(said)} extra dice count as 3."
    if skew:
        side, which = ("high", "highest") if skew > 0 else ("low", "lowest")
        dice = f"{abs(skew)} {side}: roll {kept + abs(skew)}d6 and keep the {which} {kept}."
        yield "K5" if kept == 3 else "K7", dice
    else:
        yield "K1" if kept == 3 else "K7", f"Roll {kept}d6."


def explain_open_end(options: Options) -> Clauses:
    yield "K2", "If the kept dice total 18, roll 3d6 again and add the amount above 10."
    yield "K3", "If the kept dice total 3, roll 3d6 again and subtract the amount below 10."
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
    yield from explain_skew(options, options["dice"], at_most_thrice=False)
    yield from explain_modifier(options)
    yield "K7", "The total counts as it is: nothing is open-ended."


def explain_percentile(options: Options) -> Clauses:
    yield "K10", "Roll two d10 (0 to 9): the first gives the tens, the second the units; 00 is 100."


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
