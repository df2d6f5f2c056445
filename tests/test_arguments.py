"""What is handed in, and what a sentence says of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import repeat
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given as generated
from hypothesis import strategies as st

from sixfold.base import arguments
from sixfold.base.bounds import MESSAGE_LENGTH
from sixfold.base.printable import printable, shown, unshowable
from sixfold.errors import BoundsError, SixfoldError, UsageError

OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode's classes of what is obeyed: control, format, half a character, ends of lines and paragraphs."""


def test_text_for_a_number_stands_in_quotation_marks() -> None:
    """The text “3” is told from the number 3 in the sentence about it."""
    with pytest.raises(UsageError, match="must be a whole number, not “3”"):
        arguments.whole("3", "A modifier")


@generated(st.text(st.characters()))
def test_what_is_printable_is_obeyed_by_nothing(text: str) -> None:
    """No control character, change of direction, line break or half of a character is left; printable text stays."""
    clean = printable(text)
    assert len(clean) == len(text)
    assert unshowable(clean) is None
    assert not any(category(c) in OBEYED and c not in "\u200c\u200d" for c in clean)
    clean.encode("utf-8")
    assert printable(clean) == clean
    if text.isprintable():
        assert clean == text


def test_nothing_invisible_is_left() -> None:
    """Of all characters there are, the marks for those that are obeyed are the same as Unicode's own classes."""
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        kind = category(character)
        if (kind in OBEYED and character not in "\u200c\u200d") or code in (0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF, 0xE0001):
            assert printable(character) in ("\ufffd", " ")
        elif kind in ("Cn", "Co"):
            continue  # what this Python does not know yet may be shown
        elif kind not in ("Zs", "Zl", "Zp"):
            assert printable(character) == character


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "None"), (True, "True"), (-3, "-3"), (1.5, "1.5"), (float("nan"), "nan"), ("ten", "ten"),
        ("", ""), (b"x", "a bytes"), ([1], "a list"), (int, "a type"), (object(), "an object"),
        (-(10**5000), "a number of about 5,000 digits"), ("x" * 50, "x" * 39 + "\u2026"),
    ],
    ids=shown,
)  # fmt: skip
def test_any_value_can_be_spoken_of(value: object, said: str) -> None:
    """A few characters for whatever it is, and never the text of an object that is not ours."""
    assert shown(value) == said


class Silent(str):
    """Text that cannot be asked for itself."""

    def __str__(self) -> str:
        raise RuntimeError("no")

    __repr__ = __str__


def test_what_cannot_be_shown_is_shown_all_the_same() -> None:
    """A value whose own text fails does no harm."""
    assert shown(Silent("x")) == "x"


@pytest.mark.parametrize(
    ("look", "value", "kind"),
    [
        (lambda v: arguments.text(v, "A seed", 5), None, UsageError),
        (lambda v: arguments.text(v, "A seed", 5), b"x", UsageError),
        (lambda v: arguments.text(v, "A seed", 5), "xxxxxx", BoundsError),
        (lambda v: arguments.whole(v, "The number", 1, 5), True, UsageError),
        (lambda v: arguments.whole(v, "The number", 1, 5), 1.0, UsageError),
        (lambda v: arguments.whole(v, "The number", 1, 5), 0, BoundsError),
        (lambda v: arguments.whole(v, "The number", 1, 5), 10**5000, BoundsError),
        (lambda v: arguments.whole(v, "The number", low=1), 0, BoundsError),
        (lambda v: arguments.whole(v, "The number", high=1), 2, BoundsError),
        (lambda v: arguments.several(v, "The faces", 5), "123", UsageError),
        (lambda v: arguments.several(v, "The faces", 5), {1: 2}, UsageError),
        (lambda v: arguments.several(v, "The faces", 5), 5, UsageError),
        (lambda v: arguments.several(v, "The faces", 5), repeat(6), BoundsError),
        (lambda v: arguments.several(v, "The faces", 5), range(10**9), BoundsError),
        (lambda v: arguments.one_of(v, "The check", int, "a check"), "x", UsageError),
        (lambda v: arguments.function(v, "The predicate"), 5, UsageError),
    ],
    ids=shown,
)
def test_what_is_not_meant_is_refused(look: Callable[[Any], Any], value: Any, kind: type[SixfoldError]) -> None:
    """Each with one sentence, in no time."""
    with pytest.raises(kind) as caught:
        look(value)
    assert caught.value.message.endswith(".")
    assert len(caught.value.message) < 150


def test_sentences_are_printable_and_short() -> None:
    """Whatever an error quotes, its sentence is one line of bounded length."""
    error = SixfoldError("rule/endless", "Say\x1b[2J\n\ud800 " + "x" * 5000)
    assert len(error.message) == MESSAGE_LENGTH
    assert error.message.startswith("Say\ufffd[2J \ufffd x")
    assert str(error) == error.message
