"""What players type for dice, and what they are told where it means something else."""

from __future__ import annotations

from pathlib import Path

import pytest

import sixfold
from sixfold import Record, parse, roll
from sixfold.errors import NotationError, SixfoldError
from sixfold.systems.plain import is_plain
from sixfold.table.room.event_sentences import dice
from tests.console import run

TWICE = (
    "This can be read in two ways: rolled 6 times, which is “dice 4d6kh3” with --times 6 on the command line, "
    "or rolled once and multiplied, which is “4d6kh3*6”."
)


@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("dice", 5, "A dice expression is missing, like 4d6kh3+2."),
        ("dice 6x4d6kh3", 7, TWICE),
        ("dice 4d6kh3 x6", 13, TWICE),
        ("dice 4d6kh3 X 6", 13, TWICE),
        ("dice 3d6>=12", 9, "No face of a d6 is 12 or more: “>=” counts dice one by one. For the chance of "
         "their total, on the command line: sixfold odds 'dice 3d6' --event 'total >= 12'."),
        ("dice 2d10+3d6<1", 14, "No face of a d6 is less than 1: “<” counts dice one by one. For the chance of "
         "their total, on the command line: sixfold odds 'dice 3d6' --event 'total < 1'."),
        ("dice 3d6=7", 9, "No face of a d6 is 7: “=” counts dice one by one. For the chance of their total, "
         "on the command line: sixfold odds 'dice 3d6' --event 'total = 7'."),
        ("dice 2d66", 6, "d66 reads 2 dice as the digits of one number; roll it once, or add several."),
        ("dice d66!", 9, "d66 is one number from 2 dice: you cannot keep, count or reroll dice in it."),
        ("dice 2w6", 7, "Dice are written with a d, as in 2d6. Did you mean “2d6”?"),
        ("dice 4d6kh,3", 11, "A comma does not belong in a dice expression."),
        ("dice 1,000", 7, "A comma does not belong in a dice expression."),
        ("dice 1.5*d6", 7, "Only whole numbers fit here."),
        ("dice 3d6--2", 10, "Use only one sign here."),
        ("dice 3d6 + -2", 12, "Use only one sign here."),
        ("dice 3d6+", 10, "The dice expression ends too early."),
        ("dice (3d6", 10, "The dice expression ends too early."),
        ("dice 3d", 8, "Plain dice need their sides, as in 3d6. Did you mean “wild 3d”?"),
        ("dice 3d+1", 8, "Plain dice need their sides, as in 3d6. Did you mean “wild 3d+1”?"),
        ("dice 2+*3", 8, "This does not belong in a dice expression."),
        ("dice 3d6)", 9, "This does not belong in a dice expression."),
        ("dice 3d6 4", 10, "Dice and numbers are joined with a sign. Did you mean “+4”?"),
        ("dice 3d6/2", 9, "Division is written //, and rounds down."),
        ("dice 4d6 drop lowest", 10, "To keep or drop dice, write kh3, kl3, dh1 or dl1. Did you mean "
         "“4d6dl1”?"),
        ("dice 4d6d1", 9, "To drop dice, write dl1 for the lowest or dh1 for the highest. Did you mean "
         "“4d6dl1”?"),
        ("dice 3d6 [fire]", 10, "Labels are for the modifiers of a game; a dice expression has none. Did you mean "
         "“3d6”?"),
        ("dice (2d6, d8)kh1", 10, "Commas separate dice of one hand, which is in braces. Did you mean "
         "“dice {2d6, d8}kh1”?"),
        ("dice d6 d8 kh1", 9, "Dice of one hand are in braces, with commas between them. Did you mean "
         "“dice {d6, d8}kh1”?"),
        ("dice {2d6 1d8}kh1", 11, "Dice in braces have commas between them, and a brace behind the last. Did you mean "
         "“dice {2d6, 1d8}kh1”?"),
        ("dice {2d6, 1d8kh1", 12, "Braces hold dice such as 2d6 or 1d8!; say behind them what to keep or count. Did "
         "you mean “dice {2d6, 1d8}kh1”?"),
        ("dice {2d6, 3}", 12, "Braces hold dice such as 2d6 or 1d8!; say behind them what to keep or count."),
        ("dice {d66, d6}", 7, "Braces hold dice such as 2d6 or 1d8!; say behind them what to keep or count."),
        ("dice {}", 7, "Braces hold dice such as 2d6 or 1d8!; say behind them what to keep or count."),
        ("dice {2w6 x", 7, "Braces hold dice such as 2d6 or 1d8!; say behind them what to keep or count."),
        ("dice {2d6, 1d8}!", 16, "Inside the braces, say which dice explode or are rerolled, as in {1d8!, 1d6!}kh1."),
        ("dice {d6, d8}>=9", 14, "No face of a d8 is 9 or more: “>=” counts dice one by one. For the chance of their "
         "total, on the command line: sixfold odds 'dice {1d6, 1d8}' --event 'total >= 9'."),
        ("dice 3d6<=10", 9, "Every face of a d6 is 10 or less: “<=” counts dice one by one. For the chance of their "
         "total, on the command line: sixfold odds 'dice 3d6' --event 'total <= 10'."),
        ("dice 6d6r1=1", 11, "No die of 6d6r1 shows 1: “=” counts dice one by one. For the chance of their total, on "
         "the command line: sixfold odds 'dice 6d6r1' --event 'total = 1'."),
        ("dice 5d6!!6=12", 12, "No die of 5d6!! shows 12: “=” counts dice one by one. For the chance of their total, "
         "on the command line: sixfold odds 'dice 5d6!!' --event 'total = 12'."),
        ("dice 2d4!>=2=1", 6, "Every die of 2d4!>=2 shows 1, and “!” counts each die. Write !! for sums. Did you mean "
         "“2d4!!>=2=1”?"),
        ("dice 4d6!6>=9", 6, "No die of 4d6! shows 9 or more, and “!” counts each die. Write !! for sums. Did you mean "
         "“4d6!!6>=9”?"),
        ("dice 4d6!kh2>=5", 6, "Exploding dice that are kept and counted are one die each, which shows the sum: write "
         "!! for these, as in 4d6!!6kh2>=5. Did you mean “4d6!!6kh2>=5”?"),
        ("dice 5d6>=5*2", 6, "“>=” counts dice one by one: to calculate with their number, put them in parentheses. "
         "Did you mean “(5d6>=5)*2”?"),
        ("dice d20+d4>=3", 10, "“>=” counts dice one by one: to calculate with their number, put them in parentheses. "
         "For the chance of the total, on the command line: sixfold odds 'dice d20+d4' --event 'total >= 3'. Did you "
         "mean “(d4>=3)”?"),
        ("dice 4d6r0", 9, "No face of a d6 is 0, so “r0” does nothing."),
        ("dice 4d6!>6", 9, "No face of a d6 is more than 6, so “!>6” does nothing."),
        ("dice 4d6r<3r2", 12, "“r2” repeats faces that are named before it: leave one of them out."),
        ("dice 4d6!!!", 11, "Use either ! or !! for one hand."),
        ("dice 4d6r6!", 6, "In 4d6r6!6, a face that explodes is always rerolled: leave one of them out."),
        ("dice 3d6 vs 12", 10, "Plain dice have no difficulty: this gives a total."),
        ("dice d6r<=6", 6, "The dice of 1d6r<=6 would be rerolled without end."),
        ("dice 2 + 3d6!>0", 10, "The dice of 3d6!>0 would be rerolled without end."),
    ],
)  # fmt: skip
def test_what_cannot_be_meant(text: str, column: int, sentence: str) -> None:
    """Each slip is one sentence at its place, with and without the name of the game where dice begin the text."""
    _, _, expression = text.partition(" ")
    for said, at in ((text, column), *([(expression, column - 5)] if is_plain(expression) else [])):
        with pytest.raises(SixfoldError) as caught:
            parse(said)
        assert (sentence, at) == (caught.value.message, caught.value.column)


@pytest.mark.parametrize(
    ("text", "canonical", "faces", "total"),
    [
        ("dice d66", "dice d66", [3, 5], 35),
        ("dice {2d6 , D8} KH", "dice {2d6, 1d8}kh1", [3, 5, 4], 5),
        ("dice {1d8!+1d6!6} k1 + 2", "dice {1d8!, 1d6!}kh1+2", [8, 3, 6, 2], 13),
        ("dice D66 + 2", "dice d66+2", [6, 6], 68),
        ("dice d666-d66", "dice d666-d66", [1, 2, 3, 4, 5], 123 - 45),
        ("dice -5//2", "dice -(5//2)", [], -2),
        ("dice -7//2", "dice -(7//2)", [], -3),
        ("dice (-7)//2", "dice (-7)//2", [], -4),
        ("dice 1-7//2", "dice 1-(7//2)", [], -2),
        ("dice 3d6\u20132", "dice 3d6-2", [1, 2, 3], 4),
        ("dice 0d6k", "dice 0d6kh0", [], 0),
        ("dice 2x3", "dice 2*3", [], 6),
        ("dice 4d6!6>=5", "dice 4d6!6>=5", [1, 2, 6, 3, 5], 2),
        ("dice 4d6!!6>=9", "dice 4d6!!6>=9", [1, 2, 6, 3, 3], 1),
        ("dice 5d6!!", "dice 5d6!!", [6, 1, 1, 1, 1, 2], 12),
        ("dice {1d6!, 1d4}>=4", "dice {1d6!, 1d4}>=4", [6, 5, 4], 3),
        ("dice (d100<=45)+10", "dice (1d100<=45)+10", [40], 11),
        ("dice 2*(3d6=6)", "dice 2*(3d6=6)", [6, 6, 1], 4),
        ("dice -(2d6>3)", "dice -(2d6>3)", [4, 3], -1),
        ("dice 2d20kh+5", "dice 2d20kh1+5", [7, 3], 12),
        ("dice 2d20kh -1", "dice 2d20kh1-1", [7, 3], 6),
        ("dice 2d20kh-5", "dice 2d20kh1-5", [7, 3], 2),
    ],
)
def test_what_is_meant(text: str, canonical: str, faces: list[int], total: int) -> None:
    """A text has one canonical form, which means the same; a sign before a product is that of the whole product."""
    assert parse(text).text == canonical
    assert parse(canonical) == parse(text)
    assert sixfold.roll(text, faces=faces).outcome.total == total


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("dice d100<=45+10", "dice (d100<=45)+10", "dice d100<=55"),
        ("dice 6d6>=5 - 1", "dice (6d6>=5)- 1", "dice 6d6>=4"),
        ("dice 5+d20>=15", "dice 5+(d20>=15)", "dice d20>=10"),
        ("dice 3d6kh-1", "dice 3d6kh1-1", "dice 3d6kl1"),
        ("dice 4d6dl-1+2", "dice 4d6dl1-1+2", "dice 4d6dh1+2"),
        ("opposed (d100<=45+10) (d20)", "opposed ((d100<=45)+10) (d20)", "opposed (d100<=55) (d20)"),
    ],
)
def test_two_readings_of_dice(text: str, first: str, second: str) -> None:
    """A text that can be read in two ways is refused with both, which are different checks."""
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert (caught.value.code, caught.value.expected) == ("notation/ambiguous", (first, second))
    assert parse(first) != parse(second)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3d6kh0", "Whatever the dice show, the total is 0."),
        ("0*3d6+2", "Whatever the dice show, the total is 2."),
        ("3d6//100", "Whatever the dice show, the total is 0."),
        ("d6r<6-6", "Whatever the dice show, the total is 0."),
        ("4d6kh4", "Roll 4d6 and keep the highest 4 dice, which are all of them."),
        ("4d6dl0", "Roll 4d6 and leave out the lowest 0 dice, so that all of them count."),
        ("{d4, d12}>=5", "No d4 is a success."),
        ("{d4r<3, d12}>=3", "Every d4 is a success."),
        ("0d6r1", "0d6r1 rolls no dice."),
        ("d6ro>=1", "A die that shows 1 or more is rolled again, once. Every face is one, so only the second roll "
         "counts."),
        ("5d6!!6>=5", "A die that shows 6 explodes: it stays, is rolled again, and shows the sum. That changes no "
         "success here."),
        ("5d6!6>=5", "A die that shows 6 explodes: it stays, and adds another die, which counts as well."),
    ],
)  # fmt: skip
def test_a_part_that_counts_for_nothing_is_said(text: str, sentence: str) -> None:
    """Where a part of an expression changes nothing, or all of its dice do not, the explanation says so."""
    assert sentence in [clause.text for clause in parse(f"dice {text}").explain()]


def test_tens_and_units_are_explained() -> None:
    """d66 is two dice, told apart."""
    clause, _ = parse("dice d66").explain()
    assert clause.text == "Roll 2d6 one after the other: they are the tens and units of d66."
    assert [throw.label for throw in sixfold.roll("dice d66").throws] == ["tens", "units"]


def test_dice_in_braces_are_one_hand() -> None:
    """Dice of several kinds: all of them are looked at together, and each line of a roll says which they are."""
    assert [clause.text for clause in parse("dice {2d6ro1, 1d8!}kh1").explain()][:-1] == [
        "Roll 2d6 and 1d8 together and keep the highest die.",
        "A d6 that shows 1 is rolled again, once.",
        "A d8 that shows 8 explodes: it stays, is rolled again, and shows the sum.",
    ]
    ran = run("roll", "{2d6, d8}kh1", "--faces", "3,4,8")
    assert [line.split() for line in ran.out.splitlines()[1:3]] == [
        ["{2d6,", "1d8}kh1", "d6", "(3)", "(4)"],
        ["{2d6,", "1d8}kh1", "d8", "8", "highest", "1:", "8"],
    ]
    assert roll("dice {2d6, d8}>=4", faces=[3, 4, 8]).announcement == "2 successes"


def test_division_is_explained() -> None:
    """Where something is divided, the rounding and the sign are said."""
    assert parse("dice -2d6//2").explain()[-2].text == (
        "Divisions round down; a sign before a product applies to all of it."
    )


def test_arithmetic_and_counting_are_explained() -> None:
    """What is done with the dice is said in words, and how a result becomes a success."""
    assert [clause.text for clause in parse("dice 4d6kh3+2-1").explain()] == [
        "Roll 4d6 and keep the highest 3 dice.",
        "Then add 2 and subtract 1.",
        "A higher total is better. To ask for a target number, use an event, as in “total >= 10”.",
    ]
    assert [clause.text for clause in parse("dice 6d6>=5").explain()][
        1
    ] == "Count the successes: each die that shows 5 or more."
    assert "The total is 2*(1d6+2)." in [clause.text for clause in parse("dice 2*(1d6+2)").explain()]


@pytest.mark.parametrize("text", ["4dF x3", "3x4dF", "d66 x 3", "(2d6+1) x3", "{2d6, 1d8} x3"])
def test_an_x_has_two_readings_for_all_dice(text: str) -> None:
    """Several rolls or a product: each of them is named, and the second is a check."""
    with pytest.raises(NotationError, match="two ways") as caught:
        parse(f"dice {text}")
    again, product = caught.value.expected
    assert again.endswith(" --times 3")
    assert parse(f"dice {product}").text.endswith("*3")


def test_fudge_dice_show_their_signs(tmp_path: Path) -> None:
    """Terminal, record, log and its checks: a Fudge die shows −, 0 or +, and its sides are typed as 1 to 3."""
    record = roll("dice 4dF", faces=[1, 2, 3, 3])
    assert [sign for sign, _ in record.throws[0].dice] == ["−", "0", "+", "+"]
    (thrown,) = record.to_json()["throws"]
    assert (thrown["faces"], thrown["shows"]) == ([1, 2, 3, 3], ["−", "0", "+"])
    assert Record.from_json(record.to_json()) == record
    assert "− 0 + +" in run("roll", "4dF", "--faces", "1,2,3,3").out
    assert "− 0 + +" in run("luck", "4dF", "--faces", "1,2,3,3").out
    log = tmp_path / "rolls.jsonl"
    assert "− " in run("roll", "40dF", "--times", "2", "--log", str(log)).out
    assert run("verify", str(log)).status == 0
    assert dice(record.to_json()) == "− 0 + +"


def test_fudge_dice_are_typed_as_they_show() -> None:
    """As signs, or as the sides of a d3, and then what the sides are is said; both at once are refused."""
    assert roll("dice 4dF", faces="+,+,0,-") == roll("dice 4dF", faces=[3, 3, 2, 1])
    assert roll("dice 4dF", faces="0 0 0 0").outcome.total == 0
    assert "The sides of these dice: 1 is −, 2 is 0, 3 is +." in run("roll", "4dF", "--faces", "1,1,1,1").out
    assert "not both" in run("roll", "4dF", "--faces", "+,1,0,-").err
    assert "+ is not a face" in run("roll", "2d6", "--faces", "+,1").err


def test_a_record_without_signs_is_read() -> None:
    """A log that was written before dice had signs replays."""
    data = roll("dice 4dF", faces=[1, 2, 3, 3]).to_json()
    del data["throws"][0]["shows"]
    assert Record.from_json(data).throws[0].shows == ("−", "0", "+")
