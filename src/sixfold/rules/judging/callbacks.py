"""Callbacks: functions that an author gives to a verb, which rank dice, or say which are thrown again."""

from collections.abc import Callable
from typing import Any, NamedTuple

from sixfold.base.printable import shown
from sixfold.rules.functions import is_builtin
from sixfold.rules.judging.blame import returns_nothing


class Callback(NamedTuple):
    """A function of an author that a verb calls: it must not use the table meanwhile."""

    function: Callable[..., Any]
    calling: list[Callable[..., Any]]
    """The callbacks that run now."""

    def __hash__(self) -> int:
        """As what is asked of a hand it is a key: the same function in the same play."""
        return hash((self.function, id(self.calling)))

    def __call__(self, *dice: Any) -> Any:
        self.calling.append(self.function)
        try:
            return self.function(*dice)
        finally:
            self.calling.pop()


class Ranking(Callback):
    """A preference of an author: what it ranks dice by can be compared."""

    __slots__ = ()

    def __call__(self, *dice: Any) -> Any:
        found = super().__call__(*dice)
        if found is None:
            what = f"The preference “{shown(getattr(self.function, '__name__', ''))}”"
            raise returns_nothing(what, "a number, or a tuple of them", self.function, "rule/verb")
        return found


def as_callback(function: Any, calling: list[Callable[..., Any]], kind: type[Callback] = Callback) -> Any:
    """An author's function that a verb calls; anything else as it is."""
    return kind(function, calling) if callable(function) and not is_builtin(function) else function
