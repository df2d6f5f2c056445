"""Rolling the same dice again, as long as they show certain results: a step of a repeat that says what it reads."""

from typing import Any, NamedTuple

from sixfold.rules.folds.sums import Sum

Rolled = tuple[tuple[int, ...], int]
"""How often each value came that calls for another roll, and the last result."""


class RollAgain(NamedTuple):
    """A step that rolls, and counts the results after which the dice are rolled again.

    It tells what it reads, and what comes `after` that, so that the solver need not run it.
    """

    size: int
    label: str
    among: tuple[int, ...]
    fold: Sum

    def __call__(self, table: Any, known: Rolled) -> Rolled:
        return self.after(known, table.read(table.roll(self.size, self.label), self.fold))

    def after(self, known: Rolled, last: int) -> Rolled:
        """Return the next state, if the dice show this."""
        return tuple([count + (last == value) for count, value in zip(known[0], self.among, strict=True)]), last

    def over(self, known: Rolled) -> bool:
        """Whether the dice are not rolled again."""
        return known[1] not in self.among
