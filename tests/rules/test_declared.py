"""What a rule and a game are told beside their function: each slip is a sentence, with the line where it stands."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sixfold
from sixfold.authoring.load import load_game
from sixfold.errors import RuleError
from sixfold.playing.standing import standing
from sixfold.rules import Amount
from sixfold.systems import SYSTEMS

GAME = '''from sixfold.rules import *


class Streak:
    """Something that is kept between throws, and has not all that it needs."""

    name = title = "streak"


def parry(table: Table, vs: int = 5, bonus: int = 0) -> dict[str, Any]:
    """A parry.

    P1: {clause}
    """
    best = table.read(table.roll(2), highest(1)) + bonus
    return {{"total": best, "success": best >= vs, "how": "well" if best > 5 else "badly"}}


def forgets(*given): given[0]


SYSTEM = {system}
'''
LINE, FORGETS = 22, 19
"""Where its game and its other function stand."""

CLAUSE = "Against {vs}."


def load(folder: Path, system: str, clause: str = CLAUSE) -> Any:
    path = folder / "duel.py"
    source = GAME.format(system=system, clause=clause).replace("import *", "import Event, Hint, Rule, System, Table")
    path.write_text(source.replace("Table\n", "Table, highest\nfrom typing import Any\n", 1), "utf-8")
    return load_game(path)


def use(game: Any) -> object:
    """All that a rule is asked for that its author may have said."""
    games = {**SYSTEMS, game.name: game}
    record = sixfold.roll(game.name, seed="slips", systems=games)
    return str(record), record.check.explain(), standing(record)


RULES = [
    ("events=('success',)", "“events” of a rule must be written as Event("),
    ("events=5", "“events” of a rule must be written as Event("),
    ("events=Event('success', None)", "The words of the event “success” must be text, not None."),
    ("names='Sum'", 'Names of fields are written as names={"total": "sum"}, not as “Sum”.'),
    ("names={'total': 5}", "Names of fields are written as"),
    ("name=5", "The name of a rule must be text, not 5."),
    ("name='Big Parry'", "“Big Parry” cannot name a rule: use lower-case letters only."),
    ("title=5", "The title of a rule must be text, not 5."),
    ("example=5", "The example of a rule must be text, not 5."),
    ("chart=['total']", "The chart of a rule must be text, not a list."),
    ("harm=5", "The harm of a rule must be text, not 5."),
    ("needs=[5]", '“needs” of a rule must be names, as in needs=("vs",), not 5.'),
    ("zeros=True", '“zeros” of a rule must be names, as in zeros=("total",), not True.'),
    ("words='vs'", "“words” of a rule must be written as Amount("),
    ("hints=('adv', 'dis')", "“hints” of a rule must be written as Hint("),
    ("hints=Hint('adv', 'Say bonus.')", 'The words of a hint must be texts, as in Hint(("adv",), ...), not “adv”.'),
    ("revision='b'", "The revision of a rule must be a number from 1, not “b”."),
    ("revision=0", "The revision of a rule must be a number from 1, not 0."),
    ("aside='drop'", "“aside” of a rule must be “dropped” or “cut”, not “drop”. Did you mean “dropped”?"),
    ("ties_to_roller=True", "The ties_to_roller of a rule must be text, not True."),
    ("announce='hello {total}'", "“announce” of a rule must be a function of the outcome and the options, not “hello"),
    ("announce=lambda o: 'hello'", "“announce” of a rule is called with the outcome and the options, but takes o."),
    ("explain=5", "“explain” of a rule must be a function of the options, not 5."),
    ("explain=lambda: 'hello'", "“explain” of a rule is called with the options, but takes nothing."),
    ("better=5", "“better” of a rule must be a function of the outcome, not 5."),
    ("better=lambda o, p: 5", "“better” of a rule is called with the outcome, but takes o, p."),
    ("settle=None", "“settle” of a rule must be a function of the options, not None."),
    ("refuse=lambda: False", "“refuse” of a rule is called with the options, but takes nothing."),
]
GAMES = [
    ("System(parry, name=5)", "The name of a game must be text, not 5."),
    ("System(parry, title=5)", "The title of a game must be text, not 5."),
    ("System(parry, keeps='streak')", "there is no module “streak”."),
    ("System(parry, keeps=Streak)", "instruments, not classes: write keeps=(Streak(),)."),
    ("System(parry, keeps=Streak())", "a Streak has no commands, start, follow, decide and view."),
    ("System(Streak)", "A rule must be a function of a table, not the class Streak."),
    *((f"System(Rule(parry, {said}))", sentence) for said, sentence in RULES),
]
"""What is wrong as it is declared."""

RESULTS = [
    ("announce", "a text, but returned nothing: a “return” is missing."),
    ("explain", 'a text, or a list of clauses such as ("D1", "..."), but returned nothing'),
    ("settle", "the options, but returned nothing"),
    ("better", "a number, or several of them as a tuple, of which larger is better, but returned nothing"),
]
OTHERS = [
    (
        "announce=lambda o, p: o.hit",
        "fails: this outcome has no hit; it has total, success and how.",
    ),
    ("announce=lambda o, p: o['total']", "“announce” of a rule must return a text, but returned "),
    ("explain=lambda o: 5", "“explain” of a rule must return a text, or a list of clauses"),
    ("better=lambda o: o['how']", "“better” of a rule must return a number, or several of them as a tuple"),
    ("better=lambda o: 'a' if o['total'] > 5 else 3", "but returned “a”."),
    ("better=lambda o: (o['total'], o['how'])", "or several of them as a tuple, of which larger is better, but"),
    ("refuse=lambda o: ('rule/forbidden', 'Too far.')", "“refuse” of a rule must return None, or a code"),
    ("settle=lambda o: 5", "“settle” of a rule must return the options, but returned 5."),
    (
        "settle=lambda o: {**o, 'vs': o.get('vs', 5) + 1}",
        "“settle” of a rule rewrites options that mean the same, but makes “vs” 7 where it has returned 6 itself",
    ),
    ("settle=lambda o: o.update(vs=o.get('vs', 5) + 1) or o", "“settle” of a rule rewrites options that mean the same"),
    ("refuse=lambda o: False", "“refuse” of a rule must return None, or a code, a sentence and the option"),
    ("refuse=lambda o: ('nonsense', 'Too far.', 'vs')", "“refuse” of a rule must return None, or a code"),
]
"""What is wrong as it is used."""


@pytest.mark.parametrize(("system", "sentence"), GAMES)
def test_what_is_declared(tmp_path: Path, system: str, sentence: str) -> None:
    """What cannot be is told as the file is loaded, where it is declared."""
    refused(lambda: load(tmp_path, system), sentence, LINE + 1)


@pytest.mark.parametrize(("field", "sentence"), RESULTS)
def test_a_forgotten_return(tmp_path: Path, field: str, sentence: str) -> None:
    """A function that gives nothing back is told where it stands itself."""
    game = f"System(Rule(parry, {field}=forgets))"
    refused(lambda: use(load(tmp_path, game)), f"“{field}” of a rule must return {sentence}", FORGETS + 1)


@pytest.mark.parametrize(("said", "sentence"), OTHERS)
def test_what_a_function_gives(tmp_path: Path, said: str, sentence: str) -> None:
    """A function that gives something else than it should is told where it stands itself."""
    refused(lambda: use(load(tmp_path, f"System(Rule(parry, {said}))")), sentence, LINE + 1)


def test_what_is_better_is_no_field(tmp_path: Path) -> None:
    """The name of the better result is that of a number that the rule gives."""
    sentence = "“better” “totl” of parry is not in its outcome, which has total, success, how. Did you mean “total”?"
    refused(lambda: load(tmp_path, "System(Rule(parry, better='totl'))"), sentence, 23)


def test_a_clause_that_tells_what_is_no_option(tmp_path: Path) -> None:
    """What stands in braces in a docstring and is no option is told with the rule."""
    sentence = "A clause of parry names {bonis}, but its options are vs and bonus. Did you mean “bonus”?"
    refused(lambda: load(tmp_path, "System(parry)", "Add {bonis} to {vs}."), sentence, 11)


def refused(ask: Callable[[], object], sentence: str, line: int) -> None:
    with pytest.raises(RuleError) as caught:
        ask()
    assert caught.value.code == "rule/declared"
    assert sentence in caught.value.message
    assert caught.value.message.startswith(f"duel.py, line {line}: ")


def test_what_needs_no_list(tmp_path: Path) -> None:
    """A single event, hint or name stands for a list of one."""
    said = (
        "events=Event('success', 'Parried', 'success'), hints=Hint(('adv',), 'Say bonus.'), zeros='total', needs='vs'"
    )
    (rule,) = load(tmp_path, f"System(Rule(parry, {said}))").rules
    assert (rule.events[0].words, rule.hints[0].words, rule.zeros, rule.needs) == (
        *("Parried", ("adv",)),
        *(("total",), ("vs",)),
    )


def test_numbers_and_tuples_compare(tmp_path: Path) -> None:
    """What is better may be a number for some outcomes and several for others."""
    game = load(tmp_path, "System(Rule(parry, better=lambda o: (6, 1) if o['total'] == 6 else o['total']))")
    record = sixfold.roll("duel", faces=[6, 1], systems={"duel": game})
    assert standing(record).better.high == 0


def test_the_games_of_the_package_are_not_looked_at() -> None:
    """A roll of a game of the package does not load what looks at declarations."""
    program = "import sys, sixfold; sixfold.roll('ten'); print('sixfold.rules.judging.declare' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_an_open_form_opens_the_number_alone() -> None:
    """The N of a number becomes a question mark; that of a word stays."""
    assert Amount(words=("NPC",), least=0, most=3).open_form == "NPC ?"
    assert Amount(words=("vs",), least=0, most=3).open_form == "vs ?"


OPTION = '''from typing import Annotated

from sixfold.rules import *


def parry(table: Table, {option}) -> int:
    """A parry."""
    return table.read(table.roll(2), total())
'''
WRONG_WORDS = [
    ("vs: Annotated[int, Modifier()]", "The modifier “vs” must be called “modifier”."),
    ("vs: Annotated[str, Choice()]", "The choice “vs” needs its values: Literal["),
    ("vs: Annotated[str, Choice(values=('low', 'high'))] = 'middle'", "“vs” cannot be middle by default."),
    ("vs: Annotated[str, HouseRule()] = 'all'", "The house rule “vs” needs its values: Literal["),
    ("vs: Annotated[int, Sides()] = 5", "“vs” has a number for each side, and no default."),
    ("vs: Annotated[list, DicePool()], mine: Annotated[list, DicePool()]", "two dice pools, “vs” and “mine”, and"),
    ("vs: Annotated[object, DicePool()] = 6", "“vs” cannot be 6 by default: it is no dice pool."),
]
UNSAID_WORDS = ["Sides()", "DicePool()", "DieCode()", "CheckWord()", "Amount()", "Choice(values=('low', 'high'))"]


def optional(folder: Path, option: str) -> Any:
    path = folder / "duel.py"
    path.write_text(OPTION.format(option=option), "utf-8")
    return load_game(path)


@pytest.mark.parametrize(("option", "sentence"), WRONG_WORDS)
def test_a_word_that_an_option_cannot_have(tmp_path: Path, option: str, sentence: str) -> None:
    """A word that does not fit the option beside which it stands is told as the file is loaded."""
    refused(lambda: optional(tmp_path, option), sentence, 6)


@pytest.mark.parametrize("word", UNSAID_WORDS)
def test_a_word_that_need_not_be_said(tmp_path: Path, word: str) -> None:
    """Each word may be an option that is None where it is not said: then JSON has none, and reads it back."""
    games = {"duel": optional(tmp_path, f"second: Annotated[object, {word}] = None")}
    record = sixfold.roll("duel", seed="unsaid", systems=games)
    assert "second" not in record.check.options
    assert sixfold.Record.from_json(record.to_json(), systems=games) == record
    assert sixfold.odds("duel", systems=games).numbers["total"].mean == 7
