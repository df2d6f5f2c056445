"""Operations, such as questions: one declaration from which the command, the call over HTTP and its schema come."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from sixfold.base.bounds import CHOICES, DICE_IN_AN_EVALUATION, EVENT_LENGTH, OPEN_PLACES, PATIENT_WORK

Kind = Literal["check", "open check", "checks", "words", "text", "number", "numbers", "yes", "object"]

OPERANDS = ("check", "open check", "checks", "words")
"""The kinds that a command takes as plain words, not as options."""


class Parameter(NamedTuple):
    """A parameter by the name that Python and JSON have for it; the command's option has it too, or `option`.

    Its `metavar` says what may be its value (`CHECK`, `FILE`, `GAME`, ...): completion goes by it.

    An `open check` is a text with `?`; of everything else that says itself, `yes` is a flag, which `means` a value if
    it is given, and `numbers` are whole numbers with commas between. A text has at most `most` characters, a number is
    from `least` to that, and so many numbers there may be. It may be given `many` times (0: once). If a command lacks a
    `missing` one, it says this sentence. One that is `only_for` a command or a call is taken there alone.
    """

    name: str
    help: str
    metavar: str = "EVENT"
    kind: Kind = "text"
    most: int = EVENT_LENGTH
    many: int = 0
    missing: str = ""
    option: str = ""
    short: str = ""
    least: int = 0
    only_for: Literal["", "command", "call"] = ""
    means: Any = True

    @property
    def spellings(self) -> tuple[str, ...]:
        """The spellings of the command's option."""
        long = self.option or f"--{self.name.replace('_', '-')}"
        return (self.short, long) if self.short else (long,)

    @property
    def absent(self) -> list[Any] | bool | None:
        """Its value where a command does not say it."""
        if self.many:
            return []
        return False if self.kind == "yes" else None

    @property
    def needed(self) -> bool:
        """Whether an operation cannot do without it."""
        return bool(self.missing) or self.kind in ("check", "open check", "checks")


class Operation(NamedTuple):
    """A thing to ask of Sixfold: with a command, a call over HTTP or both.

    Of a question, `answer` takes the parameters by name, as far as they are given, and `systems`. Of a command alone,
    it takes the arguments as they were read, and the games. It returns an answer, which is shown in the form that was
    asked for, or the exit status; nothing is status 0.

    The docstring of `answer`, before `notes`, is the help of its command, with the examples behind `$`; `alike` are
    words that people who have not seen it use for the command. With `as_they_are`, words that look like options are
    words too. The usage of the command `takes` the metavar of its words, unless it says more. `path` is that of its
    call, if it is not its name; `document` names the JSON Schema of its answer.
    """

    answer: Callable[..., Any]
    summary: str
    parameters: tuple[Parameter, ...]
    takes: str = ""
    alike: tuple[str, ...] = ()
    path: str = ""
    document: str = ""
    notes: str = ""
    as_they_are: bool = False

    @property
    def name(self) -> str:
        """The name of its command and its call."""
        return self.answer.__name__

    @property
    def call(self) -> str:
        """The path of its call."""
        return self.path or f"/{self.name}"

    @property
    def operand(self) -> Parameter | None:
        """The parameter that a command takes as plain words."""
        return next((each for each in self.parameters if each.kind in OPERANDS), None)

    @property
    def examples(self) -> list[str]:
        """The examples in its help."""
        return [line.strip()[2:] for line in str(self.answer.__doc__).split("\n") if line.strip().startswith("$ ")]

    @property
    def options(self) -> dict[str, Parameter]:
        """The options of its command, by their spellings."""
        named = [parameter for parameter in self.parameters if parameter is not self.operand]
        return {spelling: parameter for parameter in named for spelling in parameter.spellings}


def operation(summary: str, *parameters: Parameter, **more: Any) -> Callable[[Callable[..., Any]], Operation]:
    """Declare that a function does this; `more` are the other fields of the operation."""
    return lambda answer: Operation(answer, summary, parameters, **more)


CHECK = Parameter("check", "the check, as in: ten +4 superior 1", "CHECK", "check")
FACES = Parameter("faces", "the dice on the table, in the order rolled", "N,N,...", "numbers", DICE_IN_AN_EVALUATION)
TAKEN = Parameter("choices", "the options chosen, counted from 0, in the order asked", "N,N,...", "numbers", CHOICES)
AIM = Parameter("aim", "play best for this goal: an event, or a number to maximise (--aim=-N to minimise)")
PATIENT = Parameter(
    "work", "allow twenty times the work (a minute or so)", "", "yes",
    option="--patient", only_for="command", means=PATIENT_WORK,
)  # fmt: skip
RANGES = Parameter("ranges", "numbers to try for each open place, in turn", "A..B", many=OPEN_PLACES, option="--range")

QUESTIONS = ("odds", "explain", "advise", "compare", "need", "table", "equivalent")
"""The questions with a command."""
