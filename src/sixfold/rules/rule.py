"""Games and their rules, with the words for their checks and outcomes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Self

from sixfold.base.printable import shown
from sixfold.base.wording import did_you_mean, nearest
from sixfold.errors import RuleError, misdeclared
from sixfold.rules.functions import ReturnedBy, innermost, is_builtin, named_in
from sixfold.rules.outcome import declared_names, declared_numbers
from sixfold.rules.signature import signature_of, words_of
from sixfold.rules.texts import Clause, clauses_of, first_sentence, numbers_of, within
from sixfold.rules.value import Value, placed
from sixfold.rules.words.pieces import Pattern, spoken
from sixfold.rules.words.word import Word

if TYPE_CHECKING:
    from sixfold.rules.instrument import Instrument
    from sixfold.rules.traits import Trait


Options = Mapping[str, Any]
Refusal = tuple[str, str, str]
"""Why options do not go together: the error's code, the sentence, and the option it is about."""

Role = Literal["success", "critical", "ordinary"]


Mark = Literal["", "success", "failure", "critical", "blunder", "triumph", "partial", "double", "triple"]
"""The signs for outcomes. A double and a triple may be combined with the others, which exclude each other."""


Explained = str | Iterable[str | tuple[str, str]]
"""A rule in words: a text, or clauses, each a text or a number and a text."""


class Event(NamedTuple):
    """A possible result of a rule, in the words of the game.

    `name` is a true/false field, or a field with a value as `field=value`. `role` is `success` for the result that
    players ask for first, `critical`, or `ordinary`. `otherwise` is the word for the opposite of a success. An event
    that is not `told` is not announced.

    `mark` is the sign that a page draws. Without one, a success and a critical have their own. If several events hold
    that exclude each other, the first one is drawn that is neither success nor failure.
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
        """Return whether this event happened in an outcome."""
        field, sign, value = self.name.partition("=")
        return bool(outcome.get(field) == value if sign else outcome.get(field) is True)


class Hint(NamedTuple):
    """A sentence for words that players bring from other games.

    `words` are those words, or kinds of pieces (`signed` for +2), or a sign. `instead` is what they probably meant,
    with the number beside them for an `N`.
    """

    words: tuple[str, ...]
    sentence: str
    instead: str = ""


class Home(NamedTuple):
    """A way to find a game again, in this process or another: a function, and the place that it looks in.

    `version` is the SHA-256 of its file if it is a game of one's own in a file.
    """

    find: Callable[[str, str], Any]
    place: str
    version: str = ""


RANKS: Final[Mapping[str, int]] = {
    "critical": 3, "triumph": 3, "success": 2, "partial": 1, "": 1, "failure": 0, "blunder": -1,
}  # fmt: skip
"""The default ranks of the names of an outcome, by the signs of their events; higher is better."""

SortKey = Callable[[dict[str, Any]], Any]
"""A sort key of outcomes: larger is better."""

BY_ITS_NUMBERS: Final = "by its numbers"
"""A success over a failure, then the number that a chart shows."""

SUCCESS = Event("success", "Success", "success")

USUAL: Final[Mapping[str, tuple[Role, Mark]]] = {
    "success": ("success", ""),
    "hit": ("success", ""),
    "critical": ("critical", ""),
    "partial": ("ordinary", "partial"),
    "failure": ("ordinary", "failure"),
    "fumble": ("ordinary", "blunder"),
    "blunder": ("ordinary", "blunder"),
}
"""True/false fields, and names of results, that are events with a role or a sign without being declared."""

NOTHING: Final[Mapping[str, str]] = {}


class Rule(Value):
    """One rule of a game.

    `play` is the rule itself: a function of a table and its options. By default everything else follows from it. `name`
    and `words` come from its signature, with the words that a check `needs`; `title` and what `explain` returns come
    from its docstring.

    `announce` returns the sentence for an outcome, and `better` says which of two outcomes is better: a sort key, the
    name of a number, or None for “nothing is better”. `chart` names the number whose distribution is drawn. `events`
    give words to results, `names` to fields, and `zeros` lists the numbers that are announced even if they are 0.

    `needs_one` lists options of which at least one is required. `settle` rewrites options that mean the same, `refuse`
    rejects options that do not fit together, and `hints` help with words of other games. On a page, dice that do not
    count are called `aside`, and rolls with a label in `apart` have another colour.

    For longer play, `time` names the number that counts rolls, `harm` the damage of an attack, and `contest` the number
    that decides between two rolls. `ties_to_roller` is the clause by which ties go to the roller. `counts` maps options
    to the field that says whether an attempt counts, if it is not success: `{"combat": "hit"}`. `fumble` is the field
    that says that an attacker is exposed, with the clause that says so.

    Raise `revision` if the rule gives another outcome for the same dice than before. Older records can still be read.
    `system`, `home` and `default` are set by the game, and `place` is the file and line where an author declares it.

    Raises RuleError (rule/declared) for settings that do not fit the function.

    >>> def parry(table, vs: int, modifier: int = 0):
    ...     '''The higher of two dice against an attack.'''
    >>> rule = Rule(parry)
    >>> rule.title, [word.name for word in rule.words], rule.needs
    ('The higher of two dice against an attack', ['vs', 'modifier'], ('vs',))
    """

    play: Callable[..., Any] = placed(kw_only=False)
    name: str = ""
    title: str = ""
    words: Sequence[Word] = ()
    needs: Sequence[str] = ()
    needs_one: Sequence[str] = ()
    settle: Callable[[Options], Options] = lambda options: options
    hints: Sequence[Hint] = ()
    refuse: Callable[[Options], Refusal | None] = lambda options: None
    example: str = ""
    announce: Callable[[dict[str, Any], Options], str] | None = None
    explain: Callable[[Options], Explained] | None = None
    better: SortKey | str | None = BY_ITS_NUMBERS
    events: Sequence[Event] = ()
    chart: str = ""
    zeros: Sequence[str] | None = None
    names: Mapping[str, str] = NOTHING
    aside: Literal["dropped", "cut"] = "dropped"
    apart: Sequence[str] = ()
    time: str = ""
    harm: str = ""
    contest: str = ""
    ties_to_roller: str = ""
    counts: Mapping[str, str] = NOTHING
    fumble: tuple[str, str] | None = None
    revision: int = 1
    system: str = ""
    default: bool = False
    home: Home | None = None
    place: tuple[str, int] = ("", 0)

    def _completed(self, values: dict[str, Any]) -> dict[str, Any]:
        play = values["play"]
        fields = values | {field: several(values[field]) for field in SEVERAL}
        own = not is_builtin(play)
        if own:
            from sixfold.rules.judging.declare import look_at_rule  # here, since the package's own rules are sound

            fields = look_at_rule(fields, Event, Hint)
        fields |= {"names": dict(fields["names"]), "counts": dict(fields["counts"])}
        name = fields["name"] or spoken(getattr(innermost(play), "__name__", "rule").strip("<>")).replace(" ", "")
        with ReturnedBy(play):
            every, needed = words_of(name, signature_of(play), fields["words"])
            options = [word.name for word in every]
            for option in (*fields["needs"], *fields["needs_one"], *fields["counts"]):
                if option not in options:
                    guess = did_you_mean(nearest(option, options))
                    known = ", ".join(options) or "none"
                    raise misdeclared(f"{name} needs “{option}”, but its options are {known}.{guess}")
            if own and fields["explain"] is None:
                from sixfold.rules.judging.declare import look_at_clauses

                look_at_clauses(play, name, options)
        title = fields["title"] or first_sentence(getattr(innermost(play), "__doc__", "")) or name
        return {**fields, "name": name, "words": every, "title": title, "needs": fields["needs"] or needed}

    def stamped(self, system: str, default: bool, home: Home) -> Self:
        """The same rule as one of a game, and with an example if it had none."""
        ours = self._changed(system=system, default=default, home=home)
        return ours if self.example and self.system in ("", system) else ours._changed(example=ours.shortest)

    @property
    def head(self) -> str:
        """The text with which its checks begin: the game, and the rule if it is not the game's default."""
        return self.system if self.default else f"{self.system} {self.name}"

    @property
    def shortest(self) -> str:
        """A check with what the rule needs, and nothing else."""
        needed = (*self.needs, *self.needs_one[:1])
        return " ".join((self.head, *(word.example for word in self.words if word.name in needed)))

    @property
    def functions(self) -> Sequence[Callable[..., Any]]:
        """Every function of the rule, its play first."""
        parts: tuple[Any, ...] = (self.play, self.announce, self.explain, self.better, self.settle, self.refuse)
        return [part for part in parts if callable(part)]

    @property
    def success(self) -> Event | None:
        """The event that a check is asked for first: success, or a hit."""
        return next((event for event in self.all_events if event.role == "success"), None)

    @property
    def all_events(self) -> tuple[Event, ...]:
        """Its events, or success alone where its author names none."""
        return tuple(self.events) or (SUCCESS,)

    def check_names(self, field: str, names: Iterable[Any]) -> None:
        """Raise RuleError (rule/outcome) for a name that the return type of this rule does not list."""
        listed = self.promised.get(field, ())
        for name in names if listed else ():
            if name not in listed:
                guess = did_you_mean(nearest(str(name), listed))
                with ReturnedBy(self.play):
                    raise RuleError(
                        "rule/outcome",
                        f"{self.name} returns {field} as “{shown(str(name))}”, but by its return type it is one of "
                        f"{', '.join(listed)}.{guess}",
                    )

    @cached_property
    def promised(self) -> Mapping[str, tuple[str, ...]]:
        """The names that each field of an outcome may have, where the return type of an author's function says."""
        return {} if is_builtin(self.play) else declared_names(self.play)

    def check_events(self, outcome: Mapping[str, Any]) -> None:
        """Raise RuleError (rule/declared) if a field is not of the kind that an event of this rule needs."""
        for field in self.promised:
            if field in outcome:
                self.check_names(field, (outcome[field],))
        for event in self.all_events:
            field, sign, _ = event.name.partition("=")
            value = outcome.get(field)
            if not isinstance(value, int | str) or isinstance(value, str if sign else bool):
                continue
            if event.name in USUAL and event.name != "success" and event.words == event.name.capitalize():
                continue  # which no author declared: the name of the field made it an event
            meant = f"write “{field}”"
            if isinstance(value, str):
                meant = f"write “{field}=...” with one of its names"
            elif not isinstance(value, bool):
                meant = (
                    f"“{field}” is a number, and an event must be true or false. Give the number another name, and "
                    f"return {field} as well (for example, hits > 0)"
                )
            with ReturnedBy(self.play):
                raise misdeclared(f"The event “{shown(event.name)}” of {self.name} does not fit: {meant}.")

    @property
    def phrases(self) -> Mapping[str, str]:
        """The game's words for each of its events, by name."""
        return {event.name: event.words for event in self.all_events}

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The house rules that a table may switch on, as words of a check."""
        return tuple(spelling for word in self.words for spelling in word.house_rules)

    @cached_property
    def declared(self) -> Mapping[str, tuple[str, ...]]:
        """The names that each field of an outcome may have, as far as its events and what its function returns say."""
        by_field = {field: list(names) for field, names in declared_names(self.play).items()}
        for event in self.events:
            field, sign, value = event.name.partition("=")
            if sign and value not in by_field.setdefault(field, []):
                by_field[field].append(value)
        return {field: tuple(names) for field, names in by_field.items() if names}

    @property
    def charts(self) -> str:
        """The number that a chart shows, as far as that is known before anything is thrown; else nothing."""
        usual = ("total",) if is_builtin(self.play) else ()
        return self.chart or self.charted(declared_numbers(self.play) or usual)

    @cached_property
    def beginnings(self) -> Mapping[tuple[str, str], Sequence[tuple[Word, Pattern]]]:
        """The words of its checks, each with a pattern, by the kind and the spelling of the piece that begins it."""
        beginnings: dict[tuple[str, str], list[tuple[Word, Pattern]]] = {}
        for word in self.words:
            for pattern in () if word.whole else word.patterns:
                for spelling in pattern[0].spellings or ("",):
                    beginnings.setdefault((pattern[0].kind, spelling), []).append((word, pattern))
        return beginnings

    @cached_property
    def phrase(self) -> Word | None:
        """The word that reads all of its texts by itself, if there is one."""
        return next((word for word in self.words if word.whole), None)

    def announcement(self, outcome: dict[str, Any], options: Options) -> str:
        """An outcome in the words of the game."""
        if self.announce is not None:
            return self.announce(outcome, options)
        events = {event.name: event.words for event in self.events if event.told}
        success = self.success
        words: list[str] = []
        if success is not None and success.name in outcome:
            words.append(success.words if success.came(outcome) else success.otherwise)
        for field, value in outcome.items():
            if success is not None and field == success.name:
                continue
            if isinstance(value, str):
                phrase = events.get(f"{field}={value}") or self.with_field(field, value)
                words += [phrase] if self.tells(field, value) else []
            elif value is True:
                words.append(events.get(field) or self.called(field))
            elif value is not False and self.tells(field, value):
                words.append(f"{self.called(field)} {value}")
        if not words:
            return "Nothing"
        if len(words) == 1 and "total" in outcome and type(outcome["total"]) is int:
            return f"A total of {outcome['total']}"
        head, *rest = (words[0][:1].upper() + words[0][1:], *[within(word) for word in words[1:]])
        return f"{head}: {', '.join(rest)}" if rest else head

    def explanation(self, options: Options) -> list[Clause]:
        """The rule in words as it applies to a check, clause by clause."""
        if self.explain is not None:
            explained = self.explain(options)
            clauses = [explained] if isinstance(explained, str) else explained
            return [Clause(self.name, clause) if isinstance(clause, str) else Clause(*clause) for clause in clauses]
        text = getattr(innermost(self.play), "__doc__", "")
        return clauses_of(text, self.name, options) or [Clause(self.name, self.title)]

    def charted(self, numbers: Iterable[str]) -> str:
        """The number of an outcome that a chart shows; nothing where it has none."""
        known = list(numbers)
        return next((name for name in (self.chart, "total", "margin") if name in known), known[0] if known else "")

    def order(self, outcome: Mapping[str, Any]) -> SortKey | None:
        """The sort key of outcomes like this one; None where no outcome is better than another."""
        better = self.better
        if better is None or callable(better):
            return better
        if better != BY_ITS_NUMBERS:
            return lambda other: other[better]
        success = self.success
        named = any(
            "=" in event.name and event.sign and event.name.partition("=")[0] in outcome for event in self.events
        )
        fields = [] if success is None or "=" in success.name or success.name not in outcome else [success.name]
        number = self.charted(numbers_of(outcome))
        fields += [number] if number else []
        if not named:
            return (lambda other: tuple([other[field] for field in fields])) if fields else None
        return lambda other: (self._rank(other), *[other[field] for field in fields])

    def _rank(self, outcome: Mapping[str, Any]) -> int:
        """The rank of an outcome by the signs of its events: a critical, a success, the rest."""
        ranks = [RANKS.get(event.sign, RANKS[""]) for event in self.events if "=" in event.name and event.came(outcome)]
        return next((rank for rank in ranks if rank != RANKS[""]), RANKS[""])

    def with_field(self, field: str, text: str) -> str:
        """A text of an outcome, behind the words for its field where another field may have the same text."""
        shared = any(text in names for other, names in self.declared.items() if other != field)
        return f"{self.called(field)} {text}" if shared else text

    def called(self, field: str) -> str:
        """The words for a field of an outcome."""
        return self.names.get(field, field.replace("_", " "))

    def tells(self, field: str, value: Any) -> bool:
        """Whether a value of an outcome says something: a name, a number, or what is true."""
        if isinstance(value, str):
            flags = [event.told for event in self.events if event.name == f"{field}={value}"]
            return all(flags) if flags else bool(value)
        return bool(value) or (value is not False and (self.zeros is None or field in self.zeros))

    def __hash__(self) -> int:
        return hash((self.system, self.name))

    def __reduce__(self) -> tuple[Any, ...]:
        if self.home is None:
            raise RuleError("rule/lost", f"The rule “{self.name}” belongs to no game yet: put it into a System.")
        _found_again(self.home, self.system, self.name)  # rather refused now than where it is needed again
        return _found_again, (self.home, self.system, self.name)


SEVERAL: Final = ("words", "needs", "needs_one", "hints", "events", "zeros", "names", "apart", "counts")
"""The fields of a rule that are lists."""


def several(value: Any) -> Any:
    """Return a list of things as a tuple; one text, event, trait or word may be given alone, pairs as a dict."""
    if value is None:
        return None
    value = value.items() if isinstance(value, Mapping) else value
    alone = isinstance(value, str) or hasattr(value, "_fields") or not hasattr(value, "__iter__")
    return (value,) if alone else tuple(value)


class System(Value):
    """A game: one or more rules, the default one first.

    `name` is its name in check texts; by default it is that of its file. `title` is by default the first sentence of
    the file's docstring, or the title of the first rule. A rule may be a plain function.

    `keeps` are instruments and `characters` the traits of its characters; or `keeps` names a module that has both as
    INSTRUMENTS and TRAITS, so that a roll does not load them. If the name may stay `unsaid`, a check may begin with the
    name of a rule. `home` says where the game is found again; by default it is the module of the first rule's function.
    """

    name: str
    title: str
    rules: tuple[Rule, ...]
    keeps: "Sequence[Instrument[Any]] | str" = ()
    characters: "Sequence[Trait]" = ()
    unsaid: bool = False
    home: Home | None = None

    def __init__(
        self,
        *rules: Rule | Callable[..., Any],
        name: str = "",
        title: str = "",
        keeps: "Sequence[Instrument[Any]] | str" = (),
        characters: "Sequence[Trait]" = (),
        unsaid: bool = False,
        home: Home | None = None,
    ) -> None:
        if not rules:
            raise misdeclared("A game needs at least one rule: System(parry).")
        every = [rule if isinstance(rule, Rule) else Rule(rule) for rule in rules]
        if not all(is_builtin(rule.play) for rule in every):
            from sixfold.rules.judging.declare import look_at_system  # here, since the package's own games are sound

            keeps = keeps if isinstance(keeps, str) else several(keeps)
            options = [f"{rule.name} {word.name}" for rule in every for word in rule.words]
            look_at_system(name, title, keeps, options, several(characters))
        inner = innermost(every[0].play)
        module: Mapping[str, Any] = getattr(inner, "__globals__", {})
        place = getattr(inner, "__module__", "") or ""
        name = name or _from_file(place) or every[0].name
        if not (name.isalpha() and name.islower()):
            raise misdeclared(f"“{shown(name)}” cannot name a game: use lower-case letters only.")
        if len(name) < 2:
            raise misdeclared(f'“{name}” is too short for a game; give it a name: System(…, name="mygame").')
        for rule in every:
            if [other.name for other in every].count(rule.name) > 1:
                raise misdeclared(f"{name} has two rules of the name “{rule.name}”.")
        title = title or first_sentence(module.get("__doc__")).removeprefix(f"`{name}`: ") or every[0].title
        home = home or Home(in_module, place)
        stamped = tuple(rule.stamped(name, at == 0, home) for at, rule in enumerate(every))
        named: dict[str, Any] = {"name": name, "title": title, "rules": stamped, "unsaid": unsaid, "home": home}
        super().__init__(**named, keeps=keeps, characters=several(characters))

    def replace(self, **changes: Any) -> Self:
        """The same game with some fields changed."""
        fields = {**self._given(), **changes}
        return type(self)(*fields.pop("rules"), **fields)

    def instruments(self) -> "Sequence[Instrument[Any]]":
        """The instruments that the game keeps at a table between rolls."""
        kept = self.keeps
        instruments: Sequence[Instrument[Any]] = import_module(kept).INSTRUMENTS if isinstance(kept, str) else kept
        return instruments

    @property
    def traits(self) -> "Sequence[Trait]":
        """The traits of the game's characters."""
        if not isinstance(self.keeps, str):
            return self.characters
        traits: Sequence[Trait] = getattr(import_module(self.keeps), "TRAITS", ())
        return traits

    def __reduce__(self) -> tuple[Any, ...]:
        assert self.home is not None
        return self.home.find, (self.home.place, self.name)


OWN_FILE = "sixfold_game_"
"""The prefix in the names of modules that were read from an author's file."""


Systems = Mapping[str, System]
"""Games by their names."""


def _from_file(module: str) -> str:
    """The name of a game out of that of its file: its letters."""
    name = module.rpartition(".")[2].removeprefix(OWN_FILE)
    return "" if name == "__main__" else letters_of(name)


def rules_in(module: ModuleType) -> list[Callable[..., Any]]:
    """The public functions of a module that take a table first."""
    functions = [value for name, value in vars(module).items() if name[0] != "_" and isinstance(value, FunctionType)]
    return [play for play in functions if play.__module__ == module.__name__ and _takes(play)[:1] == ("table",)]


def _takes(play: FunctionType) -> tuple[str, ...]:
    return play.__code__.co_varnames[: play.__code__.co_argcount]


def system_in(module: ModuleType) -> Any:
    """The game of an author's file: its `SYSTEM`, or that of its only function of a table; None where it has none.

    Functions that others of them use, as a step of a repeat, are not counted.
    """
    if "SYSTEM" not in vars(module):
        rules = rules_in(module)
        used = {name for play in rules for name in named_in(play.__code__) if name != play.__name__}
        left = [play for play in rules if play.__name__ not in used]
        return System(left[0]) if len(left) == 1 else None
    return vars(module)["SYSTEM"]


def letters_of(name: str) -> str:
    """The letters in a name, in lower case; a part that has digits is left out where there are others.

    >>> letters_of("s02_random"), letters_of("My_Duel"), letters_of("duel2")
    ('random', 'myduel', 'duel')
    """
    parts = "".join(letter if letter.isalnum() else " " for letter in name).split()
    plain = [part for part in parts if part.isalpha()] or parts
    return "".join(letter for part in plain for letter in part if letter.isalpha()).lower()


def in_module(place: str, name: str) -> System:
    """The game of a name that a module, or a package around it, has; raises RuleError (rule/lost) for none."""
    module = place
    while module:
        try:
            values = list(vars(import_module(module)).values())
        except ImportError:
            values = []
        for value in values:
            if isinstance(value, System) and value.name == name:
                return value
        module = module.rpartition(".")[0]
    raise RuleError(
        "rule/lost", f"The game “{name}” is not found again: no module “{place}” has it as a System of that name."
    )


def _found_again(home: Home, system: str, name: str) -> Rule:
    rules: Sequence[Rule] = home.find(home.place, system).rules
    for rule in rules:
        if rule.name == name:
            return rule
    raise RuleError("rule/lost", f"The game “{system}” has no rule “{name}” any more.")
