"""Work of the package that calls nothing of a rule's author, and so costs no hearing."""

import sys
from typing import Any


class Unheard:
    """A context in which nothing is heard: around what looks at a rule, or only counts.

    While no rule is heard, it costs next to nothing.
    """

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        self._before = sys.getprofile()
        if self._before is not None:
            sys.setprofile(None)

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            hear_again(self._before)


def hear_again(before: Any) -> None:
    """Have calls heard as before."""
    if before is None or callable(before):
        sys.setprofile(before)
    else:
        before.enable()  # in Python 3.11 the profiler of `cProfile` is found there, and cannot be set
