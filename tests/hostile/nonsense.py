"""Values that make no sense where something else is meant."""

from __future__ import annotations

import decimal
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import repeat
from typing import Any


class Silent:
    """A value that cannot be shown."""

    def __str__(self) -> str:
        raise RuntimeError("no")

    __repr__ = __str__


class Indexed:
    """A value that Python takes for a whole number, and that is none."""

    def __index__(self) -> int:
        return 3


class Text(str):
    """Text of a class of its own, whose text is another one."""

    def __str__(self) -> str:
        return "something else"

    __repr__ = __str__


NONSENSE: Mapping[str, Callable[[], Any]] = {
    "None": lambda: None,
    "True": lambda: True,
    "False": lambda: False,
    "0": lambda: 0,
    "-1": lambda: -1,
    "3": lambda: 3,
    "10**400": lambda: 10**400,
    "10**5000": lambda: 10**5000,
    "-(10**5000)": lambda: -(10**5000),
    "1.5": lambda: 1.5,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "-inf": lambda: float("-inf"),
    "1e308": lambda: 1e308,
    "1e-320": lambda: 1e-320,
    "1/3": lambda: Fraction(1, 3),
    "a huge fraction": lambda: Fraction(10**5000, 3),
    "a decimal nan": lambda: decimal.Decimal("NaN"),
    "a huge decimal": lambda: decimal.Decimal("1e999999"),
    "1j": lambda: 1j,
    "bytes": lambda: b"ten",
    "bytearray": lambda: bytearray(b"ten"),
    "no text": lambda: "",
    "a blank": lambda: " ",
    "5000 letters": lambda: "x" * 5000,
    "5000 digits": lambda: "9" * 5000,
    "5000 signs": lambda: "-" * 5000,
    "100000 commas": lambda: "," * 100_000,
    "half a character": lambda: "\ud800",
    "a label of half a character": lambda: "ten +1 [\udc80]",
    "NUL": lambda: "\x00",
    "an escape": lambda: "\x1b]52;c;Zm9v\x07",
    "another direction": lambda: "\u202eten",
    "two lines": lambda: "ten\nten",
    "a huge power": lambda: "1e9999999",
    "a tiny power": lambda: "1e-99999999",
    "text nan": lambda: "nan",
    "text inf": lambda: "inf",
    "text 1/0": lambda: "1/0",
    "a vulgar half": lambda: "\u00bd",
    "an Arabic digit": lambda: "\u0661",
    "a superscript": lambda: "\u00b2",
    "text of its own": lambda: Text("ten"),
    "[]": lambda: [],
    "[None]": lambda: [None],
    "[text]": lambda: ["ten"],
    "[[]]": lambda: [[]],
    "[10**5000]": lambda: [10**5000],
    "[True]": lambda: [True, True, True],
    "[1.0]": lambda: [1.0, 2.0, 3.0],
    "(1,)": lambda: (1,),
    "((1, 2, 3),)": lambda: ((1, 2, 3),),
    "a set": lambda: {1, 2},
    "{}": dict,
    "{1: 2}": lambda: {1: 2},
    "{text: None}": lambda: {"ten": None},
    "{version: 1}": lambda: {"version": 1, "text": None},
    "object()": object,
    "a range": lambda: range(10**9),
    "an empty iterator": lambda: iter([]),
    "an endless iterator": lambda: repeat(6),
    "Silent()": Silent,
    "Indexed()": Indexed,
    "NotImplemented": lambda: NotImplemented,
    "...": lambda: ...,
}
"""By a name for the test; made anew each time, since some can be used once only."""


FUNCTIONS: Mapping[str, Callable[[], Any]] = {
    "a type": lambda: int,
    "len": lambda: len,
    "a function": lambda: lambda *_, **__: None,
}
"""Nonsense too, but where a function is asked for."""
