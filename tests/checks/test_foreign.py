"""Texts of other tools: each is answered with the check that means here what the tool documents for it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import sixfold
from sixfold import parse
from sixfold.errors import SixfoldError, TextError
from tests.console import run

Faces = tuple[int, ...]

TWINS: tuple[tuple[str, str, str, Faces, Callable[[Faces], int]], ...] = (
    ("AnyDice", "output [highest 3 of 4d6]", "4d6kh3", (6,) * 4, lambda f: sum(sorted(f)[1:])),
    ("AnyDice", "output [lowest of 2d20]", "2d20kl1", (20, 20), min),
    ("AnyDice", "output 3d6", "3d6", (6,) * 3, sum),
    ("AnyDice", 'output 3d6 named "Strength"', "3d6", (6,) * 3, sum),
    ("AnyDice", "output [count 6 in 5d6]", "5d6=6", (6,) * 5, lambda f: f.count(6)),
    ("Roll20", "/roll 2d6", "2d6", (6, 6), sum),
    ("Roll20", "/gmroll 2d6+3", "2d6+3", (6, 6), lambda f: sum(f) + 3),
    ("Avrae", "!r 1d20+5", "1d20+5", (20,), lambda f: f[0] + 5),
    ("Avrae", "!r 1d20+5 adv", "2d20kh1+5", (20, 20), lambda f: max(f) + 5),
    ("Avrae", "d20 adv", "2d20kh1", (20, 20), max),
    ("Avrae", "d20-1 dis", "2d20kl1-1", (20, 20), lambda f: min(f) - 1),
    ("Avrae", "6d6rr1", "6d6r1", (), sum),
    ("words", "2d20 take highest", "2d20kh1", (20, 20), max),
    ("words", "highest 3 of 4d6", "4d6kh3", (6,) * 4, lambda f: sum(sorted(f)[1:])),
    ("words", "4d6 best 3", "4d6kh3", (6,) * 4, lambda f: sum(sorted(f)[1:])),
    ("Roll20", "/roll 2d6[fire] + 1d4 [cold]", "2d6+1d4", (6, 6, 4), sum),
    ("words", "4d6 drop lowest", "4d6dl1", (6,) * 4, lambda f: sum(sorted(f)[1:])),
    ("words", "4d6, keep the highest 3", "4d6kh3", (6,) * 4, lambda f: sum(sorted(f)[1:])),
    ("words", "3d6 plus 2", "3d6+2", (6,) * 3, lambda f: sum(f) + 2),
    ("words", "1d20+5 # to hit", "1d20+5", (20,), lambda f: f[0] + 5),
    ("Roll20", "/roll [[1d20+5]]", "1d20+5", (20,), lambda f: f[0] + 5),
    ("words", "d20+5 vs 15", "1d20>=10", (20,), lambda f: f[0] + 5 >= 15),
    ("words", "d20+5 vs. AC 15", "1d20>=10", (20,), lambda f: f[0] + 5 >= 15),
    ("words", "d20+5 adv vs dc 15", "2d20kh1>=10", (20, 20), lambda f: max(f) + 5 >= 15),
    ("words", "1d20+5>=15", "1d20>=10", (20,), lambda f: f[0] + 5 >= 15),
    ("words", "d20 - 2 vs 12", "1d20>=14", (20,), lambda f: f[0] - 2 >= 12),
    ("Dice Maiden", "2d10t7", "2d10>=7", (10, 10), lambda f: sum(face >= 7 for face in f)),
    ("Dice Maiden", "4d6d1", "4d6dl1", (6,) * 4, lambda f: sum(sorted(f)[1:])),
    ("Foundry", "2d6cs>4", "2d6>4", (6, 6), lambda f: sum(face > 4 for face in f)),
    ("Foundry", "4d6cs6", "4d6=6", (6,) * 4, lambda f: sum(face == 6 for face in f)),
    ("Foundry", "min(1d6, 1d8)", "{1d6, 1d8}kl1", (6, 8), min),
    ("Foundry", "max(d4, d6)", "{d4, d6}kh1", (4, 6), max),
    ("Foundry", "floor(3d6/2)", "(3d6)//2", (6,) * 3, lambda f: sum(f) // 2),
    ("Foundry", "5d6x", "5d6!", (), sum),
    ("RPG Dice Roller", "4d6-L", "4d6dl1", (6,) * 4, lambda f: sum(sorted(f)[1:])),
)  # fmt: skip
"""The tool, a text of it, ours, and what the tool makes of each hand; no sides where a hand is not finite."""

AGAINST = ("d20+5 vs d20+3", "opposed (d20+5) (d20+3) by total")

HABITS = {text: str(parse(f"dice {ours}")) for _, text, ours, *_ in TWINS} | {AGAINST[0]: str(parse(AGAINST[1]))}
"""What people type for other tools, and the check that it is here. The page and the bot are held to it as well."""


@pytest.mark.parametrize(("tool", "text", "ours", "sides", "value"), TWINS, ids=[twin[1] for twin in TWINS])
def test_other_tools_texts_have_twins(
    tool: str, text: str, ours: str, sides: Faces, value: Callable[[Faces], int]
) -> None:
    """The guess is a check with the odds that the tool's own meaning gives."""
    with pytest.raises(SixfoldError) as caught:
        parse(text)
    mended = getattr(caught.value, "mended", None)
    assert mended is not None
    assert parse(mended) == parse(f"dice {ours}"), tool
    if sides:
        whole: dict[int, Fraction] = {}
        each = Fraction(1)
        for number in sides:
            each /= number
        for faces in product(*(range(1, number + 1) for number in sides)):
            total = int(value(faces))
            whole[total] = whole.get(total, Fraction(0)) + each
        assert {one.outcome["total"]: one.exact for one in sixfold.odds(mended).outcomes} == whole


def test_dice_against_dice_are_opposed() -> None:
    """`d20+5 vs d20+3` is two checks against each other, by their totals."""
    with pytest.raises(SixfoldError) as caught:
        parse(AGAINST[0])
    mended = getattr(caught.value, "mended", None)
    assert mended == AGAINST[1]
    ahead = sum(one + 5 > other + 3 for one, other in product(range(1, 21), repeat=2))
    assert sixfold.odds(mended).events["result=first"] == Fraction(ahead, 400)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3d6!p", "Penetrating dice (!p) have no twin here."),
        ("4d6mi2", "A least or greatest face (mi, min, ma, max) has no twin here."),
        ("5d10f1", "Failures (f, cf, df) are not counted here."),
        ("5d10>=8f1", "Failures (f, cf, df) are not counted here."),
        ("6#4d6kh3", "A check is one roll: on the command line, write --times for several."),
        ("3d6+2>=15", "A comparison follows the dice that it counts. For a total, on the command line: sixfold odds "
         "'dice 3d6+2' --event 'total >= 15'."),
        ("3d6 x6", "This can be read in two ways: rolled 6 times, which is “dice 3d6” with --times 6 on the command "
         "line, or rolled once and multiplied, which is “3d6*6”."),
    ],
)  # fmt: skip
def test_what_has_no_twin_is_named(text: str, sentence: str) -> None:
    """What other tools have and plain dice have not is answered by a sentence that says so, without a guess."""
    with pytest.raises(SixfoldError) as caught:
        parse(text)
    assert (caught.value.message, getattr(caught.value, "mended", None)) == (sentence, None)


@pytest.mark.parametrize("text", [twin[1] for twin in TWINS])
@pytest.mark.parametrize("begins", [(), ("roll",), ("odds", "--json")])
def test_the_command_line_leads_on(text: str, begins: tuple[str, ...]) -> None:
    """A text of another tool is answered by the guess with and without a command, also as words of a shell."""
    for words in ([text], text.split()):
        refused = run(*begins, *words)
        assert refused.status == 2
        assert "Did you mean" in (refused.err or refused.out)
        assert "neither a command" not in refused.err


def test_a_note_is_not_dropped_in_silence(tmp_path: Path) -> None:
    """The command line says that it keeps no note; a table keeps it."""
    assert "Only a table keeps a note behind “#”. Did you mean “d20”?" in run("d20 # to hit").err
    played = run("play", str(tmp_path / "evening.sixfold"), stdin="/roll d20+5 << 12 # to hit\n/r 2d6 << 1 2\n")
    assert "“to hit”" in played.out
    assert "total 3" in played.out
    assert played.err == ""


def test_checks_of_games_are_left_alone() -> None:
    """A slip in a check of a game is no text of another tool; the terminal asks about the guess."""
    with pytest.raises(SixfoldError) as caught:
        parse("ten +4 d20 adv")
    assert "2d20" not in caught.value.message
    assert "Did you mean “2d20kh1+5”?" in run("roll", "1d20+5 adv").err


WIDE = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)}
"""What some keyboards for Chinese and Japanese type instead of ASCII."""


@pytest.mark.parametrize("text", [rule.example for system in sixfold.SYSTEMS.values() for rule in system.rules])
def test_what_is_typed_in_wide_letters_is_guessed(text: str) -> None:
    """Every example of every rule, typed by another keyboard, is refused with itself as the guess."""
    for wide in (text.translate(WIDE), text.translate({code: WIDE[code] for code in map(ord, "0123456789+-")})):
        if wide != text:
            with pytest.raises(TextError) as caught:
                parse(wide)
            assert caught.value.mended == text
