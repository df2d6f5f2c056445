"""How many things a function takes: its slow twin calls it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from sixfold.rules.judging.blame import can_take

PARTS = (("", "a", "a, b", "a, /, b=0"), ("", "c=0", "*rest"), ("", "named=0", "named"), ("", "**others"))
"""What may stand in the places of a signature: by position, with a default or all others, by name, and all names."""


def function(parts: tuple[str, ...]) -> Callable[..., Any] | None:
    """A function with these parameters that closes over a number; None where Python takes no such parameters."""
    place, more, named, others = parts
    star = "*" if named and more != "*rest" else ""
    signature = ", ".join(part for part in (place, more, star, named, others) if part)
    names: dict[str, Any] = {}
    try:
        exec(f"def outer(number=7):\n    def inner({signature}):\n        return number\n    return inner", names)
    except SyntaxError:
        return None
    made: Callable[..., Any] = names["outer"]()
    return made


def test_a_function_can_take_what_it_can_be_called_with() -> None:
    """So many things fit a function as it can be called with, whatever its parameters."""
    functions = {parts: made for parts in product(*PARTS) if (made := function(parts)) is not None}
    assert len(functions) > 60
    for parts, made in functions.items():
        for wanted in range(5):
            try:
                taken = made(*[None] * wanted) == 7
            except TypeError:
                taken = False
            assert can_take(made, wanted) == taken, (parts, wanted)
