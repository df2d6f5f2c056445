"""What players type for dice, and what they are told where it means something else."""

from __future__ import annotations

from pathlib import Path

import pytest

import sixfold
from sixfold import Record, parse, roll
from sixfold.errors import NotationError
from sixfold.room.log import dice
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
        ("dice 3d6)", 9, "This does not belong in a dice expression."),
        ("dice 3d6 4", 10, "Dice and numbers are joined with a sign. Did you mean “+4”?"),
        ("dice 3d6/2", 9, "Division is written //, and rounds down."),
        ("dice 4d6 drop lowest", 10, "To keep or drop dice, write kh3, kl3, dh1 or dl1."),
        ("dice 4d6d1", 9, "To drop dice, write dl1 for the lowest or dh1 for the highest."),
        ("dice 3d6 [fire]", 10, "Labels are for the modifiers of a game; a dice expression has none."),
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
        ("dice 3d6 vs 12", 10, "Plain dice have no difficulty: this gives a total."),
    ],
)  # fmt: skip
def test_what_cannot_be_meant(text: str, column: int, sentence: str) -> None:
    """Each slip is one sentence at its place."""
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert (sentence, column) == (caught.value.message, caught.value.column)


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
        ("dice 4d6!6>=9", "dice 4d6!6>=9", [1, 2, 6, 3, 3], 1),
    ],
)
def test_what_is_meant(text: str, canonical: str, faces: list[int], total: int) -> None:
    """A text has one canonical form, which means the same; a sign before a product is that of the whole product."""
    assert parse(text).text == canonical
    assert parse(canonical) == parse(text)
    assert sixfold.roll(text, faces=faces).outcome.total == total


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


def test_a_record_without_signs_is_read() -> None:
    """A log that was written before dice had signs replays."""
    data = roll("dice 4dF", faces=[1, 2, 3, 3]).to_json()
    del data["throws"][0]["shows"]
    assert Record.from_json(data).throws[0].shows == ("−", "0", "+")
