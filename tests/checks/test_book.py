"""A hundred texts of somebody who knows only the books: read as they are meant, or answered with what to write."""

from __future__ import annotations

import pytest

from sixfold import parse
from sixfold.base.wording import spelled
from sixfold.checks.check import read_check
from sixfold.errors import SixfoldError, TextError

READ = (
    ("wild attack 3D vs 12 damage 2D+2", "wild attack 3D vs 12 damage 2D plus 2"),
    ("ten attack +1 damage 2d6", "ten attack +1 damage 2d6"),
    ("ten Superior I", "ten superior 1"),
    ("ten superior III", "ten superior 3"),
    ("odgs Triple Advantage vs 15", "odgs vs 15 advantage 3"),
    ("odgs Double Disadvantage vs 15", "odgs vs 15 disadvantage 2"),
    ("skew thrice blessed", "skew good 3"),
    ("skew thrice cursed vs 12", "skew bad 3 vs 12"),
    ("ten +6/hard", "ten +6 -3 [hard]"),
    ("odgs ≥ 15", "odgs vs 15"),
    ("skew > 14", "skew vs 14"),
    ("odgs voluntary ≤ 14", "odgs voluntary score 14"),
    ("ten — 3", "ten -3"),
    ("ten+4", "ten +4"),
    ("hs three ranks", "hs 3 ranks"),
    ("wild 3d6+2 difficulty 15", "wild 3D+2 vs 15"),
    ("skew 2 good luck dice", "skew good 2"),
    ("skew good luck 2 vs 12", "skew good 2 vs 12"),
    ("ten extended threshold ten", "ten extended threshold 10"),
    ("ten + 4", "ten +4"),
    ("ten 4 superior", "ten superior 4"),
    ("ten Superior 2 Inferior 1", "ten superior 1"),
    ("ten +4 sup. 1", "ten +4 superior 1"),
    ("ten at hard", "ten -3 [hard]"),
    ("ten roll +4", "ten +4"),
    ("ten extended threshold 10 at +4 -3", "ten extended threshold 10 +1"),
    ("ten extended +4 threshold: 10", "ten extended threshold 10 +4"),
    ("ten attack +4 damage d6", "ten attack +4 damage 1d6"),
    ("ten easy +6", "ten +6 +3 [easy]"),
    ("skew high 2", "skew 2 high"),
    ("skew bad luck 2 good luck 1 vs 12", "skew bad 1 vs 12"),
    ("skew difficulty of 14", "skew vs 14"),
    ("skew >14", "skew vs 14"),
    ("skew pool 5d6 (2 high)", "skew pool 5d6 2 high"),
    ("skew task, 2 high, +2, vs. 14", "skew 2 high +2 vs 14"),
    ("wild 3D + 1", "wild 3D+1"),
    ("wild 3d+1 vs 15", "wild 3D+1 vs 15"),
    ("wild 3D vs15", "wild 3D vs 15"),
    ("wild 3D against a 15", "wild 3D vs 15"),
    ("wild D6", "wild 1D"),
    ("wild 3D difficulty: 15", "wild 3D vs 15"),
    ("wild attack 5D+1 vs 15 damage 4D+2", "wild attack 5D+1 vs 15 damage 4D plus 2"),
    ("wild 3D cancelled zero", "wild 3D cancelled=zero"),
    ("hs 3 ranks and 2 edges, 1 cut", "hs 3 ranks 2 edges 1 cut"),
    ("hs skill 3 edge 1", "hs 3 ranks 1 edge"),
    ("hs 3 lore 2 edges", "hs 3 ranks 2 edges"),
    ("hs 4d6", "hs 4d"),
    ("odgs +5 vs 15", "odgs vs 15 +5"),
    ("odgs voluntary save score 14", "odgs voluntary score 14"),
    ("odgs save vs 15 with advantage", "odgs vs 15 advantage 1"),
    ("odgs vs 15 adv 4", "odgs vs 15 advantage 4"),
    ("odgs in combat vs 15 +5", "odgs vs 15 +5 combat"),
    ("odgs vs 15 combat double effort", "odgs vs 15 combat double=effort"),
    ("odgs vs 15 advantage 2 disadvantage 1", "odgs vs 15 advantage 1"),
    ("odgs opposed +5 vs 14", "odgs opposed vs 14 +5"),
    ("dice 3d6 + 2", "dice 3d6+2"),
    ("d6+d6", "dice 1d6+1d6"),
    ("3D6", "dice 3d6"),
    ("1d20 + 5", "dice 1d20+5"),
    ("d%", "dice 1d100"),
    ("duel (ten attack +4 damage 2d6) vs (ten attack +2 damage 3d6) health 20",
     "long duel (ten attack +4 damage 2d6) (ten attack +2 damage 3d6) health 20"),
    ("attempts (ten +2) three times", "long (ten +2) 3 times"),
    ("attempts (ten +2) thrice", "long (ten +2) 3 times"),
)  # fmt: skip

OFFERED = (
    ("ten attack damage 2", "ten attack damage 2d6"),
    ("wild attack 3D vs 12 damage 3", "wild attack 3D vs 12 damage 3D"),
    ("10 +4", "ten +4"),
    ("hs 3 ranks -1", "hs 3 ranks 1 cut"),
    ("hs 3 ranks +1", "hs 3 ranks 1 edge"),
    ("skew 14", "skew vs 14"),
    ("wild 3D+1 15", "wild 3D+1 vs 15"),
    ("ten +1e3", "ten +1000"),
    ("ten +1,000", "ten +1000"),
    ("skew luck 4", "skew good 4"),
    ("skew luck 2", "skew good 2"),
    ("skew 5d6, 2 high", "skew pool 5d6, 2 high"),
    ("skew ≥ 14", "skew vs 13"),
    ("opposed (skew >= (14)) (skew vs 14)", "opposed (skew vs 13) (skew vs 14)"),
    ("opposed ((ten)) (ten)", "opposed (ten) (ten)"),
    ("wild 3D > 14", "wild 3D vs 15"),
    ("duel ten attack damage 2d6 wild attack 3D vs 10 damage 2D health 10",
     "duel (ten attack damage 2d6) (wild attack 3D vs 10 damage 2D) health 10"),
    ("attempts ten +2 3 times", "attempts (ten +2) 3 times"),
    ("opposed ten +4 vs ten +2", "opposed (ten +4) (ten +2)"),
    ("long duel (ten attack damage 2) (ten attack damage 1d6) health 5",
     "long duel (ten attack damage 2d6) (ten attack damage 1d6) health 5"),
    ("3D+1", "wild 3D+1"),
    ("dice d6 d6", "dice d6 +d6"),
    ("hs 2 dice", "hs 2d"),
    ("odgs 3d6+5 vs 15", "odgs +5 vs 15"),
    ("ten 3d6+4", "ten +4"),
    ("wild 4", "wild 4D"),
    ("skew vs 14 hgh 2", "skew vs 14 high 2"),
    ("ten superiour 1", "ten superior 1"),
    ("ten +4 trained", "ten +4 [trained]"),
    ("ten hardd", "ten hard"),
    ("odgs save score 15", "odgs save vs 15"),
    ("extended 10 +2", "ten extended 10 +2"),
    ("ten extended +2 10", "ten extended +2 threshold 10"),
    ("ten skill +4 stat +2", "ten +4 [skill] stat +2"),
    ("ten stat 4", "ten +4 [stat]"),
    ("ten +4 skill", "ten +4 [skill]"),
    ("ten +4 (skill)", "ten +4 [skill]"),
    ("ten attack +4 2d6", "ten attack +4 damage 2d6"),
    ("ten advantage", "ten superior 1"),
    ("skew 14 2 high", "skew vs 14 2 high"),
    ("skew +2 dif 14", "skew +2 difficulty 14"),
    ("skew d100", "skew percentile"),
    ("skew percent", "skew percentile"),
    ("skew percentage", "skew percentile"),
    ("skew 5d6 (2 high)", "skew pool 5d6 (2 high)"),
    ("skew init +3", "skew initiative +3"),
    ("skew 2 luck", "skew good 2"),
    ("skew 3d6 vs 10", "skew vs 10"),
    ("wild 3 dice +1", "wild 3D +1"),
    ("wild 5", "wild 5D"),
    ("wild attack 5D vs 4D", "wild attack 5D vs (wild 4D)"),
    ("wild init 3D", "wild initiative 3D"),
    ("wild three dice", "wild 3D"),
    ("hs 4", "hs 4d"),
    ("hs zero dice", "hs 0d"),
    ("odgs save 15 +5", "odgs save vs 15 +5"),
    ("odgs save vs. 15, +2 Strength, +3 Heavy Lifting", "odgs save vs. 15, +2 [Strength], +3 Heavy Lifting"),
    ("odgs strength 2 heavy lifting 3 vs 15", "odgs +2 [strength] heavy lifting 3 vs 15"),
    ("odgs voluntary 14", "odgs voluntary score 14"),
    ("odgs save vs 15 with 2 advantages", "odgs save vs 15 with 2 advantage"),
    ("odgs attack +5 vs 15 2d6", "odgs attack +5 vs 15 damage 2d6"),
    ("odgs opposed 14 +5", "odgs opposed vs 14 +5"),
    ("2d6 1d8", "2d6 +1d8"),
    ("3w6", "3d6"),
    ("percentile", "skew percentile"),
    ("roll ten +4", "ten +4"),
    ("odds ten +4", "ten +4"),
    ("superior 1", "ten superior 1"),
    ("ten ten +4", "ten +4 [ten]"),
    ("tne +4", "ten +4"),
    ("skw vs 14", "skew vs 14"),
    ("long 3 times ten +2", "long 3 times (ten +2)"),
    ("opposed ten +4, ten +2", "opposed (ten +4) (ten +2)"),
    ("attempts 3 ten +2", "attempts 3 times ten +2"),
    ("duel ten attack damage 2d6 ten attack damage 2d6 health 20 15",
     "duel (ten attack damage 2d6) (ten attack damage 2d6) health 20 15"),
)  # fmt: skip

ANSWERED = (
    "ten critical",
    "odgs save +5",
    "ten vs 10",
    "ten extended 10 successes",
    "ten attack +4 damage 2d6+1",
    "ten attack +4 damage 2 dice size smaller",
    "ten attack size 1 smaller damage 2d6",
    "ten chaos +2",
    "ten superior 100",
    "ten very hard",
    "ten impossible",
    "ten difficulty 12",
    "TEN +4 Superior 1!",
    "ten +4 “sup 1”",
    "skew 14+",
    "skew 7d6 keep 5",
    "skew lucky",
    "wild 0D",
    "hs 4 ranks",
    "hs 2 ranks 1 lore",
    "hs 3 ranks vs 5",
    "hs 3d advantage",
    "hs no dice",
    "hs 3 ranks 4 cuts",
    "odgs voluntary score 14 +2",
    "3d6 vs 10",
    "4d6 keep 3",
    "+4",
    "3 times ten +2",
    "duel (ten attack damage 2d6) (ten attack damage 2d6)",
    "duel (ten) (ten) health 5",
    "duel (ten attack damage 2d6) health 20",
    "opposed (ten +4)",
)


@pytest.mark.parametrize(("text", "canonical"), READ)
def test_words_of_the_books_are_read(text: str, canonical: str) -> None:
    """Numbers in words and Roman numerals, small words, dots and slashes stand for what the book means by them."""
    assert read_check(text).text == canonical
    assert parse(canonical).text == canonical


def test_every_number_in_words_is_its_number() -> None:
    """Each number that a player says in words or in Roman numerals is read as that number."""
    for number, numeral in enumerate(["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"], 1):
        assert parse(f"ten superior {numeral}") == parse(f"ten superior {number}")
    for number, (once, twofold) in {1: ("once", "single"), 2: ("twice", "double"), 3: ("thrice", "triple")}.items():
        assert parse(f"skew {once} blessed") == parse(f"skew {twofold} blessed") == parse(f"skew {number} good")
    for number in range(21):
        assert parse(f"ten superior {spelled(number)}") == parse(f"ten superior {number}")


@pytest.mark.parametrize(("text", "meant"), OFFERED)
def test_a_guess_can_be_read_and_keeps_what_was_said(text: str, meant: str) -> None:
    """A guess is offered with which the text can be read, or with which only another slip is left."""
    with pytest.raises(TextError) as caught:
        read_check(text)
    error = caught.value
    assert error.guess is not None
    assert error.message.endswith(f"Did you mean “{error.guess}”?")
    assert error.mended == meant
    assert left_after(meant) in (None, "notation/missing")


def left_after(text: str) -> str | None:
    """The code of what is wrong with a text after all guesses for it."""
    try:
        read_check(text)
    except TextError as error:
        better = error.mended
        return error.code if better is None else left_after(better)
    return None


@pytest.mark.parametrize("text", ANSWERED)
def test_without_a_good_guess_none_is_made(text: str) -> None:
    """One sentence says what is wrong; nothing is guessed that means something else."""
    with pytest.raises(SixfoldError) as caught:
        read_check(text)
    assert getattr(caught.value, "guess", None) is None
    assert "Did you mean" not in caught.value.message
