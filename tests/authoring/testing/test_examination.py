"""The kit that tries games: the package's own pass it, and what is wrong with others is found."""

from __future__ import annotations

import io
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import pytest

from sixfold import SYSTEMS, parse
from sixfold.authoring.second_opinion.every_face import every_face
from sixfold.authoring.second_opinion.significance import FALSE_ALARM, likely, strayed
from sixfold.authoring.testing import examination, examine, sound
from sixfold.cli.console import Console, Ticker
from sixfold.errors import RuleError
from sixfold.playing.declared import checks_to_try, look_over
from sixfold.rules import Event, Rule, System, Table, at_least, highest, total
from sixfold.rules.judging import determinism
from sixfold.solving.odds import solve_check
from tests.console import run
from tests.examined import examine_little
from tests.waiting import PATIENCE

Play = Callable[..., Any]


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_games_are_sound(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game of the package passes what games of one's own are tried with."""
    examine_little(monkeypatch)
    sound(SYSTEMS[name], throws=20)


def die(table: Table) -> Any:
    return table.read(table.roll(1), total())


def test_a_game_is_played_twice_once_for_each_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a function does the same twice is not looked at anew for every face and for every throw."""
    looked: list[Any] = []
    played = determinism._outcome

    def counted(*given: Any) -> Any:
        looked.append(given[0])
        return played(*given)

    monkeypatch.setattr(determinism, "_outcome", counted)
    determinism._played_twice.cache_clear()  # another test may have played this game before
    found = examine(System(six_times, name="light"), throws=100)
    assert found.sound and found.throws >= 100
    assert len(looked) == 2 * determinism.PLAYS


def six_times(table: Table) -> int:
    return sum(die(table) for _ in range(6))


class Stopwatch:
    """Something that C keeps the count of."""

    ticks = iter(range(10**9))


def sees_itself_solved(table: Table) -> int:
    face = die(table)
    return int(face) if issubclass(type(face), int) else 7


def asks_what_is_true(table: Table) -> bool:
    six = table.read(table.roll(1), at_least(6, 1))
    return issubclass(type(six), bool) and six


def goes_on(table: Table) -> int:
    return int(die(table)) + next(Stopwatch.ticks)


def breaks_on_a_six(table: Table) -> int:
    return 6 // (6 - int(die(table)))


def tells_a_name_as_a_number(table: Table) -> int:
    table.tell("X1", "{who:+d}", who="Mira")
    return 1


def breaks_on_another_choice(table: Table) -> bool:
    if table.choose("Which?", ("this", "that"), 0) == "that":
        return bool(1 // 0)
    return table.read(table.roll(1), total()) >= 4


def opens_a_door_on_a_six(table: Table) -> int:
    face = die(table)
    if face == 6:
        raise FileNotFoundError(2, "door")
    return int(face)


def says_nothing_on_a_six(table: Table) -> int:
    face = die(table)
    if face == 6:
        raise MemoryError
    return int(face)


UNSOUND: list[tuple[Play, str]] = [
    (sees_itself_solved, "“total 7” has a chance of 1 by the odds, but 0 over every face."),
    (goes_on, "“Stopwatch.ticks” changes while the rule is played"),
    (breaks_on_a_six, "test_examination.py, line"),
    (breaks_on_another_choice, "ZeroDivisionError"),
    (tells_a_name_as_a_number, "ValueError"),
    (opens_a_door_on_a_six, "FileNotFoundError: [Errno 2] door."),
    (says_nothing_on_a_six, ": MemoryError."),
]


@pytest.mark.parametrize(("play", "sentence"), UNSOUND)
def test_what_is_wrong_is_found(play: Play, sentence: str) -> None:
    """Odds that are not those of the dice, outcomes that change, code that fails: each is a fault in a sentence."""
    found = examine(System(play, name="light"), throws=100)
    assert not found.sound
    assert any(sentence in fault.sentence for fault in found.faults), found.faults
    with pytest.raises(RuleError) as caught:
        sound(System(play, name="light"), throws=100)
    assert caught.value.code == "rule/unsound"


def test_throws_find_what_faces_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are too many faces, odds that are wrong are found by throwing."""
    monkeypatch.setattr(examination, "SECONDS", PATIENCE)  # for all throws, also on a slow machine

    def pool(table: Table) -> bool:
        best = table.read(table.roll(30, "pool", 20), total())
        return int(best) >= 315 if issubclass(type(best), int) else True

    found = examine(System(pool, name="light"), throws=1000)
    assert any("times in 1,000 rolls" in fault.sentence for fault in found.faults), found.faults


def heap(table: Table, size: Annotated[int, range(100, 201)] = 150) -> int:
    """Many dice."""
    return table.read(table.roll(size, "heap"), total())


def test_all_plays_of_a_game_share_their_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of many dice are thrown less often, by a count and not by time: it is the same on any machine."""
    monkeypatch.setattr(examination, "SECONDS", PATIENCE)
    monkeypatch.setattr(examination, "DICE", 8_000)
    found, again = [examine(System(heap, name="light")) for _ in range(2)]
    assert found == again
    assert (found.sound, found.solved) == (True, found.checks)
    most = 8_000 // (examination.OF_FIRST * 150)
    assert examination.FEWER * found.checks <= found.throws < most + (examination.FEWER + 1) * found.checks


def test_checks_at_the_ends_share_the_work_of_some_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check at the end of a range may take as much work as any, and the remark for one with less says why."""
    monkeypatch.setattr(examination, "SECONDS", PATIENCE)
    game = System(heap, name="light")
    largest = solve_check(parse("light size 200", {"light": game})).solution.work
    monkeypatch.setattr(examination, "WORK", largest)
    whole = examine(game, throws=10)
    assert (whole.solved, whole.remarks) == (whole.checks, ())
    monkeypatch.setattr(examination, "ANSWERS", 0)
    found = examine(game, throws=10)
    assert examination.SHARED in [remark.sentence for remark in found.remarks]
    assert found.solved < whole.solved


def parry(table: Table, vs: int = 5) -> dict[str, Any]:
    best = table.read(table.roll(2), highest(1))
    return {"total": best, "success": best >= vs, "how": "well" if best == 6 else "badly"}


def misspelled(word: str) -> Any:
    """A word that types would have refused."""
    return word


def test_a_game_that_takes_long_is_tried_less() -> None:
    """Once it took long enough, one check of each rule is tried, and the others are named."""
    game = System(Rule(parry), name="light")
    first, *others = [check.text for check in checks_to_try(game.rules[0], game)]
    assert (look_over(game), look_over(game, enough=lambda: True)) == ((), tuple(others))
    assert first == "light"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"example": "light vs many"}, "The example “light vs many” of parry is not a check"),
        ({"example": "ten +4"}, "is not a check: “ten” is not a game."),
        (
            {"events": (Event("sucess", "Parried", "success"),)},
            "“sucess” of parry is not in its outcome, which has total, success",
        ),
        ({"events": (Event("sucess", "Parried", "success"),)}, "Did you mean “success”?"),
        (
            {"events": (Event("how", "Well"),)},
            "The event “how” of parry does not fit: write “how=...” with one of its names.",
        ),
        ({"events": (Event("total", "Total"),)}, "The event “total” of parry does not fit"),
        (
            {"events": (Event("success", "Parried", misspelled("sucess")),)},
            "The role “sucess” of the event “success” of parry is not one of success, critical and ordinary. "
            "Did you mean “success”?",
        ),
        (
            {"events": (Event("success", "Parried", mark=misspelled("tripple")),)},
            "Did you mean “triple”?",
        ),
        ({"chart": "totl"}, "The chart “totl” of parry is not in its outcome"),
        ({"chart": "how"}, "“chart” of parry must be a number, and “how” is not one."),
        ({"names": {"best": "the best"}}, "A name “best” of parry is not in its outcome"),
        ({"zeros": ("tot",)}, "In “zeros”, “tot” of parry is not in its outcome"),
    ],
)
def test_what_does_not_hold_is_told(said: dict[str, Any], sentence: str) -> None:
    """Typos in examples, events, charts and names are told when a game is loaded, and by the kit."""
    game = System(Rule(parry, **said), name="light")
    with pytest.raises(RuleError) as caught:
        look_over(game)
    assert caught.value.code == "rule/declared"
    assert sentence in caught.value.message
    assert "test_examination.py, line" in caught.value.message
    assert any(sentence in fault.sentence for fault in examine(game, throws=10).faults)


def test_every_face() -> None:
    """Every face is gone through where there are few, the likeliest where there are many."""
    all_of_them = every_face(parse("ten"), 2000)
    success = sum([chance for outcome, chance in all_of_them.chances.items() if dict(outcome)["success"]], Fraction(0))
    assert all_of_them.left == 0
    assert success == Fraction(5, 8)
    some = every_face(parse("ten superior 40"), 50)
    assert 0 < some.left <= 1
    assert len(some.plays) <= 50


def test_the_bound_of_throws() -> None:
    """A bound is never below the probability that it bounds, and what cannot be is never let pass."""
    # Of ten coins all heads: 1 in 1,024 on one side, and so on the other.
    assert Fraction(2, 1024) <= likely(10, 10, Fraction(1, 2), Fraction(1, 2)) < 1
    assert likely(1, 10**6, Fraction(0), Fraction(0)) == 0
    assert likely(400, 1000, Fraction(3, 10), Fraction(5, 10)) == 1
    half = Fraction(1, 2)
    assert strayed([("heads", half, half, 520)], 1000) is None
    found = strayed([("heads", half, half, 700), ("tails", half, half, 300)], 1000)
    assert found is not None
    assert found.likely < FALSE_ALARM


GAME = """
from sixfold.rules import System, Table, total

def parry(table: Table, vs: int = 5) -> bool:
    return table.read(table.roll(2), total()) >= vs

SYSTEM = System(parry)
"""


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`sixfold test` says what is tried and was found: status 0 where nothing is wrong, 1 where something is."""
    heard: list[str] = []
    monkeypatch.setattr(Ticker, "tell", lambda ticker, text: heard.append(text))
    path = tmp_path / "duel.py"
    path.write_text(GAME)
    good = run("test", str(path))
    assert good.status == 0
    assert "duel is sound." in good.out
    again = run("test", str(path), "--json").json
    assert again["sound"] is True
    assert heard[0].startswith("check 1: ")
    assert len(heard) == 2 * again["checks"]
    path.write_text(GAME.replace("return ", "return 1 // 0 or "))
    bad = run("test", str(path))
    assert bad.status == 1
    assert "duel.py, line 5: ZeroDivisionError" in bad.out
    assert run("test", str(tmp_path / "none.py")).status == 2
    assert "is neither a file of Python nor a game" in run("test", "duel").err


def test_what_is_tried_is_told_before_it_is_tried() -> None:
    """A listener hears each check once, so that a terminal can show where the trial is."""
    heard: list[str] = []
    found = examine(System(six_times, name="light"), throws=100, told=heard.append)
    assert len(heard) == found.checks
    shown = io.StringIO()
    console = Console(shown, "a terminal")
    console.is_terminal = True
    ticker = Ticker(console)
    for check in heard:
        ticker.tell(check)
    ticker.end()
    assert all(check in shown.getvalue() for check in heard)
    assert shown.getvalue().count("\r") == len(heard)


def test_a_game_whose_odds_are_all_refused_was_not_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without odds nothing is compared: the game is not called sound, and the status is 1."""
    from importlib import import_module

    monkeypatch.setattr(import_module("sixfold.authoring.testing.examination"), "WORK", 1)
    found = examine(System(six_times, name="light"), throws=100)
    assert (found.faults, found.solved, found.sound) == ((), 0, False)
    assert "light was not checked: no odds could be worked out." in str(found.report())
    with pytest.raises(RuleError, match="was not checked"):
        sound(System(six_times, name="light"), throws=100)
    ran = run("test", "hs")
    assert (ran.status, "hs was not checked" in ran.out) == (1, True)


def test_the_command_writes_other_formats(tmp_path: Path) -> None:
    """`--format` and `--output` write what was found; a file takes one game."""
    assert run("test", "hs", "--format", "markdown").out.startswith("## hs")
    assert run("test", "hs", "ten", "--output", str(tmp_path / "found.csv")).status == 2
