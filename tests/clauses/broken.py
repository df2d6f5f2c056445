"""Rules broken on purpose, clause by clause: what the code says, and what it would say if it got the clause wrong."""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any, NamedTuple, cast

from sixfold.checks import characters as sheets
from sixfold.rules import Lean, Modifier, turns
from sixfold.systems.hs import instruments as hs_table
from sixfold.systems.hs import rules as hs
from sixfold.systems.odgs import effort
from sixfold.systems.odgs import instruments as odgs_table
from sixfold.systems.odgs import rules as odgs
from sixfold.systems.skew import instruments as skew_table
from sixfold.systems.skew import rules as skew
from sixfold.systems.ten import instruments as ten_table
from sixfold.systems.ten import rules as ten
from sixfold.systems.wild import instruments as wild_table
from sixfold.systems.wild import rules as wild
from sixfold.table.room import characters


class Broken(NamedTuple):
    """A clause, the function in which it stands, and the piece of its source that is replaced."""

    clause: str
    function: Callable[..., Any]
    says: str
    wrongly: str

    def __str__(self) -> str:
        return f"{self.clause}: {self.function.__name__} with {self.wrongly} for {self.says}"


def _of(owner: type, name: str) -> Callable[..., Any]:
    """The function behind a property."""
    return cast(Callable[..., Any], vars(owner)[name].fget)


BROKEN = (
    Broken("T1", ten.test, "natural + extra + modifier", "natural + extra - modifier"),
    Broken("T1", ten.test, "- TARGET", "- TARGET - 1"),
    Broken("T2", ten.test, "margin >= 0", "margin > 0"),
    Broken("T2", ten._degree, "'Success' if margin >= 0", "'Success' if margin > 0"),
    Broken("T3", ten.test, "natural >= 16", "natural >= 17"),
    Broken("T3", ten.test, "natural <= 5", "natural <= 4"),
    Broken("T3", ten.test, "natural - 15", "natural - 14"),
    Broken("T3", ten.test, "6 - natural", "7 - natural"),
    Broken("T3", ten.test, "extra = -loss", "extra = loss"),
    Broken("T4", ten.test, "3 + abs(skew)", "3 + max(0, skew)"),
    Broken("T4", ten.test, "lowest(3) if inferior", "lowest(3) if not inferior"),
    Broken("T5", Lean.said, "else -count", "else count"),
    Broken("T5", Lean.together, "abs(value) > self.most", "abs(value) > 6"),
    Broken("T6", ten.test, "else of_a_kind(3)", "else of_a_kind(3, among=3)"),
    Broken("T6", ten.test, 'chaos == "kept"', 'chaos == "all"'),
    Broken("T7", ten.strike_chaos, "(thrown - TARGET) // 2", "-((TARGET - thrown) // 2)"),
    Broken("T7", ten.strike_chaos, "table.roll(3,", "table.roll(4,"),
    Broken("T8", Modifier.said, "dict(self.tiers)", "-dict(self.tiers)"),
    Broken("T8", Modifier.together, "in parts]", "in parts[-1:]]"),
    Broken("T9", ten.attack, "damage + size", "damage - size"),
    Broken("T10", ten.attack, "max(0, damage + size + margin // 3)", "max(1, damage + size + margin // 3)"),
    Broken("T10", ten.attack, "size + margin // 3)", "size + margin // 4)"),
    Broken("T10", ten.attack, "if hit:", "if True:"),
    Broken("T11", ten.Tallies.over, "self.failures >= threshold", "self.failures > threshold"),
    Broken("T12", ten.Tallies.ending, '"success" if self.failures', '"success" if not self.failures'),
    Broken("T12", ten.Tallies.ending, '"failure" if self.succeeded', '"failure" if not self.succeeded'),
    Broken("T13", ten.Tallies.after, "self.successes + margin", "self.successes + 1"),
    Broken("T13", ten.Tallies.after, "self.failures - margin, self.succeeded", "self.failures - margin, True"),
    Broken("T14", ten.extended, '("success",), modifier=modifier, skew=skew', '("success",), skew=skew'),
    Broken("T14", ten.extended, '("success",), modifier=modifier, skew=skew', '("success",), modifier=modifier'),
    Broken("K1", skew.task, '["total"] > vs', '["total"] >= vs'),
    Broken("K1", skew.task, "thrown + modifier", "thrown"),
    Broken("K2", skew.open_ended, "max(0, last - MIDDLE)", "last - MIDDLE"),
    Broken("K2", skew.open_ended, "natural == 18", "natural == 17"),
    Broken("K3", skew.open_ended, "natural - loss", "natural + loss"),
    Broken("K3", skew.open_ended, "max(0, MIDDLE - last)", "MIDDLE - last"),
    Broken("K4", skew.open_ended, '"once" else None', '"once" else 2'),
    Broken("K4", skew.open_ended, "1 if reroll", "2 if reroll"),
    Broken("K5", skew._by_skew, "skew < 0", "skew > 0"),
    Broken("K5", skew.open_ended, "3 + abs(skew)", "3"),
    Broken("K6", skew.open_ended, 'again(3, "open-ended up"', 'again(3 + abs(skew), "open-ended up"'),
    Broken("K7", skew.pool, "_by_skew(dice, lean)", "_by_skew(3, lean)"),
    Broken("K7", skew.pool, "lean = skew + luck", "lean = capped(skew + luck)"),
    Broken("K8", skew.task, "capped(skew + luck)", "capped(skew)"),
    Broken("K8", skew.pool, "skew + luck", "skew - luck"),
    Broken("K9", skew.capped, "min(MOST_SKEW, skew)", "skew"),
    Broken("K9", skew.capped, "max(-MOST_SKEW, ", "max(-4, "),
    Broken("K10", skew.percentile, "thrown = 100", "thrown = 0"),
    Broken("K10", skew.percentile, "10 * tens + units", "tens + 10 * units"),
    Broken("K11", skew.initiative, "thrown + modifier", "modifier"),
    Broken("K11", characters._read_values, "other not in known", "False"),
    Broken("O2", sheets._spelled, " + plus", ""),
    Broken("O3", sheets.ready, "in entry.get", "not in entry.get"),
    Broken("W1", wild.throw, "worth + modifier", "worth"),
    Broken("W1", wild.throw, 'table.roll(dice - 1, "dice")', 'table.roll(1, "dice")'),
    Broken("W2", wild.throw, 'table.roll(dice - 1, "dice")', 'table.roll(dice, "dice")'),
    Broken("W3", wild.wild_die, "(SUCCESS, BOTCH)", "(SUCCESS, 2)"),
    Broken("W3", wild.wild_die, "net = successes - botches", "net = successes"),
    Broken("W4", wild.wild_die, "6 * net + last", "6 * net"),
    Broken("W5", wild.throw, "without_highest(botches)", "without_highest(0)"),
    Broken("W5", wild.wild_die, "worth = 0\n", "worth = last\n"),
    Broken("W6", wild.wild_die, 'cancelled == "zero" and successes', "successes"),
    Broken("W6", wild.wild_die, 'cancelled == "zero" and successes', 'cancelled == "zero"'),
    Broken("W7", wild.throw, "botches - (dice - 1)", "botches - dice"),
    Broken("W8", wild.throw, "rest + worth + modifier", "rest + worth + (0 if excess else modifier)"),
    Broken("W9", wild.initiative, "else 2)", "else 1)"),
    Broken("W9", wild.initiative, "1 if lost", "2 if lost"),
    Broken("O16", odgs.obstacle, "MEANS, 0) == 0", "MEANS, 0) == 1"),
    Broken("W10", wild.wild_die, "dice + successes + botches", "dice"),
    Broken("W10", wild.wild_die, "-(-counted_dice // 3), 3", "-(-counted_dice // 3), 2"),
    Broken("W10", wild.wild_die, 'third == "code"', 'third == "thrown"'),
    Broken("W11", wild.roll, "total >= vs", "total > vs"),
    Broken("W11", wild.attack, '["critical_success"] and outcome["hit"]', '["critical_success"]'),
    Broken("W11", wild.attack, "critical and hit", "critical"),
    Broken("W11", wild.attack, '"total"] >= vs', '"total"] > vs'),
    Broken("W11", wild.attack, "margin >= 0", "margin > 0"),
    Broken("O10", odgs.attack, "+ plus + bonus", "+ plus"),
    Broken("H1", hs.check, '"triumph" if shown == 6', '"triumph" if shown >= 5'),
    Broken("H1", hs.check, 'else "struggle" if shown >= 4', 'else "struggle" if shown >= 3'),
    Broken("H2", hs.check, "of_a_kind(2, after=cuts)", "of_a_kind(3, after=cuts)"),
    Broken("H3", hs.check, "ranks + edges", "max(ranks, edges)"),
    Broken("H4", hs.check, "nth_highest(cuts + 1)", "nth_highest(1)"),
    Broken("H4", hs.check, "of_a_kind(2, after=cuts)", "of_a_kind(2)"),
    Broken("H5", hs.check, "lowest(1)", "nth_highest(1)"),
    Broken("H5", hs.check, 'table.roll(2, "no dice")', 'table.roll(1, "no dice")'),
    Broken("H6", hs.check, "if cuts >= pool:", "if cuts > pool:"),
    Broken("H6", hs.check, "if cuts and cuts >= pool and", "if"),
    Broken("H2", hs_table.Twists.follow, 'happening.outcome["twist"]', "False"),
    Broken("H7", hs_table.Proposal.judged, '"waived"', '""'),
    Broken("H7", hs_table.Proposal.judged, "(self.check, cuts)", "(self.check, 0)"),
    Broken("H7", hs_table.Proposals.refuse, "if proposal.verdict:", "if False:"),
    Broken("H8", hs_table.CutMeter.follow, 'happening.options.get("cuts", 0) > 0', "True"),
    Broken("H8", hs_table.CutMeter.view, 'who.role != "master"', "False"),
    Broken("T7", ten_table.Chaos.follow, 'happening.role == "master"', "True"),
    Broken("T7", ten_table.Chaos.follow, "standing=()", "waiting=()"),
    Broken(
        "T12",
        _of(ten_table.Extended, "result"),
        "self.tallies.over(self.threshold)",
        "self.tallies.successes >= self.threshold",
    ),
    Broken("T13", ten_table.Extended.after, "margin, self.counting", 'margin, "rolls"'),
    Broken("K8", skew_table._spent, "luck > 0 and dice > 0", "False"),
    Broken("K11", _of(turns.TurnOrder, "turns"), "-entry.total", "entry.total"),
    Broken("W7", wild_table.Excess.follow, "if not excess:", "if excess:"),
    Broken("W9", _of(turns.TurnOrder, "turns"), "if not entry.out", "if True"),
    Broken("O9", odgs_table._thrown, "state.ledger.after(person, outcome, thrown.party)", "state.ledger"),
    Broken("O11", odgs_table._thrown, "thrown.party", "()"),
    Broken("O12", odgs_table._thrown, 'outcome["fumble"]', "False"),
    Broken("O15", odgs_table._done, "ledger.end_combat()", "ledger"),
    Broken("H9", hs.check, "not basic and twist", "twist"),
    Broken("H9", hs.check, "cuts = 0\n", "pass\n"),
    Broken("O1", odgs.Aim.by_sum, "self.modifier >= self.score", "self.modifier > self.score"),
    Broken("O2", odgs.Aim.by_sum, "thrown <= self.score", "thrown < self.score"),
    Broken("O2", odgs.voluntary, "Aim(score, 0,", "Aim(score, 1,"),
    Broken("O3", odgs.Aim.by_sum, "thrown + self.modifier", "thrown"),
    Broken("O4", odgs.opposed, "vs + target", "vs"),
    Broken("O5", odgs.capped, "min(MOST_ADVANTAGE, advantage)", "advantage"),
    Broken("O5", odgs.throw, "3 + abs(advantage)", "3 + max(0, advantage)"),
    Broken("O6", odgs.voluntary, "Aim(score, 0, True", "Aim(score, 0, False"),
    Broken("O6", odgs.throw, "aim.low_is_good and not literal", "aim.low_is_good"),
    Broken("O7", odgs.by_success, "three != (1, 1, 1),", "True,"),
    Broken("O7", odgs.by_success, "RANKS[pattern.name],", ""),
    Broken("O7", odgs.by_sum, "not (low_is_good and three == (1, 1, 1))", "True"),
    Broken("O8", odgs.pattern_of, 'Pattern("double", b, a)', 'Pattern("none", 0, 0)'),
    Broken("O9", odgs.settle, 'double == "hit" and not success', 'double == "hit" and success'),
    Broken("O9", odgs.half_up, "-(-number // 2)", "number // 2"),
    Broken("O9", odgs.settle, '{"inspiration": 1}', '{"inspiration": 2}'),
    Broken("O10", odgs.Aim.succeeds, "pattern.face <= 5", "pattern.face <= 4"),
    Broken("O10", odgs.settle, "2 * pattern.face", "pattern.face"),
    Broken("O10", odgs.settle, "half_up(sum(three))", "sum(three) // 2"),
    Broken("O11", odgs.Aim.succeeds, "pattern.face <= 5", "pattern.face <= 6"),
    Broken("O11", odgs.extreme_triple, '"party_points": 3', '"party_points": 2'),
    Broken("O11", effort.PartyEffort.buy_success, "have - POINTS_FOR_A_SUCCESS}", "have}"),
    Broken("O12", odgs.Aim.succeeds, "return False", "return self.by_sum(three)"),
    Broken("O12", odgs.extreme_triple, '{"fumble": combat}', "{}"),
    Broken("O12", effort.PartyEffort.after, 'outcome["face"] == 1', 'outcome["face"] == 2'),
    Broken("O13", odgs.settle, "and aim.void:", "and False:"),
    Broken("O13", odgs.Aim.succeeds, "not self.void or", "True or"),
    Broken("O13", odgs.Aim.succeeds, 'or self.void_rule == "effort"', "or False"),
    Broken("O14", odgs.avoiding, "three == (1, 1, 1),", ""),
    Broken("O14", odgs.avoiding, "-RANKS[pattern.name],", ""),
    Broken("O14", odgs.throw, 'worst == "avoid"', 'worst == "sum"'),
    Broken("O15", effort.PartyEffort.end_combat, "Effort.ADRENALINE", "Effort.INSPIRATION"),
    Broken("O15", effort.PartyEffort.end_session, "Effort.ADRENALINE, Effort.INSPIRATION", "Effort.ADRENALINE"),
    Broken("O15", effort._sources, "(Effort.ADRENALINE, Effort.INSPIRATION, kind)", "(kind,)"),
    Broken("O16", odgs.Aim.by_sum, "if self.low_is_good", "if not self.low_is_good"),
)

OF_PEOPLE: dict[str, str] = {}
"""Clauses about people, which no code can break."""


@contextmanager
def broken(rule: Broken) -> Iterator[None]:
    """Play by the broken rule for a while; nothing that was solved before is remembered, and nothing of it after."""
    function = cast(FunctionType, rule.function)
    sound = function.__code__
    _forget()
    function.__code__ = _compiled(rule)
    try:
        yield
    finally:
        function.__code__ = sound
        _forget()


def _compiled(rule: Broken) -> Any:
    source = textwrap.dedent(inspect.getsource(rule.function))
    assert source.count(rule.says) == 1, f"“{rule.says}” stands {source.count(rule.says)} times in {rule.function}"
    names = dict(rule.function.__globals__)
    exec(compile(source.replace(rule.says, rule.wrongly), inspect.getfile(rule.function), "exec"), names)
    made: Any = names[rule.function.__name__]
    return getattr(made, "fget", made).__code__


def _forget() -> None:
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "sixfold":
            for value in vars(module).values():
                if hasattr(type(value), "cache_clear"):
                    value.cache_clear()
