"""Printed odds against exact ones."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import floor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixfold.base.shapes.fraction import Bounds
from sixfold.base.written_chances import read_figure
from sixfold.errors import ClaimError, StudyError
from sixfold.study import audit, parse_claims, read_claims, shipped_claims
from sixfold.study.claims import table_claims
from sixfold.study.printed_figures import judge
from tests.console import run
from tests.study.brute import ten, ten_succeeds

PRINTED = (
    *("62.5 %", "7 %", "one in nine", "three in a thousand", "0.123", "about 5 %", "nearly one in four"),
    *("slightly more than 3 %", "below 1 %", "above 90 %", "3/7"),
)
WRONG = {"ten +9 [trivial]": "97 %", "ten +6 [professional]": "96 %", "ten": "slightly less than 3 %"}


def test_the_wrong_odds_of_ten_are_found() -> None:
    """+9, +6 and chaos are wrong, each with the figure that it would be right to print; nothing else is."""
    assert {found.worst: found.right for found in audit().wrong} == WRONG


def test_odds_upheld_only_by_cutting_digits_are_found() -> None:
    """90 % for 90.74 %, 62 % for 62.5 % and 3 % for 3.7 % come of leaving digits away."""
    cut = {found.worst: found.right for found in audit().claims if found.verdict == "cut"}
    assert cut == {"ten +3 [easy]": "91 %", "ten +0 [uncertain]": "63 %", "ten -9 [hopeless]": "4 %"}


def test_every_audited_chance_is_that_of_brute_force() -> None:
    """The exact figure beside each claim is the one that counting every fall of the dice gives."""
    claims = [claim for path in shipped_claims() for claim in read_claims(path)]
    for claim, found in zip(claims, audit().claims, strict=True):
        options = claim.checks[0].arguments if len(claim.checks) == 1 else None
        if options is None or abs(options["skew"]) > 2:
            continue
        event = claim.event.text if claim.event else "success"
        rows = ten(options["skew"])
        if event == "success":
            expected = ten_succeeds(options["modifier"], options["skew"])
        elif event == "chaos":
            expected = sum((c for (_, _, _, chaos), c in rows.items() if chaos), Fraction(0))
        else:
            expected = sum((c for (_, _, q, _), c in rows.items() if f"quality={q}" == event), Fraction(0))
        assert expected == found.exact, found.worst


def test_every_printed_odd_of_the_list_is_claimed() -> None:
    """The shipped file has a claim for each of the 21 printed figures, and each says where it stands."""
    claims = [claim for path in shipped_claims() for claim in read_claims(path)]
    assert (len(claims), all(c.citation.words and c.citation.where and c.citation.book for c in claims)) == (21, True)


def test_a_claim_over_a_range_is_judged_by_its_worst() -> None:
    """Superior 2 to 5 are not all below one in a thousand: Superior 2 is named."""
    (found,) = audit(
        parse_claims("check: ten superior ?\nfor: 2..5\nevent: quality=blunder\nprinted: below one in a thousand")
    ).claims
    assert ("wrong", "ten superior 2", Fraction(7, 2592)) == (found.verdict, found.worst, found.exact)


@pytest.mark.parametrize(
    ("printed", "worst"),
    [
        ("at most 50 %", "hs 3d"), ("below 50 %", "hs 3d"), ("at most 20 %", "hs 3d"), ("at least 1 %", "hs 1d"),
        ("above 16 %", "hs 1d"), ("at least 20 %", "hs 1d"), ("40 %", "hs 1d"), ("20 %", "hs 3d"),
    ],
)  # fmt: skip
def test_the_worst_of_a_range_is_the_furthest_from_the_claim(printed: str, worst: str) -> None:
    """Among checks with one verdict, the one whose chance is the furthest beyond an end, or the nearest to it."""
    claim = parse_claims(f"check: hs ?d\nfor: 1..3\nevent: result=triumph\nprinted: {printed}")
    (found,) = audit(claim).claims
    assert found.worst == worst


@pytest.mark.parametrize(
    ("text", "otherwise"),
    [
        ("check: ten +6\nprinted: 99.5 %", ("without the extra dice",)),
        ("check: ten superior 1\nevent: chaos\nprinted: 5.5 %", ()),
        ("check: wild 1D vs 1\nevent: total=0\nprinted: 100 %", ()),
        (
            "check: hs 0d 1 cut\nevent: twist\nprinted: exactly 0 %",
            ("with the word “basic”", "under the house rule overcut=fumble"),
        ),
        ("check: odgs voluntary score 9 advantage 1\nprinted: 19 %", ()),
        ("check: ten\nprinted: 95 %\nor by the natural: natural >= 6", ("by the natural (natural >= 6)",)),
    ],
)
def test_a_wrong_claim_is_said_to_be_right_otherwise(text: str, otherwise: tuple[str, ...]) -> None:
    """Another house rule, no extra dice, or a reading that the claim names may make a wrong claim right."""
    (found,) = audit(parse_claims(text)).claims
    assert ("wrong", otherwise) == (found.verdict, found.otherwise)


def test_chaos_of_the_kept_dice_is_found_as_a_house_rule() -> None:
    """A book that prints the chance of chaos=kept is told so."""
    hands = list(product(range(1, 7), repeat=5))
    kept = sum(max(Counter(sorted(hand)[-3:]).values()) == 3 for hand in hands)
    percent = Fraction(kept * 100, len(hands))
    text = f"check: ten superior 2\nevent: chaos\nprinted: {float(percent):.2f} %"
    (found,) = audit(parse_claims(text)).claims
    assert found.otherwise == ("under the house rule chaos=kept",)


@pytest.mark.parametrize(
    ("printed", "chance", "verdict"),
    [
        ("62.5 %", Fraction(5, 8), "upheld"),
        ("63 %", Fraction(5, 8), "upheld"),
        ("62 %", Fraction(5, 8), "cut"),
        ("61 %", Fraction(5, 8), "wrong"),
        ("about 5 %", Fraction(5, 108), "upheld"),
        ("about 5 %", Fraction(3, 100), "wrong"),
        ("nearly one in four", Fraction(607, 2592), "upheld"),
        ("nearly one in four", Fraction(1, 4), "wrong"),
        ("nearly one in four", Fraction(1, 5), "wrong"),
        ("below one in a thousand", Fraction(7, 11664), "upheld"),
        ("below one in a thousand", Fraction(1, 1000), "wrong"),
        ("at most one in a thousand", Fraction(1, 1000), "upheld"),
        ("three in a thousand", Fraction(7, 2592), "upheld"),
        ("slightly less than 2 %", Fraction(1, 36), "wrong"),
        ("slightly less than 2 %", Fraction(19, 1000), "upheld"),
        ("one in four", Fraction(23, 100), "upheld"),
        ("one in four", Fraction(21, 100), "wrong"),
        ("two thirds", Fraction(2, 3), "upheld"),
        ("5/8", Fraction(5, 8), "upheld"),
        ("5/8", Fraction(501, 800), "wrong"),
        ("0.625", Fraction(5, 8), "upheld"),
        ("more than half", Fraction(51, 100), "upheld"),
        ("100 %", Fraction(999, 1000), "upheld"),
        ("0 %", Fraction(1, 1000), "upheld"),
        ("0 %", Fraction(6, 1000), "wrong"),
    ],
)
def test_figures_are_judged_as_they_are_meant(printed: str, chance: Fraction, verdict: str) -> None:
    """Rounded, cut, about, nearly, below: each way of printing has its own meaning."""
    assert verdict == judge(read_figure(printed), Bounds(chance, chance)).verdict


@pytest.mark.parametrize(
    ("words", "holds"),
    [("below", operator.lt), ("at most", operator.le), ("above", operator.gt), ("at least", operator.ge)],
)
def test_figures_with_an_open_end_compare(words: str, holds: Callable[[int, int], bool]) -> None:
    """Below, at most, above and at least are upheld by the chances for which that is so, however far they lie."""
    for printed, percent in product((10, 50, 75), range(101)):
        verdict = judge(read_figure(f"{words} {printed} %"), Bounds.exactly(Fraction(percent, 100))).verdict
        assert (verdict == "upheld") == holds(percent, printed)


@pytest.mark.parametrize("printed", PRINTED)
@pytest.mark.parametrize("number", [1, 30, 361, 500, 873, 999])
def test_the_right_figure_is_right(printed: str, number: int) -> None:
    """What the audit says should be printed is upheld when it is audited itself."""
    chance = Fraction(number, 1000)
    right = judge(read_figure(printed), Bounds(chance, chance)).right
    assert judge(read_figure(right), Bounds(chance, chance)).verdict == "upheld", right


def test_a_ratio_is_corrected_by_an_easy_one() -> None:
    """So many in a few, or else one in so many, or all but that: never a percentage, and near enough."""
    for printed in ("three in a thousand", "one in 999", "two thirds"):
        for chance in {Fraction(number, parts) for parts in range(2, 13) for number in range(1, parts)}:
            right = read_figure(judge(read_figure(printed), Bounds.exactly(chance)).right)
            assert (right.quantity.form, right.but) == ("ratio", False)
            assert abs(right.value - chance) < Fraction(1, 50)
        for many in range(20, 200):
            right = read_figure(judge(read_figure(printed), Bounds.exactly(1 - Fraction(1, many))).right)
            assert (right.quantity.form, right.but, right.value) == ("ratio", True, 1 - Fraction(1, many))


@pytest.mark.parametrize("many", [*range(3, 10), *range(11, 20)])
def test_one_in_so_many_is_corrected_by_its_neighbour(many: int) -> None:
    """What is exactly one in eight is below one in seven, and above one in nine; one in ten is so many in ten."""
    exactly = Bounds.exactly(Fraction(1, many))
    assert judge(read_figure(f"below 1 in {many}"), exactly).right == f"below 1 in {many - 1}"
    assert judge(read_figure(f"above 1 in {many}"), exactly).right == f"above 1 in {many + 1}"


@given(st.integers(1, 99), st.integers(2, 9))
def test_the_right_figure_is_no_longer_than_needed(parts: int, zeros: int) -> None:
    """For a chance near 0 or 1 the right figure has so many digits that it says neither, and no more."""
    rare = Fraction(parts, 10 ** (zeros + 2))
    for chance in (rare, 1 - rare):
        right = read_figure(judge(read_figure("50 %"), Bounds.exactly(chance)).right)
        shorter, shown = (
            Fraction(floor(chance * 10**places + Fraction(1, 2)), 10**places)
            for places in (right.quantity.digits + 1, right.quantity.digits + 2)
        )
        assert right.value == shown
        assert right.quantity.digits == 0 or shorter in (0, 1)


@pytest.mark.parametrize(
    ("table", "column"),
    [("+3  91 %\n +x  91 %", 2), ("+3  91 %\n| ? | 91 % |", 3), ("+3  91 %\n| +4 | much |", 8)],
)
def test_a_bad_cell_is_named_with_its_place(table: str, column: int) -> None:
    """A number or a figure of a printed table that cannot be read is named with its line and column."""
    with pytest.raises(ClaimError) as caught:
        audit(table_claims(table, "ten +?"))
    assert (caught.value.line, caught.value.column) == (2, column)


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        ("check: ten hrd\nprinted: 3 %", 1, 12, "hard"),
        ("# fine\n\ncheck: ten\nprinted: much", 4, 10, "not a probability"),
        ("check: ten\nprinted: 3 %\nevnt: success", 3, 1, "event"),
        ("check: ten\nprinted: 3 %\nevent: succes", 3, 8, "success"),
        ("event: margin >= 3 or chas\n\ncheck: ten\nprinted: 3 %", 1, 23, "chaos"),
        ("check: ten\nprinted: 3 %\nevent: not chas", 3, 12, "chaos"),
        ("check: ten\nprinted: 3 %\nor kept dice: chas", 3, 15, "chaos"),
        ("check: hs 3d\nprinted: 3 %", 1, 8, "Name an event: event: result=triumph. It has"),
        ("check: ten\nprinted: 3 %\nevent: margin >", 3, 16, "missing"),
        ("check: ten\nwhatever", 2, 1, "KEY: VALUE"),
        ("check: ten", 1, 1, "no printed figure"),
        ("printed: 3 %", 1, 1, "no check"),
        ("check: ten ?\nprinted: 3 %", 1, 12, "numbers"),
        ("check: ten superior ?\nfor: 1..x\nprinted: 3 %", 2, 6, "range"),
        ("check: ten superior ?\nfor: 1..98\nprinted: 3 %", 1, 21, "97"),
        ("check: ten\ncheck: ten\nprinted: 3 %", 2, 1, "twice"),
        ("check: wild 3D\nprinted: 3 %", 1, 8, "success"),
        ("check: ten\nprinted: 300 %", 2, 10, "between"),
        ("check:\nprinted: 3 %", 1, 7, "no value"),
        ("check: ten\nfor: 1..2\nprinted: 3 %", 2, 1, "has none"),
    ],
)
def test_a_bad_line_is_named_with_its_place(text: str, line: int, column: int, part: str) -> None:
    """Each mistake in a file of claims gives one error with file, line and column."""
    with pytest.raises(ClaimError) as caught:
        audit(parse_claims(text, "my.claims"))
    error = caught.value
    assert (line, column, True) == (error.line, error.column, part in error.message), error.message
    assert error.message.startswith(f"my.claims, line {line}:")


def test_windows_line_ends_and_a_mark_of_order_are_read(tmp_path: Path) -> None:
    """A file from another machine is read the same."""
    path = tmp_path / "x.claims"
    path.write_bytes("﻿check: ten\r\nprinted: 62.5 %\r\n".encode())
    assert [found.verdict for found in audit(path).claims] == ["upheld"]


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00", b"check: ten\nprinted: 5 %\n" * 60_000])
def test_a_file_that_is_no_text_or_too_long_is_refused(tmp_path: Path, raw: bytes) -> None:
    """Bytes that are no text, and files past the bound, are refused."""
    path = tmp_path / "x.claims"
    path.write_bytes(raw)
    with pytest.raises(StudyError, match=r"x\.claims"):
        audit(path)


def test_the_exit_status_tells_continuous_integration(tmp_path: Path) -> None:
    """1 when a claim is wrong, 0 when none is, 1 for a cut one under --strict, 2 for a bad file."""
    good, cut, bad = (tmp_path / name for name in ("good", "cut", "bad"))
    good.write_text("check: ten\nprinted: 62.5 %\n")
    cut.write_text("check: ten\nprinted: 62 %\n")
    bad.write_text("check: ten\nprinted: lots\n")
    statuses = [
        run("audit").status, run("audit", str(good)).status, run("audit", str(cut)).status,
        run("audit", "--strict", str(cut)).status, run("audit", str(bad)).status, run("audit", "no-such-file").status,
    ]  # fmt: skip
    assert statuses == [1, 0, 0, 1, 2, 2]


def test_the_audit_as_json_holds_everything() -> None:
    """Programs get the verdicts, exact figures and advice."""
    data = run("audit", "--json").json
    assert data["summary"] == {"upheld": 15, "cut": 3, "wrong": 3}
    (trivial,) = [claim for claim in data["claims"] if claim["text"] == "ten trivial"]
    assert (trivial["exact"], trivial["right"], trivial["verdict"]) == ("841/864", "97 %", "wrong")


def test_a_bad_file_as_json_is_one_error_with_its_place(tmp_path: Path) -> None:
    """With --json the error has code, path, line and column."""
    path = tmp_path / "x.claims"
    path.write_text("check: tn\nprinted: 5 %\n")
    error = run("audit", "--json", str(path)).error
    assert ("study/claim", str(path), 1, 8) == (error["code"], error["path"], error["line"], error["column"])


EDGES = (
    # figure, least that upholds it and whether it does itself, most and whether it does itself
    ("62.5 %", "0.6245", True, "0.6255", False),
    ("26 %", "0.255", True, "0.265", False),
    ("0 %", "0", True, "0.005", False),
    ("100 %", "0.995", True, "1", True),
    ("3 ‰", "0.0025", True, "0.0035", False),
    ("0.625", "0.6245", True, "0.6255", False),
    ("0.6", "0.55", True, "0.65", False),
    ("three in a thousand", "0.0025", True, "0.0035", False),
    ("7 in 100", "0.065", True, "0.075", False),
    ("nine in ten", "0.88", True, "0.92", True),
    ("one in ten", "0.08", True, "0.12", True),
    ("half", "0.48", True, "0.52", True),
    ("one half", "0.48", True, "0.52", True),
    ("one in two", "0.48", True, "0.52", True),
    ("three in four", "0.73", True, "0.77", True),
    ("three quarters", "0.73", True, "0.77", True),
    ("3 out of 4", "0.73", True, "0.77", True),
    ("two thirds", "485/750", True, "515/750", True),
    ("a third", "235/750", True, "265/750", True),
    ("one in four", "0.23", True, "0.27", True),
    ("a quarter", "0.23", True, "0.27", True),
    ("five in eight", "0.605", True, "0.645", True),
    ("one in nine", "2/19", False, "2/17", True),
    ("1 in 216", "2/433", False, "2/431", True),
    ("all but one in 31", "59/61", True, "61/63", False),
    ("all but one in four", "0.73", True, "0.77", True),
    ("5/8", "5/8", True, "5/8", True),
    ("exactly 2 %", "0.02", True, "0.02", True),
    ("about 5 %", "0.04", True, "0.06", True),
    ("about 62.5 %", "0.624", True, "0.626", True),
    ("about 0.3", "0.26", True, "0.34", True),
    ("about one in nine", "1/10", True, "1/8", True),
    ("about half", "0.46", True, "0.54", True),
    ("about three in four", "0.71", True, "0.79", True),
    ("about 3/4", "0.71", True, "0.79", True),
    ("roughly one in four", "0.21", True, "0.29", True),
    ("nearly one in four", "0.225", True, "0.25", False),
    ("almost half", "0.46", True, "0.5", False),
    ("nearly nine in ten", "0.86", True, "0.9", False),
    ("slightly less than 2 %", "0.018", True, "0.02", False),
    ("slightly more than 3 %", "0.03", False, "0.033", True),
    ("just over half", "0.5", False, "0.54", True),
    ("below one in a thousand", "0", True, "0.001", False),
    ("less than half", "0", True, "0.5", False),
    ("at most 5 %", "0", True, "0.05", True),
    ("up to a third", "0", True, "1/3", True),
    ("more than half", "0.5", False, "1", True),
    ("at least 90 %", "0.9", True, "1", True),
)
"""For every form of figure the chances that uphold it."""


@pytest.mark.parametrize(("printed", "low", "with_low", "high", "with_high"), EDGES)
def test_a_figure_is_upheld_from_edge_to_edge(
    printed: str, low: str, with_low: bool, high: str, with_high: bool
) -> None:
    """On each edge, and a trillionth to either side of it."""
    figure, step = read_figure(printed), Fraction(1, 10**12)
    first, last = Fraction(low), Fraction(high)

    def upheld(chance: Fraction) -> bool:
        return judge(figure, Bounds(chance, chance)).verdict == "upheld"

    assert (upheld(first), upheld(last)) == (with_low, with_high)
    if first > 0:
        assert not upheld(first - step)
    if last < 1:
        assert not upheld(last + step)
    if first < last:
        assert upheld(first + step)
        assert upheld(last - step)
        assert upheld((first + last) / 2)


@pytest.mark.parametrize(("printed", "low", "with_low", "high", "with_high"), EDGES)
def test_what_is_advised_is_upheld_and_is_not_what_was_printed(
    printed: str, low: str, with_low: bool, high: str, with_high: bool
) -> None:
    """Near each edge and far from it, the right figure is one that the audit itself upholds."""
    figure = read_figure(printed)
    for edge in (Fraction(low), Fraction(high)):
        for off in ("0", "1e-9", "0.001", "0.03", "0.4"):
            for chance in (edge - Fraction(off), edge + Fraction(off)):
                if not 0 <= chance <= 1:
                    continue
                found = judge(figure, Bounds(chance, chance))
                if found.verdict != "upheld":
                    assert found.right != figure.text
                    assert judge(read_figure(found.right), Bounds(chance, chance)).verdict == "upheld", (
                        chance,
                        found.right,
                    )


@given(st.fractions(0, 1), st.sampled_from([edge[0] for edge in EDGES]))
def test_what_is_advised_for_any_chance_is_upheld(chance: Fraction, printed: str) -> None:
    """Whatever the chance, the advice holds."""
    right = judge(read_figure(printed), Bounds(chance, chance)).right
    assert judge(read_figure(right), Bounds(chance, chance)).verdict == "upheld", right


def test_a_chance_on_an_edge_as_far_as_it_was_followed_lies_on_it() -> None:
    """A lower bound is never taken for the chance: where the rest could decide, the edge itself is judged."""
    half, rest = Fraction(1, 2), Fraction(1, 10**60)
    for printed, verdict in (("at most 50 %", "upheld"), ("at least 50 %", "upheld"), ("more than 50 %", "wrong"),
                             ("less than half", "wrong"), ("exactly 50 %", "upheld"), ("50 %", "upheld")):  # fmt: skip
        found = judge(read_figure(printed), Bounds(half - rest, half + rest))
        assert (found.verdict, found.right == printed) == (verdict, verdict == "upheld")
    assert judge(read_figure("at most 50 %"), Bounds(half - rest, half + rest)).undecided
    assert not judge(read_figure("50 %"), Bounds(half - rest, half + rest)).undecided
