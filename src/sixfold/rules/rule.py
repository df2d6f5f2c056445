"""What a game gives to Sixfold: its rules, each with the words it is asked for in and answers in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sixfold.errors import RuleError
from sixfold.rules.table import Values
from sixfold.rules.value import Value
from sixfold.rules.words.pieces import Pattern
from sixfold.rules.words.word import Word

if TYPE_CHECKING:
    from sixfold.rules.instrument import Instrument


class Clause(NamedTuple):
    """A clause of the rule book as it applies to a check."""

    number: str
    text: str


Options = Mapping[str, Any]
Refusal = tuple[str, str, str]
"""Why options do not go together: the error's code, the sentence, and the option it is about."""

Role = Literal["success", "critical", "ordinary"]
Mark = Literal["", "success", "failure", "critical", "blunder", "triumph", "partial", "double", "triple"]
"""The signs that outcomes are drawn with. A double and a triple stand beside the others, which exclude each other."""


class Event(NamedTuple):
    """Something that an outcome can be, in the game's words.

    `name` is a field that is true, or a named value as `field=value`. Its `role` is `success` if a check is asked for
    it first, `critical` if it is a critical, and else `ordinary`. What is not `told` goes without saying: that a roll
    was neither one nor the other. A success has a word for its opposite (`otherwise`).

    `mark` is the sign that it is drawn with on a page; without one, a success and a critical have their own. Where
    several hold that exclude each other, the first that is neither success nor failure is drawn.
    """

    name: str
    words: str
    role: Role = "ordinary"
    told: bool = True
    otherwise: str = "Failure"
    mark: Mark = ""

    @property
    def sign(self) -> Mark:
        """The sign that it is drawn with; nothing for what is not drawn."""
        return self.mark or ("" if self.role == "ordinary" else self.role)

    def came(self, outcome: Mapping[str, Any]) -> bool:
        """Whether an outcome is this."""
        field, _, value = self.name.partition("=")
        return bool(outcome.get(field) == value if value else outcome.get(field) is True)


class Hint(NamedTuple):
    """What to say instead of words that players bring from other games.

    `words` are what they say, or kinds of pieces (`signed` for +2); `instead` is what was probably meant.
    """

    words: tuple[str, ...]
    sentence: str
    instead: str = ""


def _as_said(options: Options) -> Options:
    return options


def _no_refusal(options: Options) -> Refusal | None:
    return None


def _by_total(outcome: Values) -> Any:
    return outcome["total"]


class Home(NamedTuple):
    """Where a game is found again, in this process or another: a function, and the place that it looks in."""

    find: Callable[[str, str], System]
    place: str


class Rule(Value):
    """One rule of a game.

    `play` is the rule itself, a function of a table and its options. The rest is how people meet it: the `words` of
    its check, which of them it `needs`, and of which it `needs_one` at least; what the said options are when they come
    to the same as others (`settle`), why options may not go together (`refuse`), and `hints` for slips; how an outcome
    is `announce`d, which clauses `explain` a check, what makes one outcome `better` than another (larger is better;
    None: nothing does), how its `events` are called, which number a chart shows, which numbers are told even when they
    are 0, and by which `names` fields are told. On a page, dice that do not count are called `aside`, and dice of the
    throws with a label in `apart` are of another colour.

    A rule that gives another outcome for the same dice than it did before has a higher `revision`: records that were
    written under the older one still read, as they were written.

    `system`, `home` and `default` are put in by the game that it belongs to, whose first rule is the default.
    """

    name: str
    title: str
    play: Callable[..., Values]
    words: tuple[Word, ...] = ()
    needs: tuple[str, ...] = ()
    needs_one: tuple[str, ...] = ()
    settle: Callable[[Options], Options] = _as_said
    hints: tuple[Hint, ...] = ()
    refuse: Callable[[Options], Refusal | None] = _no_refusal
    example: str
    announce: Callable[[Values, Options], str]
    explain: Callable[[Options], list[Clause]]
    better: Callable[[Values], Any] | None = _by_total
    events: tuple[Event, ...] = ()
    chart: str = "total"
    zeros: tuple[str, ...] = ("total",)
    names: tuple[tuple[str, str], ...] = ()
    aside: Literal["dropped", "cut"] = "dropped"
    apart: tuple[str, ...] = ()
    revision: int = 1
    system: str = ""
    default: bool = False
    home: Home | None = None

    @property
    def success(self) -> Event | None:
        """The event that a check is asked for first: success, or a hit."""
        return next((event for event in self.events if event.role == "success"), None)

    @property
    def criticals(self) -> tuple[Event, ...]:
        """The events that are criticals."""
        return tuple(event for event in self.events if event.role == "critical")

    @property
    def phrases(self) -> Mapping[str, str]:
        """The game's words for each of its events, by name."""
        return {event.name: event.words for event in self.events}

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The house rules that a table may switch on, as words of a check."""
        return tuple(said for word in self.words for said in word.house_rules)

    @cached_property
    def beginnings(self) -> Mapping[tuple[str, str], Sequence[tuple[Word, Pattern]]]:
        """The words of its checks, each with a pattern, by the kind and the spelling of the piece that begins it."""
        found: dict[tuple[str, str], list[tuple[Word, Pattern]]] = {}
        for word in self.words:
            for pattern in () if word.whole else word.patterns:
                for spelling in pattern[0].spellings or ("",):
                    found.setdefault((pattern[0].kind, spelling), []).append((word, pattern))
        return found

    @cached_property
    def phrase(self) -> Word | None:
        """The word that reads all of its texts by itself, if there is one."""
        return next((word for word in self.words if word.whole), None)

    def called(self, field: str) -> str:
        """The words for a field of an outcome."""
        return dict(self.names).get(field, field.replace("_", " "))

    def tells(self, field: str, value: Any) -> bool:
        """Whether a value of an outcome says something: a name, a number, or what is true."""
        if isinstance(value, str):
            return all(event.told for event in self.events if event.name == f"{field}={value}")
        return bool(value) or (value is not False and field in self.zeros)

    def __eq__(self, other: object) -> bool:
        return self is other or super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.system, self.name))

    def __reduce__(self) -> tuple[Any, ...]:
        if self.home is None:
            raise RuleError("rule/lost", f"The rule “{self.name}” belongs to no game yet: put it into a System.")
        _found_again(self.home, self.system, self.name)  # rather refused now than where it is needed again
        return _found_again, (self.home, self.system, self.name)


class System(Value):
    """A game: its name in check texts, its title, its rules, the default first, and what it keeps on a table.

    It stamps its rules with its name and its home: by default the module of its first rule's function. What it keeps
    are instruments, or the name of the module that has them as INSTRUMENTS, so that a roll does not wait for them.
    """

    name: str
    title: str
    rules: tuple[Rule, ...]
    keeps: Sequence[Instrument[Any]] | str = ()
    home: Home | None = None

    def __init__(
        self,
        *,
        name: str,
        title: str,
        rules: Sequence[Rule],
        keeps: Sequence[Instrument[Any]] | str = (),
        home: Home | None = None,
    ) -> None:
        if home is None:
            home = Home(in_module, getattr(rules[0].play, "__module__", "") if rules else "")
        stamped = tuple(rule.replace(system=name, default=at == 0, home=home) for at, rule in enumerate(rules))
        super().__init__(name=name, title=title, rules=stamped, keeps=keeps, home=home)

    def instruments(self) -> Sequence[Instrument[Any]]:
        """What the game keeps on a table between throws."""
        if isinstance(self.keeps, str):
            found: Sequence[Instrument[Any]] = import_module(self.keeps).INSTRUMENTS
            return found
        return self.keeps

    def __reduce__(self) -> tuple[Any, ...]:
        assert self.home is not None
        return _system_again, (self.home, self.name)


def in_module(place: str, name: str) -> System:
    """The game of a name that a module, or a package around it, has; raises RuleError (rule/lost) for none."""
    module = place
    while module:
        try:
            found = list(vars(import_module(module)).values())
        except ImportError:
            found = []
        for value in found:
            if isinstance(value, System) and value.name == name:
                return value
        module = module.rpartition(".")[0]
    raise RuleError(
        "rule/lost", f"The game “{name}” is not found again: no module “{place}” has it as a System of that name."
    )


def _system_again(home: Home, name: str) -> System:
    return home.find(home.place, name)


def _found_again(home: Home, system: str, name: str) -> Rule:
    for rule in home.find(home.place, system).rules:
        if rule.name == name:
            return rule
    raise RuleError("rule/lost", f"The game “{system}” has no rule “{name}” any more.")
