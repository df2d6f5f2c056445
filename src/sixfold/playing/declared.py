"""Checks the declarations of a rule (examples, events, fields) against outcomes of rolls."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, get_args

from sixfold.base.printable import shown
from sixfold.base.wording import did_you_mean, listed, nearest
from sixfold.checks.check import parse
from sixfold.checks.head import read_head
from sixfold.errors import RuleError, SixfoldError, misdeclared
from sixfold.playing.record import roll_check
from sixfold.playing.sources.seeded import SeededDice
from sixfold.rules.check import Check
from sixfold.rules.functions import beginning
from sixfold.rules.judging.returned_names import fields_written, written_in
from sixfold.rules.outcome import declared_names
from sixfold.rules.rule import BY_ITS_NUMBERS, USUAL, Event, Mark, Role, Rule, System
from sixfold.rules.words.numbers import DicePool
from sixfold.rules.words.word import Word
from sixfold.systems import SYSTEMS


def look_over(
    system: System,
    around: Callable[[], AbstractContextManager[None]] = nullcontext,
    enough: Callable[[], bool] = lambda: False,
) -> tuple[str, ...]:
    """Hold a game against itself: every example is a check of its rule, and every field that it names is there.

    `around` gives a context in which the game's own code runs. After `enough` is true, one check of each rule is tried
    and no more; the checks that were left out are returned. Raises RuleError (rule/declared) that says what is not.
    An error that a rule raises while it rolls is ignored here, and reported when the rule is used.
    """
    left: list[str] = []
    for rule in system.rules:
        fields: dict[str, Any] = {}
        with around():
            check_example(rule, system)
            check_spellings(rule)
            first, *others = checks_to_try(rule, system)
            fields.update(_outcome(first))
        for check in others:
            if enough():
                left.append(check.text)
                continue
            with around():
                fields.update(_outcome(check))
        if fields:
            check_fields(rule, fields)
    return tuple(left)


def with_usual(rule: Rule) -> Rule:
    """The same rule with the events that follow from the fields which its function writes.

    >>> def attack(table):
    ...     return {"hit": True, "fumble": False, "harm": 3}
    >>> [(event.name, event.otherwise) for event in with_usual(Rule(attack)).events]
    [('hit', 'Miss'), ('fumble', 'Failure')]
    """
    own = list(rule.events)
    fields, names = fields_written(rule.play), declared_names(rule.play)
    for usual, (role, mark) in USUAL.items():
        followed = [usual] if usual in fields else []
        for name in followed + [f"{field}={usual}" for field in names if usual in names[field]]:
            words, otherwise = usual.capitalize(), "Miss" if usual == "hit" else "Failure"
            taken = [event for event in own if event.name == name or event.words == words]
            if not taken and (role == "ordinary" or role not in [event.role for event in own]):
                own.append(Event(name, words, role, otherwise=otherwise, mark=mark))
    return rule.replace(events=own)


def check_example(rule: Rule, system: System) -> Check:
    """The check that is a rule's example; raises RuleError (rule/declared) where it is none of its own."""
    games = {**SYSTEMS, system.name: system}
    try:
        read_head(rule.example, {system.name: system})
        check = parse(rule.example, games)
    except SixfoldError as error:
        if isinstance(error, RuleError) and error.line is not None:
            raise  # of what the author's own functions give
        raise _at(rule, f"The example “{shown(rule.example)}” of {rule.name} is not a check: {error.message}") from None
    if check.rule.name != rule.name:
        raise _at(rule, f"The example “{shown(rule.example)}” of {rule.name} is a check of {check.rule.name}.")
    return check


def check_spellings(rule: Rule) -> None:
    """Raises RuleError (rule/declared) for two words of a rule that are spelled alike."""
    owners: dict[tuple[str, bool], str] = {}
    for word in rule.words:
        for spelling in dict.fromkeys(word.spellings):
            # A check in parentheses is told from a number behind the same word.
            owner = owners.setdefault((spelling, word.kind == "check"), word.name)
            if owner != word.name:
                raise _at(rule, f"In {rule.name} “{shown(spelling)}” means both “{owner}” and “{word.name}”.")


def check_fields(rule: Rule, fields: Mapping[str, Any]) -> None:
    """Raises RuleError (rule/declared) where a rule names a field that none of its outcomes has, or no role or mark."""
    named = [("The event", event.name, event.name.partition("=")[0]) for event in rule.events]
    named += [("The chart", rule.chart, rule.chart)] if rule.chart else []
    if isinstance(rule.better, str) and rule.better != BY_ITS_NUMBERS:
        named.append(("“better”", rule.better, rule.better))
    named += [("A name", name, name) for name in rule.names]
    named += [("In “zeros”,", name, name) for name in rule.zeros or ()]
    numbers = [(what, getattr(rule, what)) for what in ("chart", "time", "harm", "contest") if getattr(rule, what)]
    named += [(f"“{what}”", field, field) for what, field in numbers[bool(rule.chart) :]]
    named += [("“counts”", field, field) for field in dict(rule.counts).values()]
    named += [("“fumble”", rule.fumble[0], rule.fumble[0])] if rule.fumble else []
    for what, missing, field in named:
        if field not in fields:
            guess = did_you_mean(nearest(field, fields))
            known = ", ".join(fields)
            raise _at(
                rule, f"{what} “{shown(missing)}” of {rule.name} is not in its outcome, which has {known}.{guess}"
            )
    for event in rule.events:
        if "=" in event.name:
            _check_name(rule, event.name)
        for what, value, kinds in (("role", event.role, get_args(Role)), ("mark", event.mark, get_args(Mark))):
            if value not in kinds:
                subject = f"The {what} “{shown(str(value))}” of the event “{shown(event.name)}” of {rule.name}"
                known = listed([kind for kind in kinds if kind])
                raise _at(rule, f"{subject} is not one of {known}.{did_you_mean(nearest(str(value), kinds))}")
    for what, field in numbers:
        if isinstance(fields[field], str | bool):
            raise _at(rule, f"“{what}” of {rule.name} must be a number, and “{shown(field)}” is not one.")


def _check_name(rule: Rule, event: str) -> None:
    """Raises RuleError (rule/declared) for an event of a name that nothing in the rule gives, but that is like one."""
    field, _, value = event.partition("=")
    words = {word for event in rule.events for word in event[:2]}
    known = {*(written_in(rule.play) - words), *declared_names(rule.play).get(field, ())}
    if value not in known and (guess := nearest(value, known)):
        sentence = f"The event “{shown(event)}” of {rule.name} has a name that the rule never returns."
        raise _at(rule, sentence + did_you_mean(guess))


def _at(rule: Rule, sentence: str) -> RuleError:
    return misdeclared(sentence).placed(*(rule.place if rule.place[0] else beginning(rule.play)))


def _outcome(check: Check) -> Mapping[str, Any]:
    try:
        return dict(roll_check(check, SeededDice("look over"), "seed:look over").outcome)
    except Exception as error:  # of which those of Sixfold are, too
        if isinstance(error, RuleError) and error.code in ("rule/chance", "rule/changing", "rule/declared"):
            raise  # of a declaration; or by the next time it would have changed already, and nothing would be seen
        return {}


# -- checks to try ---------------------------------------------------------------------------------------------


def checks_to_try(rule: Rule, system: System, ends: bool = False) -> list[Check]:
    """Checks of a rule: its example, one with only what it needs, and one for each thing that a word can say.

    With `ends`, only those in which a number is the least or the greatest of its range.

    >>> from sixfold import SYSTEMS
    >>> [check.text for check in checks_to_try(SYSTEMS["hs"].rules[0], SYSTEMS["hs"])][:4]
    ['hs 3 ranks 2 edges 1 cut', 'hs 3 ranks', 'hs 0d', 'hs 1 rank']
    """
    games = {**SYSTEMS, system.name: system}
    needed = {word.name: word.example for word in rule.words if word.name in (*rule.needs, *rule.needs_one[:1])}
    texts = [] if ends else [rule.example, rule.shortest]
    for word in rule.words:
        others = [words for name, words in needed.items() if name != word.name]
        texts += [" ".join((rule.head, *others, words)) for words in _sayings(word, ends)]
    checks: dict[str, Check] = {}
    for text in texts:
        try:
            check = parse(text, games)
        except SixfoldError:
            continue  # what a rule refuses need not be tried
        checks.setdefault(check.text, check)
    return list(checks.values())


SMALL = (-1, 1, 2, 5)
"""Numbers that are tried of a word that takes any."""


def _sayings(word: Word, ends: bool) -> Iterator[str]:
    """Yield texts of a word: a few of its numbers, or all its forms; with `ends`, the ends of its range."""
    if word.least is not None:
        assert word.most is not None
        low, high = word.least, word.most
        for number in (low, high) if ends else [max(low, min(high, small)) for small in SMALL]:
            yield word.spell(word.setting(number))
    elif not ends:
        yield from (word.label((word.sides or (6,))[:1] * word.at_least),) if isinstance(word, DicePool) else word.forms
    if word.kind == "modifier" and not ends:
        yield "+1 [Rope]"
