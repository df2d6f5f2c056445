"""A question as a command: its options and its help come from its declaration."""

from collections.abc import Sequence
from functools import wraps
from typing import Any

from sixfold.checks.head import begins_check, read_head
from sixfold.cli.arguments import ANSWERS, Asked
from sixfold.cli.config import config, meant, names
from sixfold.errors import UsageError
from sixfold.questions import Parameter, Question
from sixfold.report.shown import Shown
from sixfold.rules.rule import Systems


def command_of(question: Question) -> Question:
    """The command that asks a question and shows its answer."""
    taken = [each for each in question.parameters if each.door != "call"]

    @wraps(question.answer)
    def run(asked: Asked, systems: Systems) -> Shown:
        given = {each.name: _given(each, asked, systems) for each in taken}
        found: Shown = question.answer(
            systems=systems,
            **{name: value for name, value in given.items() if value is not None and value is not False},
        )
        return found

    return question._replace(answer=run, parameters=(*taken, *ANSWERS))


def _given(parameter: Parameter, asked: Asked, systems: Systems) -> Any:
    """The value of a parameter, None if it is not given."""
    value = getattr(asked, parameter.name)
    if parameter.kind == "checks":
        return _checks(value, systems)
    if parameter.kind == "open check":
        read_head(value, systems)  # a mistake in the check comes before anything that is missing
    if value is None and parameter.missing:
        raise UsageError(parameter.missing)
    return value


def _checks(words: Sequence[str], systems: Systems) -> list[str]:
    """Checks that came in quotes, with commas between them, or word by word: then a game's name begins the next."""
    if "," in words or any(word.endswith(",") for word in words):
        parts = " ".join(words).replace(" , ", ", ").split(", ")
        return [meant(part, systems) for part in parts if part.strip(" ,")]
    if any(" " in word.strip() for word in words) or all(begins_check(word, systems) for word in words):
        return [meant(word, systems) for word in words]
    checks: list[str] = []
    saved = {name.casefold() for name in names(config(systems))}
    for word in words:
        if not checks or word.lower() in systems or word.casefold() in saved:
            checks.append(word)
        else:
            checks[-1] += f" {word}"
    return [meant(check, systems) for check in checks]
