"""The questions, a file each: one declaration from which the command, the call of the API and its schema come."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from sixfold.questions.question import Question

QUESTIONS = ("odds", "explain", "advise", "compare", "need", "table", "equivalent")
"""Those with a command. Their names are those of their files."""

CALLS = ("roll", "outlook")
"""Those that only programs ask, in files too."""


def declared(name: str) -> Question:
    """Return the declaration of a question; only its file is imported."""
    return cast("Question", import_module(f"{__name__}.{name}").QUESTION)
