"""What a game gives to Sixfold: its rules, each with the words it is asked for in and answers in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from sixfold.rules.instrument import Instrument
from sixfold.rules.table import Values
from sixfold.rules.words import Word


class Clause(NamedTuple):
    """A clause of the rule book as it applies to a check."""

    number: str
    text: str


Options = Mapping[str, Any]
Refusal = tuple[str, str, str]
"""Why options do not go together: the error's code, the sentence, and the option it is about."""


def _no_refusal(options: Options) -> Refusal | None:
    return None


def _by_total(outcome: Values) -> Any:
    return outcome["total"]


class Phrase(Protocol):
    """How a check is read whose text is one phrase with a grammar of its own, instead of words in any order."""

    @property
    def name(self) -> str:
        """The option that it sets."""
        ...

    @property
    def form(self) -> str:
        """How it is written, for people."""
        ...

    @property
    def help(self) -> str:
        """What it means, in a few words."""
        ...

    def read(self, text: str, start: int) -> Any:
        """The value that the text from `start` on says; raises NotationError with its column."""
        ...

    def write(self, value: Any) -> str:
        """The canonical text of a value."""
        ...


class Rule(NamedTuple):
    """One rule of a game.

    `play` is the rule itself, a function of a table and its options. The rest is how people meet it: the
    `words` of its check, how an outcome is `announce`d, which clauses `explain` a check, what makes one outcome
    `better` than another (larger is better), and how events are called in the game's words.
    """

    system: str
    name: str
    title: str
    play: Callable[..., Values]
    words: tuple[Word, ...]
    example: str
    announce: Callable[[Values, Options], str]
    explain: Callable[[Options], list[Clause]]
    better: Callable[[Values], Any] | None = _by_total
    events: tuple[tuple[str, str], ...] = ()
    needs: tuple[str, ...] = ()
    refuse: Callable[[Options], Refusal | None] = _no_refusal
    phrase: Phrase | None = None
    default: bool = False
    chart: str = "total"


def _no_instruments() -> Sequence[Instrument[Any]]:
    return ()


class System(NamedTuple):
    """A game: its name in check texts, its title, its rules, the default first, and what it keeps on a table.

    `instruments` is a function, so that a roll does not wait for them.
    """

    name: str
    title: str
    rules: tuple[Rule, ...]
    instruments: Callable[[], Sequence[Instrument[Any]]] = _no_instruments
