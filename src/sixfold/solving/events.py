"""Questions about an outcome: `success`, `quality=critical`, `margin >= 3 and not chaos`."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import eq, ge, gt, le, lt, ne
from typing import Any, NamedTuple

from sixfold.base import arguments
from sixfold.base.bounds import EVENT_LENGTH, EVENT_WORK, NESTING
from sixfold.base.mappings import grouped
from sixfold.base.number_distribution import NumberDistribution
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import did_you_mean, nearest
from sixfold.errors import BoundsError, StudyError
from sixfold.rules.check import Check
from sixfold.rules.functions import is_builtin
from sixfold.rules.interval import Undecided
from sixfold.rules.rule import Rule
from sixfold.solving.odds import Odds
from sixfold.solving.outcomes import marginal

_TOKEN = re.compile(
    r"\s*(?:(?P<sign>>=|<=|!=|==|[=<>≥≤≠+\-−()])|(?P<number>\d+)|(?P<word>[^\W\d]\w*)"
    r"|[\"“”'](?P<quoted>[^\"“”']*)[\"“”'])",
    re.UNICODE,
)
MEAN = re.compile(r"\s*mean\s+(?:of\s+)?([^\W\d]\w*)\s*", re.IGNORECASE)
"""A mean, which is no event: its number is the group."""

_WORDS = re.compile(r"[^\W\d]\w*( [^\W\d]\w*)*")
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": eq, "==": eq, "!=": ne, "≠": ne, ">=": ge, "≥": ge, "<=": le, "≤": le, ">": gt, "<": lt,
}  # fmt: skip
_JOINS = ("and", "or", "not")


class Name(NamedTuple):
    """A name in an event and its column: a field of the outcome, an option of the check, or a named value.

    In quotation marks it is a named value wherever it is compared with a text.
    """

    text: str
    column: int
    quoted: bool = False


Operand = Name | int
Term = tuple[tuple[int, Operand], ...]
"""A sum: each operand with its sign."""
Values = Mapping[str, Any]
Node = Callable[[Values], bool]


class Event(NamedTuple):
    """A question with the answer yes or no, asked of every outcome.

    >>> from sixfold import odds
    >>> Event.read("margin >= 3 and not chaos").chance(odds("ten superior 1"))
    Fraction(97, 216)
    """

    text: str
    holds: Node
    comparisons: tuple[tuple[Term, str, Term], ...]
    plain: tuple[Name, ...]

    @classmethod
    def read(cls, text: str) -> "Event":
        """The event that a text says; raises StudyError (study/event) with its column.

        Fields and options are compared (`= != > >= < <=`), added and subtracted, and joined with `and`, `or`,
        `not` and parentheses.
        """
        mean = MEAN.fullmatch(arguments.text(text, "An event")[:EVENT_LENGTH])
        if mean is not None:
            raise StudyError(
                "study/event",
                f"A mean is no event, which happens or not: compare the number, as in “{mean[1][:40]} >= 3”. "
                "A table and a sweep show means, and the JSON of odds has the mean of each number.",
                text,
                1,
            )
        return _Parser(text).event()

    def chance(self, odds: Odds) -> Fraction:
        """The probability (0 to 1) of the event: exact, or a lower bound where `bounds` says so."""
        return self.bounds(odds).low

    def bounds(self, odds: Odds) -> Bounds:
        """The probability of the event: exact, or between two bounds where endless throws could change it.

        Raises StudyError (study/event) for a name that the outcome does not have, BoundsError for more comparisons
        than one event may make.
        """
        options = numbers_of(arguments.one_of(odds, "What an event is asked of", Odds, "odds").check)
        named = self.of_rule(odds.check.rule, odds.fields)
        if named is not self:
            return named.bounds(odds)
        self._validate(odds, options)
        names = {part.text for left, _, right in self.comparisons for _, part in (*left, *right) if type(part) is Name}
        names |= {name.text for name in self.plain}
        fields = [(at, field) for at, field in enumerate(odds.fields) if field in names]
        rows: Iterable[tuple[Sequence[Any], int]] = odds.solution.rows.items()
        many = len(odds)
        if len(fields) == 1:
            ((at, field),) = fields
            alone = marginal(odds.solution.rows, at)
            rows, many, fields = [((value,), number) for value, number in alone.items()], len(alone), [(0, field)]
        work = many * (len(self.comparisons) + len(self.plain))
        if work > EVENT_WORK:
            raise BoundsError(f"An event makes at most {EVENT_WORK:,} comparisons over all outcomes, not {work:,}.")
        values = dict(options)
        ways = 0
        for row, number in rows:
            for at, field in fields:
                values[field] = row[at]
            ways += number if self.holds(values) else 0
        beyond = odds.bounds_beyond(lambda outcome: self.holds({**options, **outcome}))
        return beyond.plus(Fraction(ways, odds.solution.scale))

    def __str__(self) -> str:
        return self.text

    def of_rule(self, rule: Rule, fields: Collection[str]) -> "Event":
        """Return the event with each role that is not a field replaced by the events of a rule that have this role.

        So `success` is `result=strong` where that is the result that counts as a success.
        """
        roles = grouped((event.role, _written(event.name)) for event in rule.all_events)
        text = self.text
        for name in reversed(_Parser(text).plain_names()):
            meant = [event for role, events in roles.items() if role == name.text for event in events]
            if meant and name.text not in (*meant, *fields, "ordinary"):
                before, behind = text[: name.column - 1], text[name.column - 1 + len(name.text) :]
                text = f"{before}({' or '.join(meant)}){behind}"
        return self if text == self.text else Event.read(text)

    def _validate(self, odds: Odds, options: Values) -> None:
        kinds = _kinds(odds)
        for name in self.plain:
            if kinds.get(name.text, ("",))[0] != "bool":
                self._unknown(name, odds, as_events(odds))
        for left, sign, right in self.comparisons:
            named, value = _alone(left), _alone(right)
            if isinstance(named, Name) and kinds.get(named.text, ("",))[0] == "str":
                values = kinds[named.text][1]
                if isinstance(value, Name) and sign in ("=", "==", "!=", "≠") and _may_be(value.text, values, odds):
                    continue
                column = value.column if isinstance(value, Name) else named.column
                guess = nearest(value.text, values) if isinstance(value, Name) else None
                hint = did_you_mean(guess)
                if not guess and isinstance(value, Name) and not is_builtin(odds.check.rule.play):
                    event = f'Event("{named.text}={value.text}", "...")'
                    hint = f" If a name appears only in other checks, declare its event: {event}."
                raise StudyError(
                    "study/event",
                    f"“{named.text}” is one of these: {', '.join(values)}.{hint}",
                    self.text,
                    column,
                    values,
                    guess,
                )
            for _, part in (*left, *right):
                if isinstance(part, Name) and kinds.get(part.text) == ("bool",):
                    yes_or_no = f"“{part.text}” is true or false: write “{part.text}”, or “not {part.text}”."
                    raise StudyError("study/event", yes_or_no, self.text, part.column)
                if isinstance(part, Name) and part.text not in options and kinds.get(part.text, ("",))[0] != "int":
                    compared = {field: field for field, kind in kinds.items() if kind != ("bool",)}
                    self._unknown(part, odds, compared | {option: option for option in options})

    def _unknown(self, name: Name, odds: Odds, meant: Mapping[str, str]) -> None:
        """Refuse a name; `meant` has each name that fits there, and what to write for it."""
        known, near = event_names(odds), nearest(name.text, meant)
        guess = None if near is None else meant[near]
        raise StudyError(
            "study/event",
            f"“{name.text[:40]}” is not an event of {odds.check.system} {odds.check.rule.name}; "
            f"it has {', '.join(known)}.{did_you_mean(guess)}",
            self.text,
            name.column,
            known,
            guess,
        )


def event_names(odds: Odds) -> tuple[str, ...]:
    """The events of a check by name, and its numbers as they can be compared."""
    return (*odds.events, *(f"{name}>=N" for name in odds.numbers))


def as_events(odds: Odds) -> dict[str, str]:
    """The events of a check as they are written, by all that people write for them: a value or a number alone, too."""
    written = {event: _written(event) for event in odds.events}
    values = {event.partition("=")[2] or event: as_event for event, as_event in written.items()}
    return {name: f"{name} >= {round(number.mean)}" for name, number in odds.numbers.items()} | values | written


def default_event(odds: Odds, text: str = "", option: str = "event", in_file: bool = False) -> Event:
    """Success, or a hit; raises StudyError (study/event) that names the others where there is neither.

    The error calls the check as in `text`, if it is given, and names the option that takes an event, or the line of
    a file that does.
    """
    success = odds.check.rule.success
    if success is not None and success.name in odds.events:
        return Event.read(_written(success.name))
    names = event_names(odds)
    example = next((event.name for event in odds.check.rule.all_events if event.name in odds.events), "")
    example = example or names[0].replace(">=N", " >= 10")
    quoted = f"'{example}'" if " " in example else example
    command = f"--{option.replace('_', '-')} {quoted} (in Python, {option}=...)"
    missing = " Give its difficulty (vs N), or name" if success in odds.check.rule.events else " Name"
    raise StudyError(
        "study/event",
        f"“{(text or odds.text)[:80]}” has no success by itself.{missing} an event: "
        f"{f'{option}: {example}' if in_file else command}. It has {', '.join(names)}.",
    )


def number_of(odds: Odds, field: str) -> NumberDistribution:
    """The distribution of a number of a check; raises StudyError (study/event) for a name that is none."""
    if field not in odds.numbers:
        rule, known, guess = odds.check.rule, ", ".join(odds.numbers), nearest(field, odds.numbers)
        message = f"“{field[:40]}” is not a number of {rule.system} {rule.name}; it has {known}.{did_you_mean(guess)}"
        raise StudyError("study/event", message, guess=guess)
    return odds.numbers[field]


def in_words(odds: Odds, text: str) -> str:
    """An event in the words of the game: `quality=critical` is “Critical” in `ten`."""
    bare = text.replace('"', "").lower()
    phrases = {name.lower(): words for name, words in odds.check.rule.phrases.items()}
    return phrases.get(bare, text.replace("_", " "))


def _written(name: str) -> str:
    """The name of an event as an event is written: a value that is not of words alone stands in quotation marks."""
    field, sign, value = name.partition("=")
    return name if not sign or _WORDS.fullmatch(value) else f'{field}="{value}"'


def _may_be(name: str, values: Sequence[str], odds: Odds) -> bool:
    """Whether a name is one that came, or that stands in the rule, and so may come in another check."""
    if name.lower() in [value.lower() for value in values]:
        return True

    from sixfold.rules.judging.returned_names import written_in  # here, since few events name what never came

    return name.lower() in {text.lower() for text in written_in(odds.check.rule.play)}


def numbers_of(check: Check) -> dict[str, Any]:
    """The options that are whole numbers: an event may name them."""
    return {name: v for name, v in check.arguments.items() if type(v) is int}


def _kinds(odds: Odds) -> dict[str, tuple[Any, ...]]:
    """Of each field what it holds: bool, int, or str with all of its known values."""
    split = [name.partition("=") for name in odds.events]
    named = grouped((field, value) for field, sign, value in split if sign)
    sample = next(iter(odds.solution.rows))
    return {
        field: ("str", tuple(named[field])) if field in named else (type(value).__name__,)
        for field, value in zip(odds.fields, sample, strict=True)
    }


class _Parser:
    """Reads one event, from left to right."""

    def __init__(self, text: str) -> None:
        if len(text) > EVENT_LENGTH:
            raise StudyError("study/event", f"An event has at most {EVENT_LENGTH} characters.")
        self.text = text
        self.tokens: list[tuple[str, str, int]] = []
        self.comparisons: list[tuple[Term, str, Term]] = []
        self.plain: list[Name] = []
        self.depth = 0
        at, end = 0, len(text.rstrip())
        while at < end:
            match = _TOKEN.match(text, at)
            if match is None:
                column = at + len(text[at:]) - len(text[at:].lstrip()) + 1
                raise self.error("This does not belong in an event.", column)
            kind = str(match.lastgroup)
            word = match.group(kind)
            self.tokens.append((kind, word if kind == "quoted" else word.lower(), match.start(kind) + 1))
            at = match.end()
        self.tokens.append(("end", "", len(text) + 1))
        self.at = 0

    def error(self, message: str, column: int | None = None, expected: Sequence[str] = ()) -> StudyError:
        column = self.tokens[self.at][2] if column is None else column
        return StudyError("study/event", message, self.text, column, tuple(expected))

    def plain_names(self) -> list[Name]:
        """The names in the text that are yes or no by themselves, and are written without quotation marks."""
        self.either()
        before = [(name, self.text[: name.column - 1].rstrip()) for name in self.plain]
        return [name for name, text in before if self.text[name.column - 1].isalpha() and not text.endswith("+")]

    def event(self) -> Event:
        holds = self.either()
        if self.tokens[self.at][0] != "end":
            raise self.error(
                "The event should end here, or continue with “and” or “or”.", expected=("and", "or", "the end")
            )
        return Event(" ".join(self.text.split()), holds, tuple(self.comparisons), tuple(self.plain))

    def took(self, *texts: str) -> str:
        kind, text, _ = self.tokens[self.at]
        if kind != "end" and text in texts:
            self.at += 1
            return text
        return ""

    def either(self) -> Node:
        return self.several("or", self.both)

    def both(self) -> Node:
        return self.several("and", self.one)

    def several(self, join: str, read: Callable[[], Node]) -> Node:
        parts = [read()]
        while self.took(join):
            parts.append(read())
        wanted = join == "or"
        return parts[0] if len(parts) == 1 else lambda values: _any(parts, values, wanted) is wanted

    def one(self) -> Node:
        self.depth += 1
        if self.depth > NESTING:
            raise self.error(f"You can nest at most {NESTING} nots and parentheses.")
        try:
            if self.took("not"):
                inner = self.one()
                return lambda values: not inner(values)
            if self.took("("):
                inner = self.either()
                if not self.took(")"):
                    raise self.error("A parenthesis is not closed.", expected=(")",))
                return inner
            return self.comparison()
        finally:
            self.depth -= 1

    def comparison(self) -> Node:
        left = self.term()
        steps: list[Node] = []
        while sign := self.took(*_COMPARE):
            right = self.term()
            self.comparisons.append((left, sign, right))
            steps.append(_compared(left, _COMPARE[sign], right))
            left = right
        if steps:
            return steps[0] if len(steps) == 1 else lambda values: not _any(steps, values, False)
        name = _alone(left)
        if not isinstance(name, Name):
            raise self.error("A sum must be compared with something.", expected=tuple(_COMPARE))
        self.plain.append(name)
        return lambda values: values[name.text] is True

    def term(self) -> Term:
        operands: list[tuple[int, Operand]] = []
        following = self.took("+", "-", "−")
        while not operands or following:
            operands.append((-1 if following in ("-", "−") else 1, self.operand()))
            following = self.took("+", "-", "−")
        return tuple(operands)

    def operand(self) -> Operand:
        kind, text, column = self.tokens[self.at]
        if kind == "quoted" or (kind == "number" and len(text) <= 12):
            self.at += 1
            return Name(text, column, True) if kind == "quoted" else int(text)
        words = []
        # A named value may be of several words: `result=perfect success`.
        while self.tokens[self.at][0] == "word" and self.tokens[self.at][1] not in _JOINS:
            words.append(self.tokens[self.at][1])
            self.at += 1
        if not words:
            raise self.error("A field of the outcome or a number is missing here.", expected=("a field", "a number"))
        return Name(" ".join(words), column)


def _alone(term: Term) -> Operand | None:
    """The operand that a term is; none where there are several, or a minus stands before it."""
    ((sign, operand),) = term if len(term) == 1 else ((0, 0),)
    return operand if sign == 1 else None


def _any(parts: Sequence[Node], values: Values, wanted: bool) -> bool:
    """Whether one of the parts is what is wanted, also where another one is not known."""
    unknown = None
    for part in parts:
        try:
            if bool(part(values)) is wanted:
                return True
        except Undecided as left_open:
            unknown = left_open
    if unknown is not None:
        raise unknown
    return False


def _compared(left: Term, compare: Callable[[Any, Any], bool], right: Term) -> Node:
    if len(left) == len(right) == 1:
        (sign, name), (other_sign, other_name) = left[0], right[0]
        if isinstance(name, Name) and isinstance(other_name, Name):
            return lambda values: _compared_names(values, (sign, name), compare, (other_sign, other_name))
    return lambda values: compare(_summed(left, values), _summed(right, values))


def _compared_names(
    values: Values, left: tuple[int, Name], compare: Callable[[Any, Any], bool], right: tuple[int, Name]
) -> bool:
    """Compare a field with a field, an option, or a named value; a text is compared with texts alone."""
    (sign, name), (other_sign, other_name) = left, right
    value = values[name.text]
    other = values.get(other_name.text)
    if other is None or (type(value) is str and (other_name.quoted or type(other) is not str)):
        other = other_name.text  # an option may have the name of a value
    if type(other) is str:
        return compare(value.lower() if type(value) is str else value, other.lower())
    return compare(sign * value, other_sign * other)


def _summed(term: Term, values: Values) -> Any:
    return sum(sign * (values[part.text] if isinstance(part, Name) else part) for sign, part in term)
