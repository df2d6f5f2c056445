"""What never varies in a game of one's own is remarked, with its line; what varies in any roll is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from sixfold.authoring.load import load_game
from sixfold.authoring.testing import examine
from tests.authoring.test_sound import DIE, refused, written
from tests.examined import examine_little

PLAYED = (
    "from typing import Literal\n"
    'def hit(table): return "hit" if table.read(table.roll(1), total()) > 3 else "miss"\n'
    "def bonus(stance): return 3 if stance == 'Bold' else 0"
)

RARE = "n = table.read(table.roll(1, 'die', 1_000), total())"


def remarks(file: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The remarks about a game that is sound."""
    examine_little(monkeypatch)
    found = examine(load_game(file))
    assert found.sound, str(found)
    return [remark.sentence for remark in found.remarks]


@pytest.mark.parametrize(
    ("options", "lines", "remark"),
    [
        ("", (DIE, "return 2 if n > 20 else 1"), "line 8: “n > 20” is never true in what was tried."),
        ("", (DIE, "return n if n >= 4 else 9 if n == 6 else 1"), "“n == 6” is never true"),
        (
            "",
            (DIE, "name = 'HIT' if n > 9 else 'no'", "return n if name.isupper else 0"),
            "“name.isupper” is always true",
        ),
        ("", (DIE, "return n + (not 'no'.isupper)"), "“'no'.isupper” is always true"),
        ("", ("r = table.play(hit, 'result')", "return (r == 'Hit') + (r == 'hit')"), "“r == 'Hit'” is never true"),
        (
            "",
            (DIE, "r = table.play(hit, 'result')", "return n + {'Hit': 1}.get(r, 0)"),
            "“{'Hit': 1}.get(r, 0) finds it”",
        ),
        ("", ("match table.play(hit, 'result'):", "    case 'Hit': return 2", "    case _: return 1"), "“case 'Hit'”"),
        ("", ("r = table.play(hit, 'result')", "return (len(r) == 3) + (len(r) == 5)"), "“len(r) == 5” is never true"),
        ("", (DIE, "while n > 20: n -= 1", "return n"), "“n > 20” is never true"),
        (
            "",
            ("d = [table.read(table.roll(1), total())]", "return sum(1 for n in d if n > 6)"),
            "“n > 6” is never true",
        ),
        ("level: Annotated[int, range(1, 6)] = 3", (DIE, "return n + (level > 5)"), "“level > 5” is never true"),
        ("trait: Literal[4, 6] = 6", (DIE, "return n + (trait == '6')"), "“trait == '6'” is never true"),
        ("careful: bool = False", (DIE, "return n + (careful == 'yes')"), "“careful == 'yes'” is never true"),
        (
            "s: Literal['bold', 'meek'] = 'bold'",
            (DIE, "return n + (s.upper() == 'Bold')"),
            "== 'Bold'” is never",
        ),
        ("skill: int = 0, stat: int = 0", (DIE, "return n + skill + skill"), "No odds depend on “stat”"),
        ("level: int = 0", (DIE, "for level in (1, 2): pass", "return n + level"), "No odds depend on “level”"),
        ("", (DIE, "return {'total': n, 'critical': n > 20}"), "each outcome has “critical False”"),
        (
            "",
            (DIE, "burnt = table.choose('Burn?', ('no', 'yes'), 0) == 'yes'", "return {'total': n, 'burnt': burnt}"),
            "with the default of each choice, each outcome has “burnt False”",
        ),
        (
            "skill: int = 0",
            (DIE, "return n + skill if table.choose('Use it?', ('no', 'yes'), 0) == 'yes' else n"),
            "No odds depend on “skill” in what was tried with the default of each choice.",
        ),
        ("", ("return {'pair': table.read(table.roll(2), of_a_kind(3))}",), "each outcome has “pair False”"),
        *[
            ("", (f"return table.read(table.roll(2, 'die', {die}), total(), {asked})[1]",), f"asks in vain: {vain} in")
            for asked, die, vain in (
                ("score({5: 50, 7: 100})", 6, "no die can show 7"),
                ("successes(5, twice=7)", 6, "no die can show 7"),
                ("successes(5, twice=6, less=(1, 0))", 6, "no die can show 0"),
                ("nth_highest(3)", 6, "no hand has 3 dice"),
                ("of_a_kind(3)", 8, "no hand has 3 dice"),
                ("at_least(6, 3)", 8, "no hand has 3 dice"),
            )
        ],
        (
            "",
            ("return table.read(table.roll(2, 'die', Die.of('hit', ('hit', 'crit'))), count('hit', 'grim'))",),
            "asks in vain: no die can show grim in",
        ),
        (
            "",
            ("return table.read(table.rethrow(table.roll(2), {1, 7}), total())",),
            "line 7: “table.rethrow(table.roll(2), {1, 7})” asks in vain: no die can show 7 in",
        ),
        *[
            ("", (f"return sum(table.pick({picked}, preference=sum))",), "asks in vain: no hand has 3 dice in")
            for picked in ("table.roll(2), 3", "table.roll(2), count=3", "hand=table.roll(2), count=3")
        ],
        (
            "",
            ("return table.read(table.rethrow(hand=table.roll(2), which=[1, 7]), total())",),
            "no die can show 7 in",
        ),
    ],
)
def test_what_never_varies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str, lines: tuple[str, ...], remark: str
) -> None:
    """A comparison, a condition, a look-up, a field or an option that is the same in every play is remarked."""
    before = f"{PLAYED}\nfrom typing import Annotated"
    found = remarks(written(tmp_path, before, *lines, head=f"def rule(table, {options}):"), monkeypatch)
    assert any(remark in sentence for sentence in found), found


def test_notes_leave_the_loops_of_a_rule_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop over dice is answered with notes, too, though its code is then not that of the file."""
    lines = (
        "hits = crits = 0",
        "for _ in range(9):",
        f"    {DIE}",
        "    if n == 6: crits += 1",
        "    elif n > 3: hits += 1",
    )
    examine_little(monkeypatch)
    found = examine(load_game(written(tmp_path, PLAYED, *lines, "return {'hits': hits, 'crits': crits}")))
    assert found.solved == found.checks, str(found)


def test_names_that_are_promised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name in the return type that never comes is remarked."""
    head = 'def rule(table) -> Literal["full", "partial", "miss"]:'
    found = remarks(written(tmp_path, PLAYED, DIE, "return 'full' if n > 9 else 'miss'", head=head), monkeypatch)
    assert found == ["“result” is never partial in what was tried, though the return type lists it."]


@pytest.mark.parametrize(
    "lines",
    [
        (DIE, "if n < 0: raise ValueError('never')", "return n"),
        (DIE, "assert n > 0", "return n"),
        (DIE, "while True:", "    if n > 9: return n", "    n += 1"),
        (DIE, "return {1: 0}.get(n, 3)"),
        (RARE, "if n == 500 and table.choose('Add?', ('no', 'yes'), 0) == 'yes': n += 1", "return n"),
        (RARE, "return n if n != 500 or not table.choose('Add?', ('no', 'yes'), 0) == 'yes' else n + 1"),
        (DIE, "return 1 if n == 20 or not n < 3 else 0"),
        (RARE, "return 1 if n == 500 else 0"),
        (
            "big = table.play(hit, 'result') == 'hit'",
            "hand = table.roll(3 if big else 1, 'die', 10 if big else 6)",
            "return table.read(hand, nth_highest(2)) + table.read(hand, successes(5, twice=10))",
        ),
        (
            "match table.play(hit, 'result'):",
            "    case 'hit': return 2",
            "    case 'miss': return 1",
            "    case _: return 0",
        ),
    ],
)
def test_what_varies_is_not_remarked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...]) -> None:
    """What is true for some dice, refuses, or is claimed to be always true is no reason for a remark."""
    assert remarks(written(tmp_path, PLAYED, *lines), monkeypatch) == []


@pytest.mark.parametrize(
    ("before", "lines", "said"),
    [
        ("def f(n): return n\ndef f(n): return 1", (DIE, "return f(n)"), "“f” is defined twice"),
        ("", (DIE, "return n ^ 2"), "“n ^ 2” is no power"),
        (
            "",
            ("hits = 0", "for _ in range(2):", "    hits += 1", "    return hits"),
            "This loop ends in its first round",
        ),
        ("import sys", (DIE, "return n + (sys.getprofile() is None)"), "“rule” uses “sys”"),
    ],
)
def test_what_its_words_show(tmp_path: Path, before: str, lines: tuple[str, ...], said: str) -> None:
    """A line that can only be a slip is refused as soon as the file is loaded, or played."""
    assert said in refused(written(tmp_path, before, *lines)).message


@pytest.mark.parametrize(
    ("before", "lines"),
    [
        ("", (DIE, "turn = 0 ^ 1", "return n + turn")),
        ("def f(n): return n\nfirst = f(1)\ndef f(n): return n + first", (DIE, "return f(n)")),
        ("", ("for _ in range(1):", "    n = table.read(table.roll(1), total())", "    return n", "return 0")),
        (
            "class D(dict):\n    def __contains__(self, key): raise ValueError\nprices = D({1: 2})",
            (DIE, "return n + prices.get(n, 0)"),
        ),
        ("", (DIE, f"return n + {' + '.join(['1'] * 900)}")),
    ],
    ids=["whose turn", "used between", "first or none", "a dict of its own", "a long sum"],
)
def test_what_only_looks_like_a_slip(
    before: str, lines: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that may be meant is not refused, and looking at a game calls nothing that the game does not call."""
    examine_little(monkeypatch)
    found = examine(load_game(written(tmp_path, before, *lines)))
    assert found.sound, str(found)
