"""The state around an author's rule against a slow twin: the whole of it written down before and after."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sixfold.rules.judging.environment import Environment
from sixfold.solving.solver import solve

ATOMS = st.one_of(st.integers(-2, 2), st.floats(), st.sampled_from(["", "luck", None, True, 300, 2**70]))
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(ATOMS, inner, max_size=3),
        st.sets(ATOMS, max_size=3),
        st.builds(SimpleNamespace, luck=inner, skill=inner),
        inner.map(lambda value: lambda kept=value: kept),
        inner.map(lambda value: lambda: value),
    ),
    max_leaves=12,
)
"""Values of a module: nested collections, objects and functions."""


def written(value: Any) -> Any:
    """Everything in a value, written down: the twin."""
    if isinstance(value, list | tuple):
        return type(value), [written(part) for part in value]
    if isinstance(value, set):
        return set, sorted(map(repr, value))
    if isinstance(value, dict):
        return dict, [(written(key), written(part)) for key, part in value.items()]
    if isinstance(value, SimpleNamespace):
        return SimpleNamespace, written(vars(value))
    if callable(value):
        return (
            "function",
            [written(cell.cell_contents) for cell in value.__closure__ or ()],
            written(value.__defaults__),
        )
    return type(value), repr(value)


def inside(value: Any) -> list[Any]:
    """A value and everything in it that can be changed in place."""
    parts: list[Any] = []
    if isinstance(value, list | tuple):
        parts = [*value]
    elif isinstance(value, dict):
        parts = [*value.values()]
    elif isinstance(value, SimpleNamespace):
        parts = [*vars(value).values()]
    elif callable(value):
        parts = [*[cell.cell_contents for cell in value.__closure__ or ()], *(value.__defaults__ or ())]
    return [value, *[deeper for part in parts for deeper in inside(part)]]


def change(value: Any, other: Any, at: int) -> None:
    """Change a value in place: one of its parts becomes another value, or an equal one."""
    if isinstance(value, list) and value:
        value[at % len(value)] = deepcopy(value[at % len(value)]) if at % 2 else other
    elif isinstance(value, dict):
        key = list(value)[at % len(value)] if value and at % 2 else "luck"
        value[key] = deepcopy(value[key]) if at % 3 and key in value else other
    elif isinstance(value, set):
        value ^= {at % 3}
    elif isinstance(value, SimpleNamespace):
        value.luck = deepcopy(value.luck) if at % 2 else other
    elif callable(value) and value.__closure__:
        value.__closure__[0].cell_contents = other
    elif callable(value):
        value.__defaults__ = (deepcopy(value.__defaults__[0]) if at % 2 else other,)


@given(VALUES, VALUES, st.integers(0, 40), st.integers(0, 11), st.booleans())
def test_a_change_is_told_if_it_can_be_seen(held: Any, other: Any, which: int, at: int, named: bool) -> None:
    """A change of any value in any other is told if, and only if, the whole is written down otherwise."""
    names: dict[str, Any] = {"__name__": "duel", "held": held}
    exec("rule = lambda table: 1", names)
    state, before = Environment(names["rule"]), written(held)
    assert state.change() is None
    if named:
        names["held"] = other
    else:
        places = inside(held)
        change(places[which % len(places)], other, at)
    path = state.change()
    assert (path is not None) == (written(names["held"]) != before)
    assert path is None or path[0] == "held"


def test_equal_values_in_the_place_of_others() -> None:
    """Values that are made anew, and equal, are no change; a set may have any order."""
    names: dict[str, Any] = {"__name__": "duel", "held": [{8, 0}, {-1, -2}, {"a": (1.5, [float("nan")])}]}
    exec("rule = lambda table: 1", names)
    state = Environment(names["rule"])
    names["held"] = [{0, 8}, {-2, -1}, {"a": (1.5, [float("nan")])}]
    assert state.change() is None
    names["held"][2]["a"][1].append(0)
    assert state.change() == ("held",)


def test_the_class_of_an_object_may_change() -> None:
    """The attributes of the class of an object belong to it, and so does the class itself."""
    names: dict[str, Any] = {"__name__": __name__, "SimpleNamespace": SimpleNamespace}
    exec("class Lucky: luck = 0\nclass Other: pass\nheld = [Lucky()]\ndel Lucky\nrule = lambda table: 1", names)
    state = Environment(names["rule"])
    type(names["held"][0]).luck = 1
    assert state.change() == ("held", "luck")
    type(names["held"][0]).luck = 0
    assert state.change() is None
    names["held"][0].__class__ = names["Other"]
    assert state.change() == ("held",)


def test_what_an_author_changes_between_two_answers_is_as_it_is_now() -> None:
    """A rule is solved with what is around it then: only what changes while it is played is told."""
    names: dict[str, Any] = {"__name__": "duel"}
    exec("bonus = [1]\ndef rule(table): return table.roll(1).size + bonus[0]", names)
    for now in (1, 2, 2, 3):
        names["bonus"][0] = now
        assert solve(names["rule"]).rows == {(1 + now,): 1}


def test_another_cache_of_the_same_function_is_another() -> None:
    """Each answer is found without what a function kept before, also where its cache was made a moment ago."""
    names: dict[str, Any] = {"__name__": "duel", "cache": cache}
    exec("bonus = cache(lambda: 1)\ndef rule(table): return bonus()", names)
    state = Environment(names["rule"])
    names["bonus"] = cache(names["bonus"].__wrapped__)
    assert state.change() == ("bonus",)
