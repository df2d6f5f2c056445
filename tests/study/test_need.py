"""The inverse question, against trying everything."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Literal

import pytest

from sixfold import SYSTEMS, Odds, odds
from sixfold.base.bounds import DICE_IN_A_HAND, SCORE, WORK
from sixfold.errors import BoundsError, OddsError, SixfoldError, StudyError
from sixfold.rules import Check, System, Table, total
from sixfold.solving.events import Event, default_event
from sixfold.study import need, table
from sixfold.study.budget import Budget
from sixfold.study.open_places import Opening
from tests.console import run
from tests.study.brute import save_succeeds, ten, ten_succeeds

WIDE = (("1%", 0), ("75%", 0), ("99%", 0))
"""Asked without a range: then hundreds of numbers are tried."""


@pytest.mark.parametrize("chance", ["1%", "1/4", "1/2", "75%", "90%", "97%", "99%"])
@pytest.mark.parametrize("skew", [-1, 0, 2])
def test_the_least_modifier_of_a_test_is_that_of_brute_force(chance: str, skew: int) -> None:
    """The least modifier of `ten` that gives a chance, found by counting dice for every modifier."""
    words = f" superior {skew}" if skew > 0 else f" inferior {-skew}" if skew < 0 else ""
    wanted = Fraction(chance.rstrip("%")) / (100 if "%" in chance else 1)
    fitting = [modifier for modifier in range(-40, 41) if ten_succeeds(modifier, skew) >= wanted]
    found = need(f"ten +?{words}", chance, ranges=() if (chance, skew) in WIDE else ["-40..40"])
    assert [(min(fitting),)] == [answer.values for answer in found.answers]
    assert ten_succeeds(min(fitting), skew) == found.answers[0].exact


def test_a_score_that_makes_it_harder_is_answered_by_the_greatest() -> None:
    """Of the save scores that give 60 %, the highest is the answer, since each lower one does it too."""
    found = need("odgs vs ? +5", "60%")
    best = max(score for score in range(-10, 40) if save_succeeds(score, 5) >= Fraction(3, 5))
    assert ([(best,)], (True,)) == ([answer.values for answer in found.answers], found.falling)


@cache
def pools() -> dict[int, Odds]:
    """The odds of each number of dice, whatever is asked of them."""
    return {dice: odds(f"wild {dice}D") for dice in range(1, 21)}


@pytest.mark.parametrize("event", ["critical_success", "net=0 and total>=12", "excess>0", "total=14"])
def test_runs_of_a_chance_that_rises_and_falls_are_all_found(event: str) -> None:
    """Where the chance is not monotone, the ends of every run are those of trying each number of dice."""
    chances = {dice: solved.p(_PREDICATES[event]) for dice, solved in pools().items()}
    wanted = sorted(chances.values())[12]
    fits = [dice for dice in chances if chances[dice] >= wanted]
    starts = [dice for dice in fits if dice - 1 not in fits]
    ends = [dice for dice in fits if dice + 1 not in fits]
    found = need("wild ?D", wanted, event=event, ranges=["1..20"])
    assert list(zip(starts, ends, strict=True)) == [(a.values[0], b.values[0]) for a, b in found.runs]


_PREDICATES = {
    "critical_success": lambda o: o.critical_success,
    "net=0 and total>=12": lambda o: o.net == 0 and o.total >= 12,
    "excess>0": lambda o: o.excess > 0,
    "total=14": lambda o: o.total == 14,
}


def test_several_open_places_give_every_least_answer() -> None:
    """No answer is left out, and none is as large as another one in every place."""
    found = need("wild ?D+? vs 12", "2/3", ranges=["1..6", "-2..4"])
    fitting = {
        (dice, more)
        for dice, more in product(range(1, 7), range(-2, 5))
        if odds(f"wild {dice}D{more:+d} vs 12").events["success"] >= Fraction(2, 3)
    }
    least = {
        one for one in fitting
        if not any(other != one and other[0] <= one[0] and other[1] <= one[1] for other in fitting)
    }  # fmt: skip
    assert least == {answer.values for answer in found.answers}


def test_two_places_of_which_one_makes_it_harder() -> None:
    """With a modifier and a save score open, the answers are low modifiers with high scores."""
    found = need("odgs vs ? +?", "60%", ranges=["12..16", "0..6"])
    fits = {(s, m) for s, m in product(range(12, 17), range(7)) if save_succeeds(s, m) >= Fraction(3, 5)}
    edge = {(s, m) for s, m in fits if not any((t, n) != (s, m) and t >= s and n <= m for t, n in fits)}
    assert (edge, (True, False)) == ({answer.values for answer in found.answers}, found.falling)


def test_at_most_turns_the_question_round() -> None:
    """The least Superior that makes blunders rarer than one in a thousand."""
    found = need("ten superior ?", "1 in 1000", event="quality=blunder", at_most=True)
    by_hand = [
        skew for skew in range(4)
        if sum((c for (_, _, q, _), c in ten(skew).items() if q == "blunder"), Fraction(0)) <= Fraction(1, 1000)
    ]  # fmt: skip
    assert [(by_hand[0],)] == [answer.values for answer in found.answers]


def test_why_there_is_no_answer_is_said() -> None:
    """The best that is reached, or that it never happens."""
    none = need("hs ?d", "70%", event="result=triumph")
    never = need("odgs vs 15 +?", "1%", event="hit", ranges=["-99..99"])
    assert ((), "66.51 %" in none.reason, "hs 6d" in none.reason) == (none.answers, True, True)
    assert (never.answers, "never happens" in never.reason, never.complete) == ((), True, True)


@pytest.mark.parametrize(
    ("chance", "at_most", "words", "best"), [("80%", False, "the most is", max), ("1%", True, "the least is", min)]
)
def test_the_best_that_is_reached_is_that_of_all_numbers(chance: str, at_most: bool, words: str, best: Any) -> None:
    """Where no number works, the sentence has the greatest chance of all, or the least where a maximum was wanted."""
    chances = {f"hs {dice}d": odds(f"hs {dice}d").events["result=fumble"] for dice in range(7)}
    found = need("hs ?d", chance, event="result=fumble", at_most=at_most)
    nearest = best(chances, key=chances.__getitem__)
    assert found.answers == ()
    assert words in found.reason
    assert found.reason.endswith(f"({chances[nearest]}), with “{nearest}”.")


def test_a_far_answer_is_found() -> None:
    """A target that lies far out is not missed, also where only a few numbers fit."""
    assert [answer.values for answer in need("wild 5D+? vs 300", "50%").answers] == [(283,)]
    assert need("dice 2d6+?", "1%", event="total=290").answers[0].values[0] == 290 - 12


def test_what_was_not_tried_is_not_said_to_fail() -> None:
    """Where only some numbers were tried, the sentence says so."""
    found = need("ten +?", "1%", event="total=700", work=100_000)
    assert (found.complete, found.answers) == (False, ())
    assert found.reason.startswith(f"None of the {found.tried} numbers tried from −1,000 to 1,000 works:")


def test_nothing_that_was_made_for_refused_odds_is_kept() -> None:
    """The refusal of one check of a question keeps no other error, with which all would stay that was made for it."""
    with pytest.raises(OddsError, match="This is about") as refused:
        Budget(work=WORK // 4).solve("dice 3d1000*3d1000*3d1000")
    assert (refused.value.__context__, refused.value.__cause__) == (None, None)


def test_only_is_said_of_numbers_that_were_solved() -> None:
    """Where numbers cost too much, others are found without them; a run ends before them, and each one is named."""
    found = need("dice ?d1000kh4", "50%", event="total>=2000", ranges=[[4, 60, 61]], work=WORK // 4)
    assert [(answer.values, answer.text) for answer in found.answers] == [((4,), "dice 4d1000kh4")]
    assert not found.complete
    assert [(first.values, last.values) for first, last in found.runs] == [((4,), (4,))]
    assert found.dear == ((60,), (61,))
    assert "of the numbers solved, only 4 works" in str(found)
    assert "Not solved, since it takes too much work: some checks, such as “dice 60d1000kh4”." in str(found)
    assert found.to_json()["dear"] == [[60], [61]]


def test_a_superior_below_zero_is_no_superior() -> None:
    """“superior -3” would be Superior 1 and a modifier: such numbers are not tried."""
    assert need("ten superior ?", "50%").ranges == ((0, 97),)


def test_a_label_may_hold_a_question_mark() -> None:
    """What stands in a label is not an open place."""
    assert [a.text for a in need("ten +? [why?]", "80%").answers] == ["ten +2 [why?]"]


@pytest.mark.parametrize(
    ("text", "chance", "code", "column"),
    [
        ("ten hard", "30%", "study/open", None),
        ("ten foo ?", "30%", "study/open", 5),
        ("ten ?", "30%", "study/open", 5),
        ("ten +   ? foo", "30%", "study/open", 11),
        ("ten foo +   ?", "30%", "study/open", 5),
        ("ten +? +? +? +?", "30%", "study/open", 15),
        ("tn +?", "30%", "study/open", 1),
        ("ten +?", "lots", "study/chance", 1),
        ("dice ?d6", "30%", "study/event", None),
        ("?", "30%", "study/open", 1),
    ],
)
def test_bad_questions_get_one_error_with_its_place(text: str, chance: str, code: str, column: int | None) -> None:
    """What cannot be answered is refused at its place."""
    with pytest.raises(SixfoldError) as caught:
        need(text, chance)
    assert (code, column) == (caught.value.code, getattr(caught.value, "column", None))


@pytest.mark.parametrize("sides", [480, 999])
def test_a_peak_between_numbers_far_apart_is_found(sides: int) -> None:
    """The only number with which the chance is as great lies above, or below, those that are tried at first."""
    found = need(f"dice 2d{sides}-?", Fraction(1, sides), event="total = 0")
    assert [answer.values for answer in found.answers] == [(sides + 1,)]


def test_too_large_a_search_is_refused() -> None:
    """More than 10,000 checks are not solved for one question."""
    with pytest.raises(BoundsError, match="10,000"):
        need("odgs vs ? +?", "50%", ranges=["0..200", "0..200"])


@pytest.mark.parametrize("ranges", [["1..3", "1..3"], ["x"], ["99..120"]])
def test_ranges_that_do_not_fit_are_refused(ranges: list[str]) -> None:
    """More ranges than places, no range, and a range in which nothing fits."""
    with pytest.raises(StudyError):
        need("ten superior ?", "50%", ranges=ranges)


def test_the_command_prints_and_writes_json() -> None:
    """The answers for people, and as one document for programs."""
    people = run("need", "ten +? superior 1", "--chance", "75%")
    data = run("need", "ten", "+?", "--chance", "5/8", "--json").json
    assert (people.status, "ten +0 superior 1" in people.out) == (0, True)
    answer = {"values": [0], "text": "ten", "asked": "ten +0", "exact": "5/8", "decimal": 0.625, "unresolved": "0"}
    assert data["answers"] == [answer]
    assert (
        run("need", "ten +?", "--chance", "75").status,
        run("need", "ten +?", "--chance", "75", "--json").error["code"],
    ) == (2, "study/chance")


DIRECTIONS = (
    # text, event, chance, at most, range
    ("odgs vs ? +5", None, "5%", False, (5, 15)),
    ("odgs vs ? +5", None, "5%", True, (5, 15)),
    ("odgs vs ? +5", None, "5%", True, (5, 25)),
    ("odgs vs ? +5", None, "99%", False, (20, 25)),
    ("odgs vs ? +5", None, "99%", True, (20, 25)),
    ("odgs vs ? +5", None, "60%", True, (5, 25)),
    ("ten +?", None, "50%", True, (-10, 10)),
    ("ten +?", None, "1%", False, (-5, 5)),
    ("ten +?", None, "99.9%", True, (-5, 5)),
    ("ten inferior ?", None, "20%", False, (0, 3)),
    ("ten inferior ?", None, "1%", False, (0, 3)),
    ("odgs voluntary score ?", None, "5%", False, (5, 15)),
    ("odgs voluntary score ?", None, "50%", True, (3, 18)),
    ("hs ?d", "result=fumble", "1%", False, (0, 6)),
    ("hs ?d", "result=fumble", "20%", True, (0, 6)),
    ("hs ?d", "result=triumph", "0%", False, (0, 6)),
    ("hs 6d ? cut", "result=triumph", "1%", False, (0, 3)),
    ("wild ?D", "critical_success", "13%", False, (1, 20)),
    ("wild ?D", "critical_success", "5%", True, (1, 12)),
    ("wild ?D", "total=14", "3%", False, (1, 10)),
    ("wild ?D vs 15", None, "1%", False, (3, 9)),
    ("ten +?", "margin>=-2 and margin<=2", "20%", True, (-10, 10)),
    ("ten +?", "margin>=-2 and margin<=2", "40%", False, (-10, 10)),
    ("ten +?", "margin=0 or margin=7", "12%", False, (-10, 20)),
    ("skew ? high", "total>=11", "50%", False, (0, 3)),
    ("dice ?d6", "total=12", "4%", False, (1, 8)),
    ("dice 2d?", "total=2", "10%", False, (1, 9)),
    ("dice 2d?", "total=2", "10%", True, (1, 9)),
)
"""Questions whose chance rises, falls, or does both."""


@pytest.mark.parametrize(("text", "event", "chance", "at_most", "span"), DIRECTIONS)
def test_every_answer_is_where_it_ends(
    text: str, event: str | None, chance: str, at_most: bool, span: tuple[int, int]
) -> None:
    """Each answer does it, and the number beside it does not: on the side that makes it harder, or at both sides.

    Where every number of the range does, the answer is the end at which it is barest.
    """
    found = need(text, chance, event=event, at_most=at_most, ranges=[f"{span[0]}..{span[1]}"])
    wanted = Fraction(chance.rstrip("%")) / 100
    chances = {}
    for number in range(span[0], span[1] + 1):
        solved = odds(text.replace("?", str(number)) if "+?" not in text else text.replace("+?", f"{number:+d}"))
        chances[number] = default_event(solved).chance(solved) if event is None else Event.read(event).chance(solved)
    fits = [number for number, each in chances.items() if (each <= wanted if at_most else each >= wanted)]
    answers = [answer.values[0] for answer in found.answers]
    assert set(answers) <= set(fits)
    assert bool(answers) == bool(fits)
    if len(fits) == len(chances):
        ends = [chances[span[0]], chances[span[1]]]
        barest = max(ends) if at_most else min(ends)
        assert [chances[answer] for answer in answers] == [barest]
        return
    starts = [number for number in fits if number - 1 not in fits]
    last = [number for number in fits if number + 1 not in fits]
    for start, end, answer in zip(starts, last, answers, strict=True):
        assert answer == (end if start == span[0] else start)


@pytest.mark.parametrize(
    ("text", "at_most", "answer"),
    [
        ("odgs vs ? +?", False, (15, 0)),
        ("odgs vs ? +?", True, (12, 2)),
    ],
)
def test_several_places_go_their_own_way_where_all_fit(text: str, at_most: bool, answer: tuple[int, int]) -> None:
    """Where every combination does it, the answer is the barest: the highest score with the least modifier."""
    found = need(text, "100%" if at_most else "1%", at_most=at_most, ranges=["12..15", "0..2"])
    assert [each.values for each in found.answers] == [answer]


def test_what_is_asked_for_where_there_is_no_success() -> None:
    """The error shows the check as it was typed, and the option that takes an event."""
    for ask, check, option in (
        (("need", "hs ? ranks", "--chance", "75%"), "“hs ? ranks”", "--event result=triumph"),
        (("need", "?d6", "--chance", "75%"), "“dice ?d6”", "--event 'total >= 10'"),
        (("equivalent", "ten", "--in", "hs"), "“hs ?d”", "--other-event result=triumph"),
        (("table", "hs", "--rows", "ranks=1..2"), "“hs 1 rank”", "--event result=triumph"),
    ):
        said = " ".join(run(*ask).err.split())
        assert f"{check} has no success by itself. Name an event: {option} (in Python, " in said


def test_a_mistake_in_the_check_comes_before_what_is_missing() -> None:
    """A check that cannot be read, or is not there, is told first; then the chance."""
    assert "“tne” is not a game" in run("need", "tne +?").err
    assert "There is no check here" in run("need").err
    assert "Give the chance you need" in run("need", "ten +?").err


DIE = Literal[4, 6, 8, 10, 12]


def test_an_option_of_a_few_numbers_is_tried_with_all_of_them() -> None:
    """Where an open place takes only some numbers, alone or beside others, the answer is that of trying each."""

    def tiny(table: Table, die: DIE = 6, plus: Literal[0, 5, 50] = 0) -> bool:
        return table.read(table.roll(1, "die", die), total()) + plus >= 9

    games = {"tiny": System(tiny)}
    chances = {
        (die, plus): odds(f"tiny die {die} plus {plus}", systems=games).events["success"]
        for die, plus in product((4, 6, 8, 10, 12), (0, 5, 50))
    }
    alone = [die for die in (4, 6, 8, 10, 12) if chances[die, 0] >= Fraction(1, 4)]
    found = need("tiny die ?", "1/4", systems=games)
    assert [answer.values for answer in found.answers] == [(min(alone),)]
    assert found.ranges == ((4, 12),)
    both = [pair for pair, chance in chances.items() if chance >= Fraction(1, 2) and pair[1] < 50]
    least = [pair for pair in both if not any(a != pair and a[0] <= pair[0] and a[1] <= pair[1] for a in both)]
    found = need("tiny die ? plus ?", "1/2", systems=games)
    assert [answer.values for answer in found.answers] == least


def test_open_places_of_a_few_numbers_are_what_they_are_alone() -> None:
    """Each of several places that take only some numbers, none of which is likely, goes as far as it would alone."""

    def large(table: Table, die: Literal[42, 60, 90] = 42, plus: Literal[50, 70] = 50) -> bool:
        return table.read(table.roll(1, "die", die), total()) + plus >= 99

    games = {"large": System(large)}
    spans = {"die ?": range(42, 91), "plus ?": range(50, 71)}
    for places in (["die ?"], ["plus ?"], ["die ?", "plus ?"], ["plus ?", "die ?"]):
        found = Opening.read(" ".join(["large", *places])).spans(games)
        assert found == tuple(spans[place] for place in places)


def test_an_option_of_a_few_numbers_may_have_negative_ones() -> None:
    """A member below zero can be typed, and is tried with the others; a table has them as rows."""

    def lucky(table: Table, luck: Literal[-2, 0, 3] = 0) -> bool:
        return table.read(table.roll(1), total()) + luck >= 5

    games = {"lucky": System(lucky)}
    assert odds("lucky luck -2", systems=games).events["success"] == 0
    found = need("lucky luck ?", "1/2", systems=games)
    assert ([answer.values for answer in found.answers], found.ranges) == ([(3,)], ((-2, 3),))
    assert "every possible number from -2 to 3" in str(need("lucky luck ?", "0%", systems=games)).replace("−", "-")
    grid = table("lucky", rows="luck=-2,0,3", systems=games)
    assert [chance.exact for row in grid.cells for chance in row] == [0, Fraction(1, 3), Fraction(5, 6)]


def _varied(one: Check, other: Check) -> set[str]:
    """The options that two checks do not share."""
    return {name for name, _ in {*one.settings} ^ {*other.settings}}


@pytest.mark.parametrize(
    "text",
    [
        "ten +?", "ten +4 superior ?", "ten superior 1 superior ?", "ten extended threshold 10 failures ?",
        "ten attack damage ?d6", "ten attack +4 damage 2d6 size +1 +?", "skew ? high +2", "skew vs ?", "skew pool ?d6",
        "wild ?D", "wild attack 5D+1 vs 15 damage 4D +?", "hs ? ranks 1 edge", "hs ?d", "odgs vs 15 advantage ?",
        "ten attack +4 damage 2d6 size +1?", "odgs opposed +5 vs 14 target +2?", "dice 2d?", "dice 3d6-?",
    ],
)  # fmt: skip
def test_the_numbers_of_an_open_place_are_those_of_one_option(text: str) -> None:
    """From the least to the greatest, only one option varies; past either end the check is refused, or others vary."""
    opening = Opening.read(text)
    (span,) = opening.spans()
    ends = opening.check((span[0],)), opening.check((span[-1],))
    assert len(_varied(*ends)) == 1
    for end, past in zip(ends, (span[0] - 1, span[-1] + 1), strict=True):
        check = opening.tried((past,), SYSTEMS) if abs(past) <= SCORE else None
        assert not isinstance(check, Check) or check.rule != end.rule or _varied(check, end) - _varied(*ends)


def test_a_number_of_plain_dice_has_no_sign() -> None:
    """Dice may be subtracted, but an open place without a sign is for how many there are."""
    assert Opening.read("dice ?d6").spans() == (range(DICE_IN_A_HAND + 1),)
    assert Opening.read("dice 20+?d6").spans() == (range(-DICE_IN_A_HAND, DICE_IN_A_HAND + 1),)
