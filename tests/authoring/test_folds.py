"""Folds of authors are tried by themselves: what is wrong with one is told with its line."""

from __future__ import annotations

from typing import Any

import pytest

from sixfold import parse
from sixfold.authoring.testing import examine
from sixfold.authoring.try_folds import OF_A_CLASS, check_fold, own_folds
from sixfold.errors import RuleError
from sixfold.playing.record import roll_check
from sixfold.playing.sources.seeded import SeededDice
from sixfold.rules import (
    Deck,
    Die,
    Fold,
    Sum,
    System,
    Table,
    nth_highest,
    ranks,
)
from sixfold.solving.counting.hands import ways_of
from sixfold.solving.counting.ranks import RankedHands
from sixfold.solving.counting.work_limit import Work
from tests.rules.test_folds import FOLDS


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


class Highest(Sum):
    """The highest die, with an ability that a test gives it."""

    def __init__(self, **abilities: Any) -> None:
        vars(self).update(abilities)

    def ranks(self, size: int) -> tuple[int, int]:
        return 0, 1


class Hits(Sum):
    """How many dice show 5 or more, with an ability that a test gives it."""

    def __init__(self, **abilities: Any) -> None:
        vars(self).update(abilities)

    def worth(self, face: Any) -> int:
        return int(face >= 5)


class Pair(Fold[bool]):
    """Whether two dice show the same, with an ability that a test gives it."""

    alike = True

    def __init__(self, **abilities: Any) -> None:
        vars(self).update(abilities)

    def start(self, size: int) -> Any:
        return 0

    def step(self, state: Any, face: Any, count: int) -> Any:
        return state + (count >= 2)

    def end(self, state: Any) -> bool:
        return bool(state >= 1)


class Fives(Count):
    """How many dice show 5 or more, die by die, with an ability that a test gives it."""

    any_face = False

    def __init__(self, **abilities: Any) -> None:
        vars(self).update(abilities)

    def step(self, state: int, face: int, count: int) -> int:
        return state + count * (face >= 5)


class OnePair(Pair):
    """Whether one pair is there and no other, so that more equal dice may make it false."""

    def end(self, state: Any) -> bool:
        return bool(state == 1)


@pytest.mark.parametrize(
    ("fold", "sentence"),
    [
        (Hits(limits=(0, 0)), "“Hits” says limits (0, 0), but a 5 is worth 1."),
        (Hits(level=2), "“Hits” says level 2, but a 2 is worth 0, and a 6 1."),
        (Hits(of_sum=lambda total: total + 1), "“Hits” says adds_up, but answers"),
        (Highest(adds_up=lambda size: True), "“Highest” says adds_up, but answers"),
        (Pair(needs=((6,), 2)), "“Pair” says needs, but answers"),
        (Pair(answers=int), "“Pair” says answers, but answers no dice with False"),
        (Hits(rest=lambda state, left: False), "that the answer is 0 (rest), and it is 1"),
        (Highest(cares=lambda face: face < 6), "“Highest” says that 6 changes nothing (cares), which it does"),
        (Pair(certain=lambda state, left, faces: True), "that the answer is True (certain, or alike), and it is False"),
        (OnePair(), "that the answer is True (certain, or alike), and it is False"),
    ],
)
def test_an_ability_that_is_not_true_is_told(fold: Fold[Any], sentence: str) -> None:
    """Whatever a fold declares about itself is tried on every hand of a few dice."""
    with pytest.raises(RuleError) as caught:
        check_fold(fold, (1, 2, 5, 6))
    assert sentence in caught.value.message


@pytest.mark.parametrize(
    ("fold", "sentence"),
    [
        (Fives(rest=lambda state, left: False if state >= 5 else None), "of 6 6 6 6 6 5 5 that the answer is 5 (rest)"),
        (Fives(rest=lambda state, left: False if left == 5 else None), "of 6 6 5 5 5 5 5 that the answer is 2 (rest)"),
        (
            Fives(any_face=True, end=lambda state: state > 5),
            "answers 5 5 5 5 5 5 5 with True and 1 1 1 1 1 1 1 with False",
        ),
    ],
)
def test_an_ability_that_is_true_of_a_few_dice_alone(fold: Fold[Any], sentence: str) -> None:
    """Sixfold tries the abilities that a fold declares on hands as large as those that are rolled, too."""
    check_fold(fold, (1, 2, 5, 6))
    with pytest.raises(RuleError) as caught:
        check_fold(fold, (1, 2, 5, 6), dice=7)
    assert sentence in caught.value.message
    check_fold(Fives(), (1, 2, 5, 6), dice=7)


def test_so_many_dice_are_tried_as_are_rolled() -> None:
    """A fold is tried on hands as large as the largest roll of a check."""
    hits = Fives()
    check = parse("duel", {"duel": System(lambda table: table.read(table.roll(7), hits), name="duel")})
    assert own_folds([roll_check(check, SeededDice("x"), "seed")]) == {hits: ((1, 2, 4, 5, 6), 0, 7)}


@pytest.mark.parametrize(
    "fold", [*FOLDS, Highest(), Hits(limits=(0, 1), level=5), Pair()], ids=lambda fold: type(fold).__name__
)
def test_what_folds_say_of_themselves_is_true(fold: Fold[Any]) -> None:
    """Every ability of every fold of the package holds for every hand of a few dice."""
    check_fold(fold, (1, 2, 5, 6))


class SecondHighest(Sum):
    """The worked example of the guide: the second highest die."""

    def ranks(self, size: int) -> tuple[int, int]:
        return 1, 1


def test_a_fold_by_the_guide_is_solved_like_one_of_the_package() -> None:
    """The second highest die, as the guide writes it, has the odds and the cost of the one that is built in."""

    def rule(table: Table) -> Any:
        return table.read(table.roll(9), SecondHighest())

    assert examine(System(rule, name="duel"), throws=10).faults == ()
    six, costs = tuple((face, 1) for face in range(6, 0, -1)), []
    for fold in (SecondHighest(), nth_highest(2)):
        work = Work()
        ways = ways_of([(9, RankedHands(six, 64, work))], [fold])
        costs.append((ways, work.left))
    assert costs[0] == costs[1]


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


def test_of_folds_that_are_made_anew_with_each_roll_some_are_tried() -> None:
    """A function among the settings of a fold, or a class in a rule, makes each roll's fold another one."""

    def rule(table: Table) -> int:
        class Where(Fold[int]):
            def __init__(self, holds: Any) -> None:
                self.holds = holds

            def start(self, size: int) -> int:
                return 0

            def step(self, state: int, face: Any, count: int) -> int:
                return state + count * bool(self.holds(face))

            def end(self, state: int) -> int:
                return state

        return table.read(table.roll(2), Where(lambda face: face > 4))

    check = parse("duel", {"duel": System(rule, name="duel")})
    records = [roll_check(check, SeededDice(str(at)), "seed") for at in range(OF_A_CLASS + 5)]
    assert len(own_folds(records[:5])) == 5
    assert len(own_folds(records)) == OF_A_CLASS
