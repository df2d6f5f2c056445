"""Declarations of a rule are held against its rolls: what is there is taken, all else is told with the nearest name."""

from __future__ import annotations

import linecache
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest

from sixfold.errors import RuleError
from sixfold.playing.declared import checks_to_try, look_over, with_usual
from sixfold.rules import Amount, DicePool, Event, Rule, System, Table, highest, total
from sixfold.rules.rule import USUAL, Options, Refusal


def parry(table: Table, vs: int = 5, combat: bool = False) -> dict[str, Any]:
    best = table.read(table.roll(2), highest(1))
    return {
        "total": best,
        "rounds": 3,
        "success": best >= vs,
        "blunder": best == 1,
        "how": "well" if best > 5 else "no",
    }


FIELDS = ("total", "rounds", "success", "blunder", "how")

NAMING: Mapping[str, Any] = {
    "The event": lambda field: {"events": Event("how=well" if field == "how" else field, "Well")},
    "The chart": lambda field: {"chart": field},
    "“better”": lambda field: {"better": field},
    "A name": lambda field: {"names": {field: "thing"}},
    "In “zeros”,": lambda field: {"zeros": field},
    "“time”": lambda field: {"time": field},
    "“harm”": lambda field: {"harm": field, "chart": "total"},
    "“contest”": lambda field: {"contest": field},
    "“counts”": lambda field: {"counts": {"combat": field}},
    "“fumble”": lambda field: {"fumble": (field, "P1")},
}
"""Each way to name a field of an outcome, by how it is told."""

NUMBERS = {"The chart": "“chart”", "“time”": "“time”", "“harm”": "“harm”", "“contest”": "“contest”"}
"""Those that name a number."""


def refusal(**said: Any) -> str:
    """The sentence with which a game is refused; nothing where it is taken."""
    try:
        look_over(System(Rule(parry, **said), name="light"))
    except RuleError as error:
        return error.message.partition(": ")[2] if error.code == "rule/declared" else error.code
    return ""


@pytest.mark.parametrize("what", NAMING)
def test_a_field_is_one_of_the_outcome(what: str) -> None:
    """A declaration may name any field of the outcome, but only a number where it needs one."""
    for field in FIELDS:
        number = field in ("total", "rounds")
        sentence = refusal(**NAMING[what](field))
        if what in NUMBERS and not number:
            assert sentence == f"{NUMBERS[what]} of parry must be a number, and “{field}” is not one."
        elif what == "The event" and number:
            assert sentence.startswith(f"The event “{field}” of parry does not fit: “{field}” is a number")
        else:
            assert sentence == ""
        told = f"{what} “{field}x” of parry is not in its outcome, which has {', '.join(FIELDS)}."
        assert refusal(**NAMING[what](f"{field}x")) == f"{told} Did you mean “{field}”?"


def test_two_words_that_are_spelled_alike() -> None:
    """Two options with one spelling are told apart by nothing; one word may have a spelling twice."""
    vs = Amount(name="vs", words=("vs", "vs"), most=9, default=5)
    assert refusal(words=vs) == ""
    other = Amount(name="vs", words=("combat",), most=9, default=5)
    assert refusal(words=other) == "In parry “combat” means both “vs” and “combat”."


@pytest.mark.parametrize("usual", USUAL)
def test_the_usual_events(usual: str) -> None:
    """A usual field is an event with its role and mark, unless it, its word, or another in its role is declared."""
    role, mark = USUAL[usual]
    module: dict[str, Any] = {}
    source = f"def parry(table):\n    return {{'total': 3, {usual!r}: True}}\n"
    linecache.cache["usual.py"] = (len(source), None, source.splitlines(keepends=True), "usual.py")
    exec(compile(source, "usual.py", "exec"), module)
    rule = Rule(module["parry"])
    (event,) = with_usual(rule).events
    assert (event.name, event.words, event.role, event.mark) == (usual, usual.capitalize(), role, mark)
    assert with_usual(with_usual(rule)) == with_usual(rule)
    for own in (Event(usual, "Ours"), Event("total", usual.capitalize())):
        assert with_usual(rule.replace(events=own)).events == (own,)
    ours = Event("ours", "Ours", role)
    assert len(with_usual(rule.replace(events=ours)).events) == 1 + (role == "ordinary")


def hunt(
    table: Table,
    dice: Annotated[list[int], DicePool(sides=(8, 10), at_least=2)],
    vs: Annotated[int, range(3, 10)],
    luck: Annotated[int, range(21)] = 0,
    modifier: int = 0,
    bow: Literal["long", "short"] = "long",
    blind: bool = False,
) -> int:
    return table.read(table.roll(2), total()) + modifier


def unlucky(options: Options) -> Refusal | None:
    return ("ten/over", "No luck.", "luck") if options["luck"] == 2 else None


def test_checks_that_are_tried() -> None:
    """The example, what is needed alone, then each word with a few numbers or in each form; or the ends of ranges."""
    rule = Rule(hunt, example="hunt d8 2d10 vs 4", refuse=unlucky)
    system = System(rule, parry, name="hunt")
    first, second = system.rules
    needed = "hunt 2d8 d10 vs 7"
    words = ("luck 1", "luck 5", "-1", "+1", "+2", "+5", "+1 [Rope]", "bow short", "blind")
    assert [check.text for check in checks_to_try(first, system)] == [
        "hunt d8 2d10 vs 4", needed, "hunt 2d8 vs 7", "hunt 2d8 d10 vs 3", "hunt 2d8 d10 vs 5",
        *[f"{needed} {word}" for word in words],
    ]  # fmt: skip
    assert [check.text for check in checks_to_try(first, system, ends=True)] == [
        *("hunt 2d8 d10 vs 3", "hunt 2d8 d10 vs 9", needed),
        *[f"{needed} {word}" for word in ("luck 20", "-1000", "+1000")],
    ]
    assert [check.text for check in checks_to_try(second, system)] == [
        *("hunt parry", "hunt parry vs 0", "hunt parry vs 1", "hunt parry vs 2", "hunt parry combat"),
    ]


def test_a_name_is_one_that_the_rule_gives() -> None:
    """A name that is like one of the rule's is told; one that is like none may come of what nobody can read."""
    told = "The event “how=wel” of parry has a name that the rule never returns. Did you mean “well”?"
    assert refusal(events=Event("how=wel", "Good")) == told
    assert refusal(events=Event("how=splendid", "Good")) == ""


def stumble(table: Table) -> int:
    return 6 // (table.read(table.roll(1), total()) - 7)


def test_a_rule_that_fails_is_told_when_it_is_used() -> None:
    """An error of a rule's own says nothing of its declarations."""
    assert look_over(System(Rule(stumble), Rule(lambda table: 1 // 0, name="fall"), name="light")) == ()
