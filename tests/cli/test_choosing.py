"""Choices that the rules give a player: asked at a terminal, or answered by a program call by call."""

from __future__ import annotations

import pytest

from tests.console import run

IN_COMBAT = "odgs vs 15 +5 advantage 1 combat"
CHECK = ("roll", IN_COMBAT, "--faces", "6,6,2,1")


def test_a_player_is_asked_at_the_terminal() -> None:
    """O5 and O9: --choose asks the player with the dice on the table; Enter takes what the policy would."""
    first = run(*CHECK, "--choose", stdin="x\n99\n2\n1\n")

    assert first.status == 0
    assert "6 6 (2) 1" in first.out
    assert "save: 6 6 2 1" in first.err
    assert "Which three dice count?" in first.err
    assert " *1   6 6 2  100 %, best            Success: double sixes, a hit" in first.err
    assert "  3   6 2 1  0 %, loses 100 points  Failure" in first.err
    assert "Type a number from 1 to 3." in first.err
    assert "take the double as a hit" in first.err
    assert run(*CHECK).out == run(*CHECK, "--choose", stdin="\n\n").out


def test_a_question_that_nobody_answers_is_status_three() -> None:
    """A terminal that closes leaves the choice open: it is needed, nothing was guessed."""
    ran = run(*CHECK, "--choose", stdin="2\n")
    assert ran.status == 3
    assert "What does the double bring?" in ran.err
    assert ran.out == ""


@pytest.mark.parametrize("options", [("--choices", "3"), ("--choices", ""), ("--choose",)])
def test_an_error_says_the_number_of_each_option(options: tuple[str, ...]) -> None:
    """The prompt counts from 1 and --choices from 0: what is written in advance is named option by option."""
    said = " ".join(run(*CHECK, *options, stdin="").err.split())
    assert "Counted from 0, choose 0 for 6 6 2, 1 for 6 6 1, 2 for 6 2 1." in said


def test_a_program_answers_call_by_call() -> None:
    """--choose --json ends with status 3 and the question; --choices answers, in the order asked."""
    first = run(*CHECK, "--choose", "--json")
    assert first.status == 3
    assert first.err == ""
    error = first.error
    assert (error["code"], error["label"]) == ("choice/needed", "Which three dice count?")
    assert error["options"] == ["6 6 2", "6 6 1", "6 2 1"]
    assert error["meanings"][2] == "Failure: a miss"
    assert (error["default"], error["choices"], error["dice"]) == (0, [], [6, 6, 2, 1])
    assert error["throws"] == [{"label": "save", "sides": 6, "faces": [6, 6, 2, 1], "kept": [True] * 4}]

    second = run(*CHECK, "--choose", "--choices", "1", "--json")
    assert second.status == 3
    assert second.error["choices"] == [1]
    assert second.error["options"] == ["gain 1 Adrenaline Effort", "take the double as a hit"]
    assert second.error["throws"][0]["kept"] == [True, True, False, True]

    third = run(*CHECK, "--choose", "--choices", "1,0", "--json")
    assert third.status == 0
    assert third.json["choices"] == [1, 0]
    assert third.json["outcome"]["adrenaline"] == 1


@pytest.mark.parametrize("source", [(), ("--seed", "inn")])
def test_dice_of_the_system_and_of_a_seed_wait_for_the_choice(source: tuple[str, ...]) -> None:
    """The dice that were thrown are in the question: with them the check goes on, and they are typed then."""
    # Four equal dice of the system leave nothing to choose.
    while not (first := run("roll", IN_COMBAT, *source, "--choose", "--json")).status:
        assert not source
    asked = first.error
    faces = ",".join(map(str, asked["dice"]))
    choices: list[int] = [asked["default"]]
    while (ran := run("roll", IN_COMBAT, "--faces", faces, "--choices", ",".join(map(str, choices)), "--json")).status:
        choices.append(ran.error["default"])

    assert ran.json["throws"][0]["faces"] == asked["dice"]
    assert (ran.json["source"], ran.json["choices"]) == ("typed", choices)


def test_a_seed_throws_the_same_again_for_each_answer() -> None:
    """With --seed the dice need not be typed: every call throws them again."""
    asked = run("roll", IN_COMBAT, "--seed", "inn", "--choose", "--json").error
    last = len(asked["options"]) - 1
    words = ("roll", IN_COMBAT, "--seed", "inn", "--json", "--choices")
    ran = run(*words, str(last))
    record = (ran if ran.status == 0 else run(*words, f"{last},0")).json

    assert record["source"] == "seed:inn"
    assert record["choices"][0] == last
    assert record["throws"][0]["faces"] == asked["dice"]


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (("--faces", "6,6,2,1", "--choices", "3"), 2, "choice/impossible"),
        (("--faces", "6,6,2,1", "--choices", "2,0"), 2, "choice/unused"),
        (("--faces", "6,6,2,1", "--choices", "1"), 3, "choice/needed"),
        (("--faces", "6,6", "--choices", "1"), 3, "dice/needed"),
        (("--faces", "6,6", "--choose"), 3, "dice/needed"),
        (("--choices", "first"), 2, "choice/unreadable"),
        (("--choices", "9" * 5000), 2, "choice/unreadable"),
        (("--times", "3", "--choices", "1"), 2, "usage/unexpected"),
        (("--times", "3", "--choose"), 2, "usage/unexpected"),
    ],
)
def test_choices_that_do_not_fit(arguments: tuple[str, ...], status: int, code: str) -> None:
    """Too few, too many and impossible choices have their code and status."""
    ran = run("roll", IN_COMBAT, *arguments, "--json")
    assert (ran.status, ran.error["code"]) == (status, code)
    assert run("roll", IN_COMBAT, *arguments).err.startswith("sixfold: ")


def test_faces_written_in_other_ways() -> None:
    """Faces with blanks between them, or with nothing, are refused with the way to write them."""
    assert "--faces 6,3,2" in run("roll", "ten", "--faces", "6", "3", "2").err
    assert "6,3,2" in run("roll", "ten", "--faces", "632").err
    assert run("roll", "hs", "--faces", "6", "1", "ranks").status == 0
    assert run("roll", "ten", "--faces", "9" * 5000).status == 2


def test_a_check_chosen_against_the_policy_has_no_odds() -> None:
    """Odds are those of the policy: they say nothing about a throw that a player settled otherwise."""
    ran = run(*CHECK, "--choices", "1,0")
    assert "This or better" not in ran.out
    assert "other choices than yours" in ran.out
    record = run(*CHECK, "--choices", "1,0", "--json", "--odds").json
    assert record["chance"] is None
    assert "other choices" in record["why_no_chance"]
    assert run(*CHECK, "--choices", "0,0", "--json", "--odds").json["chance"]["unresolved"] == "0"


def test_what_is_best_is_said_beside_each_option() -> None:
    """--aim marks the best option and says what every other one costs; without --choose nobody is asked."""
    ran = run("roll", "odgs vs 16 +2 combat", "--faces", "5,5,3", "--choose", "--aim", "adrenaline", stdin="1\n")
    assert "Value for a high mean of adrenaline, with best play from there on:" in ran.err
    assert "1   gain 2 Adrenaline Effort  2.000, best" in ran.err
    assert "*2   take the double as a hit  0.000, loses 2, usual" in ran.err
    assert run("roll", "odgs vs 16", "--aim", "hit").err.startswith("sixfold: --aim marks the best option")
    wrong = run("roll", "odgs vs 16 combat", "--faces", "5,5,3", "--choose", "--aim", "hits", stdin="1\n")
    assert (wrong.status, "Did you mean “hit”?" in wrong.err) == (2, True)


def test_advice_for_dice_on_the_table() -> None:
    """sixfold advise says what is best now, goes on after choices that were made, and asks for missing dice."""
    ran = run("advise", "odgs vs 15 +3 advantage 1", "--faces", "6,4,4,1")
    assert (ran.status, "* 6 4 4  100 %  best, usual" in ran.out) == (0, True)
    second = run("advise", "odgs vs 16 combat", "--faces", "5,5,3", "--aim", "hit", "--json").json
    assert [option["exact"] for option in second["options"]] == ["0", "1"]
    assert (second["choice"], second["label"]) == (1, "What does the double bring?")
    assert run("advise", "odgs vs 15 advantage 1", "--faces", "6,4").status == 3
    done = run("advise", "ten", "--faces", "6,4,2")
    assert (done.status, "Nothing is left to decide here: the check is done. Success of Two." in done.err) == (2, True)


def test_odds_of_best_play() -> None:
    """sixfold odds --aim says what best play is worth, and what the usual choice loses."""
    ran = run("odds", "odgs vs 16 +2 advantage 2 combat keep=sum", "--aim", "hit")
    assert "Best play for “Hit”: 96.90 %. The default choice has 76.84 % and loses 20.06 points." in ran.out
    same = run("odds", "odgs vs 15 advantage 1", "--aim", "success")
    assert same.out.endswith("The default choice is as good.\n")
    assert "This check has no decisions for the player" in run("odds", "ten", "--aim", "success").err


def test_fudge_dice_are_typed_at_the_terminal_as_they_show() -> None:
    """Signs are faces of dice that have them; where they are none, the question comes again."""
    shown = run("roll", "dice 4dF+1", "--faces", "+", stdin="4\n0 + 1\n+ - 0\n")
    assert (shown.status, shown.err.count("A d3 shows 1 to 3.")) == (0, 2)
    assert "4dF      + + − 0   total 1" in shown.out
    plain = run("roll", "ten", "--faces", "6", stdin="+ 3\n3 2\n")
    assert (plain.status, plain.err.count("A d6 shows 1 to 6.")) == (0, 1)
