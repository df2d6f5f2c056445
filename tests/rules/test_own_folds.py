"""Slips of authors with folds, tables and clauses: each is a sentence with the line in their file."""

from __future__ import annotations

from cProfile import Profile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import sixfold
from sixfold.authoring.load import load_game
from sixfold.errors import RuleError
from sixfold.rules import Fold, Sum, Table, lowest, total
from sixfold.rules.dice import Face
from sixfold.solving.solver import solve

START = "    def start(self, size): return 0\n"
STEP = "    def step(self, state, face, count): return state + count\n"
END = "    def end(self, state): return state\n"


def odds_of(folder: Path, source: str) -> sixfold.Odds:
    path = folder / "duel.py"
    path.write_text(f"import statistics\nfrom sixfold.rules import *\n{source}\n", "utf-8")
    game = load_game(path)
    return sixfold.odds(game.name, systems={game.name: game})


def of_fold(methods: str, call: str = "Own()") -> str:
    rule = f"def duel(table):\n    return table.read(table.roll(3), {call})\nSYSTEM = System(duel)"
    return f"class Own(Fold):\n{methods}{rule}"


def of_rule(body: str, system: str = "System(duel)", doc: str = "") -> str:
    return f"def duel(table):\n{doc}    {body}\nSYSTEM = {system}"


READ = "return table.read(table.roll(2), total())"
TABLE = "Only Sixfold calls a rule with a table: write System(parry), for example"


@pytest.mark.parametrize(
    ("source", "line", "sentence"),
    [
        (of_fold(STEP + END), 7, "“Own” needs a method start: def start(self, size)."),
        (of_fold(START + END), 7, "“Own” needs a method step: def step(self, state, face, count)."),
        (of_fold(START + STEP), 7, "“Own” needs a method end: def end(self, state)."),
        (of_fold(START.replace(", size", "") + STEP + END), 8, "“Own” needs a method start: def start(self, size)."),
        (of_fold(START + STEP.replace(", count)", ")") + END), 8, "“Own” needs a method step"),
        (of_fold(START + STEP.replace("return state + count", "pass") + END), 8, "The step of “Own” returns nothing"),
        (of_fold(START.replace("0", "[]") + STEP + END), 8, "“Own” remembers a list, which can change"),
        (of_fold(START + STEP.replace("return state", "self.n = 5; return state") + END), 8, "“Own” changes while"),
        (of_fold(START.replace("return 0", "self.n = size; return 0") + STEP + END), 8, "“Own” changes while"),
        (of_fold("    def __init__(self, faces): self.faces = faces\n" + START + STEP + END, "Own([1, 2])"), 9,
         "The settings of “Own” can change: keep tuples"),
        (of_fold(START + STEP + END, "Own"), 8, "A fold must be called: write Own() instead of Own."),
        (of_rule("return table.read(table.roll(2), score({'s': 1}))"), 4, "Symbols are counted: count(\"s\")."),
        (of_rule("return table.read(table.roll(2), score({1: 1.5}))"), 4, "not 1.5."),
        (of_rule("return table.read(table.roll(2), score([5]))"), 4, "not a list."),
        (of_rule("return table.read(table.roll(2), score({7: 1}))"), 4, "No die of this hand can show 7"),
        (of_rule("return table.read(table.roll(3), at_least(2, 6))"), 4, "The face comes first, as in at_least(6, 2)"),
        (of_rule("return table.read(table.roll(2, 'd', Die(6, explode=6)), *each_face())"), 4, "These dice explode"),
        (of_rule("return table.read(table.roll(2, 'd', 8), *each_face(6))"), 4, "each_face() asks for 6 faces"),
        (of_rule("return table.read(table.roll(2, 'd', 8), at_least(9, 1))"), 4, "No die of this hand can show 9"),
        (of_rule("return table.choose('Well?', ('no', 'yes'), 0) in {'yes'}"), 4, "A choice is looked up by its name"),
        (of_rule("c = table.choose('Well?', ('no', 'yes'), 0); return {'yes': 1}.get(c, 2)"), 4, "prices[choice.name]"),
        (of_rule("ok = {'yes'}; c = table.choose('Well?', ('no', 'yes'), 0); return c in ok"), 4, "by its name"),
        (of_rule("return ''.join(set('abcdefghijkl'))"), 4, "the order of a set"),
        (of_rule("import os; return len(os.listdir())"), 4, "uses “os”"),
        (of_rule(READ, "System(duel(Table))"), 4, TABLE),
        (of_rule(READ, "System(Rule(duel(Table)))"), 4, TABLE),
        (of_rule(READ, "System(duel(Table()))"), 5, TABLE),
        (of_rule("return table.draw([3, 3])", "System(duel(Table))"), 4, TABLE),
        (of_rule("return statistics.mean([table.read(table.roll(1), total()), 2])"), 4, "needs one number"),
        (of_rule(f"table.tell('A9', 'so'); {READ}", doc="    '''A duel.\n\n    A1: Roll.\n    '''\n"), 8,
         "No docstring has the clause “A9”; there are A1."),
        ("from typing import Annotated\ndef duel(table, dice: Annotated[list[int], DicePool(), range(2, 3)]):\n"
         f"    {READ}\nSYSTEM = System(duel)", 4, "“dice” of duel has a range beside DicePool"),
    ],
)  # fmt: skip
def test_a_slip_is_a_sentence(tmp_path: Path, source: str, line: int, sentence: str) -> None:
    """What would give wrong odds, or an error of Python, is told in the words of an author, with the line."""
    with pytest.raises(RuleError) as caught:
        odds_of(tmp_path, source)
    assert sentence in caught.value.message
    assert caught.value.message.startswith(f"duel.py, line {line}: ")


@pytest.mark.parametrize(
    "source",
    [
        of_fold(START + STEP + END),
        of_fold("    def __init__(self, faces): self.faces = faces\n" + START + STEP + END, "Own((1, 2))"),
        of_rule("return table.read(table.roll(1), at_least(1, 2))"),
        of_rule("return table.read(table.roll(2, 'd', 4), score({1: 100, 5: 50}))"),
        of_rule("return table.read(table.roll(2, 'd', Die(6, explode=6)), score({7: 1}))"),
        of_rule(f"table.tell('A1', 'so'); {READ}", doc="    '''A duel.\n\n    A1: Roll.\n    '''\n"),
        of_rule(f"table.tell('A2', 'so'); {READ}", doc="    '''A duel.\n\n    A1: Roll, but for A2.\n    '''\n"),
        of_rule(f"table.tell('A9', 'so'); {READ}"),
    ],
)
def test_what_only_looks_like_a_slip_is_solved(tmp_path: Path, source: str) -> None:
    """Questions that some hands cannot answer with yes, and clauses of a file without any, are no mistakes."""
    assert odds_of(tmp_path, source).solution.rows


class Settings(NamedTuple):
    """What a fold of one's own is set to, as a tuple."""

    face: int
    pays: int


class Pays(Fold[int], Settings):
    """What the dice of one face pay."""

    def start(self, size: int) -> int:
        return 0

    def step(self, state: int, face: Face, count: int) -> int:
        return state + (count * self.pays if face == self.face else 0)

    def end(self, state: int) -> int:
        return state


class Lowest(Sum):
    """The lowest dice, of which there may be a number that is not decided yet."""

    late = (("many", "dice"),)

    def __init__(self, many: int) -> None:
        self.many = many

    def ranks(self, size: int) -> tuple[int, int]:
        return max(0, size - self.many), self.many


def test_a_setting_may_be_a_number_that_was_read() -> None:
    """A fold of one's own that says so is solved for all values at once, as one of the package is."""

    def rule(table: Table, fold: Any) -> dict[str, Any]:
        return {"sum": table.read(table.roll(3), fold(table.read(table.roll(1, "how many", 3), total())))}

    rows, plays = list[Any](), list[int]()
    for fold in (Lowest, lowest):
        with Profile() as profile:
            rows.append(solve(rule, fold=fold).rows)
        plays.append(sum(entry.callcount for entry in profile.getstats() if entry.code is rule.__code__))
    assert (rows[0], plays[0]) == (rows[1], plays[1])


class Reach(Fold[int]):
    """Dice that show a number or more, which may be one that is not decided yet."""

    __slots__ = ()
    late = (("least", "number"),)
    least: int

    def start(self, size: int) -> int:
        return 0

    def step(self, state: int, face: Face, count: int) -> int:
        return state + (count if face >= self.least else 0)

    def end(self, state: int) -> int:
        return state


class InDict(Reach):
    def __init__(self, least: int) -> None:
        self.least = least


class InSlots(Reach):
    __slots__ = ("least",)

    def __init__(self, least: int) -> None:
        self.least = least


class InBoth(Reach):
    __slots__ = ("__dict__", "more")

    def __init__(self, least: int) -> None:
        self.least, self.more = least, 0

    def step(self, state: int, face: Face, count: int) -> int:
        return super().step(state, face, count) + self.more


class ByNew(Reach):
    def __new__(cls, least: int) -> ByNew:
        fold = super().__new__(cls)
        fold.least = least
        return fold


@dataclass(frozen=True)
class Frozen(Reach):
    least: int


@dataclass(frozen=True, slots=True)
class FrozenInSlots(Reach):
    least: int


def test_settings_may_be_kept_as_those_of_any_object() -> None:
    """A fold is the same question wherever its class keeps its settings: two with other settings are two."""

    def rule(table: Table, fold: Any) -> dict[str, Any]:
        least = table.read(table.roll(1, "least", 3), total())
        late, *known = table.read(table.roll(2), fold(least), fold(2), fold(6), fold(2))
        return {"late": late, "twos": known[0], "sixes": known[1], "again": known[2]}

    asked = [(fold, solve(rule, fold=fold).rows) for fold in (InDict, InSlots, InBoth, ByNew, Frozen, FrozenInSlots)]
    for fold, rows in asked:
        assert (fold(2), hash(fold(2))) == (fold(2), hash(fold(2)))
        assert fold(2) != fold(3)
        assert rows == asked[0][1], fold
    assert all(twos == again for _, twos, _, again in asked[0][1])


def test_a_fold_that_is_a_tuple_differs_by_its_fields() -> None:
    """Two questions with other settings are two questions, also where the settings are those of a named tuple."""

    def rule(table: Table) -> dict[str, Any]:
        hand = table.roll(1)
        return {"six": table.read(hand, Pays(6, 1)), "one": table.read(hand, Pays(1, 2))}

    assert Pays(6, 1) != Pays(1, 2)
    assert dict(solve(rule).rows) == {(1, 0): 1, (0, 0): 4, (0, 2): 1}
