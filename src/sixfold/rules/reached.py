"""The functions that a rule leads to by the names in its code, and the values that these close over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from types import CodeType, FunctionType
from typing import Any

from sixfold.rules.functions import of_package


def named_in(code: CodeType) -> list[str]:
    """Every name that code and the functions in it use and do not bind themselves."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += named_in(constant)
    return names


def reached(function: Callable[..., Any]) -> Iterator[FunctionType]:
    """A function and all that it names, and those name in their turn, but for the package's own."""
    waiting: list[Any] = [function]
    seen: set[int] = set()
    while waiting:
        here = waiting.pop()
        here = getattr(here, "__func__", here)
        here = here.func if isinstance(here, partial) else here
        if not isinstance(here, FunctionType) or id(here) in seen or of_package(here):
            continue
        seen.add(id(here))
        yield here
        waiting += [here.__globals__.get(name) for name in named_in(here.__code__)]
        waiting += closed_over(here).values()


def closed_over(function: FunctionType) -> dict[str, Any]:
    """The values that a function closes over, by name."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return {name: cell.cell_contents for name, cell in cells if _filled(cell)}


def _filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False
