"""Values of an outcome that is known in part, as JSON holds them."""

from __future__ import annotations

from typing import Any

from sixfold.errors import RecordError
from sixfold.rules.interval import LEANING, UNKNOWN, Interval, Unknown


def part_json(value: Any) -> Any:
    """A value: a number of which only bounds are known as these, and null for what is not known.

    `endless` says that the number passes every bound with some chance, `far` what a yes or no is once it has.

    >>> part_json(Interval(103, None)), part_json(UNKNOWN), part_json(18)
    ({'least': 103, 'most': None}, None, 18)
    """
    if type(value) is Interval:
        return {"least": value.low, "most": value.high, **({"endless": True} if value.endless else {})}
    if type(value) is Unknown:
        return None if value.far is None else {"far": value.far}
    return value


def read_part(value: Any) -> Any:
    """The value that such data says, bounds in their shape.

    Raises RecordError (record/malformed) where they are in the wrong order.
    """
    if value is None:
        return UNKNOWN
    if isinstance(value, int | str):
        return value
    if isinstance(value.far, bool):
        return LEANING[value.far]
    low, high = (bound if isinstance(bound, int) else None for bound in (value.least, value.most))
    if low is not None and high is not None and low > high:
        raise RecordError("record/malformed", f"No number lies between {low} and {high}.")
    return Interval(low, high, 0, value.endless is True)
