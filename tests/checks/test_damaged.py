"""Right checks with one slip of the hand in them: whatever the slip, they are read, or the guess is the check meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from sixfold import parse
from sixfold.base.bounds import MENDED_SIGNS
from sixfold.checks.repairs import repair
from sixfold.errors import TextError
from sixfold.systems import SYSTEMS

TEXTS = (
    "ten +4 superior 1",
    "ten hard +4",
    "ten extended threshold 10 +2",
    "ten attack +4 damage 2d6 size +1",
    "skew 2 high vs 14",
    "skew good 2 bad 1 +2 vs 14",
    "skew initiative +3",
    "wild 3D+1 vs 15",
    "wild attack 3D vs 12 damage 2D",
    "hs 3 ranks 2 edges 1 cut",
    "hs 0d 1 cut",
    "odgs save vs 15 +2 [Strength] +3 [Heavy Lifting]",
    "odgs opposed +5 vs 14 disadvantage 1",
)


def doubled(text: str) -> Iterator[str]:
    words = text.split(" ")
    yield from (" ".join((*words[: at + 1], *words[at:])) for at, word in enumerate(words) if word.isalpha())


def game_behind(text: str) -> Iterator[str]:
    game, *words = text.split(" ")
    yield " ".join((*words, game))


def from_another_keyboard(text: str) -> Iterator[str]:
    for at, letter in enumerate(text):
        if letter.isascii() and letter != " ":
            yield text[:at] + chr(ord(letter) + 0xFEE0) + text[at + 1 :]


def stray(text: str) -> Iterator[str]:
    yield from (f"{text[:at]}~{text[at:]}" for at in range(1, len(text) + 1) if "[" not in text[: at + 1])


def without_a_bracket(text: str) -> Iterator[str]:
    yield from (text[:at] + text[at + 1 :] for at, letter in enumerate(text) if letter in "[]")


SLIPS = (doubled, game_behind, from_another_keyboard, stray, without_a_bracket)


@pytest.mark.parametrize("slips", SLIPS, ids=lambda slips: slips.__name__)
@pytest.mark.parametrize("text", TEXTS)
def test_one_slip_leads_back_to_the_check(text: str, slips: Callable[[str], Iterator[str]]) -> None:
    """A check with one slip that loses nothing is refused at a place in it, and the guess is that check."""
    for slip in slips(text):
        error = refusal(slip)
        if error is not None and error.code != "notation/ambiguous":
            assert 1 <= (error.column or 0) <= len(slip) + 1
            assert error.mended is not None, slip
            assert parse(error.mended) == parse(text), slip


def refusal(text: str) -> TextError | None:
    """The error of a text, if it has one."""
    try:
        parse(text)
    except TextError as error:
        return error
    return None


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("7+2", "dice 7+2"),
        ("7//2", "dice 7//2"),
        ("wild ND", "wild 3D"),
        ("wild 3D vs N", "wild 3D vs 15"),
        ("wild attack 3D 12 damage 2D", "wild attack 3D vs 12 damage 2D"),
        ("skew vs l4", "skew vs 14"),
        ("hs fourd", "hs 4d"),
        ("ten hadr +4", "ten hard +4"),
        ("skew 1 low v 9", "skew 1 low vs 9"),
        ("skew 3 ranks 1 cut", "hs 3 ranks 1 cut"),
        ("dice (2d6+3", "dice (2d6+3)"),
        ("dice 2d6+1)//2", "dice (2d6+1)//2"),
        ("initiative 2D", "wild initiative 2D"),
    ],
)
def test_what_was_meant(text: str, meant: str) -> None:
    """A guess keeps what was said and says it as it is read."""
    with pytest.raises(TextError) as caught:
        parse(text)
    assert caught.value.mended == meant
    assert parse(meant)


@pytest.mark.parametrize("size", [3, 40, 290])
def test_a_text_costs_no_more_changes_than_it_is_short(size: int) -> None:
    """MENDED_SIGNS: so many characters are read to mend a text, and not one change more, however long it is."""
    text = ("dice " + "2d6~" * size)[:size]
    tried: list[str] = []

    def never(meant: str) -> bool:
        tried.append(meant)
        return False

    repair(text, len(text) // 2, SYSTEMS, never)
    assert 0 < len(tried) <= MENDED_SIGNS // size
