"""The arguments of commands: the options that many have, and how they are read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import wraps
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn

from sixfold.base.wording import did_you_mean, listed, nearest
from sixfold.checks.head import begins_check, read_head
from sixfold.cli.config_file import config, names
from sixfold.cli.console import AS_JSON, AS_TEXT, OutputForm
from sixfold.cli.find_check import find_check
from sixfold.errors import BoundsError, UsageError
from sixfold.rules.rule import Systems
from sixfold.study.operation import Operation, Parameter

if TYPE_CHECKING:
    from sixfold.show.display import Shown

Arguments = Any
"""The arguments of a command by the names of its parameters, all of them as typed in `typed`, and the `form`."""

HELP = ("-h", "--help", "-?", "/?")
"""The options that ask for help."""

FORMATS = "text, markdown, html, latex, csv, json, jsonl, svg or vega"
"""The formats, for the help. They are written down, since looking for them takes as long as a roll."""

JSON = Parameter("json", "print one JSON document, for programs", "", "yes")
ANSWERS = (
    JSON,
    Parameter("format", f"print the answer as {FORMATS}", "FORMAT"),
    Parameter(
        "output",
        "write the answer to a file; its ending gives the format: .csv, .html, .svg, .png ...",
        "FILE",
        short="-o",
    ),
)
"""The options of every command that shows an answer: `form` is what they ask for."""

_ON, _OFF = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")
_DASHES = tuple("-\u2010\u2011\u2012\u2013\u2014\u2015")


def asks_help(command: Operation, words: Sequence[str]) -> bool:
    """Whether the words ask what the command does, instead of asking it to do it."""
    if command.as_they_are:
        return words[:1] in [[word] for word in HELP]
    return list(words) == ["help"] or any(word in HELP for word in before_dashes(words))


def read(command: Operation, words: Sequence[str], systems: Systems) -> Any:
    """Read the arguments; a word like -3 belongs to the check, not the options; `typed` has all words as they came.

    The check is the one that is meant: of a game, plain dice, a saved one, or one of the default game.
    Raises UsageError for arguments that cannot be read.
    """
    if command.as_they_are:
        return SimpleNamespace(words=list(words))
    before = before_dashes(words)
    options, operand = command.options, command.operand
    values: dict[str, Any] = {each.name: each.absent for each in options.values()}
    operands: list[str] = []
    rest = iter(before)
    for word in rest:
        if not _is_option(word):
            for piece in word.split() if " " in word else ():
                if piece in options:
                    _refuse_use(command, f"{piece} is an option: put it after the closing quote of the check.")
            operands.append(word)
            continue
        option, value = _option(command, word)
        if option.kind == "yes":
            values[option.name] = option.means
            continue
        if value is None:
            value = next(rest, None)
            if value is None or _is_option(value):
                long = option.spellings[-1]
                _refuse_use(command, f"{long} needs a value: {long} {option.metavar}.")
        meaning = value_of(option, value, option.spellings[-1])
        if not option.many and values[option.name] is not None:
            _refuse_use(command, f"{option.spellings[-1]} is given twice.")
        values[option.name] = [*values[option.name], meaning] if option.many else meaning
    operands += words[len(before) + 1 :]
    if operand is not None:
        values[operand.name] = find_check(" ".join(operands), systems) if operand.name == "check" else operands
    elif operands:
        _refuse_use(command, f"sixfold {command.name} takes no words, but “{operands[0][:40]}” is one.")
    if "--format" in options:
        form = form_of(values["json"], values["format"], values["output"])
        values |= {"form": form, "json": form.name == "json"}
    return SimpleNamespace(**values, typed=list(words))


def _refuse_use(command: Operation, message: str) -> NoReturn:
    raise UsageError(f"{message} See: sixfold {command.name} --help")


def _option(command: Operation, word: str) -> tuple[Parameter, str | None]:
    """The option that a word names, and its value if the word has one: --seed=tavern, -n20.

    Raises UsageError if there is no such option.
    """
    name, equals, value = word.partition("=")
    option = command.options.get(name)
    if option is not None:
        if equals and option.kind == "yes":
            _refuse_use(command, f"{name} takes no value.")
        return option, value if equals else None
    short = command.options.get(word[:2])
    if short is not None and short.kind != "yes":
        return short, word[2:]
    known = [option for option in command.options if option.startswith("--")]
    guess = nearest(name.strip("".join(_DASHES)), [option.strip("-") for option in known])
    return _refuse_use(
        command,
        f"“{name[:40]}” is not an option of sixfold {command.name}; it has {listed(known) or 'none'}."
        + did_you_mean(guess and f"--{guess}"),
    )


def command_of(question: Operation) -> Operation:
    """The command that asks a question and shows its answer."""
    taken = [parameter for parameter in question.parameters if parameter.only_for != "call"]

    @wraps(question.answer)
    def run(args: Arguments, systems: Systems) -> Shown:
        values = {parameter.name: _value_of(parameter, args, systems) for parameter in taken}
        answer: Shown = question.answer(
            systems=systems,
            **{name: value for name, value in values.items() if value is not None and value is not False},
        )
        return answer

    return question._replace(answer=run, parameters=(*taken, *ANSWERS))


def _value_of(parameter: Parameter, args: Arguments, systems: Systems) -> Any:
    """The value of a parameter, None if it is not given."""
    value = getattr(args, parameter.name)
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
        return [find_check(part, systems) for part in parts if part.strip(" ,")]
    if any(" " in word.strip() for word in words) or all(begins_check(word, systems) for word in words):
        return [find_check(word, systems) for word in words]
    checks: list[str] = []
    saved = {name.casefold() for name in names(config(systems))}
    for word in words:
        if not checks or word.lower() in systems or word.casefold() in saved:
            checks.append(word)
        else:
            checks[-1] += f" {word}"
    return [find_check(check, systems) for check in checks]


def files_of_games(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The files of games that the words name with --game, and the other words."""
    files: list[str] = []
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if word == "--":
            return files, [*others, word, *rest]
        if name != "--game":
            others.append(word)
            continue
        file = value if equals else next(rest, "")
        if not file:
            raise UsageError("--game needs a file that defines a game: --game fence.py.")
        files.append(file)
    return files, others


def before_dashes(words: Sequence[str]) -> Sequence[str]:
    """The words up to `--`, behind which no word is an option."""
    return words[: words.index("--")] if "--" in words else words


def value_of(option: Parameter, text: str, name: str) -> Any:
    """The value that a text gives an option, which errors call by this name.

    Raises UsageError for a number or a switch that is none, BoundsError for a number beyond the bounds of the option.

    >>> value_of(JSON, "off", "SIXFOLD_JSON")
    False
    """
    if option.kind == "yes":
        if text.lower() not in (*_ON, *_OFF):
            raise UsageError(f"{name} is yes or no; “{text[:40]}” is neither.")
        return text.lower() in _ON
    if option.kind != "number":
        return text
    number = text.strip()
    digits = number[1:] if number.startswith(("+", "-")) else number
    if not (digits.isascii() and digits.isdigit()):
        raise UsageError(f"{name} takes a whole number, not “{text[:20]}”.")
    if len(digits) > 12 or not option.least <= int(number) <= option.most:
        raise BoundsError(f"{name} must be from {option.least:,} to {option.most:,}.")
    return int(number)


def _is_option(word: str) -> bool:
    """Whether a word is an option: it begins with a dash, and is not of a check like -3, -2d6, -(1d4) or --3."""
    if word[:1] not in _DASHES or word in HELP:
        return word in HELP[:3]
    body = word.lstrip("".join(_DASHES))
    return body[:1].isalpha() and not (body[0] in "dDwW" and body[1:2] in tuple("0123456789%"))


def form_of(json: bool, name: str | None, file: str | None) -> OutputForm:
    """The form that `--json`, `--format` and `--output` ask for; the ending of the file says it where no name does.

    Raises UsageError for a format that there is not, StudyError (study/file) for an ending that says none.

    >>> form_of(False, None, "odds.csv")
    OutputForm(name='csv', file='odds.csv')
    """
    if json and name not in (None, "json"):
        raise UsageError(f"Use one format at a time: --json or --format {str(name)[:40]}.")
    if json:
        name = "json"
    if name in (None, "text") and file is None:
        return AS_TEXT
    if name == "json" and file is None:
        return AS_JSON
    return _looked_up(name, file)


def _looked_up(name: str | None, file: str | None) -> OutputForm:
    from sixfold.show.files import format_of, known

    if name is None:
        return OutputForm(format_of(str(file)), file)
    formats = known()
    format = formats.get(name)
    if format is None:
        guess = did_you_mean(nearest(name, formats))
        raise UsageError(f"There is no format “{name[:40]}”; there are {', '.join(formats)}.{guess}")
    if file is None and not format.media:
        raise UsageError(f"“{name}” is not text. Name a file to write: --output odds{format.ending}.")
    return OutputForm(name, file)
