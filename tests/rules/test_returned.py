"""What a rule may give and does not give in this check, and what is shown of a rule without a success."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest

import sixfold
from sixfold import study
from sixfold.authoring.load import with_games
from sixfold.errors import NotationError, RuleError, StudyError
from sixfold.rules import Die, Event, Fold, Rule, System, Table, groups, sets, successes, total
from sixfold.show.values.games import listing
from sixfold.systems import SYSTEMS
from tests.console import run


class Result(Enum):
    """How it went."""

    FULL = "Full hit"
    PARTIAL = "7-9"
    MISS = "miss"
    WONDER = "wonder"


class Acted(NamedTuple):
    """What an act comes to."""

    margin: int
    result: Result


def act(table: Table, modifier: int = 0) -> Acted:
    """Two dice, by steps."""
    sum_ = table.read(table.roll(2), total()) + modifier
    result = Result.FULL if sum_ >= 10 else Result.PARTIAL if sum_ >= 7 else Result.MISS
    return Acted(sum_ - 7, result)


def dare(table: Table, modifier: int = 0) -> Literal["yes", "no", "never"]:
    return "yes" if table.read(table.roll(2), total()) + modifier >= 7 else "no"


def loose(table: Table, modifier: int = 0) -> dict[str, Any]:
    return {"answer": "yes" if table.read(table.roll(2), total()) + modifier >= 7 else "no"}


STEPS = System(act, dare, loose, name="steps")
PARTIAL = System(Rule(act, events=(Event("result=7-9", "Partial", "success"),)), name="partial")
GAMES = {**sixfold.SYSTEMS, "steps": STEPS, "partial": PARTIAL}


def test_names_that_never_come_have_no_chance() -> None:
    """What an Enum or a Literal names is an event of every check, of chance 0 where it does not come."""
    assert sixfold.odds("steps -9", systems=GAMES).events["result=Full hit"] == 0
    assert sixfold.odds("steps dare", systems=GAMES).events["result=never"] == 0
    found = study.need("steps dare +?", "50%", event="result=never", ranges=["-3..3"], systems=GAMES)
    assert found.reason == "No number from −3 to 3 works: “result=never” never happens there."
    assert study.table("steps dare", "modifier=-9..-8", event="result=yes", systems=GAMES).cells[0][0].exact == 0


def test_a_name_in_the_rule_may_come_in_another_check() -> None:
    """Where nothing declares them, names that stand in the rule are not unknown in a check where they do not come."""
    found = study.need("steps loose +?", "99%", event="answer=yes", ranges=["-12..6"], systems=GAMES)
    assert [answer.values for answer in found.answers] == [(5,)]
    with pytest.raises(StudyError, match=r'declare its event: Event\("answer=perhaps"'):
        study.need("steps loose +?", "99%", event="answer=perhaps", systems=GAMES)


@pytest.mark.parametrize("event", ["result=Full hit", "Result = full hit", 'result="Full hit"'])
def test_names_of_any_case(event: str) -> None:
    """Names are read in any case, and in quotation marks."""
    assert study.Event.read(event).chance(sixfold.odds("steps", systems=GAMES)) == Fraction(1, 6)


def test_names_that_are_no_words() -> None:
    """A name with signs in it stands in quotation marks, and can be the success of a rule."""
    odds = sixfold.odds("partial", systems=GAMES)
    assert study.Event.read("result='7-9'").chance(odds) == Fraction(5, 12)
    assert study.need("partial +?", "1/3", ranges=["-1..0"], systems=GAMES).event == "Partial"
    with pytest.raises(StudyError, match="Did you mean “result=miss”"):
        study.Event.read("miss").chance(odds)


def test_rules_without_a_success_side_by_side() -> None:
    """What has no success is compared by its names and its number; beside one that has, by its first event."""
    named = str(study.compare("steps dare", "steps dare +1", systems=GAMES)).splitlines()
    assert named[0].split() == ["check", "yes", "no"]
    assert named[1].split() == ["steps", "dare", "58.33", "%", "41.67", "%"]
    assert "mean" in str(study.compare("steps", "steps +1", systems=GAMES)).splitlines()[0]
    assert str(study.compare("dice 3d6", "dice 4d6kh3")).splitlines()[0].split()[:2] == ["check", "mean"]
    assert "yes 58.33 %" in str(study.compare("steps dare", "ten", systems=GAMES))


def test_the_chart_that_is_known_before_a_throw() -> None:
    """The listing of a game names the number that is charted, and none where the rule says none."""
    (system,) = listing([STEPS])["games"]
    assert [rule["chart"] for rule in system["rules"]] == ["margin", "", ""]


GAME = '''
from sixfold.rules import System, Table, highest

def parry(table: Table) -> int:
    """The higher of two dice."""
    return table.read(table.roll(2), highest(1))

SYSTEM = System(parry)
'''


def test_a_game_is_called_like_its_file(tmp_path: Path) -> None:
    """Parts of a file's name with digits are left out; the file's own name, and its rule's, guess the game."""
    file = tmp_path / "s02_sword_play.py"
    file.write_text(GAME)
    games = with_games([file])
    assert "swordplay" in games
    for said in ("s02_sword_play", "sword_play", "parry", "swordpaly"):
        with pytest.raises(NotationError, match="Did you mean “swordplay”"):
            sixfold.parse(said, games)
    assert str(sixfold.parse("swordplay", games).report()).count("The higher of two dice") == 1


def test_a_question_for_a_program_says_what_the_options_are_worth() -> None:
    """`roll --choose --json` has the worth of every option, for an aim or for success."""
    words = ("roll", "odgs", "vs", "15", "+2", "combat", "--faces", "5,5,2", "--choose", "--json")
    error = run(*words, "--aim", "adrenaline").error
    assert (error["code"], error["aim"], error["choice"]) == ("choice/needed", "adrenaline", 0)
    assert [(one["exact"], one["loses"], one["best"]) for one in error["worth"]] == [
        ("1", "0", True),
        ("0", "1", False),
    ]
    assert run(*words).error["aim"] == "success"


def counted(table: Table) -> dict[str, int]:
    """A pool whose number of sixes is called success."""
    return {"success": table.read(table.roll(4), successes(6))}


def test_an_event_that_is_a_number_is_refused_everywhere() -> None:
    """Four sixes are not a failure: the author is told to give the number another name, at every door."""
    games = {"pool": System(Rule(counted), name="pool", title="a pool")}
    doors: list[Callable[[], object]] = [
        lambda: sixfold.roll("pool", systems=games),
        lambda: sixfold.odds("pool", systems=games),
        lambda: study.compare("pool", systems=games),
        lambda: sixfold.odds("long attempts (pool) 3 times", systems={**SYSTEMS, **games}),
        lambda: sixfold.roll("long attempts (pool) 3 times", systems={**SYSTEMS, **games}),
        lambda: sixfold.odds("opposed (pool) (pool)", systems={**SYSTEMS, **games}),
    ]
    for door in doors:
        with pytest.raises(RuleError, match="“success” is a number, and an event must be true or false") as error:
            door()
        assert "test_returned.py, line" in str(error.value)


class Dominant(Fold[Any]):
    """The strength that dominates, and by how much."""

    def start(self, size: int) -> Any:
        return None

    def step(self, state: Any, face: int, count: int) -> Any:
        return state or ("discipline", face - 8)

    def end(self, state: Any) -> Any:
        return state


def told(table: Table) -> dict[str, Any]:
    symbols = table.pick(table.roll(2, "signs", Die.of((), "hit", ("hit", "crit"))), 1, len)
    hand = table.roll(3, "dice")
    best, alike = table.read(hand, Dominant(), groups())
    (wide,) = table.read(hand, sets(1, 1))
    table.tell("T1", "{best}, then {alike}, then {wide} and {symbols}", best=best, alike=alike, wide=wide,
               symbols=symbols[0])  # fmt: skip
    return {"best": best, "alike": alike, "symbols": symbols[0]}


def test_answers_of_several_parts_reach_players_as_words() -> None:
    """No tuple of Python is shown: in the account, in a sentence of the rule, in the outcome, and as an event."""
    systems = {**SYSTEMS, "told": System(told, name="told")}
    record = sixfold.roll("told", faces=(3, 1, 6, 6, 2), systems=systems)
    assert record.outcome.as_dict() == {"best": "discipline -2", "alike": "2 + 1", "symbols": "crit hit"}
    accounts = [entry.text for entry in record.trail]
    assert "dominant: discipline −2, 2 + 1 alike" in accounts
    assert "discipline −2, then 2 + 1, then 2 × 6 and crit hit" in accounts
    assert not any("'" in text for text in accounts)
    assert sixfold.odds("told", systems=systems).events["symbols=blank"] == Fraction(1, 9)


def test_answers_of_several_folds_need_names() -> None:
    """Two answers are no value of an outcome: the error says what they are."""
    systems = {"two": System(lambda table: {"x": table.read(table.roll(2), total(), groups())}, name="two")}
    with pytest.raises(RuleError, match="answers of several folds: give each a name"):
        sixfold.odds("two", systems=systems)


def test_a_tuple_in_a_field_is_a_text() -> None:
    """Texts and numbers side by side, read or written, are one text, rolled as solved."""

    def rule(table: Any) -> dict[str, Any]:
        n = table.read(table.roll(1), total())
        return {"goal": ("mixed", n) if n > 3 else ("clear", -2)}

    texts = {"clear -2", "mixed 4", "mixed 5", "mixed 6"}
    games = {"goals": System(rule, name="goals")}
    assert {chance.outcome.goal for chance in sixfold.odds("goals", systems=games)} == texts
    assert {sixfold.roll("goals", faces=[face], systems=games).outcome.goal for face in range(1, 7)} == texts
