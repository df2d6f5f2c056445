"""What the commands share in reading their arguments."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NoReturn

from sixfold.cli.config import meant
from sixfold.cli.console import READS_WELL
from sixfold.cli.form import FORMATS, form_of
from sixfold.errors import UsageError
from sixfold.rules.message import did_you_mean, nearest
from sixfold.rules.rule import System

HELP = ("-h", "--help", "-?", "/?")
"""How people ask for help."""

_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015"
_SHIELD = "\0"
"""Stands before words that argparse must not take for options; no argument of a process holds one itself."""


class Parser(argparse.ArgumentParser):
    """The arguments of one command: raises UsageError for what it cannot read, and writes its own help.

    The metavar of an argument says what may stand there (`CHECK`, `FILE`, `GAME`, ...): completion goes by it.
    """

    def __init__(
        self, name: str, description: str, examples: Sequence[str] = (), notes: str = "", takes: str = "CHECK"
    ) -> None:
        # A usage of our own: argparse would work it out before every parse, which costs milliseconds.
        super().__init__(
            prog=f"sixfold {name}",
            usage="",
            description=description,
            allow_abbrev=False,
            add_help=False,
            exit_on_error=False,
            formatter_class=_formatter(READS_WELL),
        )
        self.color = False  # newer Pythons would colour the help by themselves
        self._positionals.title = "arguments"
        self.examples = tuple(examples)
        self._notes = notes
        self._takes = takes
        self.as_they_are = False

    def check(self, help_: str = "the check, as in: ten +4 superior 1", metavar: str = "CHECK") -> None:
        """Take the words of a check, wherever the options stand between them."""
        self.add_argument("check", nargs="*", metavar=metavar, help=help_)

    def words(self, metavar: str, help_: str, as_they_are: bool = False) -> None:
        """Take any number of words; `as_they_are` takes those that look like options too."""
        self.add_argument("words", nargs="*", metavar=metavar, help=help_)
        self.as_they_are = as_they_are

    def json(self) -> None:
        """Take `--json`."""
        self.add_argument("--json", action="store_true", help="print one JSON document, for programs")

    def answers(self) -> None:
        """Take `--json`, `--format` and `--output`: `form` is what they ask for."""
        self.json()
        self.add_argument("--format", metavar="FORMAT", help=f"print the answer as {FORMATS}")
        self.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            help="write the answer to a file; its ending gives the format: .csv, .html, .svg, .png ...",
        )

    @property
    def operands(self) -> list[argparse.Action]:
        """What stands without a name."""
        return [action for action in self._actions if not action.option_strings]

    @property
    def options(self) -> dict[str, argparse.Action]:
        """The options by name."""
        return dict(self._option_string_actions)

    def asks_help(self, words: Sequence[str]) -> bool:
        """Whether the words ask what the command does, instead of asking it to do it."""
        if self.as_they_are:
            return words[:1] in [[word] for word in HELP]
        return list(words) == ["help"] or any(word in HELP for word in before_dashes(words))

    def help(self, width: int) -> str:
        """What `--help` says."""
        from textwrap import fill  # here, since only help is filled

        from sixfold.cli.shell import on_lines

        self.formatter_class = _formatter(width)
        self.description = fill(self.description or "", width)
        takes = f"{self._takes} [options]".lstrip() if self.options else self._takes
        self.usage = fill(f"{self.prog} {takes}", width - 7, subsequent_indent=" " * 9)
        parts = [self.format_help().rstrip()]
        if self.examples:
            title = "example:" if len(self.examples) == 1 else "examples:"
            parts.append("\n".join([title, *(on_lines(example, width, "  ") for example in self.examples)]))
        if self._notes:
            parts.append(_filled(self._notes, width))
        return "\n\n".join(parts)

    def read(self, words: Sequence[str], systems: Mapping[str, System]) -> Any:
        """Read the arguments; a word like -3 belongs to the check, not the options; `said` has all as typed.

        The check is the one that is meant: of a game, plain dice, a saved one, or one of the default game.
        """
        if self.as_they_are:
            return argparse.Namespace(words=list(words))
        asked = before_dashes(words)
        self._refuse(asked)
        try:
            found, rest = self.parse_known_intermixed_args([_SHIELD + w if _no_option(w) else w for w in asked])
        except argparse.ArgumentError as error:
            self._refuse_value(str(error.argument_name))
        over = [*(_bare(word) for word in rest), *([] if self.operands else words[len(asked) + 1 :])]
        if over:
            self._refuse_use(f"{self.prog} takes no words, but “{over[0][:40]}” is one.")
        for name, value in vars(found).items():
            setattr(found, name, _bare(value))
        found.said = list(words)
        if "--format" in self.options:
            found.form = form_of(found.json, found.format, found.output)
            found.json = found.form.name == "json"
        for operand in self.operands:
            taken = [*getattr(found, operand.dest), *words[len(asked) + 1 :]]
            setattr(found, operand.dest, meant(" ".join(taken), systems) if operand.dest == "check" else taken)
        return found

    def error(self, message: str) -> NoReturn:
        """What argparse calls for whatever it cannot read; its own words are for programmers."""
        self._refuse_use("Sixfold cannot read this.")

    def _refuse_use(self, message: str) -> NoReturn:
        raise UsageError(f"{message} See: {self.prog} --help")

    def _refuse(self, words: Sequence[str]) -> None:
        """Raises UsageError for an option that there is not, and for one that is given twice."""
        named = [word.partition("=")[0] for word in words if word[:1] in tuple(_DASHES) and not _no_option(word)]
        for piece in (piece for word in words if " " in word for piece in word.split() if piece in self.options):
            self._refuse_use(f"{piece} is an option: put it after the closing quote of the check.")
        seen: list[argparse.Action] = []
        for name in named:
            action = self._option(name)
            if action is None:
                known = [option for option in self.options if option.startswith("--")]
                guess = nearest(name.strip(_DASHES), [option.strip("-") for option in known])
                self._refuse_use(
                    f"“{name[:40]}” is not an option of {self.prog}; it has {_listed(known)}."
                    + did_you_mean(guess and f"--{guess}")
                )
            if action in seen and action.nargs is None and not isinstance(action.default, list):
                self._refuse_use(f"{action.option_strings[-1]} is given twice.")
            seen.append(action)

    def _option(self, name: str) -> argparse.Action | None:
        """The option of this name; a value may follow a short one at once, as in -n20."""
        short = self.options.get(name[:2]) if name[1:2] != "-" else None
        return self.options.get(name) or (short if short is not None and short.metavar is not None else None)

    def _refuse_value(self, name: str) -> NoReturn:
        option = self.options[name.rpartition("/")[2]]
        name = option.option_strings[-1]
        if option.metavar is None:
            self._refuse_use(f"{name} takes no value.")
        self._refuse_use(f"{name} needs a value: {name} {option.metavar}.")


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Lays out the help, the same under every Python."""

    def _format_action_invocation(self, action: argparse.Action) -> str:
        names = ", ".join(action.option_strings)
        return f"{names} {action.metavar}".rstrip() if action.metavar and names else names or str(action.metavar)


def _formatter(width: int) -> Any:
    """Makes the formatter. With a width of its own: to look for that of the terminal costs milliseconds."""
    return lambda prog: _Formatter(prog, max_help_position=24 if width >= 64 else 12, width=width)


def before_dashes(words: Sequence[str]) -> Sequence[str]:
    """The words up to `--`, behind which no word is an option."""
    return words[: words.index("--")] if "--" in words else words


def whole_number(text: str, name: str) -> int:
    """The whole number that an option is given; raises UsageError for anything else."""
    digits = text.strip().removeprefix("-").removeprefix("+")
    if len(text) > 12 or not (digits.isascii() and digits.isdigit()):
        raise UsageError(f"{name} takes a whole number, not “{text[:20]}”.")
    return int(text)


def _no_option(word: str) -> bool:
    """Whether a word is one of the check although it begins with a dash: -3, -2d6, -(1d4), --3."""
    if word[:1] not in tuple(_DASHES) or word in HELP:
        return False
    body = word.lstrip(_DASHES)
    return not body[:1].isalpha() or (body[0] in "dDwW" and body[1:2] in tuple("0123456789%"))


def _bare(value: Any) -> Any:
    """A value without the shields."""
    if isinstance(value, str):
        return value.removeprefix(_SHIELD)
    return [_bare(each) for each in value] if isinstance(value, list) else value


def _listed(names: Collection[str]) -> str:
    *some, last = names or ("none",)
    return f"{', '.join(some)} and {last}" if some else last


def _filled(text: str, width: int) -> str:
    """Paragraphs folded; lines that are set in stay lines."""
    from textwrap import fill  # here, since only help is filled

    return "\n".join(
        fill(line, width, subsequent_indent=" " * (len(line) - len(line.lstrip()) + 2 if line[:1] == " " else 0))
        for line in text.split("\n")
    )
