"""Every error that the tree at the head of errors.py draws can be met, and no other."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from time import time
from typing import Any

import pytest

import sixfold
from sixfold import Odds, Record, SixfoldError, errors, parse, replay
from sixfold.authoring.testing import sound
from sixfold.checks.config import read_config
from sixfold.cli.console import Console
from sixfold.rules.dice import Die
from sixfold.rules.folds import showing, total
from sixfold.rules.hand import Hand
from sixfold.rules.instrument import Person
from sixfold.rules.judging.lint import lint
from sixfold.rules.rule import Rule, System
from sixfold.solving.solver import solve
from sixfold.systems.odgs.effort import Effort, PartyEffort
from sixfold.table.room.verify import verify
from tests.console import run

HOME = Path(sixfold.__file__).parent
CODE = re.compile(r"(?:notation|bounds|rule|dice|choice|odds|study|usage|output|record)/[a-z-]+")
DRAWN = set(CODE.findall((errors.__doc__ or "").split("Codes are stable")[0]))

CHANGED = [1, 2, 3]
RECORD = sixfold.roll("ten superior 1", faces=[6, 3, 2, 4]).to_json()
ODDS = sixfold.odds("hs 1d").to_json()

HALVES = System(
    Rule(lambda table: {"total": table.read(table.roll(1, "die"), total()) / 2}, name="half"),
    name="halves",
    title="a rule that gives half numbers",
)

MET: list[tuple[str, type[SixfoldError], Callable[[], Any]]] = [
    ("notation/empty", errors.NotationError, lambda: parse("  ")),
    ("notation/too-long", errors.NotationError, lambda: parse("x" * 2001)),
    ("notation/unexpected", errors.NotationError, lambda: parse("ten superiour 1")),
    ("notation/unexpected", errors.NotationError, lambda: parse("chess")),
    ("notation/unexpected", errors.NotationError, lambda: parse("dice 3d6 kh3 +")),
    ("notation/unexpected", errors.NotationError, lambda: parse("ten [label]")),
    ("notation/unexpected", errors.NotationError, lambda: parse("ten 4")),
    ("notation/unexpected", errors.NotationError, lambda: parse("ten chaos=some")),
    ("notation/unexpected", errors.NotationError, lambda: parse("wild 3d8")),
    ("notation/unexpected", errors.NotationError, lambda: sixfold.check("ten", wrong=1)),
    ("notation/unexpected", errors.NotationError, lambda: sixfold.check("ten", "chess")),
    ("notation/missing", errors.NotationError, lambda: parse("odgs save +3")),
    ("notation/missing", errors.NotationError, lambda: parse("dice")),
    ("notation/ambiguous", errors.NotationError, lambda: parse("odgs vs 15 adv 2 dis")),
    ("notation/conflict", errors.NotationError, lambda: parse("odgs vs 15 vs 16")),
    ("notation/conflict", errors.NotationError, lambda: parse("hs 3 ranks 2d")),
    ("notation/conflict", errors.NotationError, lambda: parse("dice 4d6kh1kl1")),
    ("notation/conflict", errors.NotationError, lambda: parse("dice 4d6r1ro2")),
    ("notation/conflict", errors.NotationError, lambda: parse("dice 4d6>1>2")),
    ("notation/conflict", errors.NotationError, lambda: parse("ten chaos=kept chaos=all")),
    ("bounds/exceeded", errors.BoundsError, lambda: parse("dice 101d6")),
    ("rule/field-required", errors.RuleError, lambda: parse("skew advanced vs 12")),
    ("rule/lost", errors.RuleError, lambda: pickle.dumps(parse("skew percentile").rule.replace(home=None))),
    ("rule/outcome", errors.RuleError, lambda: sixfold.roll("halves", systems={"halves": HALVES})),
    ("rule/unknown", errors.RuleError, lambda: PartyEffort().after("Mira", {})),
    ("rule/not-enough", errors.RuleError, lambda: PartyEffort().spend("Mira", Effort.FOCUS, 1)),
    ("rule/not-enough", errors.RuleError, lambda: PartyEffort().buy_success("Mira")),
    ("rule/turn", errors.RuleError, lambda: _decide("skew", "initiative", "next")),
    ("rule/forbidden", errors.RuleError, lambda: _decide("hs", "proposals", "propose", check="hs 2d 1 cut")),
    ("rule/verb", errors.NoSuchVerbError, lambda: solve(lambda table: table.throw(2))),
    ("rule/endless", errors.RuleError, lambda: parse("dice d6!>0")),
    ("rule/endless", errors.RuleError, lambda: parse("dice d6r<=6")),
    ("rule/repeat", errors.RuleError, lambda: solve(lambda table: table.repeat(lambda inner, state: None, 0, bool))),
    ("rule/dice", errors.RuleError, lambda: Die(6, explode={7})),
    ("rule/chance", errors.RuleError, lambda: solve(lambda table: time())),
    ("rule/changing", errors.RuleError, lambda: solve(lambda table: CHANGED.pop().bit_length())),
    ("rule/identity", errors.RuleError, lambda: lint(ast.parse("def rule(table): return hit is True"), "duel.py")),
    ("rule/unsound", errors.RuleError, lambda: sound(HALVES, 10)),
    ("rule/tell", errors.RuleError, lambda: solve(lambda table: table.tell("X1", "{n}") or 7)),
    ("rule/declared", errors.RuleError, lambda: Rule(lambda table, careful=True: 7)),
    ("rule/dice", errors.RuleError, lambda: showing("=>", 3)),
    ("rule/unread", errors.RuleError, lambda: Hand() + 1),
    ("rule/outcome", errors.RuleError, lambda: sixfold.roll(_giving(1.5))),
    ("rule/outcome", errors.RuleError, lambda: sixfold.roll(_giving(None))),
    ("rule/outcome", errors.RuleError, lambda: sixfold.odds("halves", systems={"halves": HALVES})),
    (
        "rule/table",
        errors.RuleError,
        lambda: solve(lambda table: {"x": table.play(lambda _: {"y": table.roll(1, "d").size}, ("y",))[0]}),
    ),
    ("dice/needed", errors.DiceNeeded, lambda: sixfold.roll("ten", faces=[6, 6, 6])),
    ("dice/impossible", errors.DiceError, lambda: sixfold.roll("ten", faces=[1, 2, 7])),
    ("dice/unused", errors.DiceError, lambda: sixfold.roll("ten", faces=[1, 2, 4, 4])),
    ("dice/unreadable", errors.DiceError, lambda: sixfold.roll("ten", faces=[1, 2, 4], seed="x")),
    ("dice/impossible", errors.DiceError, lambda: sixfold.roll("ten", faces=[1, 2, 10**5000])),
    ("dice/unreadable", errors.DiceError, lambda: sixfold.roll("ten", faces="1,2," + "9" * 5000)),
    ("choice/needed", errors.ChoiceNeeded, lambda: sixfold.roll("odgs vs 9 adv 1", faces=[1, 2, 3, 4], choices=[])),
    ("choice/impossible", errors.ChoiceError, lambda: sixfold.roll("odgs vs 9 adv 1", faces="1,2,3,4", choices=[4])),
    ("choice/impossible", errors.ChoiceError, lambda: sixfold.roll("odgs vs 9 adv 1", faces="1,2,3,4", choices=[-1])),
    ("choice/impossible", errors.ChoiceError, lambda: sixfold.roll("odgs vs 9 adv 1", faces="1,2,3,4", choices="99")),
    ("choice/impossible", errors.ChoiceError, lambda: sixfold.roll("odgs vs 9 adv 1", faces="1,2,3,4", choices=[True])),
    ("choice/unused", errors.ChoiceError, lambda: sixfold.roll("odgs vs 9 adv 1", faces="1,2,3,4", choices=[0, 0])),
    ("choice/unused", errors.ChoiceError, lambda: sixfold.roll("ten", choices=[0])),
    ("choice/unreadable", errors.ChoiceError, lambda: sixfold.roll("odgs vs 9 adv 1", choices="best")),
    ("usage/argument", errors.UsageError, lambda: sixfold.rolls("ten", True)),
    ("usage/config", errors.ConfigError, lambda: read_config("game = 7", "config.toml")),
    ("odds/too-large", errors.OddsError, lambda: sixfold.odds("dice 99d6!>=2")),
    ("odds/unknown", errors.OddsError, lambda: sixfold.odds("ten").numbers["total"].quantile(2)),
    ("odds/unknown", errors.OddsError, lambda: sixfold.odds("ten").numbers["total"].quantile(0)),
    ("odds/unknown", errors.OddsError, lambda: sixfold.odds("ten").numbers["total"].quantile("often")),
    ("odds/unknown", errors.OddsError, lambda: sixfold.odds("wild 1D", tolerance="0.1").numbers["total"].quantile(1)),
    ("odds/tolerance", errors.OddsError, lambda: sixfold.odds("ten", tolerance=1)),
    ("odds/tolerance", errors.OddsError, lambda: sixfold.odds("ten", tolerance="often")),
    ("odds/tolerance", errors.OddsError, lambda: sixfold.odds("ten", tolerance=float("nan"))),
    ("odds/no-choice", errors.OddsError, lambda: sixfold.odds("ten", aim="success")),
    ("odds/no-choice", errors.OddsError, lambda: sixfold.advise("ten", faces=[1, 2, 3])),
    ("odds/endless", errors.OddsError, lambda: sixfold.odds(_bold(), aim="total")),
    ("record/malformed", errors.RecordError, lambda: Record.from_json({})),
    ("record/malformed", errors.RecordError, lambda: Record.from_json([1])),
    ("record/malformed", errors.RecordError, lambda: Record.from_json({**RECORD, "version": 2})),
    ("record/malformed", errors.RecordError, lambda: Record.from_json({**RECORD, "throws": "all"})),
    ("record/malformed", errors.RecordError, lambda: Odds.from_json({**ODDS, "unresolved": "1/2"})),
    ("record/malformed", errors.RecordError, lambda: Odds.from_json({**ODDS, "unresolved": "1/0"})),
    ("record/malformed", errors.RecordError, lambda: Odds.from_json({**ODDS, "outcomes": ODDS["outcomes"][:2]})),
    ("record/ambiguous", errors.RecordError, lambda: verify('{"events": [], "events": []}')),
    ("record/headless", errors.RecordError, lambda: verify('[{"stored": "{}"}]')),
    ("record/mismatch", errors.RecordError, lambda: Record.from_json({**RECORD, "outcome": {}})),
    ("record/mismatch", errors.RecordError, lambda: Record.from_json({**RECORD, "text": "ten"})),
    ("record/mismatch", errors.RecordError, lambda: Record.from_json({**RECORD, "text": "chess"})),
    ("record/mismatch", errors.RecordError, lambda: Record.from_json({**RECORD, "throws": []})),
    ("record/mismatch", errors.RecordError, lambda: Record.from_json({**RECORD, "throws": _faces(7)})),
    ("record/mismatch", errors.RecordError, lambda: Record.from_json({**RECORD, "throws": _faces(5)})),
    ("record/mismatch", errors.RecordError, lambda: Record.from_json({**RECORD, "throws": _throw(kept=[True] * 4)})),
    ("record/mismatch", errors.RecordError, lambda: Record.from_json({**RECORD, "throws": _throw(label="other")})),
    ("record/mismatch", errors.RecordError, lambda: Record.from_json({**RECORD, "throws": _throw(sides=8)})),
    ("record/mismatch", errors.RecordError, lambda: Record.from_json({**RECORD, "choices": [0]})),
    ("choice/impossible", errors.ChoiceError, lambda: replay(parse("odgs vs 9 adv 1"), [1, 2, 3, 4], [9])),
]


def _decide(game: str, name: str, command: str, **values: Any) -> Any:
    """What an instrument says to a command at an empty table."""
    instrument = next(one for one in sixfold.SYSTEMS[game].instruments() if one.name == name)
    return instrument.decide(instrument.start(), command, values, Person("p1", "Ada", "master"), [])


def _throw(**changes: Any) -> Any:
    (throw,) = RECORD["throws"]
    return [{**throw, **changes}]


def _giving(value: Any) -> Any:
    """A check of a rule of one's own, which gives this as its total."""
    check = parse("skew percentile")
    return check._replace(rule=check.rule.replace(play=lambda table: {"total": value}))


def _bold() -> Any:
    """A check in which the player may take a die that can explode for ever."""
    bold = Die(6, explode={6})

    def play(table: Any) -> Any:
        die = table.choose("Which die?", ("plain", "bold"), 0)
        return {"total": table.read(table.roll(1, "die", bold if die == "bold" else Die(6)), total())}

    check = parse("skew percentile")
    return check._replace(rule=check.rule.replace(play=play))


def _faces(last: int) -> Any:
    (throw,) = RECORD["throws"]
    return [{**throw, "faces": [6, 3, 2, last]}]


@pytest.mark.parametrize("aim", ["total", "-total", lambda outcome: outcome.total])
def test_a_mean_without_a_bound_leads_to_an_event(aim: Any) -> None:
    """The error of a mean that has none names an event that can be aimed at."""
    with pytest.raises(errors.OddsError) as caught:
        sixfold.odds(_bold(), aim=aim)
    event = caught.value.message.rpartition("“")[2].removesuffix("”.")
    assert event.startswith("total") and sixfold.odds(_bold(), aim=event).aim == event


@pytest.mark.parametrize(("code", "kind", "meet"), MET, ids=[f"{at}-{met[0]}" for at, met in enumerate(MET)])
def test_errors_can_be_met(code: str, kind: type[SixfoldError], meet: Callable[[], Any]) -> None:
    """Each error has its code, its class, and one sentence for a player."""
    with pytest.raises(SixfoldError) as caught:
        meet()
    assert caught.value.code == code
    assert isinstance(caught.value, kind)
    assert isinstance(caught.value, ValueError)
    assert caught.value.message.endswith((".", "?"))
    assert caught.value.to_json()["error"]["code"] == code


def test_usage_can_be_met() -> None:
    """A command line that makes no sense is an error of its own."""
    assert run("roll", "--wrong", "--json").error["code"] == "usage/unexpected"


def test_output_can_be_met() -> None:
    """A stream that takes nothing is an error of its own."""
    with pytest.raises(errors.OutputError, match="Standard output is closed") as caught:
        Console(None, "Standard output").say("unheard")
    assert caught.value.code == "output/unwritable"


def test_every_drawn_error_is_met() -> None:
    """An error in the tree that no test meets fails here; those of the workbench are met in tests/study."""
    met = {met[0] for met in MET} | {"usage/unexpected", "output/unwritable"}
    assert met == {code for code in DRAWN if not code.startswith("study/")}


def written_codes() -> dict[str, set[str]]:
    """Every string of the source that looks like a code, with the files that write it."""
    found: dict[str, set[str]] = {}
    for path in HOME.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                found.setdefault(node.value, set()).add(path.name)
    return found


def test_no_error_is_hidden() -> None:
    """No code is raised that the tree does not draw, and none is drawn that is not raised."""
    assert set(written_codes()) == DRAWN


def test_statuses() -> None:
    """What is needed leaves the command with 3, output that cannot be written with 1, everything else with 2."""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, SixfoldError)]
    others = {kind.__name__: kind.exit_status for kind in kinds if kind.exit_status != 2}
    assert others == {"DiceNeeded": 3, "ChoiceNeeded": 3, "OutputError": 1}


def test_errors_have_places() -> None:
    """An error about a text has its column, from 1, and what was expected there."""
    with pytest.raises(errors.NotationError) as caught:
        parse("odgs save +3")
    assert (caught.value.column, caught.value.expected[0]) == (13, "vs N")
    with pytest.raises(errors.NotationError) as caught:
        parse("dice 3d6 + + 2")
    assert caught.value.column == 12
    assert "a number" in caught.value.expected


@pytest.mark.parametrize(
    ("text", "guess"),
    [("tenn", "ten"), ("ten superiour 1", "superior"), ("ten extendd threshold 3", "extended"),
    ("odgs combatt vs 9", "combat"),
     ("ten hrad", "hard"), ("wild 3D thrid=code", "third=code"), ("ten chaos=kep", "kept")],
)  # fmt: skip
def test_guesses(text: str, guess: str) -> None:
    """A word that is nearly right gets a guess."""
    with pytest.raises(errors.NotationError) as caught:
        parse(text)
    assert caught.value.guess == guess
