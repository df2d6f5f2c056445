"""Checks what authors declare of a rule or a game beside its function, at the place of the declaration.

Only the games of others are looked at: those of the package never load this.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import update_wrapper
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from sixfold.base.printable import quoted, shown
from sixfold.base.wording import did_you_mean, listed, nearest
from sixfold.errors import RuleError, misdeclared
from sixfold.rules.functions import beginning, innermost, is_builtin
from sixfold.rules.judging.blame import authors_place, can_take, last_place, parameters_of
from sixfold.rules.texts import clauses_of
from sixfold.rules.traits import Trait, alone
from sixfold.rules.words.word import Word

NO_VALUE: Final = {
    0x20: "yields its values one by one",
    0x80: "is an async function",
    0x200: "is an async function",
}
"""Flags of functions that do not return an outcome: `CO_GENERATOR` and others of `inspect`."""

TEXTS: Final = ("name", "title", "example", "chart", "time", "harm", "contest", "ties_to_roller")
"""Fields with one text."""

NAMES: Final = {"needs": "vs", "needs_one": "vs", "zeros": "total", "apart": "wild"}
"""Fields with a list of texts, each with an example of one."""


class Given(NamedTuple):
    """A function of an author: its arguments, and what it returns, in words and as a test."""

    takes: tuple[str, ...]
    gives: str
    holds: Callable[[Any], bool]


GIVEN: Final = {
    "announce": Given(("the outcome", "the options"), "a text", lambda told: isinstance(told, str)),
    "explain": Given(
        ("the options",),
        'a text, or a list of clauses such as ("D1", "...")',
        lambda told: isinstance(told, str | tuple) and all(map(_is_clause, told)),
    ),
    "better": Given(
        ("the outcome",),
        "a number, or several of them as a tuple, of which larger is better",
        lambda worth: all(map(_has_size, worth)),
    ),
    "settle": Given(("the options",), "the options", lambda options: isinstance(options, Mapping)),
    "refuse": Given(
        ("the options",),
        'None, or a code, a sentence and the option that it is about: ("rule/forbidden", "Too far.", "vs")',
        lambda found: found is None or _is_refusal(found),
    ),
}
"""The fields of a rule with a function."""

INSTRUMENT: Final = ("name", "title", "commands", "start", "follow", "decide", "view")
"""The parts of every instrument."""

BRACES: Final = re.compile(r"\{([^\W\d]\w*)\}")


def look_at_rule(said: Mapping[str, Any], event: type, hint: type) -> dict[str, Any]:
    """Return what is said of a rule, by the names of its fields; what its functions give back is looked at too.

    Events and hints are of these kinds. Raises RuleError (rule/declared) for the first thing that cannot be.
    """
    check_function(said["play"])
    for field in TEXTS:
        check_text(f"The {field} of a rule", said[field])
    if said["name"] and not (said["name"].isalpha() and said["name"].islower()):
        raise misdeclared(f"“{shown(said['name'])}” cannot name a rule: use lower-case letters only.")
    for field, example in NAMES.items():
        for name in said[field] or ():
            if not isinstance(name, str):
                raise misdeclared(
                    f'“{field}” of a rule must be names, as in {field}=("{example}",), not {shown(name)}.'
                )
    aside = said["aside"]
    if aside not in ("dropped", "cut"):
        guess = nearest(aside, ("dropped", "cut")) if isinstance(aside, str) else None
        raise misdeclared(f"“aside” of a rule must be “dropped” or “cut”, not {quoted(aside)}.{did_you_mean(guess)}")
    if type(said["revision"]) is not int or said["revision"] < 1:
        raise misdeclared(f"The revision of a rule must be a number from 1, not {quoted(said['revision'])}.")
    for field, given in GIVEN.items():
        if field != "better" or not isinstance(said[field], str):
            check_called(field, said[field], given.takes)
    check_all("words", said["words"], Word, 'Amount(words=("vs",)).at("vs", None)')
    check_all("events", said["events"], event, 'Event("success", "Parried", "success")')
    check_all("hints", said["hints"], hint, 'Hint(("adv",), "Say superior 1.")')
    for one in said["events"]:
        for field in ("name", "words", "otherwise"):
            check_text(f"The {field} of the event {quoted(one.name)}", getattr(one, field))
    check_events_apart(said["events"])
    for one in said["hints"]:
        if not isinstance(one.words, tuple | list) or not all(isinstance(word, str) for word in one.words):
            raise misdeclared(f'The words of a hint must be texts, as in Hint(("adv",), ...), not {quoted(one.words)}.')
        check_text(f"The sentence of the hint for {quoted(' '.join(one.words))}", one.sentence)
        check_text(f"What is said instead of {quoted(' '.join(one.words))}", one.instead)
    for pair in said["names"]:
        if not isinstance(pair, tuple | list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise misdeclared(f'Names of fields are written as names={{"total": "sum"}}, not as {quoted(pair)}.')
    place = said["place"] if said["place"][0] else authors_place() or beginning(said["play"])
    functions = {what: checked(what, said[what]) for what in GIVEN if callable(said[what])}
    return {**said, **functions, "place": place}


def look_at_clauses(play: Callable[..., Any], name: str, options: Iterable[str]) -> None:
    """Raises RuleError (rule/declared) where a clause of a docstring has something in braces that is no option."""
    known = list(options)
    for clause in clauses_of(getattr(innermost(play), "__doc__", None), name, {}):
        for said in BRACES.findall(clause.text):
            if said not in known:
                others = f"its options are {listed(known)}" if known else "it has no options"
                guess = did_you_mean(nearest(said, known))
                raise misdeclared(f"A clause of {name} names {{{shown(said)}}}, but {others}.{guess}")


def look_at_system(
    name: object, title: object, keeps: Any, options: Sequence[str], characters: Sequence[Trait]
) -> None:
    """Raise RuleError (rule/declared) for the first thing in the declaration of a game that cannot be.

    `options` are those of its rules, as in `test modifier`.
    """
    check_text("The name of a game", name)
    check_text("The title of a game", title)
    if isinstance(keeps, str) and not _is_module(keeps):
        raise misdeclared(
            "“keeps” of a game must be instruments, or the name of a module that has them as INSTRUMENTS; there "
            f"is no module {quoted(keeps)}."
        )
    for one in () if isinstance(keeps, str) else keeps:
        if isinstance(one, type):
            raise misdeclared(f"“keeps” of a game must be instruments, not classes: write keeps=({one.__name__}(),).")
        lacking = [part for part in INSTRUMENT if not hasattr(one, part)]
        if lacking:
            raise misdeclared(f"“keeps” of a game must be instruments, but {quoted(one)} has no {listed(lacking)}.")
    known: list[str] = []
    for one in characters:
        if not isinstance(one, Trait):
            raise misdeclared(
                f"“characters” of a game must be traits, as in Trait({quoted('skills')}, ...), not {shown(one)}."
            )
        if not (isinstance(one.name, str) and one.name.isidentifier()) or one.name in known:
            raise misdeclared(f"{shown(one.name)} cannot name a trait: it is one word, and no other trait has it.")
        check_text(f"The help of “{one.name}”", one.help)
        for fill in alone(one.fills):
            _look_at_fill(one.name, fill, options)
        for joined in one.joined:
            if joined not in [other.name for other in characters if other.many]:
                raise misdeclared(f"“{one.name}” joins {quoted(joined)}, which is no trait with many entries.")
        known.append(one.name)


def _look_at_fill(name: str, fill: str, options: Sequence[str]) -> None:
    said = re.fullmatch(r"(\w+ \w+)( [+-]?\d+)?", fill)
    if said is None or said[1] not in options:
        guess = did_you_mean(nearest(fill, options))
        raise misdeclared(
            f"“{name}” fills {quoted(fill)}; it must be a rule and its option, as in {quoted(options[0])}.{guess}"
        )


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError) as error:  # the second for one that was read out of a file, or no name at all
        return isinstance(error, ValueError) and name != ""


# -- one thing that is said ----------------------------------------------------------------------------------


def check_function(play: Any) -> None:
    """Raises RuleError (rule/declared) for a rule that is no function which returns its outcome."""
    if isinstance(play, type) or not callable(play):
        what = f"the class {play.__name__}" if isinstance(play, type) else shown(play)
        what += ": write System(one, other)" if isinstance(play, list | tuple) else ""
        raise misdeclared(f"A rule must be a function of a table, not {what}.")
    inner = innermost(play)
    flags = getattr(getattr(inner, "__code__", None), "co_flags", 0)
    for flag, does in NO_VALUE.items():
        if flags & flag:
            raise misdeclared(
                f"“{inner.__name__}” {does}: a rule is a plain function that returns its outcome."
            ).placed(*beginning(inner))


def check_called(what: str, function: Callable[..., Any] | None, takes: Sequence[str]) -> None:
    """Raises RuleError (rule/declared) for a function that cannot be called with so many things, each by its place."""
    if function is None and what not in ("settle", "refuse"):
        return
    if not callable(function):
        raise misdeclared(f"“{what}” of a rule must be a function of {listed(takes)}, not {quoted(function)}.")
    if not can_take(function, len(takes)):
        raise misdeclared(
            f"“{what}” of a rule is called with {listed(takes)}, but takes {parameters_of(function)}."
        ).placed(*beginning(function))


def check_text(what: str, value: object) -> None:
    """Raises RuleError (rule/declared) for what is to be a text and is none."""
    if not isinstance(value, str):
        raise misdeclared(f"{what} must be text, not {shown(value)}.")


def check_events_apart(events: Sequence[Any]) -> None:
    """Raises RuleError (rule/declared) for an event that is declared twice, two that are called the same or succeed."""
    for at, event in enumerate(events):
        for other in events[:at]:
            if other.name == event.name:
                raise misdeclared(f"The event “{shown(event.name)}” is declared twice.")
            if other.words == event.words and other.words:
                raise misdeclared(
                    f"The events “{shown(other.name)}” and “{shown(event.name)}” have the same words, "
                    f"“{shown(event.words)}”: players could not tell them apart."
                )
            if other.role == event.role == "success":
                raise misdeclared(
                    f"The events “{shown(other.name)}” and “{shown(event.name)}” both have the role success, which is "
                    'for one: return true or false as “success” as well, or write mark="success" instead of the role.'
                )


def check_all(what: str, said: Iterable[object], kind: type, example: str) -> None:
    """Raises RuleError (rule/declared) for what is not of the kind that is written like the `example`."""
    for one in said:
        if not isinstance(one, kind):
            raise misdeclared(f"“{what}” of a rule must be written as {example}, not as {quoted(one)}.")


# -- values that an author's functions return --------------------------------------------------------------------


class Named(dict[str, Any]):
    """The values of an outcome by name, and as attributes: a dict, since an author may use it as one."""

    def __getattr__(self, name: str) -> Any:
        if name not in self:
            raise AttributeError(f"this outcome has no {shown(name)}; it has {listed(list(self))}")
        return self[name]


def checked(what: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of an author that raises RuleError (rule/declared), with its place, for what cannot be used.

    A function that says which outcome is better returns several values, which are compared in turn. An outcome has its
    values by name and as attributes.

    >>> __name__ = "duel"
    >>> checked("better", lambda outcome: outcome.total)({"total": 7})
    (7,)
    """
    of_outcome = GIVEN[what].takes[0] == "the outcome"

    def giving(said: Any, *options: Any) -> Any:
        try:
            given = function(Named(said) if of_outcome else said, *options)
        except AttributeError as error:  # a value that is asked for what this gives would take it for its own
            place = last_place(error.__traceback__) or beginning(function)
            raise misdeclared(f"“{what}” of a rule fails: {error}.").placed(*place) from None
        found = tuple(given) if isinstance(given, list | Iterator) else given
        found = (found,) if what == "better" and not isinstance(found, tuple) else found
        if not GIVEN[what].holds(found):
            raise gives(what, function, given)
        if what == "settle":
            _check_settled(function, found)
        return found

    return function if is_builtin(function) else update_wrapper(giving, function, assigned=(), updated=())


def _check_settled(function: Callable[..., Any], found: Any) -> None:
    """Raises RuleError (rule/declared) for options that mean another check when they are rewritten once more."""
    again = function(dict(found))
    for name in {**found, **again}:
        if again.get(name) != found.get(name):
            raise misdeclared(
                f"“settle” of a rule rewrites options that mean the same, but makes “{shown(name)}” "
                f"{shown(again.get(name))} where it has returned {shown(found.get(name))} itself: no check is what it "
                "says then, since it is read again from its text."
            ).placed(*beginning(function))


def _is_clause(one: Any) -> bool:
    parts = one if isinstance(one, tuple) else (one, one)
    return len(parts) == 2 and all(isinstance(part, str) for part in parts)


def _has_size(worth: Any) -> bool:
    return worth is not None and not isinstance(worth, str | Sequence | Mapping | set) and not callable(worth)


def _is_refusal(found: Any) -> bool:
    if not isinstance(found, tuple) or len(found) != 3 or not all(isinstance(part, str) for part in found):
        return False
    code: str = found[0]
    return code == "bounds/exceeded" or code.startswith(("notation/", "rule/"))


def gives(what: str, function: Any, value: Any) -> RuleError:
    """The error for what a function of an author gave back, and cannot be used, with the place of the function."""
    given = "nothing: a “return” is missing" if value is None else quoted(value)
    error = misdeclared(f"“{what}” of a rule must return {GIVEN[what].gives}, but returned {given}.")
    return error.placed(*beginning(function))
