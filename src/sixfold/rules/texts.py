"""Default texts of rules: clauses from the docstring, and announcements of outcomes."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sixfold.base.wording import minus

Clauses = Iterable[tuple[str, str]]
"""Clauses, each with its number and its text."""


class Clause(NamedTuple):
    """A clause of the rule book as it applies to a check."""

    number: str
    text: str


def first_sentence(text: str | None) -> str:
    """The first paragraph of a docstring, on one line and without its full stop.

    >>> first_sentence("The higher of two dice\\n    against the attack.\\n\\n    More.")
    'The higher of two dice against the attack'
    """
    return " ".join((text or "").strip().split("\n\n")[0].split()).removesuffix(".")


def clauses_of(text: str | None, name: str, options: Mapping[str, Any]) -> list[Clause]:
    """The clauses in a docstring: its paragraphs, or its lines that begin with a number such as `D1:`.

    The first paragraph is the title; it is given only where there is no other. Options in braces are filled in.

    >>> clauses_of("A parry.\\n\\nD1: Throw 2d6.\\nD2: The higher counts, against {vs}.", "parry", {"vs": 5})
    [Clause(number='D1', text='Throw 2d6.'), Clause(number='D2', text='The higher counts, against 5.')]
    """
    paragraphs = [part for part in "\n".join(map(str.strip, (text or "").splitlines())).split("\n\n") if part]
    kept = [part for part in paragraphs[1:] if not part.lstrip().startswith(">>>")] or paragraphs[:1]
    clauses: list[Clause] = []
    for paragraph in kept:
        clauses.append(Clause(name, ""))
        for line in paragraph.splitlines():
            number, sign, rest = line.strip().lstrip("-* ").partition(": ")
            if sign and number.isalnum() and not number.isalpha():
                clauses.append(Clause(number, rest))
            else:
                last = clauses[-1]
                clauses[-1] = last._replace(text=f"{last.text} {line.strip()}".strip())
    return [clause._replace(text=_filled(clause.text, options)) for clause in clauses if clause.text]


def _filled(text: str, options: Mapping[str, Any]) -> str:
    for name, value in options.items():
        text = text.replace(f"{{{name}}}", str(value))
    return minus(text)


def within(words: str) -> str:
    """Words within a sentence: without a capital at the beginning, unless there are more."""
    return words[:1].lower() + words[1:] if words[1:].islower() else words


def numbers_of(outcome: Mapping[str, Any]) -> Iterable[str]:
    """The fields of an outcome that are numbers."""
    return [field for field, value in outcome.items() if not isinstance(value, bool | str)]
