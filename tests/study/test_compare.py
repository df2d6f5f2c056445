"""Checks side by side, and in each other's games."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sixfold import odds
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.shapes.parts import Chance
from sixfold.errors import SixfoldError
from sixfold.study import compare, equivalent
from tests.console import run
from tests.study.brute import save_succeeds, ten, ten_succeeds

CHECKS = ("ten +3", "wild 3D vs 15", "ten +3 superior 1", "hs 4d", "odgs vs 15 +5 combat", "dice 3d6")


def test_checks_are_lined_up_by_their_chance_of_success() -> None:
    """The likeliest success comes first, and what has none comes last."""
    lines = compare(*CHECKS).checks
    chances = [line.chance.exact for line in lines if line.chance is not None]
    assert (sorted(chances, reverse=True), 4) == (chances, len(chances))
    assert [line.chance for line in lines[-2:]] == [None, None]


def test_the_figures_of_a_comparison_are_those_of_brute_force() -> None:
    """Success, critical, mean and likeliest margin of a test, by counting dice."""
    (line,) = compare("ten +3 superior 1").checks
    rows = ten(1)
    margins: dict[int, Fraction] = {}
    for (_, total, _, _), chance in rows.items():
        margins[total - 7] = margins.get(total - 7, Fraction(0)) + chance
    assert Chance.of(Bounds.exactly(ten_succeeds(3, 1))) == line.chance
    critical = sum((c for (_, _, q, _), c in rows.items() if q == "critical"), Fraction(0))
    assert {"Critical": Chance.of(Bounds.exactly(critical))} == line.criticals
    assert line.number is not None
    assert sum(value * chance for value, chance in margins.items()) == line.number.mean.exact
    likeliest = line.number.likeliest
    assert (max(margins, key=lambda value: margins[value]), max(margins.values())) == (likeliest.value, likeliest.exact)


def test_an_event_may_be_compared_instead() -> None:
    """With an event, the checks are lined up by it."""
    lines = compare("ten", "ten superior 1", "ten superior 2", event="quality=critical").checks
    assert [line.text for line in lines] == ["ten superior 2", "ten superior 1", "ten"]


def test_the_nearest_check_of_another_game_is_that_of_trying_all() -> None:
    """Over every save score, the nearest above and below `ten +1` are those of brute force."""
    asked = ten_succeeds(1)
    found = equivalent("ten +1", "odgs vs ? +4", ranges=["1..40"])
    chances = {save_succeeds(score, 4) for score in range(1, 41)}
    assert min(c for c in chances if c > asked) == found.above[0].exact
    assert max(c for c in chances if c < asked) == found.below[0].exact
    assert min(abs(c - asked) for c in chances) == abs(found.nearest.exact - asked)


def test_a_game_by_name_has_its_dice_searched() -> None:
    """`--in wild --vs 15` tries die codes; the nearest is none that lies farther than any other."""
    found = equivalent("ten +3", "wild vs 15")
    asked = ten_succeeds(3)
    gaps = [
        abs(odds(f"wild {dice}D+{more} vs 15").events["success"] - asked) for dice in range(1, 13) for more in range(3)
    ]
    assert min(gaps) == abs(found.nearest.exact - asked)


def test_other_events_may_be_meant_on_either_side() -> None:
    """Where a game has no success, an event of it is named."""
    found = equivalent("ten", "hs", other_event="result=triumph or result=struggle")
    assert {"hs 1d", "hs 2d"} == {found.above[0].text, found.below[0].text}


@pytest.mark.parametrize(
    ("asked", "within", "code"),
    [
        ("ten", "hs", "study/event"),
        ("dice 3d6", "ten", "study/event"),
        ("ten", "nowhere", "notation/unexpected"),
        ("ten", "", "notation/empty"),
        ("ten", "wild 3D+1 vs 15", "study/open"),
        ("ten", "wild ?D+? vs ?", "bounds/exceeded"),
        ("ten", "wild ?D bs 15", "study/open"),
    ],
)
def test_bad_questions_are_refused(asked: str, within: str, code: str) -> None:
    """Each gets one error with its code."""
    with pytest.raises(SixfoldError) as caught:
        equivalent(asked, within)
    assert code == caught.value.code


def test_the_commands_print_and_write_json() -> None:
    """Both commands for people and for programs; checks in quotes or with commas between."""
    quoted = run("compare", "ten +3", "wild 3D vs 15", "--json").json
    assert quoted == run("compare", "ten", "+3", ",", "wild", "3D", "vs", "15", "--json").json
    assert [check["text"] for check in quoted["checks"]] == ["ten +3", "wild 3D vs 15"]
    near = run("equivalent", "ten", "+3", "--in", "wild", "--vs", "15", "--json").json
    assert (near["nearest"]["text"], near["exact"]) == ("wild 6D+2 vs 15", "49/54")
    assert (run("compare").status, run("compare", "ten +").status, run("equivalent", "ten").status) == (2, 2, 2)


def test_tidy_events_have_their_names_in_json() -> None:
    """A table and a comparison name an event alike in CSV: as the odds do in JSON."""
    compared = run("compare", "ten", "wild 3D vs 9", "hs 1 rank", "--format", "csv").out
    table = run("table", "ten", "--rows", "modifier=1..1", "--format", "csv").out
    assert [line.split(",")[1] for line in compared.splitlines()] == ["event", "success", "success", ""]
    assert table.splitlines()[1].startswith("1,success,")
