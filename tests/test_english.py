"""The texts of the package are in plain English: they never call a person “he”, and avoid our old quaint phrases."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import sixfold

SOURCE = Path(sixfold.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))

PERSON = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)
QUAINT = re.compile(r"\b(for ever|whoever|whomever|abreast|the bare|is told so)\b", re.IGNORECASE)

QUESTION = re.compile(r"(What|Where|Who|Whatever|Whose|Whom)\b")
"""How no docstring begins: it says what something is or does."""

ALLOWED: frozenset[tuple[str, str]] = frozenset()
"""Named exceptions, each a path below the package and a word."""


@cache
def texts(source: str) -> list[tuple[int, str, bool]]:
    """Every string literal with its line, and whether it is a statement; an f-string gives its literal parts."""
    nodes = list(ast.walk(ast.parse(source)))
    statements = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    strings = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [(node.lineno, str(node.value), id(node) in statements) for node in strings]


def found(pattern: re.Pattern[str], source: str) -> list[tuple[int, str]]:
    """Lines and words of a source that a pattern forbids."""
    return [(line, word.group()) for line, text, _ in texts(source) for word in pattern.finditer(text)]


@pytest.mark.parametrize("pattern", [PERSON, QUAINT], ids=["persons", "quaint"])
def test_texts_are_plain(pattern: re.Pattern[str]) -> None:
    """No message, help text or docstring calls a person “he” or has one of the quaint phrases."""
    wrong = [
        f"{path.relative_to(SOURCE)}:{line}: {word}"
        for path in FILES
        for line, word in found(pattern, path.read_text("utf-8"))
        if (path.relative_to(SOURCE).as_posix(), word) not in ALLOWED
    ]
    assert len(FILES) > 100
    assert not wrong, "\n".join(wrong)


def questions(source: str) -> list[tuple[int, str]]:
    """Lines and beginnings of docstrings that begin like a question."""
    docstrings = [(line, text.strip()) for line, text, statement in texts(source) if statement]
    return [(line, text[:40]) for line, text in docstrings if QUESTION.match(text)]


def test_no_docstring_begins_like_a_question() -> None:
    """A docstring begins with a noun or a verb, not with “What is known of”."""
    assert questions('"""Where it is."""\ndef f():\n    """Return it."""\n') == [(1, "Where it is.")]
    wrong = [
        f"{path.relative_to(SOURCE)}:{line}: {text}"
        for path in FILES
        for line, text in questions(path.read_text("utf-8"))
    ]
    assert not wrong, "\n".join(wrong)


def test_the_search_finds_them() -> None:
    """A docstring, a message and an f-string are all searched; words that only contain a forbidden one are fine."""
    source = (
        'def f(x):\n    """What he takes."""\n    print("for ever", f"{x} is for himself")\n    "shells for everyone"'
    )
    assert found(PERSON, source) == [(2, "he"), (3, "himself")]
    assert found(QUAINT, source) == [(3, "for ever")]
