"""Folds of authors are tried by themselves: what is wrong with one is told with its line."""

from __future__ import annotations

from typing import Any

import pytest

from sixfold.errors import RuleError
from sixfold.rules import Deck, Die, Fold, System, Table, ranks
from sixfold.testing import examine
from sixfold.testing.folds import check_fold


class Count(Fold[Any]):
    """How many dice there are: nothing is wrong with it."""

    any_face = True

    def start(self, size: int) -> Any:
        return 0

    def step(self, state: Any, face: Any, count: int) -> Any:
        return state + count

    def end(self, state: Any) -> Any:
        return state


class Twos(Count):
    """How many dice show a two, which is not any face."""

    def step(self, state: int, face: int, count: int) -> int:
        return state + count * (face == 2)


class Box:
    """A state that can change."""

    def __init__(self, held: int = 0) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.held == other.held

    def __hash__(self) -> int:
        return hash(self.held)


class InPlace(Count):
    """A fold that changes its state."""

    def start(self, size: int) -> Box:
        return Box()

    def step(self, state: Box, face: int, count: int) -> Box:
        state.held += count
        return state

    def end(self, state: Box) -> int:
        return state.held


class Anyhow(Box):
    """A state that equals every other one."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box)

    __hash__ = Box.__hash__


class Alike(Box):
    """A state that is found as every other one, and equals it."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box)

    def __hash__(self) -> int:
        return 1


class Hashes(Count):
    """A fold whose states are equal, but not their hashes."""

    def start(self, size: int) -> Box:
        return Anyhow()

    def step(self, state: Box, face: int, count: int) -> Box:
        return Anyhow(state.held + count * face)

    def end(self, state: Box) -> int:
        return 0


class Merged(InPlace):
    """A fold whose states are all the same, and answer differently."""

    def start(self, size: int) -> Box:
        return Alike()

    def step(self, state: Box, face: int, count: int) -> Box:
        return Alike(state.held + face)


class Sixes(Count):
    """A fold to which yes and 1 are not the same, as they are to everybody else."""

    any_face = False

    def step(self, state: Any, face: int, count: int) -> Any:
        return True if face == 6 else 1

    def end(self, state: Any) -> Any:
        return "six" if isinstance(state, bool) else "none"


class Odd(Count):
    """A fold that answers otherwise the second time."""

    asked = [0]  # noqa: RUF012

    def end(self, state: int) -> int:
        self.asked[0] += 1
        return self.asked[0] // 2 % 2


@pytest.mark.parametrize(
    ("fold", "sentence"),
    [
        (Twos(), "“Twos” says any_face, but answers"),
        (InPlace(), "“InPlace” changes its state in place: return a new one."),
        (Hashes(), "“Hashes” has equal states with different hashes after"),
        (Merged(), "“Merged” remembers the same after"),
        (Sixes(), "“Sixes” remembers the same after 5 as after 6, and answers differently."),
        (Odd(), "“Odd” "),
    ],
)
def test_what_is_wrong_with_a_fold_is_told(fold: Fold[Any], sentence: str) -> None:
    """Each promise of a fold is tried on every hand of a few dice, and a fault names its line."""
    with pytest.raises(RuleError) as caught:
        check_fold(fold, (1, 2, 5, 6))
    assert sentence in caught.value.message
    assert caught.value.message.startswith("test_folds.py, line ")


class Picky(Count):
    """A fold that fails where there are no dice, which its game never rolls."""

    def end(self, state: int) -> int:
        return 6 // state


def dice(table: Table) -> Any:
    return table.read(table.roll(2), Picky())


def cards(table: Table) -> Any:
    return table.read(ranks(table.draw(Deck(3, 2), 2)), Count())


def symbols(table: Table) -> Any:
    return table.read(table.roll(2, "dice", Die.of((), "hit", ("hit", "miss"))), Count())


def wrong(table: Table) -> Any:
    return table.read(ranks(table.draw(Deck(3, 2), 2)), Twos())


def test_the_kit_tries_the_folds_of_a_game() -> None:
    """Folds about dice, symbols and cards are found, and only what is wrong is told."""
    assert examine(System(dice, cards, symbols, name="duel"), throws=10).faults == ()
    faults = examine(System(wrong, name="duel"), throws=10).faults
    assert any("“Twos” says any_face" in fault.sentence for fault in faults)
