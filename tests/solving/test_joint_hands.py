"""One question to several hands: the solver against every hand, for folds and hands that nobody wrote."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from sixfold.authoring.try_folds import check_fold
from sixfold.errors import RuleError
from sixfold.rules import Die, Fold, Table, Values, highest, pairs_won, showing, total
from sixfold.rules.rolled_table import RolledTable
from sixfold.rules.typed_faces import TypedDice
from sixfold.solving.solver import solve
from tests.effort import THOROUGH
from tests.solving.exhaustive import exhaust


class Machine(Fold[Any]):
    """A machine made at random: what it remembers after a face hangs on the face and on all counts."""

    def __init__(self, seed: int, states: int, numbers: bool) -> None:
        self.seed, self.states, self.numbers_only = seed, states, numbers

    def start(self, size: Any) -> int:
        return int(self.seed + sum(size)) % self.states

    def step(self, state: int, face: int, count: Any) -> int:
        mixed = sum((place + 2) * many for place, many in enumerate(count))
        return int(state * 3 + face * (1 + self.seed % 3) + mixed * mixed) % self.states

    def end(self, state: int) -> Any:
        return state if self.numbers_only else ("ab"[state % 2], state)

    def plainly(self, *hands: Sequence[int]) -> Any:
        """The same, for the twin."""
        state = (self.seed + sum(map(len, hands))) % self.states
        for face in range(9, -9, -1):
            counts = [list(faces).count(face) for faces in hands]
            if any(counts):
                mixed = sum((place + 2) * many for place, many in enumerate(counts))
                state = (state * 3 + face * (1 + self.seed % 3) + mixed * mixed) % self.states
        return self.end(state)


HANDS: list[Callable[[Any, str], Any]] = [
    lambda table, label: table.roll(2, label, 3),
    lambda table, label: table.roll(1, label, 4),
    lambda table, label: table.roll([2, 3], label),
    lambda table, label: table.roll(0, label),
    lambda table, label: table.roll(2, label, Die.of(-1, 0, 0, 2)),
    lambda table, label: table.draw((1, 2, 1), 2, label),
    lambda table, label: table.rethrow(table.roll(1, label, 3), {1}, f"{label} again"),
]


def made_up(seed: int) -> Callable[[Any], Values]:
    """A rule that reads three hands together and one by one, in any order, and rerolls one of them or none."""
    random = Random(seed)
    thrown = [random.choice(HANDS) for _ in "abc"]
    asked: list[Any] = []
    for _ in range(3):
        many = random.choice([1, 2, 2, 2, 3])
        at = random.sample(range(3), many)
        fold = Machine(random.randrange(9), random.randrange(2, 5), random.random() < 0.7)
        one: Fold[Any] = random.choice([total(), highest(1), showing(">=", 2)])
        pair = random.choice([fold, pairs_won()])
        asked.append((at, one if many == 1 else pair if many == 2 else fold))
    again = random.choice([None, 0, 1, 2])
    when = random.randrange(3)

    def rule(table: Any) -> Values:
        hands = [throw(table, label) for throw, label in zip(thrown, "abc", strict=True)]
        found = {}
        for number, (at, fold) in enumerate(asked):
            if number == when and again is not None and thrown[again] != HANDS[5]:
                hands[again] = table.rethrow(hands[again], lambda dice: dice[-1:], "late")
            together = tuple(hands[place] for place in at)
            found[f"x{number}"] = str(table.read(together if len(at) > 1 else together[0], fold))
        return found

    return rule


@pytest.mark.parametrize("seed", range(40 * THOROUGH))
def test_made_up_questions_to_several_hands(seed: int) -> None:
    """The solver says what every hand says, whatever was read of the hands before and is read after."""
    rule = made_up(seed)
    solution, (expected, _) = solve(rule), exhaust(rule)
    found = {
        tuple(sorted(zip(solution.fields, row, strict=True))): Fraction(ways, solution.scale)
        for row, ways in solution.rows.items()
    }
    assert found == expected


class Higher(Fold[int]):
    """1 if the first hand has the highest die that the other lacks, -1 if the second one has it."""

    def start(self, sizes: Any) -> int:
        return 0

    def step(self, state: int, face: int, counts: Any) -> int:
        mine, theirs = counts
        return state or (mine > theirs) - (mine < theirs)

    def end(self, state: int) -> int:
        return state


class Sooner(Higher):
    def rest(self, state: int, left: Any) -> bool | None:
        return False if state else None


class TooSoon(Higher):
    def rest(self, state: int, left: Any) -> bool | None:
        return False if left[0] == 0 else None


def conflict(fold: Fold[Any], size: int = 8) -> Callable[[Table], Values]:
    def rule(table: Table) -> Values:
        return {"won": table.read((table.roll(size, "mine", 10), table.roll(size, "theirs", 10)), fold)}

    return rule


def test_eight_dice_against_eight() -> None:
    """Sorcerer: both sides win as often, and `rest` changes nothing."""
    solution = solve(conflict(Higher()))
    assert solution.rows[1,] == solution.rows[-1,]
    assert solve(conflict(Sooner())).rows == solution.rows


def test_ties_are_equal_hands() -> None:
    """Two hands tie as often as they are the same one."""
    solution = solve(conflict(Higher(), 3))
    ways = Counter(tuple(sorted(faces)) for faces in product(range(10), repeat=3))
    assert Fraction(solution.rows[0,], solution.scale) == Fraction(sum(n * n for n in ways.values()), 10**6)


def test_typed_dice_are_read_together() -> None:
    """Real dice on a table answer what the solver is asked, and the account says it."""
    table = RolledTable(TypedDice((6, 5, 1, 6, 4, 4)))
    hands = (table.roll(3, "mine"), table.roll(3, "theirs"))
    assert table.read(hands, pairs_won(), Higher()) == (1, 1)
    assert table.trail[-1].text == "1 of the pairs won, higher: 1"


def test_what_a_fold_of_several_hands_says_of_itself_is_tried() -> None:
    """`sixfold test` asks it about pairs of small hands, and finds an ability that is not true."""
    check_fold(Sooner(), (1, 2, 3), 2)
    check_fold(pairs_won(), (1, 2, 3), 2)
    with pytest.raises(RuleError, match="says before the last dice of"):
        check_fold(TooSoon(), (1, 2, 3), 2)


def test_a_fold_of_one_hand_is_not_asked_of_two() -> None:
    """The error says what to write."""
    with pytest.raises(RuleError, match="read each hand by itself"):
        solve(lambda table: {"x": table.read((table.roll(1), table.roll(1)), highest(1))})
