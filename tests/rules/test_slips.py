"""Slips that gave wrong odds without a word: each is right now, or a sentence with the place, thrown and solved."""

from __future__ import annotations

import ast
import copy
import dataclasses
import datetime
import itertools
import json
import os
import random
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from cProfile import Profile
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import sixfold
from sixfold.authoring.load import load_game
from sixfold.authoring.testing import examine
from sixfold.base import bounds
from sixfold.errors import RuleError
from sixfold.rules import System, Table, at_least, highest, total
from sixfold.rules.judging.blame import is_authors
from sixfold.rules.judging.lint import lint
from sixfold.solving.solver import Solution, solve
from tests.rules.test_hands import refusals

Play = Callable[..., Any]


def chances(solution: Solution) -> dict[tuple[Any, ...], Fraction]:
    return {row: Fraction(ways, solution.scale) for row, ways in solution.rows.items()}


# -- what is closed over -------------------------------------------------------------------------------------


def blows_in_a_loop(table: Table) -> dict[str, Any]:
    """One function played three times, while what it sees goes on."""

    def blow(table: Table) -> dict[str, bool]:
        return {"hit": table.read(table.roll(1), total()) + bonus >= 9}

    hits = []
    for bonus in (0, 4, 8):  # noqa: B007
        (hit,) = table.play(blow, ("hit",))
        hits.append(hit)
    return dict(zip(("first", "second", "third"), hits, strict=True))


def test_a_played_rule_that_sees_a_loop_variable() -> None:
    """A rule that is played again after something that it sees has changed is another rule."""
    found = chances(solve(blows_in_a_loop))
    assert found == {(False, False, True): Fraction(2, 3), (False, True, True): Fraction(1, 3)}


def plain_hit(table: Table, bonus: Any) -> dict[str, Any]:
    face = table.read(table.roll(1), total())
    return {"kind": type(bonus).__name__, "hit": face + bonus >= 7}


def options_alike(table: Table) -> dict[str, Any]:
    kinds = [table.play(plain_hit, ("kind",), bonus=bonus)[0] for bonus in (True, 1, 1.0)]
    return {"kinds": " ".join(kinds)}


def test_options_that_are_equal_and_not_alike() -> None:
    """True, 1 and 1.0 are equal in Python, and each is what it is to a rule that is played with it."""
    assert chances(solve(options_alike)) == {("bool int float",): Fraction(1)}


class Fighter:
    """Somebody with a bonus that changes."""

    def __init__(self, bonus: int) -> None:
        self.bonus = bonus


def by_fighter(table: Table, fighter: Fighter) -> dict[str, bool]:
    return {"hit": table.read(table.roll(1), total()) + fighter.bonus >= 7}


def an_object_that_changes(table: Table) -> dict[str, Any]:
    mira = Fighter(0)
    (first,) = table.play(by_fighter, ("hit",), fighter=mira)
    mira.bonus = 6
    (second,) = table.play(by_fighter, ("hit",), fighter=mira)
    return {"first": first, "second": second}


def test_an_object_that_changes_between_plays() -> None:
    """An option is told from another by what is in it, and not by being the same object."""
    assert chances(solve(an_object_that_changes)) == {(False, True): Fraction(1)}


BONUS = {"now": 0}


def by_global(table: Table) -> dict[str, bool]:
    return {"hit": table.read(table.roll(1), total()) + BONUS["now"] >= 7}


def test_a_global_that_changes_between_plays() -> None:
    """What a played rule reads of its module counts as well."""

    def rule(table: Table) -> dict[str, Any]:
        seen = dict(BONUS)
        hits = []
        for bonus in (0, 6):
            seen["now"] = bonus
            hits.append(
                table.play(lambda inner: {"hit": inner.read(inner.roll(1), total()) + seen["now"] >= 7}, ("hit",))
            )
        return {"first": hits[0][0], "second": hits[1][0], "here": table.play(by_global, ("hit",))[0]}

    assert {row[:2] for row in solve(rule).rows} == {(False, True)}


# -- what changes while it is played ---------------------------------------------------------------------------


def a_step_that_counts_down(table: Table) -> dict[str, int]:
    bonus = 4

    def step(table: Table, hits: int) -> int:
        nonlocal bonus
        bonus -= 2
        return hits + (table.read(table.roll(1), total()) + bonus >= 5)

    hits, rounds = table.repeat(step, 0, lambda hits: hits >= 2, counted=True)
    return {"hits": hits, "rounds": rounds}


def a_played_rule_that_notes(table: Table) -> dict[str, int]:
    notes: list[int] = []

    def blow(table: Table) -> dict[str, int]:
        notes.append(1)
        return {"harm": len(notes) + table.read(table.roll(1), total())}

    return {"harm": table.play(blow, ("harm",))[0] + table.play(blow, ("harm",))[0]}


wins = 0


def a_rule_that_counts_its_wins(table: Table) -> dict[str, int]:
    global wins  # noqa: PLW0603
    wins += 1
    return {"wins": wins, "face": table.read(table.roll(1), total())}


def noted(face: Any, seen: list[Any] = []) -> int:  # noqa: B006
    seen.append(1)
    return len(seen) + int(face)


def a_mutable_default(table: Table) -> dict[str, int]:
    return {"face": noted(table.read(table.roll(1), total()))}


class Pool:
    """Something that forgets nothing."""

    left = 3


def a_class_that_changes(table: Table) -> dict[str, int]:
    Pool.left -= 1
    return {"left": Pool.left, "face": table.read(table.roll(1), total())}


numbers = itertools.count()


def an_iterator_that_goes_on(table: Table) -> dict[str, int]:
    return {"face": table.read(table.roll(1), total()) + next(numbers)}


@pytest.mark.parametrize(
    ("rule", "named"),
    [
        (a_step_that_counts_down, "“bonus” changes while “step” is played"),
        (a_played_rule_that_notes, "“notes” changes while “blow” is played"),
        (a_rule_that_counts_its_wins, "“wins” changes while the rule is played"),
        (a_mutable_default, "“noted” changes while the rule is played"),
        (a_class_that_changes, "“Pool.left” changes while the rule is played"),
        (an_iterator_that_goes_on, "“numbers” changes while the rule is played"),
    ],
)
def test_what_changes_while_it_is_played(rule: Play, named: str) -> None:
    """A rule or a step that remembers something between plays is named with its line, rolled or solved."""
    record = lambda: sixfold.roll(sixfold.parse("light", {"light": System(rule, name="light")}), seed="slips")  # noqa: E731
    for read in (record, lambda: solve(rule)):
        with pytest.raises(RuleError) as caught:
            read()
        assert caught.value.code == "rule/changing"
        assert named in caught.value.message
        assert "test_slips.py, line " in caught.value.message


def test_an_iterator_that_ends() -> None:
    """What is used up by the first play is found before anything is solved."""
    bonuses = iter([1, 2])
    with pytest.raises(RuleError, match="bonuses” changes while the rule is played"):
        solve(lambda table: table.read(table.roll(1), total()) + sum(bonuses))


# -- chance and time that are not the table's ------------------------------------------------------------------

pick_one = random.choice
generator = random.Random(7)


class Bag:
    """Chance behind a class attribute and a property."""

    r = random.Random(3)

    @property
    def thrown(self) -> int:
        return random.randint(1, 6)


def rolls_by_itself() -> int:
    return random.randint(1, 6)


def imports_chance(table: Table) -> int:
    import random as chance

    return chance.randint(1, 6)


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        (lambda table: random.randint(1, 6), "random"),
        (lambda table: rolls_by_itself(), "random"),
        (lambda table: pick_one((1, 2)), "random"),
        (lambda table: generator.randint(1, 6), "random"),
        (lambda table: Bag.r.randint(1, 6), "random"),
        (lambda table: Bag().thrown, "random"),
        (lambda table: __import__("random").randint(1, 6), "random"),
        (lambda table: partial(random.randint, 1, 6)(), "random"),
        (lambda table: {"chance": random}["chance"].randint(1, 6), "random"),
        (lambda table: secrets.randbelow(6), "secrets"),
        (lambda table: len(Path(__file__).read_text("utf-8")), "pathlib"),
        (lambda table: id(table) % 7, "id"),
        (lambda table: hash("storm") % 2, "hash"),
        (lambda table: print(table.roll(1)) or 1, "print"),
        (lambda table: sys.stderr.write("!"), "print"),
        (lambda table: next(stream.write("!") for stream in (sys.stdout, sys.stderr)), "print"),
        (lambda table: int(time.time()), "time"),
        (lambda table: datetime.datetime.now().hour, "datetime"),
        (lambda table: max([rolls_by_itself() for _ in range(2)]), "random"),
        (imports_chance, "random"),
        (lambda table: generator.randint(1, 6) if table.roll(1, "die", 1_000) == 500 else 1, "random"),
        (lambda table: sixfold.roll("dice 3d6").outcome.total, "sixfold"),
        (lambda table: table.repeat(lambda inner, state: state + random.randint(1, 2), 0, lambda at: at > 3), "random"),
    ],
)
def test_chance_that_no_table_knows(rule: Play, name: str) -> None:
    """Random numbers and clocks in a rule, or in a function that it calls, are told with the line."""
    with pytest.raises(RuleError) as thrown:
        sixfold.roll(sixfold.parse("light", {"light": System(rule, name="light")}))
    with pytest.raises(RuleError) as solved:
        solve(rule)
    for caught in (thrown, solved):
        assert caught.value.code == "rule/chance"
        assert f"uses “{name}”" in caught.value.message
        assert caught.value.line is not None


def test_a_game_is_profiled_as_any_other_code() -> None:
    """Whoever profiles a game of their own gets the throw, and the profile goes on after it."""
    profile = Profile()
    profile.enable()
    try:
        sixfold.roll(sixfold.parse("light", {"light": System(by_global, name="light")}))
        divmod(7, 2)
    finally:
        profile.disable()
    assert any("divmod" in str(entry.code) for entry in profile.getstats())


def test_a_date_is_no_chance() -> None:
    """What is the same at every time may be used."""
    assert chances(solve(lambda table: datetime.date(2026, 11, 21).day)) == {(21,): Fraction(1)}


# -- what ended in a traceback ---------------------------------------------------------------------------------


def plays_itself(table: Table) -> dict[str, int]:
    return {"total": table.play(plays_itself, ("total",))[0]}


def plays_deep(depth: int) -> Play:
    def rule(table: Table, left: int = depth) -> dict[str, int]:
        return {"total": table.play(rule, ("total",), left=left - 1)[0] if left else 1}

    return rule


def test_recursion_without_an_end() -> None:
    """A rule that plays itself for ever is one sentence; one that ends may go as deep as the bound."""
    for error in refusals(plays_itself):
        assert error.code == "rule/endless"
        assert "“plays_itself” plays itself" in error.message
    assert solve(plays_deep(bounds.RULES_INSIDE)).rows
    assert {error.code for error in refusals(plays_deep(bounds.RULES_INSIDE + 1))} == {"rule/endless"}


@pytest.mark.parametrize(
    ("tells", "sentence"),
    [
        (lambda table: table.tell("X1", "{more} dice", n=3), "names “more”, but its values are n."),
        (lambda table: table.tell("X1", "{mor:+d} dice", more=3), "Did you mean “more”?"),
        (lambda table: table.tell("X1", "a brace {", n=3), "cannot be filled in"),
        (lambda table: table.tell("X1", "{} dice", n=3), "cannot be filled in"),
        (lambda table: table.tell("X1", "{n}", when=False), "but it has no values"),
    ],
)
def test_what_cannot_be_told(tells: Play, sentence: str) -> None:
    """A sentence that names something that it is not given is refused where it stands, told or not."""

    def rule(table: Table) -> dict[str, int]:
        tells(table)
        return {"total": 1}

    for error in refusals(rule):
        assert error.code == "rule/tell"
        assert sentence in error.message


def test_a_field_that_a_played_rule_does_not_have() -> None:
    """A field that is asked for and not there is told with those that are."""

    def rule(table: Table) -> dict[str, int]:
        (hit,) = table.play(by_global, ("hits",))
        return {"hit": hit}

    for error in refusals(rule):
        assert error.code == "rule/outcome"
        assert "has no “hits”; it has hit. Did you mean “hit”?" in error.message


# -- late numbers that are taken for others --------------------------------------------------------------------


def faces(table: Table) -> Iterator[Any]:
    yield table.read(table.roll(1), total())
    yield table.read(table.roll(1), at_least(6, 1))
    yield table.read(table.roll(2), highest(1)) + 1


def test_late_numbers_are_whole_numbers() -> None:
    """While a rule is solved its numbers are int, and its answers bool, to whoever asks."""

    def rule(table: Table) -> dict[str, Any]:
        number, answer, more = faces(table)
        match more:
            case int():
                kind = "number"
            case _:
                kind = "other"
        return {
            "number": isinstance(number, int) and not isinstance(number, bool),
            "answer": isinstance(answer, bool) and isinstance(answer, int),
            "kind": kind,
            "fraction": Fraction(number) >= 1,
        }

    assert solve(rule).rows.keys() == {(True, True, "number", True)}


@dataclasses.dataclass
class Hero:
    """What a hero comes to."""

    total: int
    success: bool


def test_late_numbers_that_are_copied() -> None:
    """A copy of a number that is still open is that number, also where something around it is copied deeply."""

    def rule(table: Table) -> dict[str, Any]:
        number = table.read(table.roll(2), total())
        copied: list[Any] = copy.deepcopy([number, number > 7])
        again, other = copied
        return {**dataclasses.asdict(Hero(again, other)), "plain": number, "copied": copy.copy(number)}

    assert all(row[0] == row[2] == row[3] and row[1] == (row[0] > 7) for row in solve(rule).rows)
    assert sum(solve(rule).rows.values()) == solve(rule).scale


def test_a_table_is_no_package() -> None:
    """What a rule asks its table for is not taken for what the package throws, nor the rest of the package for it."""
    namespace: dict[str, Any] = {"__name__": "light"}
    source = """
import sixfold
from sixfold import roll
from sixfold.rules import total

def rule(table):
    assert sixfold.rules.highest(1) is not None
    return table.read(table.roll(1), total())
"""
    exec(source, namespace)
    assert len(solve(namespace["rule"]).rows) == 6


def test_an_end_without_a_return() -> None:
    """An end of a repeat that returns nothing is a sentence, and no game without an end."""

    def over(state: int) -> Any:
        assert state >= 0

    for error in refusals(lambda table: {"n": table.repeat(lambda table, n: n + 1, 0, over)}):
        assert error.code == "rule/repeat"
        assert "The end “over” of a repeat returns nothing" in error.message


def test_a_rule_that_its_author_calls() -> None:
    """Whoever calls a rule with the kind of a table, instead of giving it to a System, is told what to write."""
    kind: Any = Table
    with pytest.raises(RuleError, match=r"write System\(parry\)") as caught:
        System((lambda table: table.roll(2, "parry"))(kind))
    assert caught.value.code == "rule/declared"


@pytest.mark.parametrize(
    ("bonus", "line", "code", "word"),
    [
        ("@functools.cache\ndef bonus(n): return random.randint(1, 6)", 3, "rule/chance", "“random”"),
        ("def bonus(n): return KEPT.setdefault(0, random.randint(1, 6))", 2, "rule/chance", "“random”"),
        ("@functools.lru_cache\ndef bonus(n): return len(os.getenv('PATH', ''))", 3, "rule/chance", "“os.getenv”"),
        ("def bonus(n): return 'HOME' in os.environ", 2, "rule/chance", "“os.environ”"),
        ("def bonus(n): return len(os.getcwd())", 2, "rule/chance", "“os”"),
        ("def bonus(n): return threading.get_ident() % 6", 2, "rule/chance", "“threading”"),
        ("LUCK = int(os.environ.get('LUCK', '1'))\ndef bonus(n): return LUCK", 2, "rule/chance", "“os.environ”"),
        (
            "def bonus(n):\n    KEPT[0] = max(KEPT.get(0, 0), int(n))\n    return KEPT[0]",
            3,
            "rule/changing",
            "“KEPT” changes",
        ),
    ],
)
def test_what_a_game_keeps_from_play_to_play(tmp_path: Path, bonus: str, line: int, code: str, word: str) -> None:
    """What a cache keeps, what the machine says and the most of all plays are found when a game is loaded."""
    head = "import functools, os, random, threading; from sixfold.rules import System, total; KEPT = {}"
    rule = (
        "def rule(table):\n    n = table.read(table.roll(2), total())\n    return n + bonus(n)\nSYSTEM = System(rule)"
    )
    (tmp_path / "duel.py").write_text(f"{head}\n{bonus}\n{rule}\n")
    with pytest.raises(RuleError, match=word) as caught:
        load_game(tmp_path / "duel.py")
    assert (caught.value.code, caught.value.line) == (code, line)


def test_a_library_may_look_around_while_it_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed library that reads the environment as it is imported is no chance; a function of it that does is."""
    packages = tmp_path / "site-packages"
    packages.mkdir()
    (packages / "libraryofsomebody.py").write_text(
        "import os\nDEBUG = os.environ.get('DEBUG', '')\ndef luck(): return len(os.environ.get('LUCK', ''))\n"
    )
    monkeypatch.syspath_prepend(packages)
    monkeypatch.delitem(sys.modules, "libraryofsomebody", raising=False)
    source = "import libraryofsomebody\nfrom sixfold.rules import System, total\ndef rule(table):\n    "
    (tmp_path / "duel.py").write_text(f"{source}return table.read(table.roll(1), total())\nSYSTEM = System(rule)\n")
    assert load_game(tmp_path / "duel.py").name == "duel"
    lucky = f"{source}return table.read(table.roll(1), total()) + libraryofsomebody.luck()\nSYSTEM = System(rule)\n"
    (tmp_path / "lucky.py").write_text(lucky)
    with pytest.raises(RuleError, match=r"“libraryofsomebody”"):
        load_game(tmp_path / "lucky.py")


def test_the_place_of_a_mistake_is_in_the_authors_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of an installed library has the line of the rule that called it."""
    packages = tmp_path / "site-packages"
    packages.mkdir()
    (packages / "strictlibrary.py").write_text("def inverse(n):\n    raise ArithmeticError('singular')\n")
    monkeypatch.syspath_prepend(packages)
    monkeypatch.delitem(sys.modules, "strictlibrary", raising=False)
    rule = "def rule(table):\n    return strictlibrary.inverse(table.read(table.roll(1), total()))\n"
    source = f"import strictlibrary\nfrom sixfold.rules import System, total\n{rule}SYSTEM = System(rule)\n"
    (tmp_path / "duel.py").write_text(source)
    system = load_game(tmp_path / "duel.py")
    (fault,) = examine(system, throws=10).faults
    assert fault.sentence == "duel.py, line 4: ArithmeticError: singular."


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("def rule(table):\n    match hit:\n        case True: return 1", 3),
        ("def rule(table):\n    match hit, n:\n        case (False, _): return 1", 3),
    ],
)
def test_identity_in_other_words(source: str, line: int) -> None:
    """Python compares by identity in a match."""
    with pytest.raises(RuleError, match="compares by identity") as caught:
        lint(ast.parse(source), "duel.py")
    assert (caught.value.code, caught.value.line) == ("rule/identity", line)
    lint(ast.parse("def rule(table):\n    match n:\n        case None | 6: return n"), "duel.py")


def test_whose_a_file_is() -> None:
    """Of the files in a folder of Python, its library and what is installed are no author's; others are."""
    assert is_authors(os.path.join(sys.base_prefix, "src", "duel.py"), "duel")
    for file in (json.__file__, pytest.__file__, os.path.join(sys.prefix, "bin", "pytest"), "<frozen os>"):
        assert not is_authors(file, "duel")


def test_a_packed_library_is_no_authors() -> None:
    """A library in a zip file, as in a browser, is known although `os`, frozen into Python, names another folder."""
    program = (
        "import os; os.__file__ = os.path.join('elsewhere', 'os.py'); import copy; "
        "from sixfold.rules.judging.blame import is_authors; print(is_authors(copy.__file__, 'copy'))"
    )
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "False\n"
