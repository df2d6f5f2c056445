"""Reports as text: at every width, in every encoding."""

from __future__ import annotations

import re

import pytest
from msgspec import UNSET, convert

from sixfold import advise, roll
from sixfold.base.shapes.error import Problem
from sixfold.errors import ChoiceNeeded
from sixfold.rules import Die, Rule, System, Table, Values, count
from sixfold.show.report.blocks import Dice, Heading, Line, Paragraph
from sixfold.show.report.tables import Column, Columns, Definition, Entries, Row
from sixfold.show.screen import ENDLESS, Screen, room_of
from sixfold.show.text import draw
from tests.show.values import VALUES

_STYLE = re.compile("\ue000[a-z]+\ue001|\ue002")


@pytest.mark.parametrize("width", [30, 40, 60, 80, 100])
@pytest.mark.parametrize("name", VALUES)
def test_no_line_is_longer_than_the_screen_is_wide(name: str, width: int) -> None:
    """Words are folded, bars are shorter, and columns stand under each other where there is no room for them."""
    lines = draw(VALUES[name]().report(), Screen(width)).splitlines()
    assert [line for line in lines if room_of(line) > width] == []


@pytest.mark.parametrize("name", VALUES)
def test_a_narrow_screen_leaves_no_word_out(name: str) -> None:
    """Every figure and every word of the wide form is in the narrow one, but for fractions and further chances."""
    report = VALUES[name]().report()
    wide, narrow = (set(re.findall(r"[\w./%+−]+", draw(report, Screen(width)))) for width in (ENDLESS.width, 34))
    fractions = {word for word in wide - narrow if re.fullmatch(r"\d+/\d+", word)}
    bars = [block for block in report if isinstance(block, Columns) and block.beside]
    rows = [row for block in bars for row in block.rows if isinstance(row, Row)]
    more = {word for each in (*(block.heads for block in bars), *(row.cells[3:] for row in rows)) for word in each}
    assert wide - narrow - fractions - {part for word in more for part in word.split()} == set()


@pytest.mark.parametrize("name", VALUES)
def test_a_wide_screen_is_as_good_as_none(name: str) -> None:
    """Where there is room, nothing differs from the text without a width."""
    report = VALUES[name]().report()
    wide = draw(report, Screen(10_000))
    assert [line.split() for line in draw(report).splitlines()] == [line.split() for line in wide.splitlines()]


@pytest.mark.parametrize("name", VALUES)
def test_where_there_are_only_plain_characters_only_they_are_used(name: str) -> None:
    """Bars, minus signs and quotation marks have a form in ASCII, as wide as the columns are."""
    report = VALUES[name]().report()
    plainly = draw(report, Screen(ascii=True))
    assert plainly.isascii()
    assert len(plainly.splitlines()) == len(draw(report).splitlines())


@pytest.mark.parametrize("name", VALUES)
def test_styles_change_nothing_but_the_looks(name: str) -> None:
    """Without its styles a painted report is the plain one, at every width."""
    report = VALUES[name]().report()
    for width in (ENDLESS.width, 40, 80):
        painted = draw(
            report,
            Screen(width, paint=lambda text, style: f"\ue000{style}\ue001{text}\ue002" if text and style else text),
        )
        assert "\ue000title" in painted or "\ue000strong" in painted
        assert [line.rstrip() for line in _STYLE.sub("", painted).splitlines()] == draw(
            report, Screen(width)
        ).splitlines()


def test_a_grid_is_parted_into_bands_with_its_names_before_each() -> None:
    """Columns without room stand below, each band with the names of the rows."""
    columns = (Column("n", "right"), *(Column(head, "right") for head in ("one", "two", "three")))
    block = Columns(columns, (Row(("1", "10 %", "20 %", "30 %")),), grid=True, over="option")
    assert draw((block,), Screen(16)).splitlines() == [
        "     option",
        "  n   one   two",
        "  1  10 %  20 %",
        "",
        "     option",
        "  n  three",
        "  1   30 %",
    ]


def test_a_row_without_heads_goes_on_in_the_next_line() -> None:
    """Its columns stay under each other."""
    block = Columns((Column(), Column(), Column()), (Row(("a", "bb bb", "ccc")), Row(("aaa", "b", "c"))))
    assert draw((block,), Screen(14)).splitlines() == ["  a    bb bb", "      ccc", "  aaa  b", "      c"]


def test_a_cell_without_room_is_folded_by_words() -> None:
    """A long cell takes several lines; a percentage is never parted from its sign."""
    block = Columns((Column("check"), Column("critical")), (Row(("ten", "success 5.750 %, botch 5.750 %")),), indent=0)
    assert draw((block,), Screen(20)).splitlines() == [
        "check  critical",
        "ten    success",
        "       5.750 %,",
        "       botch 5.750 %",
    ]


def test_bars_are_shorter_and_then_gone_where_there_is_no_room() -> None:
    """First the bar shrinks, then the fraction goes, then the bar, and at last the name is folded."""
    block = (Columns((Column(),) * 3, (Row(("Critical success", "5.750 %", "23/400"), share=1.0),), beside=True),)
    lines = [draw(block, Screen(width)) for width in (80, 50, 40, 36, 30, 24)]
    assert [(line.count("█"), "23/400" in line, line.count("\n")) for line in lines] == [
        (30, True, 0), (13, True, 0), (11, False, 0), (7, False, 0), (0, False, 0), (0, False, 1),
    ]  # fmt: skip


def test_dice_that_do_not_count_stand_in_parentheses() -> None:
    """What was read of a throw stands behind its dice, and below them where there is no room."""
    block = (Dice((Line("test", ((6, True), (1, False)), "highest 3: 13"), Line("", (), "T3: a critical"))),)
    assert draw(block).splitlines() == ["  test  6 (1)   highest 3: 13", "        T3: a critical"]
    folded = ["  test  6 (1)", "        highest", "        3: 13", "        T3: a", "        critical"]
    assert draw(block, Screen(16)).splitlines() == folded


def test_what_a_terminal_would_obey_is_not_in_the_text() -> None:
    """Control characters in any part of any block become a mark."""
    bad = "a\x1b]52;c;x\x07b"
    blocks = (
        Heading(bad, bad),
        Paragraph(bad),
        Dice((Line(bad, ((1, True),), bad),)),
        Columns((Column(bad),) * 3, (Row((bad,) * 3, share=0.5),), beside=True),
        Columns((Column(bad), Column(bad)), (Row((bad, bad), mark="\x07", notes=(bad,)), Heading(bad)), caption=bad),
        Entries((Definition(bad, bad),)),
    )
    for width in (ENDLESS.width, 30):
        for plainly in (False, True):
            text = draw(blocks, Screen(width, plainly))
            assert all(line.isprintable() for line in text.split("\n"))


def test_letters_of_the_far_east_take_two_columns() -> None:
    """What stands behind them is still in its column."""
    block = Columns((Column(), Column()), (Row(("骰子", "1")), Row(("ten", "2"))))
    assert draw((block,)).splitlines() == ["  骰子  1", "  ten   2"]


def test_advice_shows_the_dice_on_the_table() -> None:
    """The faces of each throw stand in their order behind its label, above the options."""
    told = draw(advise("odgs vs 9 advantage 1", faces=[6, 5, 4, 4]).report())
    assert re.search(r"^ *save +6 +5 +4 +4$", told, re.MULTILINE), told


def pushed(table: Table) -> Values:
    """Signs; a player may double the hits, or take one for sure."""
    hits = table.read(table.roll(2, "signs", Die.of("hit", "miss", "miss")), count("hit"))
    return {"total": 2 * hits if table.choose("Double?", ("no", "yes"), 0) == 1 else 1}


def test_a_question_tells_programs_what_is_on_the_sides_of_the_dice() -> None:
    """The rolls of a question are written as those of the record that comes of it."""
    games = {"signs": System(Rule(pushed), name="signs")}
    with pytest.raises(ChoiceNeeded) as asked:
        roll("signs", faces=[1, 3], choices=[], systems=games)
    document = roll("signs", faces=[1, 3], choices=[0], systems=games).to_json()
    problem = convert(asked.value.to_json()["error"], Problem)
    assert asked.value.to_json()["error"]["throws"] == document["throws"]
    assert problem.throws != UNSET
    assert problem.throws[0].shows == ["hit", "miss", "miss"]


def test_advice_shows_what_is_on_the_sides_of_the_dice() -> None:
    """Dice with symbols are on the table with their symbols, as the question itself shows them."""
    games = {"signs": System(Rule(pushed), name="signs")}
    told = draw(advise("signs", faces=[1, 3], aim="total", systems=games).report())
    assert re.search(r"^ *signs +hit +\(miss\)$", told, re.MULTILINE), told
