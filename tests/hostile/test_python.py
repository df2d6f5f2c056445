"""Nonsense in Python: every function of the package, every argument, every kind of wrong thing."""

from __future__ import annotations

import inspect
from functools import partial

import pytest

from tests.hostile.doors import DOORS, FUNCTIONS_OF_CALLERS, UNSEEN, Door, offered
from tests.hostile.limits import refusal
from tests.hostile.nonsense import FUNCTIONS, NONSENSE

ARGUMENTS = [
    (door, parameter)
    for door in DOORS
    for parameter in door.parameters()
    if inspect.signature(door.function).parameters[parameter].kind is not inspect.Parameter.VAR_KEYWORD
]


@pytest.mark.parametrize(("door", "parameter"), ARGUMENTS, ids=[f"{door.name}-{name}" for door, name in ARGUMENTS])
def test_nonsense_is_refused_in_a_sentence(door: Door, parameter: str) -> None:
    """Whatever is handed in, it is answered or refused soon, and never with another error than our own."""
    values = NONSENSE if (door.name, parameter) in FUNCTIONS_OF_CALLERS else {**NONSENSE, **FUNCTIONS}
    for make in values.values():
        refusal(partial(door.ask, parameter, make()))


def test_every_function_is_a_door() -> None:
    """A function that is offered without being attacked here fails."""
    assert offered() - {door.name.partition(" ")[0] for door in DOORS} == UNSEEN


@pytest.mark.parametrize("door", [door for door in DOORS if not door.name.startswith("check ")], ids=lambda d: d.name)
def test_every_door_opens(door: Door) -> None:
    """The arguments that make sense are answered, so that only the nonsense is refused."""
    error = refusal(door.open)
    assert error is None or error.code in ("dice/needed", "study/file")
