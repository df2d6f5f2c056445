"""The questions: one declaration from which the command, the call over HTTP and its schema come."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sixfold.questions.question import Question

QUESTIONS = ("odds", "explain", "advise", "compare", "need", "table", "equivalent")
"""Those with a command."""

CALLS = ("roll", "outlook")
"""Those that only programs ask; the command `roll` has a file of its own."""


def declared(name: str) -> Question:
    """Return the declaration of a question."""
    from sixfold.questions.catalogue import CATALOGUE  # here, since a roll asks no question

    return next(question for question in CATALOGUE if question.name == name)
