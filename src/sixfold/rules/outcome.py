"""Outcomes: what a rule returns, as an immutable value."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Annotated, Any, NamedTuple, get_origin, get_type_hints

from sixfold.base.bounds import VALUE_DIGITS
from sixfold.base.printable import shown
from sixfold.base.wording import PLACES, did_you_mean, nearest
from sixfold.errors import RuleError
from sixfold.rules.hand import Answer, Answers, Chosen, Hand, OptionName, in_words, unread
from sixfold.rules.interval import Interval, Unknown
from sixfold.rules.late import LateCondition, LateNumber
from sixfold.rules.mixed import SidedNumber, SidedSymbols, said
from sixfold.rules.own_types import attributes_besides, fields_of, rebuilt
from sixfold.rules.signature import annotation_of, choice_of, members_of

VALUES = frozenset({int, bool, str})
"""The types of the values in an outcome."""

LARGEST = 10**VALUE_DIGITS
"""No number in an outcome is this large: every one fits the documents, whose numbers have 64 bits."""

WHOLE = " Divide with // for a whole number."
"""The advice about a number that is not whole."""

BARE = ("total", "success", "result")
"""The names of a number, a yes or no, and a text that a rule returns without a name."""


def values_of(outcome: Any, known: Sequence[str] = ()) -> dict[str, Any]:
    """The named values of what a rule returns. `known` are their names on another path.

    A dict, a dataclass and a NamedTuple have names. A single number is the `total`, a yes or no the `success`, a name
    or a member of an Enum the `result`; so is the first of each kind in a plain tuple, whose others are called by
    their places. Raises RuleError (rule/outcome, rule/unread) for anything else.

    >>> values_of(7), values_of((7, True, False))
    ({'total': 7}, {'total': 7, 'success': True, 'third': False})
    """
    if isinstance(outcome, dict):
        if not outcome:
            raise wrong_outcome("The rule returns an outcome without any value.")
        for name in outcome:
            if not isinstance(name, str) or not name.strip():
                raise wrong_outcome(f"The names in an outcome must be texts, not {shown(name)}.")
        return dict(outcome)
    if hasattr(outcome, "sums") and hasattr(outcome, "say"):
        raise unread("The rule returns a fold, not its answer")
    if isinstance(outcome, tuple):
        names = getattr(outcome, "_fields", None) or _places(outcome, known)
        return dict(zip(names, outcome, strict=True))
    fields = fields_of(type(outcome))
    if fields is not None:
        return {name: getattr(outcome, name) for name in fields}
    kind = _kind(outcome)
    if kind is None and type(outcome) is not Unknown:
        raise not_an_outcome(outcome)
    if len(known) == 1:
        return {known[0]: outcome}
    return {kind or BARE[1]: outcome}


def wanted_of(values: Mapping[str, Any], fields: Sequence[str]) -> list[Any]:
    """Some of the values of an outcome; raises RuleError (rule/outcome) where it does not have them.

    >>> wanted_of({"total": 7, "success": True}, ("success",))
    [True]
    """
    try:
        return [values[field] for field in fields]
    except KeyError as missing:
        (field,) = missing.args
        guess = did_you_mean(nearest(str(field), map(str, values)))
        raise wrong_outcome(
            f"The outcome has no “{shown(field)}”; it has {', '.join(map(str, values))}.{guess}"
        ) from None


def select_fields(outcome: Any, fields: str | Sequence[str] | None) -> Any:
    """The result of playing a rule inside another: a field of its outcome, several as a tuple, or all of it.

    >>> select_fields({"total": 7, "success": True}, "success"), select_fields(7, None)
    (True, 7)
    """
    if fields is None:
        values_of(outcome)
        return outcome
    values = outcome if type(outcome) is dict else values_of(outcome)
    selected = wanted_of(values, (fields,) if isinstance(fields, str) else fields)
    return selected[0] if isinstance(fields, str) else tuple(selected)


class OutcomeForm(NamedTuple):
    """The form of an outcome: the names of its values, and the type that holds them, if one does."""

    kind: type[Any] | None
    names: tuple[str, ...]

    def of(self, values: Sequence[Any]) -> Any:
        """The same with these values.

        >>> form_of((7, True), ("total", "success")).of([8, False])
        (8, False)
        """
        if self.kind is None:
            return values[0]
        return rebuilt(self.kind, self.names, values)


def form_of(outcome: Any, names: tuple[str, ...]) -> OutcomeForm:
    """The form of what a rule returns, whose values have these names."""
    kind = type(outcome)
    fields = () if kind is tuple or hasattr(kind, "_fields") else fields_of(kind)
    for name in () if fields is None else attributes_besides(outcome, fields):
        raise wrong_outcome(f"The rule returns “{shown(name)}”, which is no field of {kind.__name__}: make it one.")
    return OutcomeForm(kind if kind is dict or fields is not None else None, names)


def _kind(value: Any) -> str | None:
    """The name of a value without a name."""
    if type(value) in (bool, LateCondition):
        return BARE[1]
    if isinstance(value, str | Enum):
        return BARE[2]
    return BARE[0] if isinstance(value, int | LateNumber | Interval) else None


def _places(values: tuple[Any, ...], known: Sequence[str]) -> Sequence[str]:
    """The names of values that have none."""
    if known and len(known) == len(values):
        return known
    if not 0 < len(values) <= len(PLACES):
        raise wrong_outcome(
            f"The rule returns {len(values)} values; 1 to {len(PLACES)} may go without names, more need a dict."
        )
    names: list[str] = []
    for place, value in zip(PLACES, values, strict=False):
        kind = _kind(value)
        names.append(kind if kind is not None and kind not in names else place)
    return names


def checked_value(field: str, value: Any) -> Any:
    """A value of an outcome: a member of an Enum as its name. Raises RuleError when it cannot be one."""
    if isinstance(value, int) and not -LARGEST < value < LARGEST:
        raise wrong_outcome(f"The rule returns {field} as a number of more than {VALUE_DIGITS} digits.")
    if type(value) in VALUES:
        return value
    if isinstance(value, Enum):
        return str(choice_of(value))
    if isinstance(value, Chosen | SidedNumber):
        return int(value)
    if isinstance(value, OptionName):
        return str.__str__(value)
    if isinstance(value, Answer | SidedSymbols) and not isinstance(value, Answers):
        return str(value)
    if type(value) is tuple and all(type(part) is str for part in value):
        return said(value)  # the symbols of a die
    if type(value) is tuple and {str} < set(map(type, value)) <= {str, int}:
        return in_words(value)
    if isinstance(value, Hand):
        raise unread(f"The rule returns {field} as a hand that was not read")
    if hasattr(value, "sums") and hasattr(value, "say"):
        raise unread(f"The rule returns {field} as a fold, not as its answer")
    raise wrong_outcome(
        f"The rule returns {field} as {value!r}; an outcome holds whole numbers, names, true and false."
        + (" These are the answers of several folds: give each a name." if isinstance(value, Answers) else "")
        + (WHOLE if isinstance(value, float) else "")
        + (" Write int(...) around it." if hasattr(type(value), "__index__") else "")
    )


def wrong_outcome(sentence: str) -> RuleError:
    """The error for something that is no outcome, or not the same kind of outcome as on another path."""
    return RuleError("rule/outcome", sentence)


def not_an_outcome(outcome: Any) -> RuleError:
    """A rule returned nothing that can be an outcome."""
    if isinstance(outcome, Hand):
        return unread("The rule returns a hand that was not read")
    if outcome is None:
        return wrong_outcome("The rule returns nothing: a “return” is missing, at least in one branch.")
    return wrong_outcome(
        f"The rule returns {shown(type(outcome).__name__)}; an outcome is a whole number, a name, true or false, "
        "or several of these as a tuple, a dataclass or a dict." + (WHOLE if isinstance(outcome, float) else "")
    )


def other_kinds(field: str, one: Any, other: Any) -> RuleError:
    """A rule gave a value of another kind on another path."""
    kinds = {bool: "yes or no", str: "a name"}
    return wrong_outcome(
        f"The rule returns {field} as {kinds.get(one, 'a number')} for some dice and as {kinds.get(other, 'a number')} "
        "for others; a value must always be of the same kind."
    )


def other_names(names: Sequence[str], others: Sequence[str]) -> RuleError:
    """A rule gave other values on another path."""
    return wrong_outcome(
        f"The rule returns {', '.join(names)} for some dice and {', '.join(others)} for others; "
        "an outcome must always have the same values."
    )


class Outcome(Mapping[str, Any]):
    """Named values, read by name or as attributes; compared by value.

    >>> outcome = Outcome({"total": 13, "success": True})
    >>> outcome.total, outcome["success"]
    (13, True)
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any]) -> None:
        if type(values) is not dict and not isinstance(values, Mapping):
            raise not_an_outcome(values)
        object.__setattr__(self, "_values", dict(values))

    @classmethod
    def of(cls, names: Iterable[str], values: Iterable[Any]) -> "Outcome":
        """An outcome of values in the order of their names.

        >>> Outcome.of(("total", "success"), (13, True)).total
        13
        """
        made = cls.__new__(cls)
        object.__setattr__(made, "_values", dict(zip(names, values, strict=True)))
        return made

    def as_dict(self) -> dict[str, Any]:
        """Return the values by name, in a dict of the caller's own."""
        return dict(self._values)

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(f"this outcome has no {name}; it has {', '.join(self)}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an outcome does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("an outcome does not change")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Outcome, (self._values,))

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self._values.items())
        return f"Outcome({inside})"


def declared_names(play: Callable[..., Any]) -> Mapping[str, tuple[str, ...]]:
    """The names that each field of an outcome may have, as far as the annotation of what a rule returns says.

    >>> from typing import Literal
    >>> def act(table) -> Literal["full", "partial", "miss"]: ...
    >>> declared_names(act)
    {'result': ('full', 'partial', 'miss')}
    """
    returned = annotation_of(play, "return")
    names = annotated_names(returned)
    if names:
        return {BARE[2]: names}
    return {field: names for field, kind in annotated_fields(returned).items() if (names := annotated_names(kind))}


def declared_numbers(play: Callable[..., Any]) -> tuple[str, ...]:
    """The whole numbers of an outcome, as far as the annotation of what a rule returns says.

    >>> def parry(table) -> int: ...
    >>> declared_numbers(parry)
    ('total',)
    """
    returned = annotation_of(play, "return")
    if returned is int:
        return (BARE[0],)
    return tuple([field for field, kind in annotated_fields(returned).items() if kind is int])


def annotated_fields(returned: Any) -> Mapping[str, Any]:
    """Return the fields of what has some, each with what it is."""
    if not isinstance(returned, type) or not hasattr(returned, "__annotations__"):
        return {}

    try:
        return get_type_hints(returned)
    except (NameError, TypeError):
        return {}


def annotated_names(kind: Any) -> tuple[str, ...]:
    """Return the names that a value of this annotation may have; none where it is no choice between names."""
    if get_origin(kind) is Annotated:
        kind = kind.__origin__
    try:
        names = [choice_of(member) for member in members_of(kind)]
    except RuleError:
        return ()
    return tuple([name for name in names if isinstance(name, str)])
