"""Slips in games of one's own that gave wrong odds without a word: kinds of them, each in a file as people write it."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable
from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from itertools import permutations
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from types import SimpleNamespace
from typing import Any, Literal

import pytest

import sixfold
import sixfold.study
from sixfold.authoring.load import load_game, with_games
from sixfold.authoring.second_opinion import other_process
from sixfold.authoring.second_opinion.confirm import confirm_game
from sixfold.authoring.second_opinion.opinion import second_opinion
from sixfold.authoring.second_opinion.other_process import MORE_SEEDS, SEEDS, hash_seeds
from sixfold.authoring.second_opinion.traced_play import parting
from sixfold.authoring.watchdog import watching
from sixfold.base.bounds import OWN_STEP_VALUES, OWN_VALUES, STUDY_CONFIRMED
from sixfold.base.machine import WINDOWS
from sixfold.errors import RuleError, SixfoldError
from sixfold.rules.folds import total
from sixfold.rules.judging import determinism
from sixfold.rules.judging.changing import check_same
from sixfold.rules.judging.environment import Environment
from sixfold.rules.rule import Event, Rule, System
from sixfold.solving.odds import solve_check
from sixfold.systems import SYSTEMS

DIE = 'n = table.read(table.roll(1, "die", 20), total())'


@pytest.fixture
def every_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many other processes are asked as elsewhere, each with another order of sets; other tests ask one."""
    monkeypatch.setattr(other_process, "SEEDS", SEEDS)
    monkeypatch.setattr(other_process, "MORE_SEEDS", MORE_SEEDS)


def written(folder: Path, before: str, *lines: str, name: str = "slip", head: str = "def rule(table):") -> Path:
    """A file with a game of one rule."""
    rule = "".join(f"    {line}\n" for line in lines)
    file = folder / f"{name}.py"
    file.write_text(f"from sixfold.rules import *\n{before}\n{head}\n{rule}\nSYSTEM = System(rule)\n", "utf-8")
    return file


def refused(file: Path, check: str = "slip") -> SixfoldError:
    """What is said of a check of a game, when it is loaded or solved."""
    with pytest.raises(SixfoldError) as caught:
        sixfold.odds(check, systems=with_games([file]))
    return caught.value


STATE = {
    "global": ("luck = 0", "global luck; luck = 1", "luck"),
    "list": ("seen = []", "seen.append(1)", "len(seen)"),
    "dict": ("seen = {}", "seen[1] = 1", "len(seen)"),
    "set": ("seen = set()", "seen.add(1)", "len(seen)"),
    "deque": ("from collections import deque\nseen = deque()", "seen.append(1)", "len(seen)"),
    "array": ("seen = bytearray(1)", "seen[0] = 1", "seen[0]"),
    "class": ("class C: luck = 0", "C.luck = 1", "C.luck"),
    "object": ("class C: luck = 0\nc = C()", "c.luck = 1", "c.luck"),
    "slots": ("class C: __slots__ = ('luck',)\nc = C(); c.luck = 0", "c.luck = 1", "c.luck"),
    "nested": ("from types import SimpleNamespace as N\nc = [{1: N(luck=0)}]", "c[0][1].luck = 1", "c[0][1].luck"),
    "default": ("def kept(go, seen=[]):\n    seen += [1] * go\n    return len(seen)", "kept(1)", "kept(0)"),
    "function": ("def kept(): return getattr(kept, 'luck', 0)", "kept.luck = 1", "kept()"),
    "closure": (
        "def make():\n    luck = []\n    return luck.append, lambda: len(luck)\nset_, get = make()",
        "set_(1)",
        "get()",
    ),
    "iterator": ("it = iter(range(9))", "next(it)", "it.__length_hint__()"),
    "counter": ("import itertools\nit = itertools.count()", "next(it)", "int(repr(it)[6:-1])"),
    "generator": ("def g():\n    yield from range(9)\nit = g()", "next(it)", "0"),
    "context": ("from contextvars import ContextVar\nc = ContextVar('c', default=0)", "c.set(1)", "c.get()"),
    "two underscores": ("__luck = 0", "global __luck; __luck = 1", "__luck"),
    "range": ("left = range(0)", "global left; left = range(5, 5)", "left.start"),
    "sentinel": ("on, off = object(), object()\nluck = off", "global luck; luck = on", "int(luck == on)"),
    "method": ("class C:\n    def __len__(self): return 0\nc = C()", "C.__len__ = lambda self: 1", "len(c)"),
    "default of a method": (
        "class C:\n    def __call__(self, go, seen=[]):\n        seen += [1] * go\n        return len(seen)\nc = C()",
        "c(1)",
        "c(0)",
    ),
    "built-in method": ("note = {}.setdefault", "note(1, 1)", "note(1, 0)"),
    "attribute of a cache": (
        "from functools import lru_cache\n@lru_cache\ndef worth(): return 1\nworth.luck = 0",
        "worth.luck = 1",
        "worth.luck",
    ),
    "attribute of a partial": ("from functools import partial\np = partial(len)\np.luck = 0", "p.luck = 1", "p.luck"),
    "kind of a deque": ("from collections import deque\nclass Log(deque): pass\nc = Log()", "c.append(1)", "len(c)"),
    "helper": ("from types import FunctionType", "globals()['luck'] = 1", "globals().get('luck', 0)"),
}


@pytest.mark.parametrize("kind", STATE)
def test_what_a_rare_roll_leaves_behind(tmp_path: Path, kind: str) -> None:
    """State that only the last case sets is an error with the name that changed, wherever it is kept."""
    before, change, value = STATE[kind]
    first, _, rest = change.partition("; ")
    head = f"def rule(table):\n    {first}" if first.startswith("global ") else "def rule(table):"
    change = rest if first.startswith("global ") else change
    error = refused(written(tmp_path, before, DIE, f"if n == 20: {change}", f"return n + {value}", head=head))
    assert error.code == "rule/changing"
    assert "changes while the rule is played" in error.message
    assert error.line is not None


@pytest.mark.parametrize(("line", "code"), [("return rule(table)", "rule/endless"), ("table.roll(-1)", "rule/outcome")])
def test_what_never_ends_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, code: str
) -> None:
    """A rule that goes on without end is played once and once more; one that fails, with all kinds of dice."""
    played: list[object] = []
    play = determinism._outcome

    def noted(*given: Any) -> object:
        played.append(play(*given))
        return played[-1]

    monkeypatch.setattr(determinism, "_outcome", noted)
    assert refused(written(tmp_path, "", line)).code == code
    many = len(played)
    assert many == 2 if code == "rule/endless" else many >= 2 * determinism.LEAST_PLAYS


def test_the_line_that_changes_something(tmp_path: Path) -> None:
    """The error names what changed, and the first line that changes it."""
    lines = (DIE, "if n == 1:", "    C.luck = 1", "if n == 2:", "    C.luck = 2", "return n + C.luck")
    error = refused(written(tmp_path, "class C: luck = 0", *lines))
    assert error.message.startswith("slip.py, line 6: “C.luck” changes while the rule is played")


@pytest.mark.parametrize(
    "before",
    [
        "from functools import lru_cache\n@lru_cache\ndef worth(n): return n * n",
        "from functools import singledispatch\n@singledispatch\ndef worth(n): return n * 2",
        "from enum import Flag\nclass M(Flag):\n    A = 1\n    B = 2\ndef worth(n): return n * (M.A | M.B).value",
        "import logging\nlog = logging.getLogger('slip')\ndef worth(n): return n * (1 - log.isEnabledFor(10))",
        "class C:\n    def __getattr__(self, name): raise KeyError(name)\nc = C()\ndef worth(n): return n",
        "class C:\n    def __getattr__(self, name): return 0\nc = C()\ndef worth(n): return n",
        "class C:\n    __module__ = None\nc = C()\ndef worth(n): return n",
        "from functools import cached_property\nclass C:\n    @cached_property\n    def two(self): return 2\n"
        "c = C()\ndef worth(n): return n * c.two",
        "import re\nWORD = re.compile('a')\ndef worth(n): return n * len(WORD.findall('aa'))",
        "from sys import maxsize\nfrom os import path, sep\nimport os.path as paths\n"
        "def worth(n): return n * (maxsize > 9) * len(paths.basename(path.join('a', sep, 'b')))",
    ],
)
def test_what_may_be_kept(tmp_path: Path, before: str) -> None:
    """A cache of a pure function, and what is worked out once, are no state."""
    games = with_games([written(tmp_path, before, DIE, "return worth(int(n))")])
    assert len(sixfold.odds("slip", systems=games)) == 20


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ("import sys\nBONUS = {sys.platform: 1}['PLATFORM']", "it fails: KeyError: 'PLATFORM'."),
        ("import sys\nif sys.platform != 'PLATFORM': sys.exit(3)", "it fails: SystemExit: 3."),
        ("import os\nif 'these' in os.path.dirname(__file__).split(os.sep): raise ValueError", "it fails: ValueError."),
    ],
)
def test_a_file_that_only_loads_here(tmp_path: Path, before: str, says: str) -> None:
    """A game that ends another process with an error as it is loaded there is refused, with the line."""
    file = written(tmp_path, before.replace("PLATFORM", sys.platform), DIE, "return n")
    error = refused(file)
    assert error.code == "rule/changing"
    assert f"When its file is loaded in another process, {says.replace('PLATFORM', sys.platform)}" in error.message
    assert error.message.startswith("slip.py, line 3: ")


def test_the_state_is_compared_by_value() -> None:
    """Looking twice at the same things gives the same, however they are nested."""
    inner: list[object] = [{1: {2.5, float("nan")}}, iter((1, 2)), range(3)]
    inner.append(inner)
    rule = lambda table, kept=inner: kept  # noqa: E731
    assert Environment(rule).change() is None
    next(inner[1])  # type: ignore[call-overload]
    state = Environment(rule)
    assert state.change() is None
    inner[0][1].add(3)  # type: ignore[index]
    assert state.change() is not None


def test_whatever_a_name_becomes() -> None:
    """A name outside of a rule that gets another value is told, whatever kinds of values these are."""

    class Luck:
        held = 1

    values: list[Any] = [
        *(0, None, 1.0, True, "luck", [1], (1,), {1: 2}, {1}, frozenset({1}), bytearray(1), len, math, json, sixfold),
        *(Luck, type("Luck", (), {"held": 1}), Luck(), SimpleNamespace(held=1), partial(len), partial(max)),
        *(lambda: 1, lambda: 2, lambda held=1: held, [].append),
    ]
    names: dict[str, Any] = {"__name__": "duel"}
    exec("rule = lambda table: luck", names)
    for first, second in permutations(values, 2):
        names["luck"] = first
        before = Environment(names["rule"])
        check_same(names["rule"], before)
        names["luck"] = second
        with pytest.raises(RuleError, match="“luck"):
            check_same(names["rule"], before)


def test_so_many_values_are_compared() -> None:
    """The values around a rule are compared up to the bound, and no further, however deep they are."""
    many = [[0] for _ in range(OWN_VALUES)]
    deep: list[Any] = [0]
    for _ in range(OWN_VALUES // 2):
        deep = [deep, 0]

    def seen(change: Callable[[], None], held: list[Any]) -> bool:
        rule = lambda table, held=held: held  # noqa: E731
        state = Environment(rule)
        change()
        return state.change() is not None

    innermost = deep
    while isinstance(innermost[0], list):
        innermost = innermost[0]
    assert seen(lambda: many[0].append(1), many)
    assert not seen(lambda: many[-1].append(1), many)
    step = lambda table, state: many  # noqa: E731
    for at, told in ((0, True), (OWN_STEP_VALUES, False)):
        state = Environment(step, around=False)
        many[at].append(2)
        assert (state.change() is not None) == told
    assert seen(lambda: deep.append(1), deep)
    assert seen(lambda: innermost.append(1), deep)


STEPS = [
    ("bonus = 0", "nonlocal bonus; bonus += 1", "bonus"),
    ("log = []", "log.append(1)", "len(log)"),
]


PLAYED = {
    "step": ("table, left", "return left - n", "table.repeat({}, 60, lambda left: left <= 0)"),
    "over": (
        "left",
        "return left <= 0",
        f"table.repeat(lambda table, left: left - {DIE.partition(' = ')[2]}, 60, {{}})",
    ),
    "blow": ("table", "return n", "table.play({})"),
}


@pytest.mark.parametrize(("before", "change", "value"), STEPS)
@pytest.mark.parametrize("name", PLAYED)
def test_what_changes_around_what_is_played_inside(
    tmp_path: Path, name: str, before: str, change: str, value: str
) -> None:
    """A step, an end or a rule that changes what it closes over is named, even if only a rare roll does it."""
    given, result, play = PLAYED[name]
    nonlocal_, _, change = change.rpartition("; ")
    rare = "left == 20" if name == "over" else "n == 20"
    lines = [nonlocal_ or "pass", "pass" if name == "over" else DIE, f"if {rare}: {change}", result]
    function = [f"def {name}({given}):", *(f"    {line}" for line in lines)]
    error = refused(written(tmp_path, "", before, *function, play.format(name), f"return {value}"))
    assert error.code == "rule/changing"
    assert f"changes while “{name}” is played" in error.message


STEP = f"def step(table, left{{}}): {{}}; {DIE}; return left - n - bonus"
OF_TEXT = f"def of(bonus):\n {STEP.format('', 'nonlocal bonus; bonus += 1')}\n return step"
CELL = STEP.format("", 'setattr(KEPT[0], "cell_contents", bonus + 1)')

REBOUND = {
    "a text that is code": (f"exec({OF_TEXT!r})", "step = of(0)"),
    "a generator": ("", "KEPT[:] = [((bonus := bonus + 1) for _ in range(99))]", STEP.format("", "next(KEPT[0])")),
    "its cell": ("", CELL, "KEPT[:] = [step.__closure__[0]]"),
    "its default": ("", STEP.format(", bonus=0", "KEPT[0].__defaults__ = (bonus + 1,)"), "KEPT[:] = [step]"),
}


@pytest.mark.parametrize("way", REBOUND)
def test_what_gives_a_step_another_number(tmp_path: Path, way: str) -> None:
    """A number of a step that changes is named, whatever gives it another value, even if all else is as before."""
    before, *made = REBOUND[way]
    play = ("left = table.repeat(step, 60, lambda left: left <= 0)", "KEPT.clear()", "return left")
    error = refused(written(tmp_path, f"KEPT = []\n{before}", "bonus = 0", *made, *play))
    assert error.code == "rule/changing"
    assert "changes while “step” is played" in error.message


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ('return 1 if choice == "oui" else 0', "“oui” is not one of the options"),
        ("return 1 if choice == 5 else 0", "5 is not one of the options"),
        ('return 1 if choice.name == "oui" else 0', "“oui” is not one of the options"),
        ('return 1 if choice.name in ("oui", "si") else 0', "“oui” is not one of the options"),
        ('return 1 if str(choice) == "oui" else 0', "“oui” is not one of the options"),
        ("return 1 if choice else 0", "neither true nor false"),
        ("return 1 if choice == None else 0", "is not one of the options"),
    ],
)
def test_a_choice_compares_with_its_options(tmp_path: Path, body: str, word: str) -> None:
    """A choice that is compared with anything else, or used as a number or a yes, is refused with its line."""
    error = refused(written(tmp_path, "", 'choice = table.choose("What?", ("yes", "no"), 0)', body))
    assert (error.code, error.line) == ("rule/verb", 5)
    assert word in error.message


@pytest.mark.parametrize(
    "body",
    [
        'return {"no": 1}.get(choice.name, 3)',
        "counts = {choice.name: 1}; return counts.get(choice.name)",
        'return 1 if choice.name.lower() == "no" else 0',
        'return 1 if choice.name[0] == "n" and choice == choice.name else 0',
    ],
)
def test_a_choice_that_is_looked_up(tmp_path: Path, body: str) -> None:
    """The name of an option is looked up, kept and changed as any other text."""
    games = with_games([written(tmp_path, "", 'choice = table.choose("What?", ("yes", "no"), 1)', *body.split("; "))])
    assert sixfold.odds("slip", systems=games).numbers["total"].mean == 1


HIT = 'def hit(table): return "hit" if table.read(table.roll(1), total()) > 3 else "miss"'


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("return 1 if total() == 6 else 0", "A fold is a question, and no number until it is asked"),
        ("return 1 if of_a_kind(2) else 0", "A fold is a question, and no number until it is asked"),
        ('return 1 if (n > 3) == "yes" else 0', "A yes or no that you read never equals “yes”"),
        ('return 1 if n == "six" else 0', "A number that you read never equals “six”"),
        ('return 1 if n > "6" else 0', "A number that you read is never more or less than “6”: write 6 without quotes"),
        ("return 1 if n <= [6] else 0", "is never more or less than a list: compare it with one number"),
        ("return 1 if n == (5, 6) else 0", "write “in” instead of “==”"),
        ("return 1 if n == total else 0", "call it"),
        ("return 1 if ~(n > 3) else 0", "write “not”"),
        ('return getattr(table.roll(2), "total", 7)', "A hand has no “total”"),
        ('return table.choose("Push?", ("yes", "yes"), 0) == "yes"', "The options of a choice must differ"),
        ("return 1 if n == 1 or 2 else 0", "“2” by itself is always true"),
        ("return 1 if (n == 1, n == 2) else 0", "is always true: a tuple"),
        ("return 1 if hit else 0", "“hit” is a function, which is always true"),
        ('return {"hit": n > 3, "hit": n > 5}', "“hit” is in this dict twice"),
        ("n + 1; return n", "“n + 1” does nothing here"),
        ("late = [lambda: k for k in (1, 2)]; return late[0]()", "it sees only the last “k”"),
        ("late = {}; for k in (1, 2): late[k] = lambda: n + k; return late[1]()", "as in lambda k=k: …"),
        ("late = []; for k in (1, 2): late.append(lambda: k); return late[0]()", "it sees only the last “k”"),
    ],
)
def test_what_is_always_the_same(tmp_path: Path, line: str, said: str) -> None:
    """A comparison that never holds, a condition that always does, and a line without effect are refused."""
    error = refused(written(tmp_path, HIT, DIE, *line.split("; ")))
    assert error.code in ("rule/verb", "rule/unread")
    assert said in error.message


def test_what_a_loop_binds_is_kept(tmp_path: Path) -> None:
    """A function that binds what the loop names, or is called in its round, is no slip."""
    lines = ("late = [lambda k=k: k for k in (1, 2)]", "for k in (1, 2): n = max((n, 0), key=lambda each: each * k)")
    games = with_games([written(tmp_path, "", DIE, *lines, "return n + late[0]()")])
    assert min(sixfold.odds("slip", systems=games).numbers["total"].ways) == 2


def test_what_a_played_rule_gives_is_compared(tmp_path: Path) -> None:
    """A text of a played rule is compared with those that its file has, also from another place of it."""
    lines = ('r = table.play(hit, "result")', "return {'a': r == 'hit', 'b': r in MISSED, 'c': r == 'crit'}")
    games = with_games([written(tmp_path, f"MISSED = ('crit', 'miss')\n{HIT}", *lines)])
    assert {tuple(row.outcome.values()) for row in sixfold.odds("slip", systems=games)} == {
        (True, False, False),
        (False, True, False),
    }


@pytest.mark.parametrize(
    "value",
    ["operator.is_(n, 6)", "{bool: 1}.get(type(n > 3), 0)", "issubclass(type(n), int)", "[int].count(type(n))"],
)
def test_kinds_that_differ_while_a_rule_is_solved(tmp_path: Path, value: str) -> None:
    """A comparison by identity, or of a type, that no line shows is found by playing every face."""
    assert refused(written(tmp_path, "import operator", DIE, f"return 1 if {value} else 0")).code == "rule/unsound"


def test_what_the_odds_lack_is_told_with_its_dice(tmp_path: Path) -> None:
    """Of too many faces to go through, a roll that is impossible by the odds is told with its dice."""
    lines = ("dice = table.roll(12)", "n = table.read(dice, total())", "return n + {bool: 100}.get(type(n > 42), 0)")
    error = refused(written(tmp_path, "", *lines))
    assert error.code == "rule/unsound"
    assert re.search(r"“total \d+” is impossible by the odds, but happened, as with the dice( \d){12}\.", error.message)


@pytest.mark.parametrize("name", ["math", "sys", "builtins"])
def test_names_of_other_modules_change(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that a rule puts into a module of Python's is told with its line."""
    monkeypatch.setattr(f"{name}.luck", 0, raising=False)
    lines = (DIE, f"{name}.luck = 1", "return n")
    error = refused(written(tmp_path, f"import {name}", *lines))
    assert (error.code, error.line) == ("rule/changing", 5)
    assert f"“{name}.luck” changes while the rule is played" in error.message


@pytest.mark.parametrize("head", ["def rule(table, **more):", "def rule(table, *more):"])
def test_options_are_named(tmp_path: Path, head: str) -> None:
    """A rule that takes any options is refused, since no check could have them."""
    error = refused(written(tmp_path, "", DIE, "return n + len(more)", head=head))
    assert (error.code, "name each" in error.message) == ("rule/declared", True)


def test_a_fold_may_be_a_dataclass(tmp_path: Path) -> None:
    """The hash of a dataclass is Python's, and no chance of an author's."""
    fold = (
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass F(Fold[int]):\n    least: int\n"
        "    def start(self, size): return 0\n    def step(self, s, f, c): return s + c * (f >= self.least)\n"
        "    def end(self, s): return s"
    )
    games = with_games([written(tmp_path, fold, "return table.read(table.roll(2), F(4))")])
    assert sixfold.odds("slip", systems=games).numbers["total"].mean == 1


def test_a_choice_of_numbers(tmp_path: Path) -> None:
    """A choice among numbers compares with the numbers, and is not taken for its place."""
    choice = 'choice = table.choose("How many?", (1, 2, 3), 2)'
    games = with_games([written(tmp_path, "", choice, "return 1 if choice == 3 else 0")])
    assert sixfold.odds("slip", systems=games).numbers["total"].mean == 1
    error = refused(
        written(tmp_path, "", choice, "return table.read(table.roll(choice), total())", name="other"), "other"
    )
    assert "write int(choice.name)" in error.message


@pytest.mark.parametrize(
    ("fold", "other"),
    [("groups()", "[3, 2]"), ("groups()", "(2, 3)"), ("groups()", "(3, 3)"), ("groups()", "5"), ("sets()", "[]")],
)
def test_an_answer_compares_with_its_like(tmp_path: Path, fold: str, other: str) -> None:
    """An answer with several parts is never compared with what it cannot be."""
    error = refused(written(tmp_path, "", f"return table.read(table.roll(5), {fold}) == {other}"))
    assert (error.code, error.line) == ("rule/verb", 4)


SWALLOWED = {
    "except": ("try:", "    return table.roll(2) + 1", "except Exception:", "    return 7"),
    "bare": ("try:", "    return table.roll(2) + 1", "except:", "    return 7"),
    "value": ("try:", "    return table.read(table.roll(2), highest(-1))", "except ValueError:", "    return 7"),
    "finally": ("try:", "    return table.roll(2) + 1", "finally:", "    return 7"),
    "suppress": ("with suppress(Exception):", "    return table.roll(2) + 1", "return 7"),
    "hasattr": ("return 1 if hasattr(table, 'flip') else 0",),
    "default": ("return getattr(table, 'flip', int)()",),
    "helper": ("return safe(lambda: table.roll(2) + 1)",),
}


@pytest.mark.parametrize("kind", SWALLOWED)
def test_refusals_are_not_swallowed(tmp_path: Path, kind: str) -> None:
    """What Sixfold refuses is told, whatever a rule catches."""
    before = "from contextlib import suppress\ndef safe(f):\n    try: return f()\n    except Exception: return 7"
    assert refused(written(tmp_path, before, *SWALLOWED[kind])).code in ("rule/unread", "rule/verb", "rule/dice")


ENDLESS = "n = table.read(table.roll(1, 'die', Die(6, explode=6)), total())"

UNKNOWN = {
    "bare": ("try:", "    return int(n) % 5", "except:", "    return 9"),
    "base": ("try:", "    return int(n) % 5", "except BaseException:", "    return 9"),
    "library": ("return len(traceback.format_exception_only(ValueError(n))[0])",),
    "context": ("with suppress(BaseException):", "    return int(n) % 5", "return 9"),
    "generator": ("return len(list(safely(n)))",),
    "forgotten": ("kept = Kept()", "kept.n = n", "del kept", "return 9 if n > 60 else 8"),
}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("kind", UNKNOWN)
def test_what_is_not_known_is_not_swallowed(tmp_path: Path, kind: str) -> None:
    """A number of which only bounds are known never becomes a result, whoever catches that it is asked for."""
    before = (
        "import traceback\nfrom contextlib import suppress\nclass Kept:\n    def __del__(self): int(self.n)\n"
        "def safely(n):\n    try: yield from range(n)\n    except BaseException: yield 9"
    )
    games = with_games([written(tmp_path, before, ENDLESS, *UNKNOWN[kind])])
    odds = solve_check(sixfold.parse("slip", games), Fraction(1, 50))
    chances: dict[int, Fraction] = {}
    for sixes in range(12):
        for last in range(1, 6):
            outcome = sixfold.roll("slip", faces=[6] * sixes + [last], systems=games).outcome
            chances[outcome["total"]] = chances.get(outcome["total"], Fraction(0)) + Fraction(1, 6 ** (sixes + 1))
    rest = Fraction(1, 6**12)
    assert all(chance.exact <= chances.get(chance.outcome["total"], 0) + rest for chance in odds)
    assert sum(chance.exact for chance in odds) + odds.unresolved == 1


@pytest.mark.parametrize(
    "line",
    [
        "return len(json.dumps([{}]))", "return int(Decimal({}) * 2)", "return pow(2, {}, 7)",
        "return timedelta({}).days", "return len(json.dumps({{'n': {}}}, indent=1))",
    ],
)  # fmt: skip
def test_functions_that_need_one_number(tmp_path: Path, line: str) -> None:
    """A function of Python that takes no open number is named with its line; with `int` around it, it is exact."""
    before = "import json\nfrom decimal import Decimal\nfrom datetime import timedelta"
    error = refused(written(tmp_path, before, DIE, line.format("n")))
    assert (error.code, error.line) == ("rule/declared", 7)
    assert "write int(…) around it" in error.message
    games = with_games([written(tmp_path, before, DIE, line.format("int(n)"), name="other")])
    assert sixfold.odds("other", systems=games).unresolved == 0


def handed(file: Path) -> System:
    """The game of a file as its author hands it over in Python."""
    names = {"__name__": "handed", "__file__": str(file)}
    exec(compile(file.read_text("utf-8"), file, "exec"), names)
    game: Any = names["SYSTEM"]
    return game.replace(name="slip")  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("before", "value", "code"),
    [
        ("", "(n > 3) is True", "rule/identity"),
        ("", "type(n) is int", "rule/identity"),
        ("", "n == 1 or 2", "rule/verb"),
        ("def so(x): return x is True", "so(n > 3)", "rule/identity"),
        ("class Odd:\n    def so(self, x): return x is True", "Odd().so(n > 3)", "rule/identity"),
        ("so = (lambda x: x is True)", "so(n > 3)", "rule/identity"),
        ("import json", "json.dumps({n: 1}, skipkeys=True) == '{}'", "rule/unsound"),
        ("", "{bool: 1}.get(type(n > 3), 0)", "rule/unsound"),
    ],
)
@pytest.mark.parametrize("check", ["slip", "long (slip) 2 times", "long (long (slip) 1 times) 2 times"])
def test_games_handed_over_in_python(tmp_path: Path, before: str, value: str, code: str, check: str) -> None:
    """A game that comes from no file of Sixfold's gets a second opinion too, and its functions are looked at."""
    file = written(tmp_path, before, DIE, f"hit = 1 if {value} else 0", "return {'success': hit == 1}")
    with pytest.raises(RuleError) as caught:
        sixfold.odds(check, systems={**SYSTEMS, "slip": handed(file)})
    assert caught.value.code == code


def test_functions_that_a_rule_does_not_use(tmp_path: Path) -> None:
    """A program may do in its other functions what a rule may not."""
    before = "def settled(door): return door is True\ndef twice(): return 1\ndef twice(): return 2"
    game = handed(written(tmp_path, before, DIE, "return n"))
    assert len(sixfold.odds("slip", systems={"slip": game})) == 20


def test_errors_of_the_author_may_be_caught(tmp_path: Path) -> None:
    """A rule may catch what its own code raises, on every path."""
    lines = (
        "t = 0",
        "for _ in range(4):",
        "    try:",
        "        if table.read(table.roll(1), total()) > 3: raise KeyError",
    )
    games = with_games([written(tmp_path, "", *lines, "    except KeyError: t += 1", "return t")])
    assert sixfold.odds("slip", systems=games).numbers["total"].mean == 2


ELSEWHERE = {
    "order of a set": (
        "NAMES = {'sword', 'axe', 'bow', 'spear', 'club'}",
        "for w in NAMES: n = 2 * n + len(w)",
    ),
    "arguments": ("import sys\nSYS = [sys]", "n = n + sum(map(len, SYS[0].argv))"),
    "folders of modules": ("import sys\nSYS = [sys]", "n = n + len(SYS[0].path)"),
    "terminal": ("import sys", "n = n + sys.stdout.isatty()"),
    "place of the file": ("", "n = n + len(rule.__globals__['__file__'])"),
    "folder of the file": ("from pathlib import Path\nHERE = Path(__file__).parent.name", "n = n + len(HERE)"),
    "platform": ("import sys\nWORDS = len(sys.platform)", "n = n + WORDS"),
    "order of bytes": ("from sys import byteorder as order\nLITTLE = order == 'little'", "n = n + LITTLE"),
    "system": ("import os\ndef of_system(): return len(os.name)\nclass Luck: AT = of_system()", "n = n + Luck.AT"),
    "time zone": ("from datetime import datetime", "n = n + datetime.fromtimestamp(0).hour"),
    "time zone in the west": ("from datetime import datetime", "n = n + (datetime.fromtimestamp(0).year == 1969)"),
}


@pytest.mark.usefixtures("every_order")
@pytest.mark.parametrize("kind", ELSEWHERE)
def test_another_process_is_asked(tmp_path: Path, kind: str) -> None:
    """What differs in another process is an error with the dice, both results, and the line."""
    before, line = ELSEWHERE[kind]
    error = refused(written(tmp_path, before, DIE, line, "return n"))
    assert error.code == "rule/changing"
    assert "it gives “total " in error.message and "in another process, “total " in error.message
    assert error.line is not None and error.line > 3


@pytest.mark.parametrize(
    ("ends", "how"),
    [
        ("os._exit(0)", "the exit status 0"),
        ("os._exit(3)", "the exit status 3"),
        pytest.param("os.abort()", "the signal 6", marks=pytest.mark.skipif(WINDOWS, reason="there are no signals")),
    ],
)
@pytest.mark.parametrize("rules", [1, 2])
def test_another_process_that_ends(tmp_path: Path, ends: str, how: str, rules: int) -> None:
    """Where another process ends hard, its author is told so, by odds and when the examples are confirmed."""
    file = written(tmp_path, f"import os, sys\nif 'another' in sys.argv: {ends}", DIE, "return n")
    if rules > 1:
        file.write_text(f"{file.read_text('utf-8')}def more(table): return 1\nSYSTEM = System(rule, more)\n", "utf-8")
        with pytest.raises(RuleError) as caught:
            confirm_game(load_game(file))
        error: SixfoldError = caught.value
    else:
        error = refused(file)
    assert (error.code, error.line) == ("rule/changing", 4)
    assert f"ended with {how} and without an answer" in error.message


@pytest.mark.skipif(WINDOWS, reason="there are no signals")
@pytest.mark.parametrize(
    ("code", "how"),
    [("os.abort()", -6), ("sys.exit(3)", 3), *[(f"os.kill(os.getpid(), {signal})", None) for signal in (2, 9, 15)]],
)
def test_who_ends_another_process(code: str, how: int | None) -> None:
    """A process that breaks off by itself says how; one that never began, or is ended from outside, says nothing."""
    for begins, ended in (("print(flush=True)", how), ("pass", None)):
        command = [sys.executable, "-c", f"import os, sys; {begins}; {code}"]
        with Popen(command, stdout=PIPE, stderr=DEVNULL) as process:
            assert other_process._answer(process, 20) == ended


@pytest.mark.parametrize(
    ("before", "value", "name"),
    [
        ("import sys", "len(sys._getframe().f_back.f_locals)", "sys"),
        ("import inspect", "len(inspect.currentframe().f_locals)", "inspect"),
        ("import threading", "len(threading.current_thread().name)", "threading"),
    ],
)
def test_what_runs_is_not_asked(tmp_path: Path, before: str, value: str, name: str) -> None:
    """A rule that asks Python for its frames or threads is refused with its line."""
    error = refused(written(tmp_path, before, DIE, f"return n + {value}"))
    assert (error.code, error.line) == ("rule/chance", 5)
    assert f"“rule” uses “{name}”" in error.message


HELPER = "def told(n):\n    print(n)\n    return n\n"
DICE = "import random\ndef luck(n=6):\n    return random.randint(1, n)\n"
FOE = "class Foe:\n    def __init__(self, n): self.n = n\n    def __lt__(self, other): print(other)\n"
LUCK = (
    f"import functools\n{DICE}class Luck:\n    def __init__(self, n): self.n = n\n"
    "    def draw(self, most): return luck(most)\n"
    "    def twice(self, most): return 2 * self.draw(most)\n"
    "    def __call__(self, most): return luck(most)\n"
    "    def __enter__(self): return self\n"
    "    def __exit__(self, *_): pass\n"
    "    @classmethod\n    def one(cls): return cls(1).draw(6)\n"
    "    @property\n    def six(self): return luck(6)\n"
    "    @functools.cached_property\n    def kept(self): return luck(6)\n"
    "    def __str__(self): return str(luck(6))\n"
    "    def __iter__(self): yield luck(6)\n"
    "class Elf(Luck):\n    def draw(self, most): return 1 + super().draw(most)\n"
)
RARELY = {
    "chance": ("import random", "n = random.randint(1, 6)", "random"),
    "chance by another name": ("from random import randint as die", "n = die(1, 6)", "random"),
    "a clock": ("import time", "n = int(time.time())", "time"),
    "a date": ("from datetime import datetime", "n = datetime.now().hour", "datetime"),
    "an environment": ("import os", "n = len(os.environ)", "os.environ"),
    "a folder": ("import os", "n = len(os.getcwd())", "os"),
    "a machine": ("import platform", "n = len(platform.node())", "platform"),
    "a file": ("", "n = len(open(__file__).read())", "open"),
    "a line": ("", "print(n)", "print"),
    "a line on a stream": ("import sys", "sys.stdout.write('!')", "print"),
    "a line of a helper": (HELPER, "n = told(n)", "print"),
    "secret chance": ("import secrets", "n = secrets.randbelow(6)", "secrets"),
    "imported in the rule": ("", "import random; n = random.randint(1, 6)", "random"),
    "a part imported in the rule": ("", "from random import randint as one; n = one(1, 6)", "random"),
    "a variable of the machine": ("import os", "n = len(os.getenv('HOME') or '')", "os.getenv"),
    "whether a file is there": ("import os", "n += os.path.exists('x')", "os"),
    "a line of a helper that keeps what it found": (
        f"import functools\n@functools.cache\n{HELPER}",
        "n = told(n)",
        "print",
    ),
    "given on": ("import time", "n = max([n], key=time.localtime)", "time"),
    "given on by a name that is another function's own, too": (
        "import time",
        "own = lambda time: time; n = max([n], key=time.localtime)",
        "time",
    ),
    "a part asked for by its name": ("import random", "n = getattr(random, 'randint')(1, 6)", "random"),
    "a module asked for by its name": ("", "n = __import__('random').randint(1, 6)", "random"),
    "a module imported by its name": ("import importlib as i", "n = i.import_module('random').randint(1, 6)", "random"),
    "a module that is not loaded": ("", "import colorsys, secrets; n = secrets.randbelow(6)", "secrets"),
    "one of many": (f"{DICE}KINDS = {{'one': [lambda: 1], 'luck': [luck]}}", "n = KINDS['luck'][0]()", "random"),
    "a method of a class": (f"{DICE}class Luck:\n    draw = staticmethod(luck)", "n = Luck.draw()", "random"),
    "a method of what is made there": (LUCK, "n = Luck(1).draw(6)", "random"),
    "a method of an object": (f"{LUCK}LUCKY = Luck(1)\n", "n = LUCKY.draw(6)", "random"),
    "a method of a variable": (LUCK, "lucky = Luck(1); n = lucky.draw(6)", "random"),
    "a method of a value in a condition": (LUCK, "n = lucky.draw(6) if (lucky := Luck(1)) else 1", "random"),
    "a method of a context": (LUCK, "with Luck(1) as lucky: n = lucky.draw(6)", "random"),
    "a method that another one calls": (LUCK, "n = Luck(1).twice(6)", "random"),
    "a method of the class that another one calls": (LUCK, "n = Luck.one()", "random"),
    "a property": (LUCK, "n = Luck(1).six", "random"),
    "a property that is kept": (LUCK, "n = Luck(1).kept", "random"),
    "an object that is called": (LUCK, "n = Luck(1)(6)", "random"),
    "what makes an object": (
        f"{DICE}class Start:\n    def __init__(self):\n        self.n = luck()",
        "n = Start().n",
        "random",
    ),
    "a class in a class": (
        f"{DICE}class A:\n    class B:\n        def draw(self): return luck()",
        "n = A.B().draw()",
        "random",
    ),
    "a generator that is made there": ("import random", "n = random.Random().random()", "random"),
    "a file by its path": ("from pathlib import Path", "n = len(Path('x').read_text())", "pathlib"),
    "whether a path is there": ("from pathlib import Path", "n += Path('x').exists()", "pathlib"),
    "the folder as a path": ("from pathlib import Path", "n = len(str(Path.cwd()))", "pathlib"),
    "what an option asks for": (
        f"{DICE}def more(n, lucky=False):\n    if lucky: n = luck()\n    return n\n",
        "n = more(n, True)",
        "random",
    ),
    "a method of the base": (LUCK, "n = Elf(1).draw(6)", "random"),
    "a method of what is given": (f"{LUCK}def more(lucky): return lucky.twice(6)\n", "n = more(Luck(1))", "random"),
    "a method of one of many": (f"{LUCK}ALL = [Luck(1)]\n", "n = ALL[0].twice(6)", "random"),
    "an object in a text": (LUCK, "n = len(f'{Luck(1)}')", "random"),
    "an object in a loop": (LUCK, "n = [each for each in Luck(1)][0]", "random"),
    "a function by default": (f"{DICE}def more(n, by=luck): return by(n)\n", "n = more(6)", "random"),
    "a function of a library around one": (
        f"{DICE}from contextlib import contextmanager\n@contextmanager\ndef season():\n    yield luck()\n",
        "with season() as n: pass",
        "random",
    ),
    "one of several lambdas in a line": (f"{DICE}one, two = lambda: 1, lambda n=1: luck()\n", "n = two()", "random"),
    "a line by a dict": ("LOG = {'told': print}", "LOG['told'](n)", "print"),
    "a line by a function with arguments": (
        "from functools import partial\nsay = partial(print, 'so')",
        "say(n)",
        "print",
    ),
    "a path that is joined": ("from pathlib import Path\nHERE = Path('x')", "n += (HERE / 'y').exists()", "pathlib"),
    "arguments of the command": ("import sys", "n = len(sys.argv)", "sys.argv"),
    "modules that are loaded": ("import sys", "n = len(sys.modules)", "sys.modules"),
    "a line by a library": ("import pprint", "pprint.pprint(n)", "print"),
    "a line by an order": (FOE, "n = len(sorted([Foe(1), Foe(2)]))", "print"),
    "a part by a name that is put together": (
        f"{LUCK}ALL = {{'lucky': Luck(1)}}\n",
        "n = getattr(ALL['lucky'], 'tw' + 'ice')(6)",
        "random",
    ),
    "bytes by a function that C code calls": ("import sys", "list(map(sys.stdout.buffer.write, [b'!']))", "print"),
    "an installed version": ("from importlib import metadata", "n = len(metadata.version('numpy'))", "importlib"),
    "a line of a file": ("import linecache", "n = len(linecache.getline('/etc/hostname', 1))", "linecache"),
    "a change of Python": ("import sys", "sys.setrecursionlimit(10_000)", "sys"),
    "a name by chance": ("import uuid", "n = len(uuid.uuid4().hex)", "uuid"),
    "a text that is run": ("", "exec('import random; random.randint(1, 6)', {})", "random"),
    "a fact of the machine": ("import sys", "n = len(sys.platform)", "sys.platform"),
    "a fact that the file imports": ("from sys import platform as here", "n = len(here)", "sys.platform"),
    "a fact that the rule imports": ("", "import time as t; n = t.timezone", "time.timezone"),
    "a fact by another name": ("import sys\nHERE = sys.flags", "n = HERE.optimize", "sys.flags"),
    "the place of the file": ("", "n = len(__file__)", "__file__"),
    "the place of a module": ("import json", "n = len(json.__file__)", "json.__file__"),
    "a module that is given on": (
        "import time as t\nfrom operator import methodcaller",
        "n = methodcaller('localtime')(t).tm_year",
        "time",
    ),
    "addresses in order": ("", "n = len(sorted([(), 'axe'], key=id))", "id"),
    "a file that C code opens": (
        "import numpy as np",
        "n = len(np.fromfile(__import__('sys').executable, dtype='u1', count=1))",
        "open",
    ),
}
"""What comes before a rule, what it does with one roll of 100,000, and what it uses then."""


@pytest.mark.parametrize("kind", RARELY)
def test_what_a_rule_may_not_call_is_told(tmp_path: Path, kind: str) -> None:
    """However rarely a rule would call a clock, chance or a file, it is told with the line of the call."""
    before, line, name = RARELY[kind]
    die = 'n = table.read(table.roll(1, "die", 1_000), total())'
    file = written(tmp_path, before, die, "if n == 500:", f"    {line}", "return n")
    error = refused(file)
    assert (error.code, error.message.count(f"uses “{name}”")) == ("rule/chance", 1)
    told = file.read_text("utf-8").splitlines()[(error.line or 1) - 1]
    inside = {HELPER: "print(n)", DICE: "return random.randint(1, n)", FOE: "def __lt__(self, other): print(other)"}
    assert told.strip() == next((call for helper, call in inside.items() if helper in before), line)


HELD = {
    "a list": ("FACES = [time.localtime]", "max([0], key=FACES[0])", 3),
    "a dict": ("NAMES = {'now': time.ctime}", "max([0], key=NAMES['now'])", 3),
    "a dict in a list": ("ALL = [{'now': time.ctime}]", "max([0], key=ALL[0]['now'])", 3),
    "a function with arguments": ("from functools import partial\nnow = partial(time.localtime)", "now()", 4),
    "a function that is kept": ("from functools import cache\nnow = cache(time.localtime)", "now()", 4),
    "a property": ("class Year(int):\n    now = property(time.localtime)", "Year().now", 3),
    "a method of a class": ("class Year:\n    now = staticmethod(time.localtime)", "max([0], key=Year.now)", 3),
    "an object": ("class Year: pass\nyear = Year()\nyear.now = time.ctime", "max([0], key=year.now)", 4),
    "a default": ("def year(now=time.localtime): return max([0], key=now)", "year()", 3),
    "a closure": (
        "def timed(now):\n    def year(): return max([0], key=now)\n    return year\nyear = timed(time.ctime)",
        "year()",
        4,
    ),
}
"""What holds a clock, how C code calls it, of which Python tells nobody, and the line that is told."""


@pytest.mark.parametrize("kind", HELD)
def test_what_something_holds_may_not_be_called(tmp_path: Path, kind: str) -> None:
    """A clock that something around a rule holds is told with the line where that is made, also if C code calls it."""
    before, value, line = HELD[kind]
    error = refused(written(tmp_path, f"import time\n{before}", DIE, f"return n + 0 * len(str({value}))"))
    assert (error.code, error.line, "holds “time”" in error.message) == ("rule/chance", line, True)


HASHES = "def __hash__(self): return self.key()\n    def key(self): return hash((self.n,))"
BESIDE = {
    "commands": "import time\nCOMMANDS = {'now': time.ctime, 'menu': [input, open]}\ndef main(): COMMANDS['now']()",
    "a default": "import time\ndef main(clock=time.ctime): clock()",
    "a diary": (
        "from dataclasses import dataclass, field\nfrom datetime import date\n@dataclass\nclass Evening:\n"
        "    day: date = field(default_factory=date.today)"
    ),
    "its folder": (
        "import os, sys\nfrom pathlib import Path\nHERE = Path(__file__).resolve().parent\n"
        "sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))\nREAL = os.path.realpath(__file__)"
    ),
    "a command of its own": "import argparse\nP = argparse.ArgumentParser()\nP.add_argument('--many', type=int)",
    "a look at its functions": (
        "import inspect, sys\ndef move(n): return n\n"
        "MOVES = dict(inspect.getmembers(sys.modules[__name__], inspect.isfunction))\nSIGN = inspect.signature(move)"
    ),
    "a lock": "import threading\nclass Chart:\n    lock = threading.RLock()",
}
"""Things that a file has beside its rule, and that no rule reaches."""


@pytest.mark.parametrize("kind", BESIDE)
def test_what_a_file_has_for_something_else(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A demo, a menu or a diary that no rule reaches may use what no rule may, however the file is named."""
    written(tmp_path, BESIDE[kind], DIE, "return n")
    monkeypatch.chdir(tmp_path)
    assert sixfold.odds("slip", systems=with_games(["slip.py"])).numbers["total"].mean == 10.5


@pytest.mark.parametrize("hashing", ["__hash__ = lambda self: hash(self.n)", HASHES])
def test_a_hash_of_its_own_may_be_asked_for_in_any_way(tmp_path: Path, hashing: str) -> None:
    """A `__hash__` of an author's may be a lambda, or ask a method."""
    before = (
        "class Foe:\n    def __init__(self, n): self.n = n\n    def __eq__(self, other): return self.n == other.n\n"
        f"    {hashing}\nWORTH = {{Foe(1): 20}}"
    )
    games = with_games([written(tmp_path, before, DIE, "return WORTH.get(Foe(int(n)), 0)")])
    assert sixfold.odds("slip", systems=games).numbers["total"].mean == 1


def test_a_file_of_a_database_is_a_file(tmp_path: Path) -> None:
    """A database in a file is refused like any other file; one in memory is nowhere else."""
    lines = ("def asked(place):", "    with closing(sqlite3.connect(place)) as held:",
             "        return held.execute('select 9').fetchone()[0]")  # fmt: skip
    before = "\n".join(("import sqlite3", "from contextlib import closing", *lines))
    line = 'if n == 9: n = asked("{}")'
    error = refused(written(tmp_path, before, DIE, line.format(tmp_path / "a.db"), "return n"))
    assert (error.code, "“asked” uses “sqlite3”" in error.message) == ("rule/chance", True)
    games = with_games([written(tmp_path, before, DIE, line.format(":memory:"), "return n")])
    assert sixfold.odds("slip", systems=games).numbers["total"].mean == 10.5


def test_what_a_file_only_imports_is_not_held(tmp_path: Path) -> None:
    """Chance that a file imports, or a note that is switched off, may be there for something else."""
    before = "from random import random as chance\nLOG = {'told': print}\ndef main(): print(chance())"
    games = with_games([written(tmp_path, before, DIE, "return n")])
    assert sixfold.odds("slip", systems=games).numbers["total"].mean == 10.5


@pytest.mark.usefixtures("every_order")
def test_the_order_of_a_set_that_is_rare(tmp_path: Path) -> None:
    """Every other process finds the odds, so a rare roll that takes the first of a set is told."""
    die = 'n = table.read(table.roll(1, "die", 1_000), total())'
    line = "if n == 500: n = ord(next(iter(set('abcdefghijkl'))))"
    error = refused(written(tmp_path, "", die, line, "return n"))
    assert (error.code, "in another order" in error.message) == ("rule/changing", True)


@pytest.mark.usefixtures("every_order")
@pytest.mark.parametrize(
    ("line", "many"),
    [
        ("A = set('ab')", MORE_SEEDS),
        ("A = frozenset(('axe', 'bow'))", MORE_SEEDS),
        ("A = {word for word in ('axe', 'bow')}", MORE_SEEDS),
        ("A = {'axe', 'bow'}", MORE_SEEDS),
        ("A = {'axe': 1, 'bow': 2}", SEEDS),
        ("A = 'offset'", SEEDS),
    ],
)
def test_a_game_with_a_set_is_asked_in_more_orders(tmp_path: Path, line: str, many: int) -> None:
    """However a file writes a set, more processes try the game, each with another order."""
    assert len(hash_seeds([str(written(tmp_path, line, DIE, "return n"))])) == many


@pytest.mark.parametrize("setting", ["better", "announce", "explain", "settle", "refuse"])
def test_what_no_setting_of_a_rule_may_call_is_told(tmp_path: Path, setting: str) -> None:
    """What ranks, tells or refuses outcomes is read as the rule itself."""
    file = written(tmp_path, f"{DICE}def setting(*given): return luck() if given == 500 else None", DIE, "return n")
    file.write_text(file.read_text("utf-8").replace("System(rule)", f"System(Rule(rule, {setting}=setting))"), "utf-8")
    error = refused(file)
    assert (error.code, "“luck” uses “random”" in error.message) == ("rule/chance", True)


@pytest.mark.parametrize("setting", ["better", "announce", "explain", "settle", "refuse"])
def test_what_no_setting_of_a_rule_may_hold_is_told(tmp_path: Path, setting: str) -> None:
    """What something holds that ranks, tells or refuses outcomes is looked at as for the rule itself."""
    before = "import time\nNAMES = {'now': time.ctime}\ndef setting(*given): return max([0], key=NAMES['now']) or None"
    file = written(tmp_path, before, DIE, "return n")
    file.write_text(file.read_text("utf-8").replace("System(rule)", f"System(Rule(rule, {setting}=setting))"), "utf-8")
    error = refused(file)
    assert (error.code, "“NAMES” holds “time”" in error.message) == ("rule/chance", True)


@pytest.mark.parametrize("asked", ["Lucky()", "LUCKY"])
def test_what_no_fold_may_call_is_told(tmp_path: Path, asked: str) -> None:
    """Methods of a fold are called by the package: what they may not call is told with its line as well."""
    fold = (
        "import random\nclass Lucky(Fold):\n    def start(self, size): return 0\n"
        "    def step(self, state, face, count): return state + face * count\n"
        "    def end(self, state): return random.randint(1, 6) if state == 500 else state\nLUCKY = Lucky()"
    )
    error = refused(written(tmp_path, fold, f'return table.read(table.roll(1, "die", 1_000), {asked})'))
    assert (error.code, error.line) == ("rule/chance", 6)
    assert "“end” uses “random”" in error.message


HONEST = {
    "a helper that is called as a verb is": (
        "import random\ndef roll(n):\n    return random.randint(1, n)\n",
        "n += 0",
    ),
    "a helper that is called as a field is": (
        "from typing import NamedTuple\nclass Foe(NamedTuple):\n    show: int = 3\ndef show(n):\n    print(n)\n",
        "n += Foe().show",
    ),
    "a variable of a function inside": (
        "from typing import NamedTuple\nclass Door(NamedTuple):\n    open: int = 0\n",
        "def more(door):\n        open = door.open + 1\n        return open\n    n += more(Door())",
    ),
    "a field of a class inside": ("", "class Door:\n        open: int = 3\n    n += Door().open"),
    "lambdas in one line": (
        "class Door:\n    open = 3\nclosed, read = lambda n: n + Door.open, lambda: open('x').read()",
        "n = closed(n)",
    ),
    "a method that no rule calls": (
        "class Sheet:\n    bonus = 1\n\n    def save(self, path):\n        open(path, 'w').write('')\n",
        "n = n + Sheet().bonus",
    ),
    "a name of its own around a function": (
        "import time",
        "time = n\n    other = lambda: time + 1\n    n = other() + 0 * len(str(3j.real))",
    ),
    "a class that answers anything": (
        "class Any_(type):\n    def __getattr__(self, name):\n        raise KeyError(name)\n\n\n"
        "class Stance(metaclass=Any_):\n    pass\n",
        "if n > 50:\n        n = Stance.print",
    ),
    "its own name": ("import time", "time = n\n    n = time + 1"),
    "a class without a module": ("class Odd:\n    __module__ = None\n    n = 9\nODD = Odd()\n", "n += ODD.n"),
    "a name of a name": ("import uuid", "n = uuid.uuid5(uuid.NAMESPACE_DNS, str(int(n))).int % 10"),
    "a key with a hash of its own": (
        "class Key:\n    def __init__(self, *parts): self.parts = parts\n"
        "    def __hash__(self): return hash(self.parts)\n"
        "    def __eq__(self, other): return self.parts == other.parts\n",
        "n = {Key('a', 3): 1, Key('b', int(n) % 4): 2}.get(Key('b', 3), 0)",
    ),
    "a class": ("import datetime", "n = n + isinstance(n, datetime.date)"),
    "a hash of its own": (
        "class Suit:\n    def __hash__(self):\n        return hash(7)\n\n    def __eq__(self, other):\n"
        "        return True\n",
        "n = n + (Suit() == Suit())",
    ),
    "a part of a path": ("import os", "n = n + len(os.sep)"),
    "the name of a path": ("from pathlib import Path", "n = n + len(Path('a').name) + len(Path('a').suffix)"),
    "a method of a class that is not called": (
        "class Deck:\n    size = 52\n\n    def worth(self):\n        return 1\n\n    def show(self):\n"
        "        print(self.size)\n\n\nDECK = Deck()\n",
        "n = n + DECK.worth() + Deck().worth() + Deck.size",
    ),
    "a method of a variable with two values": (
        "class Deck:\n    def show(self):\n        print(1)\n\nclass Hand:\n    def show(self):\n        return 1\n",
        "one = Deck()\n    one = Hand()\n    n = n + one.show()",
    ),
    "a constant of members": (
        "from enum import Enum\nclass Stance(Enum):\n    HIGH = 1\n    LOW = 2\n\n\n"
        "ORDER = (Stance.HIGH, Stance.LOW)\nGOOD = frozenset({Stance.HIGH})",
        "n = n + ORDER[1].value + (ORDER[0] in GOOD)",
    ),
    "a constant of objects": (
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Move:\n    name: str\n    worth: int\n\n\n"
        "MOVES = (Move('big', 3), (Move('small', 1), int, lambda n: n))\nNAN = float('nan')",
        "n = n + MOVES[0].worth + MOVES[1][2](1)",
    ),
    "prints that are switched off": (
        "DEBUG = False\ndef worth(n, verbose=False, *, loud=None):\n    if DEBUG:\n        print(n)\n    if verbose:\n"
        "        print(n)\n    if loud:\n        print(n)\n    return n\n",
        "n = worth(n)",
    ),
    "a method of a fold that nobody calls": (
        "class Both(Fold):\n    def start(self, size): return 0\n"
        "    def step(self, state, face, count): return state + face * count\n"
        "    def end(self, state): return state\n    def show(self): print(1)\n",
        "n = n + table.read(table.roll(1), Both())",
    ),
    "two methods of one name": (
        "class Deck:\n    def show(self):\n        print(1)\n\nclass Hand:\n    def show(self):\n        return 1\n\n"
        "def shown(hand):\n    return hand.show()\n",
        "n = n + shown(Hand())",
    ),
    "an object that answers anything in its own way": (
        "class Odd:\n    def __getattr__(self, name):\n        raise KeyError(name)\n\n"
        "    def __eq__(self, other):\n        raise KeyError(other)\n\n    __hash__ = None\n\n"
        "    def __call__(self):\n        return 1\n\n\nODD = Odd()\n",
        "n = n + ODD() + Odd()()",
    ),
    "its own word for a part": ("import random", "name = 'seed'\n    n = n + len(getattr(name, 'upper')())"),
}


@pytest.mark.parametrize("kind", HONEST)
def test_what_only_looks_like_a_call_is_accused_of_nothing(tmp_path: Path, kind: str) -> None:
    """A method that is not called, a name that the rule gives itself, and a class are no calls."""
    before, line = HONEST[kind]
    system = load_game(str(written(tmp_path, before, DIE, line, "return n")))
    assert sixfold.odds(system.rules[0].example, systems={system.name: system})


@pytest.mark.parametrize(
    ("option", "asked", "said"),
    [
        ('stance: Literal["bold", "meek"] = "bold"', 'stance == "Bold"', "they are bold, meek"),
        ('stance: Literal["bold", "meek"] = "bold"', 'stance in ("mek", "bold")', "Did you mean “meek”?"),
    ],
)
def test_an_option_compares_with_its_values(tmp_path: Path, option: str, asked: str, said: str) -> None:
    """An option of a few values that is compared with another one is refused with its line."""
    head = f"def rule(table, {option}):"
    error = refused(written(tmp_path, "from typing import Literal", DIE, f"return n + ({asked})", head=head))
    assert (error.code, error.line) == ("rule/verb", 5)
    assert said in error.message


def test_an_option_that_is_matched(tmp_path: Path) -> None:
    """A pattern that an option never matches is refused; so is nothing where the name was given to something else."""
    head, option = "def rule(table, stance: Literal['bold', 'meek'] = 'bold'):", "from typing import Literal"
    lines = ("match stance:", "    case 'bald': return n", "return 0")
    assert "“bald” is not one of the options" in refused(written(tmp_path, option, DIE, *lines, head=head)).message
    other = written(tmp_path, option, DIE, "stance = 'Bold'", "return n + (stance == 'Bold')", head=head, name="other")
    assert len(sixfold.odds("other", systems=with_games([other]))) == 20


def test_a_number_is_no_text(tmp_path: Path) -> None:
    """A number that was read and is compared with digits in quotes is refused with its line."""
    error = refused(written(tmp_path, "", DIE, "return n == '3'"))
    assert (error.code, error.line) == ("rule/verb", 5)


def test_picked_dice_are_no_number(tmp_path: Path) -> None:
    """Picked dice that are compared with a number are refused with their line."""
    error = refused(written(tmp_path, "", "kept = table.pick(table.roll(3), 2, sum)", "return kept == 12"))
    assert (error.code, error.line) == ("rule/verb", 5)


def test_nothing_in_a_calculation(tmp_path: Path) -> None:
    """An option that was not said is named as the reason, also where the dice are known."""
    file = written(tmp_path, "", DIE, "return n >= vs", head="def rule(table, vs: int = None):")
    with pytest.raises(RuleError, match="An option that is not said is None"):
        sixfold.roll("slip", seed="none", systems=with_games([file]))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("return table.read(table.roll(2), pairs())", "name 'pairs' is not defined."),
        ("return Annotated", "Write “from typing import Annotated” at the top of the file."),
        ("a, b = table.read(table.roll(2), total())", "with one fold give one answer"),
        ("return table.read(table.roll(2), showing(5))", 'Write it as in showing(">=", 5).'),
        ('return table.choose("Push?")', 'Write it as in table.choose("Push?", ("no", "yes"), 0).'),
        ("return table.pick(table.roll(3), 2, sum) >= 9", "use sum(dice), or one as dice[0]."),
        ('return table.read(table.roll("2d6"), total())', "table.roll(2) rolls 2d6"),
        ("return table.read(table.roll(2), total()) / 2", "Divide with // for a whole number."),
        ("return rule()", "Only Sixfold calls a rule with a table"),
    ],
)
def test_what_beginners_write(tmp_path: Path, line: str, said: str) -> None:
    """A mistake of Python's own kind leads on to what works."""
    file = written(tmp_path, "", line)
    with pytest.raises(SixfoldError) as caught, watching([str(file)]):
        sixfold.roll("slip", seed="slip", systems=with_games([file]))
    assert said in caught.value.message


def test_a_file_with_a_step_needs_no_system(tmp_path: Path) -> None:
    """A function of a table that another one uses is no game of its own; of two others none is chosen."""
    step = "def step(table, left): return left - table.read(table.roll(1), total())\n"
    rule = "def rule(table): return table.repeat(step, 9, lambda left: left <= 0)\n"
    (tmp_path / "steps.py").write_text(f"from sixfold.rules import *\n{step}{rule}", "utf-8")
    assert load_game(tmp_path / "steps.py").rules[0].name == "rule"
    (tmp_path / "both.py").write_text(f"from sixfold.rules import *\n{step}{rule}{rule.replace('rule', 'other')}")
    with pytest.raises(SixfoldError, match="of a table are step, rule, other"):
        load_game(tmp_path / "both.py")


def test_an_opinion_says_what_it_tried(tmp_path: Path) -> None:
    """A sound check is played with every face of a die, here and elsewhere; it is confirmed once for each file."""
    games = with_games([written(tmp_path, "", DIE, "return n")])
    check = sixfold.parse("slip", games)
    found = second_opinion(check, solve_check(check))
    assert found.plays == 20 and found.elsewhere


THREE = """\
from sixfold.rules import *
def first(table): return table.read(table.roll(1), total())
def second(table):
    n = table.read(table.roll(1), total())
    return len(second.__globals__['__file__']) if n == {} else n
def third(table): return {{"won": table.read(table.roll(2), highest(1)) >= 5}}
SYSTEM = System(first, second, third)
"""


@pytest.mark.usefixtures("every_order")
@pytest.mark.parametrize("face", [7, 6])
def test_a_game_is_confirmed_by_the_processes_of_one_rule(
    face: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same processes are asked about all rules of a game: what one rule does there is told, and what is known."""
    monkeypatch.setenv("LOCALAPPDATA" if WINDOWS else "XDG_STATE_HOME", str(tmp_path))
    begin, begun = other_process._begun, list[str]()

    def counted(request: Any, seed: str) -> Any:
        begun.append(seed)
        return begin(request, seed)

    monkeypatch.setattr(other_process, "_begun", counted)
    game = tmp_path / "three.py"
    game.write_text(THREE.format(face), "utf-8")
    if face == 7:
        for _ in range(2):
            confirm_game(load_game(game))
        assert len(begun) == SEEDS
    else:
        with pytest.raises(RuleError, match=r"three\.py, line 5: Played twice with the dice 6, it gives “total"):
            confirm_game(load_game(game))


@pytest.mark.parametrize(("cells", "confirmed"), [(2, 2), (STUDY_CONFIRMED, 3), (12, 3)])
def test_a_question_over_many_checks_asks_for_few_opinions(
    cells: int, confirmed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first checks of a table of one's own game get a second opinion, and the others none."""
    monkeypatch.setenv("LOCALAPPDATA" if WINDOWS else "XDG_STATE_HOME", str(tmp_path))
    head = "def rule(table, vs: int = 1):"
    games = with_games([written(tmp_path, "", "return table.read(table.roll(1), total()) >= vs", head=head)])
    sixfold.study.table("slip", rows=f"vs=1..{cells}", systems=games)
    assert len(list((tmp_path / "sixfold" / "confirmed").iterdir())) == confirmed + 1  # the file was looked over, too


def test_no_file_of_the_folder_for_temporary_files_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other process imports nothing from the folder in which it runs, where anybody may write."""
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "json.py").write_text("raise SystemExit(1)", "utf-8")
    monkeypatch.setattr("tempfile.tempdir", str(shared))
    check = sixfold.parse("slip", with_games([written(tmp_path, "", DIE, "return n")]))
    assert second_opinion(check, solve_check(check)).elsewhere


def test_what_a_cache_keeps_for_later(tmp_path: Path) -> None:
    """A list that a cached function returns, and that a rare roll changes, is found by playing."""
    before = "from functools import lru_cache\n@lru_cache\ndef bag(): return []"
    error = refused(written(tmp_path, before, DIE, "if n == 13: bag().append(1)", "return n + len(bag())"))
    assert error.code in ("rule/changing", "rule/unsound")


@pytest.mark.parametrize(
    ("kept", "write", "read"),
    [
        ("from functools import cache\n@cache\ndef bag(): return []", "bag().append(1)", "bag()"),
        ("from threading import Lock\nDOOM = Lock()", "DOOM.acquire(blocking=False)", "DOOM.locked()"),
        ("from io import StringIO\nNOTES = StringIO()", "NOTES.write('doom')", "NOTES.getvalue()"),
        ("DOOM = memoryview(bytearray(1))", "DOOM[0] = 1", "DOOM[0]"),
        ("class Curse: pass", "type('Doom', (Curse,), {})", "Curse.__subclasses__()"),
    ],
)
def test_what_one_rare_roll_leaves_for_another(tmp_path: Path, kept: str, write: str, read: str) -> None:
    """A flag that nobody sees, set by one rare roll and read by another, shows when odds are found in another order."""
    lines = ("n = table.read(table.roll(5), total())", f"if n == 5: {write}", f"return 0 if n == 30 and {read} else n")
    error = refused(written(tmp_path, kept, *lines))
    assert error.code == "rule/changing"
    assert "in another order" in error.message


def test_a_cache_of_one_check_is_none_of_the_next(tmp_path: Path) -> None:
    """A cache is emptied before the next check is solved or rolled."""
    before = "from functools import cache\n@cache\ndef worth(): return [0]"
    head = "def rule(table, vs: int = 1):"
    lines = ("if vs > 10: worth()[0] = 2", "return table.read(table.roll(1), total()) + worth()[0] >= vs")
    games = with_games([written(tmp_path, before, *lines, head=head)])
    solve_check(sixfold.parse("slip vs 11", games))
    assert solve_check(sixfold.parse("slip vs 6", games)).events["success"] == Fraction(1, 6)
    sixfold.roll("slip vs 11", systems=games)
    assert not sixfold.replay(sixfold.parse("slip vs 6", games), [5]).outcome["success"]


@pytest.mark.parametrize(
    ("ability", "step"),
    [
        ("def rest(self, s, left): return False if left < 3 and s + left // 2 < 3 else None", "min(3, s + c // 2)"),
        ("def cares(self, face): return face > 2", "s + (c >= 2)"),
        ("any_face = True", "max(s, c * (f > 3) if self.size(c) else c)\n    def size(self, c): return c > 2"),
    ],
)
def test_an_ability_that_a_fold_does_not_have(tmp_path: Path, ability: str, step: str) -> None:
    """Odds of a rule with a fold of one's own, which says what is not so, are refused before anybody runs a test."""
    fold = (
        f"class F(Fold[int]):\n    {ability}\n    def start(self, size): return 0\n"
        f"    def step(self, s, f, c): return {step}\n    def end(self, s): return s"
    )
    assert refused(written(tmp_path, fold, "return table.read(table.roll(6), F())")).code in (
        "rule/dice",
        "rule/unsound",
    )


@pytest.mark.parametrize("worth", ["s + f * c", "max(s, f)", "min(s or 9, f)"])
def test_a_fold_that_does_look_at_faces(tmp_path: Path, worth: str) -> None:
    """A fold that says any_face, and looks at faces, is found by playing every face."""
    fold = (
        "class F(Fold[int]):\n    any_face = True\n    def start(self, size): return 0\n"
        f"    def step(self, s, f, c): return {worth}\n    def end(self, s): return s"
    )
    assert refused(written(tmp_path, fold, "return table.read(table.roll(2), F())")).code == "rule/unsound"


ROLLED = (
    "n = table.read(table.roll(1), total())\n"
    "    return {'success': n > 3, 'result': 'hit' if n > 3 else 'miss', 'n': n}"
)


@pytest.mark.parametrize(
    ("declared", "word"),
    [
        ("events=(Event('success', 'Yes', 'success'), Event('success', 'Well'))", "declared twice"),
        ("events=(Event('success', 'Yes', 'success'), Event('pair', 'Pair', 'success'))", "both have the role success"),
        ("events=(Event('result=hit', 'Done'), Event('result=miss', 'Done'))", "have the same words"),
        ("events=(Event('result=graze', 'Graze'),)", "never happens"),
        ("harm='damage'", "“damage” of rule is not in its outcome"),
        ("time='rounds'", "“rounds” of rule is not in its outcome"),
        ("contest='totl'", "“totl” of rule is not in its outcome"),
        ("fumble=('fumbles', 'X1')", "“fumbles” of rule is not in its outcome"),
        ("harm='result'", "must be a number"),
    ],
)
def test_declarations_that_hold_for_nothing(tmp_path: Path, declared: str, word: str) -> None:
    """An event that is declared twice, or never happens, and a field that no outcome has, are refused."""
    file = tmp_path / "slip.py"
    rule = f"def rule(table):\n    {ROLLED}\n"
    file.write_text(f"from sixfold.rules import *\n{rule}SYSTEM = System(Rule(rule, {declared}))\n", "utf-8")
    error = refused(file)
    assert error.code == "rule/declared"
    assert word in error.message


def test_a_file_that_has_changed_is_judged_anew(tmp_path: Path) -> None:
    """In one process, a game that changes is judged by its new text, with the lines of that."""
    rare = ('n = table.read(table.roll(1, "die", 1_000), total())', "if n == 500:")
    for before in ("", "X = 1\nY = 2"):
        load_game(str(written(tmp_path, before, *rare, "    n = 1", "return n")))
        error = refused(written(tmp_path, f"{before}\nZ = 3", *rare, "    print(n)", "return n"))
        assert (error.code, error.line) == ("rule/chance", 6 + before.count("\n") + 1)


def test_the_line_where_two_plays_part() -> None:
    """The line before two plays differ is told, and nothing if the first of them ran none."""
    assert parting([], [["a.py", 3, {}, ""]]) is None
    assert parting([["a.py", 3, {}, ""]], []) == ("a.py", 3)
    assert parting([["a.py", 3, {}, ""]], [["a.py", 3, {}, ""], ["a.py", 4, {}, ""]]) == ("a.py", 3)


def test_a_name_that_the_return_type_promises() -> None:
    """An event that never came is no mistake where the return type lists its name, also of a rule without a file."""
    text = "def rule(table) -> {}:\n    return 'hit' if table.read(table.roll(1), total()) > 0 else 'graze'"
    for returns, code in (("Literal['hit', 'graze']", ""), ("str", "rule/declared")):
        names: dict[str, Any] = {"Literal": Literal, "total": total, "__name__": "rules"}
        exec(text.format(returns), names)
        game = {"game": System(Rule(names["rule"], events=(Event("result=graze", "Graze"),)), name="game")}
        told: Any = pytest.raises(RuleError) if code else nullcontext()
        with told as caught:
            sixfold.odds("game", systems=game)
        assert not code or caught.value.code == code


def test_a_name_that_the_return_type_lacks(tmp_path: Path) -> None:
    """A name that a rule gives for a rare roll, and that its return type does not list, is refused."""
    head = "def rule(table) -> Literal['hit', 'miss']:"
    lines = (DIE, "return 'graze' if n == 13 else 'miss'")
    error = refused(written(tmp_path, "from typing import Literal", *lines, head=head))
    assert error.code == "rule/outcome"
    assert "returns result as “graze”, but by its return type it is one of hit, miss" in error.message


@pytest.mark.usefixtures("every_order")
def test_examples_are_accused_of_nothing() -> None:
    """Two examples with much in them get a second opinion that finds nothing."""
    for name in ("poker", "dread"):
        game = load_game(Path(__file__).parents[2] / "examples" / f"{name}.py")
        for rule in game.rules:
            check = sixfold.parse(rule.example, {game.name: game})
            assert second_opinion(check, solve_check(check)).elsewhere


def test_refusals_of_rules_in_no_file() -> None:
    """A rule of a notebook, which is in no file of its own, is judged by its state as well."""
    seen: list[int] = []

    def rule(table: sixfold.rules.Table) -> int:
        n = table.read(table.roll(1, "die", 20), sixfold.rules.total())
        if n == 20:
            seen.append(1)
        return int(n) + len(seen)

    with pytest.raises(RuleError, match="seen” changes while the rule is played"):
        sixfold.odds("light", systems={"light": sixfold.rules.System(rule, name="light")})
