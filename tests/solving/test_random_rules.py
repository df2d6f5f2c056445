"""Rules that nobody wrote: every table gives what every face and every choice gives, whatever a rule does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import combinations, islice
from operator import eq, ge
from random import Random
from textwrap import dedent
from types import SimpleNamespace
from typing import Any, cast

import pytest

from sixfold.errors import ChoiceNeeded, OddsError, RuleError
from sixfold.playing.advice import Resuming
from sixfold.rules.check import Check
from sixfold.rules.dice import Die
from sixfold.rules.dry_run import DryRun
from sixfold.rules.judging.watched_rule import watched
from sixfold.rules.outcome import values_of
from sixfold.rules.rolled_table import RolledTable
from sixfold.rules.table import Delegating
from sixfold.solving.best.aim import Aim
from sixfold.solving.best.play import BestPlay, solve_best
from sixfold.solving.odds import Odds
from sixfold.solving.solver import Solution, solve
from tests.effort import THOROUGH, calls
from tests.solving.exhaustive import (
    DIE,
    OPPONENT,
    PLAYER,
    Exhaustive,
    Leaf,
    Script,
    TooLong,
    best,
    by_name,
    distribution,
    leaves,
)  # fmt: skip
from tests.solving.random_rules import Program, Writer, made_up

PATHS = 1_500
"""Paths of a rule that are followed one by one."""

FEW = (11, 16, 24, 36)
"""Dice on a path of a rule that may go on without end: as many as `PATHS` allows."""

EACH = 12 * THOROUGH
"""Rules that one test makes."""

TOLERANCE, WORK = Fraction(1, 10**12), 10**8

Chances = dict[str, Fraction]


def on_the_table(
    rule: Callable[..., Any], script: Script, answers: list[int] | None = None, tape: list[int] | None = None
) -> Any:
    """The outcome of a roll whose dice fall as a script says; with a list of answers its questions are answered so.

    The faces of all dice stand on the tape then, and what was answered in the list.
    """
    tape = [] if tape is None else tape
    while True:
        table = RolledTable(Scripted(script, tape), answers)
        try:
            return by_name(watched(rule)(Delegating(table)))
        except ChoiceNeeded as needed:
            assert answers is not None
            who = OPPONENT if needed.label.startswith("They") else PLAYER
            answers.append(script.next(len(needed.options), who))


class Scripted:
    """Dice that fall as a tape says, and as a script says after its end."""

    def __init__(self, script: Script, tape: list[int]) -> None:
        self.script, self.tape, self.at = script, tape, 0

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        while len(self.tape) < self.at + size:
            self.tape.append(die.numbers[self.script.next(die.sides)])
        self.at += size
        return self.tape[self.at - size : self.at]


def followed(play: Callable[[Script], Any], *lengths: int) -> list[Leaf] | None:
    """Every path, up to the greatest of these lengths that gives few enough; None where each gives too many."""
    found: list[Leaf] | None = None
    for most in lengths:
        paths = list(islice(leaves(play, most), PATHS + 1))
        if len(paths) > PATHS:
            break
        found = paths
        if all(outcome is not TooLong for _, outcome in paths):
            break
    return found


def ended(paths: list[Leaf] | None) -> list[Leaf] | None:
    """The paths, if each came to its end: a die that is rolled again on a table may be so for ever."""
    return None if paths is None or any(outcome is TooLong for _, outcome in paths) else paths


def chances_of(paths: list[Leaf]) -> tuple[Chances, Fraction]:
    """The outcomes with their chances, and the chance of what was not followed."""
    found, left_out = distribution(paths)
    return {repr(row): chance for row, chance in found.items()}, left_out


def solved(solution: Solution) -> Chances:
    """The outcomes with their chances."""
    return {
        repr(tuple(sorted(zip(solution.fields, values, strict=True)))): Fraction(number, solution.scale)
        for values, number in solution.rows.items()
    }


def compare(program: Program) -> str:
    """Hold all tables to the twin; tells what was compared."""
    rule = program.rule()
    paths = followed(lambda script: by_name(rule(Exhaustive(script))), *(FEW if program.endless else (60,)))
    if paths is None:
        return "too many paths"
    truth, left_out = chances_of(paths)
    solution = solve(rule)
    if left_out:
        found = solved(solution)
        assert sum(found.values()) + solution.unresolved == 1
        for row in found.keys() | truth.keys():
            low, known = found.get(row, Fraction(0)), truth.get(row, Fraction(0))
            assert known - solution.unresolved <= low <= known + left_out, (row, low, known)
        return f"endless, {best_of_endless(rule)}"
    assert solved(solution) == truth
    assert sorted(values_of(watched(rule)(DryRun()))) == sorted(solution.fields)
    rolled = followed(lambda script: on_the_table(rule, script), 60)
    assert rolled is None or chances_of(rolled)[0] == truth, "rolled"
    return f"compared, {best_of(rule)}"


def best_of(rule: Callable[..., Any]) -> str:
    """Hold best play to trying everything, on the twin and on a real table."""
    paths = ended(followed(lambda script: by_name(rule(Exhaustive(script, decides=True))), 60))
    if paths is None or all({*script.whose}.isdisjoint({PLAYER, OPPONENT}) for script, _ in paths):
        return "nothing decided" if paths else "too many choices"
    rolled = ended(followed(lambda script: on_the_table(rule, script, []), 60))
    for name, value in paths[0][1].items():
        if type(value) is not str:
            aim = Aim(name, type(value) is int, partial(worth, name))
            play = best_play(rule, aim)
            wanted = best(paths, aim.of)
            assert play.best.low == play.best.high == wanted, (name, play.best, wanted)
            assert mean_of(play, name) == wanted
            if rolled is not None:
                assert best(rolled, aim.of) == wanted, "rolled"
                check_advice(rule, aim, rolled)
    return "decided"


def best_of_endless(rule: Callable[..., Any]) -> str:
    """Hold best play to trying everything for so many dice, after which all is lost, or all is won."""
    paths = followed(lambda script: by_name(rule(Exhaustive(script, decides=True))), *FEW)
    outcomes = [outcome for _, outcome in paths or () if outcome is not TooLong]
    if paths is None or not outcomes or all({*script.whose}.isdisjoint({PLAYER, OPPONENT}) for script, _ in paths):
        return "nothing decided" if paths else "too many choices"
    for name, value in outcomes[0].items():
        if type(value) is bool:
            aim = Aim(name, False, partial(worth, name))
            play = best_play(rule, aim)
            lost, won = (best(paths, partial(worth_in_the_end, name, end)) for end in (0, 1))
            assert play.best.low <= won and lost <= play.best.high, (name, play.best, lost, won)
            assert play.best.high - play.best.low <= TOLERANCE
    return "decided"


def check_advice(rule: Callable[..., Any], aim: Aim, rolled: list[Leaf]) -> None:
    """Hold what each option is worth, with some dice on the table, to trying everything from there on."""
    script, _ = rolled[len(rolled) // 2]
    decisions = [at for at, who in enumerate(script.whose) if who != DIE]
    for at in {*decisions[:1], *decisions[-1:]}:
        known, faces, choices = script.numbers[:at], list[int](), list[int]()
        with suppress(TooLong):
            on_the_table(rule, Script(known, at), choices, faces)
        play = best_play(Resuming(rule, faces, choices), aim)
        for option, value in enumerate(play.options):
            left = [path for path in rolled if path[0].numbers[: at + 1] == [*known, option]]
            assert value.low == best(left, aim.of, at + 1), ("advice", faces, choices, option)


def worth(name: str, outcome: Any) -> int:
    """One of the numbers of an outcome, or whether something is so."""
    return int(outcome[name])


def worth_in_the_end(name: str, end: int, outcome: Any) -> int:
    """Whether something is so, or this where a path was not followed to its end."""
    return end if outcome is TooLong else worth(name, outcome)


def best_play(rule: Callable[..., Any], aim: Aim) -> BestPlay:
    """A rule under best play for an aim."""
    return solve_best(rule, lambda fields, graph: aim, TOLERANCE, WORK, {})


def mean_of(play: BestPlay, name: str) -> Fraction:
    """The mean of a number, or the chance of a yes, in the outcomes of best play."""
    at, rows = play.solution.fields.index(name), play.solution.rows
    return Fraction(sum(int(row[at]) * ways for row, ways in rows.items()), play.solution.scale)


@pytest.mark.parametrize("batch", range(8))
def test_random_rules(batch: int) -> None:
    """A rule put together by chance is the same on every table, to the last fraction."""
    for seed in range(batch * EACH, (batch + 1) * EACH):
        program = made_up(Random(seed))
        try:
            compare(program)
        except BaseException as error:
            error.add_note(f"The rule of seed {seed}:\n{program.text}")
            raise


FOUND = {
    "a number of the state that grows by what was worked out of another one": """
        def step(t, state):
            return state[0] + (state[1] == 2), t.read(t.roll(1, "step", 2), total())
        gained, last = table.repeat(step, (0, 2), lambda state: state[0] >= 2 or state[1] == 1)
        return gained, last == 1
    """,
    "a step that looks at a number around it, while the player decides": """
        around = table.read(table.roll(1, "around", 3), total())
        def step(t, state):
            more = around * 5 // 2 if t.choose("You?", ("no", "yes"), 1) == 1 else around % 2
            return state + more + t.read(t.roll(1, "step", 3), total())
        score = table.repeat(step, 0, lambda state: False, 2)
        last = table.read(table.roll(1, "last", 3), total())
        score = score * 2 - around if last > 1 else score
        return abs(score - 9), score == last
    """,
    "the lowest dice once the highest are left out": """
        hand = table.roll(3, "dice", 3)
        return table.read(hand, of_a_kind(2, after=1, lowest=True), of_a_kind(2, after=2, among=2, lowest=True))
    """,
    "a value twice among those that go on": """
        (one, other, same), last = table.again(1, "again", (6, 5, 6), most=2)
        return one * 9 + other * 3 + same, last == 6
    """,
    "a text as many times as a game without an end has steps": """
        state, steps = table.repeat(lambda t, s: t.read(t.roll(1, "s", 2), total()), 0, lambda s: s == 2, counted=True)
        return "z" * (clamp(steps, 1, 3) % 3), steps * 0.5 > 1
    """,
    "a product of numbers without a bound": """
        state, steps = table.repeat(lambda t, s: t.read(t.roll(1, "s", 2), total()), 0, lambda s: s == 2, counted=True)
        return (steps if steps < 3 else 1) * steps
    """,
    "a rule inside, without an end, that looks at a number around it": """
        around = table.read(table.roll(1, "around", 2), total())
        def inside(t):
            chain = t.read(t.roll(1, "chain", Die(2, explode=2)), total())
            return chain, around > 1
        chain, more = table.play(inside)
        last = table.read(table.roll(1, "last", 2), total())
        return chain if last > 1 else 0, more
    """,
    "a rule inside, without an end, of which nothing is known on one side": """
        def inside(t):
            sets_, sum_ = t.read(t.roll(1, "chain", Die(2, explode=2)), sets(1, by="width"), total())
            return sum_, bool(sum_ > 150 or sets_[0].height == 2)
        return table.play(inside)
    """,
    "the die of what explodes without an end": """
        (face,) = table.pick(table.roll([Die(2, explode=2), 4], "dice"), 1, sum)
        return 0 + face.sides
    """,
    "the text of a picked die": """
        first, *others = table.pick(table.roll([3, 2], "dice"), 2, sum)
        return f"{first} {first:>3} {first + 1} {others[0]!r}", str(first) == "2 (d3)"
    """,
    "what other dice of a hand that explodes show": """
        hand = table.roll([Die(3, explode=3, depth=1), 4], "dice")
        return table.read(hand, score({6: 3}), at_least(5, 1))
    """,
    "dice that explode, rerolled by what an explosion shows": """
        hand = table.roll(1, "dice", Die(3, explode=3, depth=1))
        hand = table.rethrow(table.rethrow(hand, [5, 6]), [4])
        return table.read(hand, total())
    """,
    "one of two hands that are read together, looked at again after a decision": """
        mine, theirs = table.roll(2, "mine", 3), table.roll([2, 3], "theirs")
        won = table.read((mine, theirs), pairs_won())
        sure = table.choose("You?", ("no", "yes"), 0)
        return table.read(theirs, total()) - won * (sure == 1), won
    """,
    "the lowest of dice with symbols that explode": """
        hand = table.roll(2, "dice", Die.of("a", ("a", "a"), "b", explode="b", depth=1))
        return table.read(table.rethrow(hand, lambda dice: dice[1:]), count("a"))
    """,
    "suits against a number that is read": """
        least = abs(table.read(table.roll(2, "dice", 2), total()) - 2) % 3
        cards = table.draw(Deck(2, 2), 2, "cards")
        one, two, three = table.read(suits(cards), of_a_kind(2, after=1), of_a_kind(3), at_least(2, least))
        return least, one + all([two, three]) != 1
    """,
}


def decided_in_vain(text: str, random: Random) -> str:
    """The same rule with two decisions in it that change nothing."""
    head, *lines = text.splitlines()
    places = [at for at, line in enumerate(lines) if line[:4].isspace() and line[4:8] not in ("    ", "else", "elif")]
    for at in sorted(random.choices(places, k=2), reverse=True):
        against = random.choice(["", ", against=True"])
        lines.insert(at, f'    table.choose("{at}?", ("no", "yes"), {random.randrange(2)}{against})')
    return "\n".join([head, *lines]) + "\n"


@pytest.mark.parametrize("batch", range(4))
def test_a_decision_that_changes_nothing(batch: int) -> None:
    """A rule in which a player decides what nothing hangs on has the odds that it has without that, also best play."""
    for seed in range(batch * EACH, (batch + 1) * EACH):
        random = Random(seed)
        program = made_up(random)
        if "choose(" in program.text or "ask=" in program.text or program.endless:
            continue
        text = decided_in_vain(program.text, random)
        try:
            hold(solve(program.rule()), program._replace(text=text).rule())
        except BaseException as error:
            error.add_note(f"The rule of seed {seed}:\n{text}")
            raise


def hold(without: Solution, rule: Callable[..., Any]) -> None:
    """Hold best play of a rule to odds: the mean of each number, and the chance of each condition."""
    for at, name in enumerate(without.fields):
        values = [row[at] for row in without.rows]
        if type(values[0]) is not str:
            mean = Fraction(sum([int(row[at]) * ways for row, ways in without.rows.items()]), without.scale)
            play = best_play(rule, Aim(name, type(values[0]) is int, partial(worth, name)))
            assert play.best.low == play.best.high == mean_of(play, name) == mean, (name, play.best, mean)


@pytest.mark.parametrize("batch", range(4))
def test_bounds_at_several_tolerances(batch: int) -> None:
    """The bounds of each chance overlap at all tolerances, in rules without a certain end as well."""
    for seed in range(batch * EACH, (batch + 1) * EACH):
        program = Writer(Random(seed), decides=False, endless=True).program()
        try:
            meet([odds_of(program, tolerance) for tolerance in (Fraction(1, 5), Fraction(1, 100), Fraction(1, 10**9))])
        except (OddsError, RuleError):
            continue  # too much work, or a game that never ends
        except BaseException as error:
            error.add_note(f"The rule of seed {seed}:\n{program.text}")
            raise


def odds_of(program: Program, tolerance: Fraction) -> Odds:
    """The odds of a rule, followed to the end or until so little is left."""
    rule = program.rule()
    check = SimpleNamespace(text=program.text, rule=SimpleNamespace(play=rule, declared={}))
    return Odds(cast(Check, check), solve(rule, tolerance, WORK // 50))


def meet(several: list[Odds]) -> None:
    """Hold the bounds of events about every field to those of finer odds, which come last."""
    finest = several[-1].solution
    for at, name in enumerate(finest.fields):
        values = sorted({row[at] for row in finest.rows}, key=str)[:6]
        for event in [about(name, compare, value) for value in values for compare in (eq, ge)]:
            for one, finer in combinations([odds.bounds(event) for odds in several], 2):
                assert one.low <= finer.high, (name, one, finer)
                assert finer.low <= one.high, (name, one, finer)
                assert not one.above or finer.high > one.low, (name, one, finer)
                assert not one.below or finer.low < one.high, (name, one, finer)


def about(name: str, compare: Callable[[Any, Any], Any], value: Any) -> Callable[[Any], Any]:
    """How a field compares with a value."""
    return lambda outcome: compare(outcome[name], value)


@pytest.mark.parametrize("text", FOUND.values(), ids=FOUND)
def test_rules_that_came_out_wrong(text: str) -> None:
    """What made-up rules found, each as short as it can be."""
    lines = dedent(text).strip().splitlines()
    endless = "without" in next(name for name, found in FOUND.items() if found is text)
    compare(Program("\n    ".join(["def rule(table):", *lines]) + "\n", "choose" in text, endless))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("table.read(ranks(table.draw(Deck(13, 4), 3)), at_least(20, 1))", "can show 20: its faces are 1 to 13"),
        ("table.read(suits(table.draw(Deck(13, 4), 3)), at_least(20, 1))", "can show 20: its faces are 1 to 4"),
        ('table.play(lambda table: {1: True}, "success")', "no “success”; it has 1"),
    ],
)
def test_rules_that_cannot_be_played(text: str, sentence: str) -> None:
    """The sentence says what there is, with the author's line, thrown and solved."""
    rule = Program(f"def rule(table):\n    return {text}\n", False, False).rule()
    for play in (partial(solve, rule), partial(on_the_table, rule, Script(()))):
        with pytest.raises(RuleError, match=sentence) as refused:
            play()
        assert refused.value.message.startswith("made_up.py, line 2")


def test_a_loop_without_an_end_is_refused_soon() -> None:
    """What divides ever more entries is paid for as it comes."""
    text = "so_far = 0\n    while so_far >= 0:\n        so_far += table.read(table.roll(1), total())"
    rule = Program(f"def rule(table):\n    {text}\n", False, False).rule()
    with pytest.raises(OddsError, match="more work"):
        solve(rule)
    assert calls(lambda: suppressed(rule)) < 1_500_000


def suppressed(rule: Callable[..., Any]) -> None:
    """Solve what is refused."""
    with suppress(OddsError):
        solve(rule)
