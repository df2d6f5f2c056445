"""A question as a command: its options and its help come from its declaration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold.checks.typed import begins_check
from sixfold.cli.arguments import Parser, whole_number
from sixfold.cli.config import config, meant, names
from sixfold.cli.console import out
from sixfold.errors import UsageError
from sixfold.questions.question import Parameter, Question
from sixfold.rules.rule import System


class QuestionCommand:
    """A command that asks a question, and shows its answer."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.parameters = [each for each in question.parameters if each.door != "call"]
        self.SUMMARY = question.summary
        self.ALIKE = question.alike

    def parser(self) -> Parser:
        """Its arguments."""
        made = Parser(self.question.name, self.question.about, self.question.examples, takes=self.question.takes)
        for each in self.parameters:
            said = each.help.replace("%", "%%")
            if each.kind in ("check", "open check"):
                made.check(said)
            elif each.kind == "checks":
                made.words(each.metavar, said)
            elif each.kind == "yes":
                made.add_argument(_option(each), action="store_true", dest=each.name, help=said)
            else:
                many: Any = {"action": "append", "default": []} if each.many else {}
                made.add_argument(_option(each), dest=each.name, metavar=each.metavar, help=said, **many)
        made.answers()
        return made

    def run(self, asked: Any, systems: Mapping[str, System]) -> int:
        """Ask it, and show the answer."""
        given = {each.name: _given(each, asked, systems) for each in self.parameters}
        values = {name: value for name, value in given.items() if value is not None and value is not False}
        out().answer(self.question.answer(systems=systems, **values), asked.form)
        return 0


def _option(parameter: Parameter) -> str:
    return parameter.option or f"--{parameter.name.replace('_', '-')}"


def _given(parameter: Parameter, asked: Any, systems: Mapping[str, System]) -> Any:
    """The value of a parameter, None if it is not given."""
    if parameter.kind == "checks":
        return _checks(asked.words, systems)
    value = getattr(asked, parameter.name)
    if value is None and parameter.missing:
        raise UsageError(parameter.missing)
    if value is None or parameter.kind != "number":
        return value
    number = whole_number(value, _option(parameter))
    if not 0 <= number <= parameter.most:
        raise UsageError(f"{_option(parameter)} must be from 0 to {parameter.most}.")
    return number


def _checks(words: Sequence[str], systems: Mapping[str, System]) -> list[str]:
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
