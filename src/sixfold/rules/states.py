"""The state of a repeat, which is kept from one step to the next: taken apart and put together again.

A state is what Python has for values: whole numbers, yes or no, names, and tuples, named tuples, lists, dicts and
data classes of them. Its whole numbers and answers are its `leaves`; all else is its `shape`. So while a rule is
being solved, all states of one shape are handled together, and their leaves are late numbers.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, Final, NamedTuple

from sixfold.base.printable import shown
from sixfold.errors import RuleError
from sixfold.rules.hand import Answer, Chosen, Hand, OptionName
from sixfold.rules.interval import Interval, Undecided, Unknown
from sixfold.rules.late import NUMBER, YES_OR_NO, LateCondition, LateNumber
from sixfold.rules.mixed import Sided, bare
from sixfold.rules.own_types import attributes_besides, fields_of, rebuilt

Shape = Hashable
"""A state without its leaves."""

PASSED_BY: Final = "If “until” tests for one exact value (==), a game may skip it: write >= or <=."
"""The likeliest reason why a game goes on for too long."""


class _Known(NamedTuple):
    """A part that is as it is: a name, a member of an Enum, None."""

    kind: type
    value: Hashable


class _Parts(NamedTuple):
    """A part with parts of its own, and what it is made of."""

    kind: Any
    names: tuple[Any, ...]
    shapes: tuple[Shape, ...]


def taken_apart(state: Any, leaves: list[Any]) -> Shape:
    """The shape of a state; its leaves are put into the list. Raises RuleError (rule/repeat) for what is no value.

    >>> leaves = []
    >>> shape = taken_apart(("archer", 12, [True]), leaves)
    >>> leaves, maker(shape)([11, False])
    ([12, True], ('archer', 11, [False]))
    """
    kind = type(state)
    if kind is int or kind is LateNumber:
        leaves.append(state)
        return NUMBER
    if kind is Chosen:
        leaves.append(int(state))
        return NUMBER
    if kind is OptionName:
        return _Known(str, str.__str__(state))
    if isinstance(state, Answer):
        return taken_apart(tuple(state), leaves)
    if isinstance(state, Sided):
        return taken_apart(bare(state), leaves)
    if kind is bool or kind is LateCondition:
        leaves.append(state)
        return YES_OR_NO
    if kind is Interval or kind is Unknown:
        raise Undecided
    if isinstance(state, Hand):
        raise _no_state("The state of a repeat cannot hold a hand: read it in the step, and keep what it shows.")
    if kind is dict:
        return _Parts(dict, tuple(state), tuple([taken_apart(part, leaves) for part in state.values()]))
    if isinstance(state, tuple | list):
        _check_held(state, ())
        return _Parts(kind, (), tuple([taken_apart(part, leaves) for part in state]))
    if isinstance(state, set | frozenset):
        return _Known(kind, frozenset([_plain(part) for part in state]))
    fields = fields_of(kind)
    if fields is not None:
        _check_held(state, fields)
        return _Parts(kind, fields, tuple([taken_apart(getattr(state, name), leaves) for name in fields]))
    return _taken_whole(state)


def _taken_whole(state: Any) -> Shape:
    """The shape of a state that is one value. Raises RuleError (rule/repeat) for what is equal to nothing else."""
    try:
        hash(state)
    except TypeError:
        raise _no_state(
            f"The state of a repeat holds {shown(state)}, which cannot be compared: keep whole "
            "numbers, names, yes or no, or tuples, lists and dicts of them."
        ) from None
    of_identity: object = type(state).__hash__
    if of_identity is object.__hash__ and state is not None and not callable(state):
        raise _no_state(
            f"The state of a repeat holds {shown(state)}, which is equal only to itself: keep "
            "its numbers, or make it a NamedTuple or a dataclass, and return a new one."
        )
    return _Known(type(state), state)


def _check_held(state: Any, fields: Sequence[str]) -> None:
    """Raises RuleError (rule/repeat) for a state with an attribute that is no field: it would not be kept."""
    for name in attributes_besides(state, fields):
        raise _no_state(
            f"The state of a repeat holds “{shown(name)}”, which is no field of {type(state).__name__}: make it one, "
            "so that it is kept from one step to the next."
        )


def _no_state(sentence: str) -> RuleError:
    return RuleError("rule/repeat", sentence)


def _plain(part: Any) -> Any:
    if isinstance(part, LateNumber):
        return int(part)
    return bool(part) if isinstance(part, LateCondition) else part


def maker(shape: Any, decided: bool = False) -> Callable[[Sequence[Any]], Any]:
    """A function that makes the state of a shape out of its leaves, in order; a new one each time.

    With `decided` the leaves are whole numbers, and 1 is a yes.
    """
    return _maker(shape, 0, decided)[0]


def _maker(shape: Any, at: int, decided: bool) -> tuple[Callable[[Sequence[Any]], Any], int]:
    """The same for a part whose leaves begin at a place, and where those end."""
    if shape == NUMBER or (shape == YES_OR_NO and not decided):
        return itemgetter(at), at + 1
    if shape == YES_OR_NO:
        return lambda leaves: leaves[at] == 1, at + 1
    kind = shape.kind
    if type(shape) is _Known:
        known: Any = shape.value
        return (lambda leaves: set(known)) if kind is set else (lambda leaves: known), at
    end, parts = at, []
    for part in shape.shapes:
        made, end = _maker(part, end, decided)
        parts.append(made)
    of_parts = kind if kind in (tuple, list) else partial(rebuilt, kind, shape.names)
    if all(part == NUMBER for part in shape.shapes):
        return lambda leaves: of_parts(leaves[at:end]), end
    return lambda leaves: of_parts([part(leaves) for part in parts]), end


def kinds_of_leaves(shape: Any) -> tuple[str, ...]:
    """The kinds of the leaves of a shape, in order."""
    if type(shape) is str:
        return (shape,)
    if type(shape) is _Known:
        return ()
    return tuple([kind for part in shape.shapes for kind in kinds_of_leaves(part)])
