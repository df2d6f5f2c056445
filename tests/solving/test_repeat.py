"""Games that go on from state to state: `table.repeat` beside a twin that knows matrices and nothing else.

The twin takes every step from every state over every face, and solves the equations of the chain with fractions.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import comb
from random import Random
from typing import Any, NamedTuple

import pytest

from sixfold import odds
from sixfold.base.bounds import TOLERANCE, WORK
from sixfold.errors import BoundsError, OddsError, RuleError
from sixfold.playing.sources.seeded import SeededDice
from sixfold.rules.dice import Die
from sixfold.rules.folds import highest, lowest, showing, total
from sixfold.rules.interval import Interval
from sixfold.rules.judging.watched_rule import watched
from sixfold.rules.late import clamp
from sixfold.rules.rolled_table import RolledTable
from sixfold.rules.rule import System
from sixfold.rules.table import Table, Values
from sixfold.rules.typed_faces import TypedDice
from sixfold.solving.events import Event
from sixfold.solving.solver import Solution, solve
from tests.effort import THOROUGH, calls
from tests.solving.exhaustive import exhaust

D2, D3, D4 = Die(2), Die(3), Die(4)

Chances = dict[Any, Fraction]


def moves(step: Callable[[Any, Any], Any], start: Any, until: Callable[[Any], Any]) -> dict[Any, Chances]:
    """Where one step leads from every state, by every face."""
    found: dict[Any, Chances] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in found or until(state):
            continue
        rows, left_out = exhaust(lambda table, state=state: {"state": step(table, state)})
        assert not left_out
        found[state] = {dict(row)["state"]: chance for row, chance in rows.items()}
        waiting += found[state]
    return found


def ends(step: Callable[[Any, Any], Any], start: Any, until: Callable[[Any], Any]) -> Chances:
    """The chance of every final state: the expected visits of all others, by Gauss and Jordan."""
    if until(start):
        return {start: Fraction(1)}
    out = moves(step, start, until)
    order = list(out)
    rows = [[Fraction(int(a == b)) - out[b].get(a, Fraction(0)) for b in order] for a in order]
    right = [Fraction(int(a == start)) for a in order]
    for at in range(len(order)):
        pivot = next(row for row in range(at, len(order)) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        right[at], right[pivot] = right[pivot], right[at]
        for row in range(len(order)):
            if row != at and rows[row][at]:
                factor = rows[row][at] / rows[at][at]
                rows[row] = [one - factor * other for one, other in zip(rows[row], rows[at], strict=True)]
                right[row] -= factor * right[at]
    visits = {state: right[at] / rows[at][at] for at, state in enumerate(order)}
    found: Chances = {}
    for state, chances in out.items():
        for target, chance in chances.items():
            if target not in out:
                found[target] = found.get(target, Fraction(0)) + visits[state] * chance
    return found


def after(step: Callable[[Any, Any], Any], start: Any, until: Callable[[Any], Any], most: int) -> Chances:
    """The chance of every state and number of steps after so many steps, one step after the other."""
    out = moves(step, start, until)
    found: Chances = {}
    now = {start: Fraction(1)}
    for steps in range(most + 1):
        following: Chances = {}
        for state, chance in now.items():
            if state not in out or steps == most:
                found[state, steps] = chance
                continue
            for target, part in out[state].items():
                following[target] = following.get(target, Fraction(0)) + chance * part
        now = following
    return found


def chances(solution: Solution) -> Chances:
    """The rows of a solution as fractions."""
    return {row: Fraction(ways, solution.scale) for row, ways in solution.rows.items() if ways}


# -- games -----------------------------------------------------------------------------------------------------


def face(table: Any, die: Die = D3) -> Any:
    return table.read(table.roll(1, "die", die), total())


def duel(table: Any, state: Any) -> Any:
    """Blows in turn, of which many miss: two states that lead back to each other."""
    mine, theirs, first = state
    hurt = max(0, face(table, D4) - 2)
    return (mine, theirs - hurt, False) if first else (mine - hurt, theirs, True)


def feint(table: Any, state: Any) -> Any:
    """Blows in turn, and who has thrown a 1 is easier to hit: four states that lead to each other."""
    left, first, open_ = state
    thrown = face(table, D4)
    return left - (thrown + open_ >= 4), not first, thrown == 1


def fallen(state: Any) -> bool:
    return bool(state[0] <= 0 or state[1] <= 0)


def ladder(table: Any, rung: Any) -> Any:
    """Up and down: every rung leads back to every other."""
    thrown = face(table, D4)
    return rung + 2 if thrown == 4 else rung - 1 if thrown < 3 else rung


def compared(table: Any, state: Any) -> Any:
    """Dice are compared with what is remembered."""
    best, left = state
    thrown = face(table)
    return (thrown, left - 1) if thrown > best else (best, left - 1)


def named(table: Any, place: Any) -> Any:
    """States that are names."""
    thrown = face(table)
    if place == "wood":
        return "cave" if thrown == 1 else "wood" if thrown == 2 else "town"
    return {1: "wood", 2: "lost"}.get(thrown, "town")


def growing(table: Any, faces: Any) -> Any:
    """A tuple that is longer with every step."""
    return (*faces, face(table, D2))


def swapped(table: Any, state: Any) -> Any:
    """The sides change places at every step."""
    mine, theirs = state
    return theirs - face(table, D2), mine


def many_dice(table: Any, dice: Any) -> Any:
    """The number of dice is what is remembered."""
    return dice - 1 if table.read(table.roll(dice, "dice", D2), lowest(1)) == 1 else dice


def held(table: Any, state: Any) -> Any:
    """Numbers held between bounds, and yes or no."""
    number, ever = state
    thrown = face(table, D4)
    return clamp(number + thrown - 2, 0, 4), ever or thrown == 4


def inner(table: Any, state: Any) -> Any:
    """A game inside a game."""
    points = table.repeat(lambda table, n: n + face(table, D2), 0, lambda n: n >= 2)
    return state + points - 1


def with_a_rule(table: Any, state: Any) -> Any:
    """A rule inside a step."""
    high, word = table.play(coin, ("high", "word"))
    return state + (2 if word == "tail" else 0) + high


def coin(table: Any) -> Values:
    thrown = face(table)
    return {"high": thrown == 3, "word": "head" if thrown > 1 else "tail"}


def answered(table: Any, state: Any) -> Any:
    """An answer about the state and the dice together, which nobody needs to know in the step."""
    best, _ = state
    thrown = face(table)
    return best + 1, thrown + best >= 4


def halved(table: Any, state: Any) -> Any:
    """A function of what is remembered, beside the dice."""
    left, other = state
    return left // 2 + face(table, D2) - 1, other + 1


def both_ends(table: Any, hp: Any) -> Any:
    """Two answers of one hand, of which one is compared with what is remembered: some of them lead to the same."""
    worst, best = table.read(table.roll(2, "hit", D4), highest(1), lowest(1))
    return hp - worst if worst < hp else hp + best


GAMES: list[tuple[Callable[[Any, Any], Any], Any, Callable[[Any], Any]]] = [
    (duel, (3, 4, True), fallen),
    (feint, (2, True, False), lambda state: state[0] <= 0),
    (ladder, 3, lambda rung: rung <= 0 or rung >= 7),
    (compared, (0, 3), lambda state: state[1] == 0 or state[0] == 3),
    (named, "wood", lambda place: place in ("town", "lost")),
    (growing, (), lambda faces: len(faces) == 3 or sum(faces) >= 4),
    (swapped, (2, 3), lambda state: min(state) <= 0),
    (many_dice, 3, lambda dice: dice == 0),
    (held, (2, False), lambda state: state[0] in (0, 4)),
    (answered, (0, False), lambda state: state[0] == 3),
    (halved, (7, 0), lambda state: state[0] <= 1 or state[1] == 4),
    (inner, 0, lambda n: n >= 3),
    (with_a_rule, 0, lambda n: n >= 3),
    (both_ends, 5, lambda hp: hp > 5),
]


def rolled(seed: str) -> Any:
    """A table with the dice of a seed on it."""
    return RolledTable(SeededDice(seed))


def final(step: Any, start: Any, until: Any, **how: Any) -> Callable[[Table], Values]:
    """A rule that is this game, with the final state in words, so that any state can be one."""

    def rule(table: Table) -> Values:
        state = table.repeat(step, start, until, **how)
        return {"state": repr(state)}

    return rule


@pytest.mark.parametrize(("step", "start", "until"), GAMES, ids=[game[0].__name__ for game in GAMES])
def test_where_games_end(step: Any, start: Any, until: Any) -> None:
    """The chance of every final state is the twin's, to the last fraction, whatever leads back to whatever."""
    solution = solve(final(step, start, until))
    assert not solution.unresolved
    assert chances(solution) == {(repr(state),): chance for state, chance in ends(step, start, until).items()}


@pytest.mark.parametrize("most", [1, 2, 5])
@pytest.mark.parametrize(("step", "start", "until"), GAMES, ids=[game[0].__name__ for game in GAMES])
def test_after_so_many_steps(step: Any, start: Any, until: Any, most: int) -> None:
    """With a limit the state and the number of steps are the twin's, to the last fraction."""
    solution = solve(final(step, start, until, most=most, counted=True))
    assert not solution.unresolved
    assert chances(solution) == {(repr(both),): c for both, c in after(step, start, until, most).items()}


CONDITIONS: tuple[Callable[[Any, Any, Any], Any], ...] = (
    lambda a, b, s: a < s,
    lambda a, b, s: a >= s,
    lambda a, b, s: a + b > s,
    lambda a, b, s: s > 2,
    lambda a, b, s: b == s,
    lambda a, b, s: a > b,
    lambda a, b, s: a > s and b < s,
)
RESULTS: tuple[Callable[[Any, Any, Any], Any], ...] = (
    lambda a, b, s: s - a,
    lambda a, b, s: s + b,
    lambda a, b, s: s + a - b,
    lambda a, b, s: s - 1,
    lambda a, b, s: s,
    lambda a, b, s: a,
    lambda a, b, s: 0,
)
"""What made-up steps ask of two answers and a state, and what they lead to."""


@pytest.mark.parametrize("seed", range(30 * THOROUGH))
def test_made_up_steps_that_compare_two_answers_with_the_state(seed: int) -> None:
    """Any step that reads two answers of one hand leads, after three steps, where the twin says."""
    random = Random(seed)
    one, other = random.choices(CONDITIONS, k=2)
    first, second, third = random.choices(RESULTS, k=3)
    die, most = Die(random.choice((2, 3))), random.choice((3, 4, 6))

    def step(table: Any, s: Any) -> Any:
        a, b = table.read(table.roll(2, "dice", die), highest(1), lowest(1))
        if one(a, b, s):
            return first(a, b, s)
        return second(a, b, s) if other(a, b, s) else third(a, b, s)

    def until(s: Any) -> Any:
        return s <= 0 or s > most

    start = random.randint(1, most)
    found = solve(final(step, start, until, most=3, counted=True))
    assert chances(found) == {(repr(both),): chance for both, chance in after(step, start, until, 3).items()}


@pytest.mark.parametrize(("step", "start", "until"), GAMES, ids=[game[0].__name__ for game in GAMES])
def test_how_many_steps(step: Any, start: Any, until: Any) -> None:
    """Without a limit no number of steps is too likely, and together they lack no more than is said."""
    solution = solve(final(step, start, until, counted=True), Fraction(1, 10**4))
    found = chances(solution)
    truth = {(repr(both),): chance for both, chance in after(step, start, until, 150).items()}
    assert solution.unresolved <= Fraction(1, 10**4)
    for row, chance in found.items():
        assert 0 <= truth.get(row, Fraction(0)) - chance <= solution.unresolved
    assert sum(found.values()) + solution.unresolved == 1


@pytest.mark.parametrize(("step", "start", "until"), GAMES, ids=[game[0].__name__ for game in GAMES])
def test_how_much_longer(step: Any, start: Any, until: Any) -> None:
    """If all games that are left out have at least so many steps, the chance of each shorter game is exact."""

    def rule(table: Table) -> Values:
        _, steps = table.repeat(step, start, until, counted=True)
        return {"steps": steps}

    solution = solve(rule)
    least = min([steps.low or 1 for ((steps,), _) in solution.partial], default=150)
    truth: dict[int, Fraction] = {}
    for (state, steps), chance in after(step, start, until, 150).items():
        if until(state):
            truth[steps] = truth.get(steps, Fraction(0)) + chance
    known = {steps: chance for (steps,), chance in chances(solution).items()}
    for steps in range(min(least, 150)):
        assert known.get(steps, 0) == truth.get(steps, 0)
    # The rungs of a ladder lead back to too many others for exact steps, and so do these hits.
    assert (least > 1) is (step not in (ladder, both_ends))


@pytest.mark.parametrize("told", [str, repr, ascii, "{}".format, "%s".__mod__, "{0!r}".format])
@pytest.mark.parametrize(
    "held",
    [
        lambda n: n, lambda n: [n], lambda n: {"n": (n, 1)}, lambda n: [n > 200],
        lambda n: [copy.copy(n), copy.copy(n % 2 == 0)], lambda n: copy.deepcopy([n, n % 2 == 0]),
        lambda n: pickle.loads(pickle.dumps(n)), lambda n: isinstance(n % 2 == 0, bool),
    ],
)  # fmt: skip
def test_no_text_is_made_of_a_number_that_is_not_known(told: Callable[[Any], str], held: Callable[[Any], Any]) -> None:
    """A text of the length of a game, alone or inside something, is one of those of possible lengths."""

    def waited(table: Table) -> str:
        _, steps = table.repeat(lambda table, _: face(table), 0, lambda shown: shown == 1, counted=True)
        return told((held(steps),))

    solution = solve(waited)
    assert 0 < solution.unresolved < Fraction(1, 10**9)
    assert {text for (text,) in solution.rows} <= {told((held(steps),)) for steps in range(1, 1000)}


Begins = Callable[[int, int], Any]

BEGUN: list[tuple[Callable[[Any, Any], Any], Begins, Callable[[Any], Any]]] = [
    (duel, lambda one, other: (one, other + 1, True), fallen),
    (feint, lambda one, other: (one, other > 1, one == other), lambda state: state[0] <= 1),
    (ladder, lambda one, other: 2 * one + other - 2, lambda rung: rung <= 0 or rung >= 7),
    (swapped, lambda one, other: (one, other), lambda state: min(state) <= 1),
    (many_dice, lambda one, other: one, lambda dice: dice == 0),
]


def begun(step: Any, begins: Begins, until: Any, again: bool = False, **how: Any) -> Callable[[Table], Values]:
    """A rule that is a game from a state that dice decide; with `again`, it looks at them once more in the end."""

    def rule(table: Table) -> Values:
        one, other = face(table), face(table, D2)
        state = table.repeat(step, begins(one, other), until, **how)
        return {"state": repr(state), "dice": 2 * one + other if again else 0}

    return rule


def from_every_start(begins: Begins, again: bool, of: Callable[[Any], Chances]) -> Chances:
    """The chances of a game from each of its starts, added up."""
    found: Chances = {}
    for one in (1, 2, 3):
        for other in (1, 2):
            for state, chance in of(begins(one, other)).items():
                row = (repr(state), 2 * one + other if again else 0)
                found[row] = found.get(row, Fraction(0)) + chance / 6
    return found


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize(("step", "begins", "until"), BEGUN, ids=[game[0].__name__ for game in BEGUN])
def test_games_that_begin_in_many_states(step: Any, begins: Begins, until: Any, again: bool) -> None:
    """Where dice decide how a game begins, it ends as from each start, looked at again or not."""
    found = solve(begun(step, begins, until, again))
    assert not found.unresolved
    assert chances(found) == from_every_start(begins, again, lambda start: ends(step, start, until))
    limited = solve(begun(step, begins, until, again, most=3, counted=True))
    assert chances(limited) == from_every_start(begins, again, lambda start: after(step, start, until, 3))
    counted = solve(begun(step, begins, until, again, counted=True), Fraction(1, 10**4))
    truth = from_every_start(begins, again, lambda start: after(step, start, until, 120))
    assert counted.unresolved <= Fraction(1, 10**4)
    assert sum(chances(counted).values()) + counted.unresolved == 1
    for row, chance in chances(counted).items():
        assert 0 <= truth.get(row, Fraction(0)) - chance <= counted.unresolved


def test_a_game_is_followed_once_from_all_its_starts() -> None:
    """A game that begins in twenty states is hardly more work than one that begins in two."""

    def rule(table: Any, sides: int) -> Any:
        return {"points": table.repeat(lambda table, n: n + face(table), face(table, Die(sides)), lambda n: n >= 20)}

    assert calls(lambda: solve(rule, sides=20)) < 2 * calls(lambda: solve(rule, sides=2))


def tallied(table: Any, state: Any) -> Any:
    """Every step is thrown afresh, and what it says is counted: a 4 up, a 3 down, a 2 not at all."""
    high, _ = state
    thrown = face(table, D4)
    return high + (thrown == 4) - (thrown == 3), thrown


def test_steps_that_do_not_hang_on_their_state() -> None:
    """Steps that count what they throw until one of them ends it are followed as far as the tolerance asks."""
    solution = solve(
        lambda table: {"high": table.repeat(tallied, (0, 0), lambda state: state[1] == 1)[0]}, Fraction(1, 10**6)
    )
    found = chances(solution)
    # Of the steps that count or end it: 4, 3 and 1, each once in three.
    truth: Chances = {}
    now = {0: Fraction(1)}
    for _ in range(80):
        following: dict[int, Fraction] = {}
        for high, chance in now.items():
            truth[high,] = truth.get((high,), Fraction(0)) + chance / 3
            for more in (-1, 1):
                following[high + more] = following.get(high + more, Fraction(0)) + chance / 3
        now = following
    assert 0 < solution.unresolved <= Fraction(1, 10**6)
    assert sum(found.values()) + solution.unresolved == 1
    assert all(0 <= truth[row] - chance <= solution.unresolved for row, chance in found.items())
    bounds = {row[0].key for row, _ in solution.partial}
    assert any(low is not None and high is None and endless for _, low, high, endless in bounds)
    assert any(low is None and high is not None and endless for _, low, high, endless in bounds)


def test_rolling_again_is_a_repeat() -> None:
    """`again` gives what the same steps give as a repeat of one's own, and all that is left over alike."""

    def by_hand(table: Table) -> Values:
        def step(table: Table, state: Any) -> Any:
            sixes, ones, _ = state
            last = table.read(table.roll(1, "die"), total())
            return sixes + (last == 6), ones + (last == 1), last

        sixes, ones, last = table.repeat(step, (0, 0, 6), lambda state: state[2] not in (6, 1))
        return {"sixes": sixes, "ones": ones, "last": last}

    def again(table: Table) -> Values:
        (sixes, ones), last = table.again(1, "die", (6, 1))
        return {"sixes": sixes, "ones": ones, "last": last}

    one, other = solve(by_hand), solve(again)
    assert chances(one) == chances(other)
    assert {tuple(map(repr, row)) for row, _ in one.partial} == {tuple(map(repr, row)) for row, _ in other.partial}


def test_a_seeded_game_is_one_that_is_solved() -> None:
    """What is thrown ends where the solver says that it can, after as many steps."""
    rule = final(duel, (3, 4, True), fallen, most=6, counted=True)
    possible = solve(rule).rows.keys()
    thrown = {(rule(rolled(str(seed)))["state"],) for seed in range(300)}
    assert thrown <= possible and len(thrown) > 20


# -- what is remembered ----------------------------------------------------------------------------------------


class Colour(Enum):
    RED = 1
    BLACK = 2


class Score(NamedTuple):
    points: int
    colour: Colour


@dataclass(frozen=True)
class Pack:
    points: int
    bust: bool


STATES: list[tuple[str, Any, Callable[[Any, Any], Any], Callable[[Any], Any]]] = [
    (
        "a named tuple with an Enum",
        Score(0, Colour.RED),
        lambda table, s: Score(s.points + face(table), Colour.BLACK if s.colour is Colour.RED else Colour.RED),
        lambda s: s.points,
    ),
    ("a data class", Pack(0, False), lambda table, s: Pack(s.points + face(table), s.points > 2), lambda s: s.points),
    ("a list", [0, "x"], lambda table, s: [s[0] + face(table), s[1]], lambda s: s[0]),
    ("a dict", {"points": 0}, lambda table, s: {**s, "points": s["points"] + face(table)}, lambda s: s["points"]),
    ("a nested tuple", ((0, 1), None), lambda table, s: ((s[0][0] + face(table), 1), None), lambda s: s[0][0]),
    ("a set of words", (frozenset({"a"}), 0), lambda table, s: (s[0] | {"b"}, s[1] + face(table)), lambda s: s[1]),
]


@pytest.mark.parametrize(("kind", "start", "step", "points"), STATES, ids=[state[0] for state in STATES])
def test_any_value_can_be_remembered(kind: str, start: Any, step: Any, points: Any) -> None:
    """Whatever the state is made of, the odds are those of the plain number in it."""
    solution = solve(lambda table: {"points": points(table.repeat(step, start, lambda s: points(s) >= 5))})
    plain = solve(lambda table: {"points": table.repeat(lambda table, n: n + face(table), 0, lambda n: n >= 5)})
    assert chances(solution) == chances(plain)


def test_a_list_that_a_step_changes_in_place() -> None:
    """A state is a new one in every step, so that changing a list in place is as good as making a new one."""

    def step(table: Any, faces: list[int]) -> list[int]:
        faces.append(face(table))
        return faces

    solution = solve(lambda table: {"sum": sum(table.repeat(step, [], lambda faces: len(faces) == 2))})
    assert chances(solution) == {(2,): Fraction(1, 9), (3,): Fraction(2, 9), (4,): Fraction(3, 9),
                                 (5,): Fraction(2, 9), (6,): Fraction(1, 9)}  # fmt: skip


def test_a_yes_is_not_a_one() -> None:
    """States that Python calls equal, as True and 1, are told apart where they are of different kinds."""
    solution = solve(lambda table: {"state": repr(table.repeat(flag, 0, lambda s: isinstance(s, bool) or s == 5))})
    assert chances(solution) == {("True",): Fraction(1, 3), ("5",): Fraction(2, 3)}


def flag(table: Any, state: Any) -> Any:
    if state == 0:
        return 1 if face(table) > 1 else True
    return 5


def test_late_numbers_of_the_rule_around() -> None:
    """The start, the step and the end may hang on what the rule around them has thrown."""

    def rule(table: Table) -> Values:
        mine, bonus = face(table, D2), face(table, D2)
        left = table.repeat(lambda table, n: n - face(table, D2) - (bonus > 1), mine + 2, lambda n: n <= mine)
        return {"mine": mine, "bonus": bonus, "left": left}

    found, left_out = exhaust(rule, 8)
    solution = solve(rule)
    assert not left_out
    assert {
        dict(zip(solution.fields, row, strict=True)).items() and row: c for row, c in chances(solution).items()
    } == {tuple(dict(row)[name] for name in solution.fields): chance for row, chance in found.items()}


def test_a_game_that_is_over_before_it_begins() -> None:
    """`until` is asked before the first step; with no step allowed nothing happens."""
    for rule in (
        final(duel, (0, 3, True), fallen, counted=True),
        final(duel, (3, 3, True), fallen, most=0, counted=True),
    ):
        (row,) = solve(rule).rows
        assert row == (rule(rolled("x"))["state"],)
        assert row[0].endswith(", 0)")


# -- throws without an end inside a game ---------------------------------------------------------------------


def test_endless_throws_in_a_step() -> None:
    """A step that endless throws can no longer change is exact; what it cannot tell of them stays unresolved."""
    exploding = Die(2, explode=frozenset({2}))

    def counted(table: Table) -> Values:
        return {"n": table.repeat(lambda table, n: n + (face(table, exploding) > 2), 0, lambda n: n == 2)}

    def summed(table: Table) -> Values:
        return {"n": table.repeat(lambda table, n: n + face(table, exploding), 0, lambda n: n >= 3)}

    assert chances(solve(counted, Fraction(1, 10**5))) == {(2,): 1}
    solution = solve(summed, Fraction(1, 10**5))
    assert 0 < solution.unresolved <= Fraction(1, 10**5)
    assert chances(solution)[3,] == Fraction(3, 8)
    ((row, _),) = solution.partial
    assert isinstance(row[0], Interval)


def test_a_game_with_more_and_more_states() -> None:
    """A counter that never ends is followed to the tolerance; the rest is said."""

    def step(table: Any, state: Any) -> Any:
        throws, sixes = state
        return throws + 1, sixes + (face(table, D2) == 2)

    solution = solve(
        lambda table: {"throws": table.repeat(step, (0, 0), lambda state: state[1] == 1)[0]}, Fraction(1, 10**4)
    )
    assert 0 < solution.unresolved <= Fraction(1, 10**4)
    assert all(chance == Fraction(1, 2**throws) for (throws,), chance in chances(solution).items())


# -- what cannot be played -----------------------------------------------------------------------------------

WRONG: list[tuple[Callable[[Any], Any], str, str]] = [
    (lambda table: table.repeat(lambda table, n: None, 0, lambda n: n > 3), "rule/repeat", "returns nothing"),
    (lambda table: table.repeat(lambda table: 1, 0, lambda n: n > 3), "rule/repeat", "the state, but it takes table"),
    (lambda table: table.repeat(lambda table, n: n, 0, lambda: True), "rule/repeat", "takes nothing"),
    (lambda table: table.repeat(lambda table, n: n, 0, 5), "rule/repeat", "“until” must be a function"),
    (lambda table: table.repeat(3, 0, lambda n: n > 3), "rule/repeat", "“step” must be a function"),
    (lambda table: table.repeat(lambda table, n: n, 0, lambda n: n > 3, most=-1), "rule/repeat", "not -1"),
    (lambda table: table.repeat(lambda table, n: n, 0, lambda n: n > 3, most=True), "rule/repeat", "not True"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "code", "says"), WRONG)
def test_wrong_use_is_told(rule: Callable[[Any], Any], code: str, says: str) -> None:
    """Whatever is wrong with a repeat is one sentence, rolled as well as solved."""
    for play in (lambda: solve(lambda table: {"x": rule(table)}), lambda: watched(rule)(rolled("x"))):
        with pytest.raises(RuleError) as caught:
            play()
        assert caught.value.code == code
        assert says in caught.value.message


def test_a_state_that_is_no_value() -> None:
    """What which cannot be compared cannot be remembered by the solver."""
    with pytest.raises(RuleError, match="which cannot be compared"):
        solve(lambda table: {"x": table.repeat(lambda table, s: s, bytearray(b"x"), lambda s: False) is None})


@pytest.mark.parametrize(
    ("step", "start"),
    [
        (lambda table, n: n, 0),
        (lambda table, n: (n + face(table)) % 4, 0),
        (lambda table, n: 1 - n, 0),
        (lambda table, n: 7 if face(table) == 1 else 8 if n else 1, 0),
    ],
)
def test_a_game_that_never_ends(step: Any, start: Any) -> None:
    """A game from whose states no step leads to an end is refused, and the state is named."""
    with pytest.raises(RuleError, match="never ends"):
        solve(lambda table: {"x": table.repeat(step, start, lambda n: n == 9)})


def test_a_game_that_never_ends_is_not_counted() -> None:
    """It is the same if its steps are counted."""
    with pytest.raises(RuleError, match="never ends"):
        solve(lambda table: {"x": table.repeat(lambda table, n: 1 - n, 0, lambda n: n == 9, counted=True)[1]})


def test_a_hand_is_not_remembered() -> None:
    """What a hand shows is remembered, not the hand."""
    with pytest.raises(RuleError, match="cannot hold a hand"):
        solve(lambda table: {"x": table.repeat(lambda table, hand: hand, table.roll(2), lambda hand: False) is None})


def test_too_many_states_are_told() -> None:
    """A game that runs past its end names a state that should not be."""
    with pytest.raises(OddsError, match=r"more than [\d,]+ states, such as -\d+"):
        solve(
            lambda table: {"x": table.repeat(lambda table, n: n - face(table), 10, lambda n: n == 0)},
            TOLERANCE,
            WORK // 20,
        )


def test_a_rolled_game_without_an_end() -> None:
    """A game that throws no dice and never ends is stopped where it is rolled."""
    with pytest.raises(BoundsError, match="10,000 steps"):
        rolled("x").repeat(lambda table, n: n + 1, 0, lambda n: False)


def test_typed_dice_go_through_a_game() -> None:
    """Dice are asked for step by step, as many as the state says."""
    table = RolledTable(TypedDice([2, 1, 1, 1, 1]))
    assert table.repeat(many_dice, 2, lambda dice: dice == 0, counted=True) == (0, 2)
    assert [throw.faces for throw in table.throws] == [(2, 1), (1,)]


def test_highest_of_a_hand_as_the_state() -> None:
    """A hand is read inside a step, and only what is read of it is remembered."""

    def step(table: Any, state: Any) -> Any:
        rounds, best = state
        now = table.read(table.roll(2, "hand", D3), highest(1))
        return rounds + 1, max(best, now)

    solution = solve(lambda table: {"best": table.repeat(step, (0, 0), lambda state: state[0] == 2)[1]})
    assert chances(solution) == {(n,): Fraction(n**4 - (n - 1) ** 4, 81) for n in (1, 2, 3)}


def while_not(table: Any) -> Values:
    thrown = 0
    while thrown != 6:
        thrown = face(table, Die(6))
    return {"x": 1}


def while_less(table: Any) -> Values:
    thrown = 0
    while thrown < 6:
        thrown = face(table, Die(6))
    return {"x": 1}


def for_ever_until(table: Any) -> Values:
    while True:
        if face(table, Die(6)) == 6:
            return {"x": 1}


@pytest.mark.parametrize("rule", [while_not, while_less, for_ever_until])
def test_a_loop_that_goes_on_is_told_to_be_a_repeat(rule: Callable[[Any], Values]) -> None:
    """A `while` that could go on for ever is refused by the solver, in a sentence that says what to write."""
    with pytest.raises((BoundsError, OddsError), match=r"table\.repeat"):
        solve(rule, TOLERANCE, WORK // 20)


def test_steps_of_a_game_that_can_stay_where_it_is() -> None:
    """How long three sixes take is a negative binomial distribution, and no chance is more than it is there."""

    def sixes(table: Table) -> Values:
        def step(table: Table, count: int) -> int:
            return count + table.read(table.roll(1, "die"), showing("=", 6))

        _, steps = table.repeat(step, 0, lambda count: count >= 3, counted=True)
        return {"steps": steps}

    solution = solve(sixes)
    assert 0 < solution.unresolved <= TOLERANCE
    for (steps,), ways in solution.rows.items():
        exact = Fraction(comb(steps - 1, 2) * 5 ** (steps - 3), 6**steps)
        assert 0 <= exact - Fraction(ways, solution.scale) <= solution.unresolved, steps


def test_a_game_that_may_take_any_time_is_known_to() -> None:
    """Ends that any number of steps may come before are known to be possible after many; those of a first step not."""

    def sixes(table: Table) -> Values:
        def step(table: Table, count: int) -> int:
            die = table.read(table.roll(1, "die"), total())
            if count == 0:
                return 9 if die == 1 else 1
            return count + (die == 6)

        count, steps = table.repeat(step, 0, lambda count: count >= 4, counted=True)
        return {"success": count < 9, "steps": steps}

    answer = odds("game", systems={"game": System(sixes, name="game")})
    long = Event.read("success and steps > 100000").bounds(answer)
    assert long.above
    assert long.low == 0
    assert not Event.read("not success and steps > 1").bounds(answer).above


def test_what_is_left_out_is_counted() -> None:
    """A game that hardly ever goes on, and one that ends in other words when it goes on for long, lose no chance."""

    def rare(table: Table) -> Values:
        def step(table: Table, state: tuple[int, bool]) -> tuple[int, bool]:
            die = table.read(table.roll(1, "die"), total())
            return state[0] * 2 + (die >= 4), die == 6

        first = table.read(table.roll(17, "first"), total())
        _, rolls = table.repeat(step, (first, first < 102), lambda state: state[1], counted=True)
        return {"rolls": rolls}

    def late(table: Table) -> Values:
        def step(table: Table, state: tuple[int, int, str, bool]) -> tuple[int, int, str, bool]:
            die = table.read(table.roll(1, "die"), total())
            return state[0] * 2 + (die == 2), state[1] + 1, "late" if state[1] >= 7 else "early", die >= 3

        state = table.repeat(step, (1, 0, "early", False), lambda state: state[3])
        return {"word": state[2]}

    early = 1 - Fraction(1, 3**7)
    for tolerance in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 1000)):
        solution = solve(rare, tolerance)
        assert Fraction(solution.rows[0,], solution.scale) == 1 - Fraction(1, 6**17)
        assert solution.unresolved <= Fraction(1, 6**17)
        solution = solve(late, tolerance)
        known = Fraction(solution.rows["early",], solution.scale)
        assert known <= early <= known + solution.unresolved
        assert known < 1


def test_a_step_that_goes_several_ways_is_followed_on_each() -> None:
    """A die is rolled again as long as it is a six: the step says so by an “if”, and each end has its chance."""

    def sixes(table: Table) -> Values:
        def step(table: Table, state: tuple[int, int]) -> tuple[int, int]:
            count, _ = state
            die = table.read(table.roll(1, "die"), total())
            if die == 6:
                return count + 1, die
            return count, die

        count, last = table.repeat(step, (0, 0), lambda state: 0 < state[1] < 6)
        return {"count": count, "last": last}

    for tolerance in (Fraction(1, 10), Fraction(1, 10**6), TOLERANCE):
        solution = solve(sixes, tolerance)
        chances = {row: Fraction(ways, solution.scale) for row, ways in solution.rows.items()}
        known = len(chances) // 5
        assert chances == {(at, last): Fraction(1, 6 ** (at + 1)) for at in range(known) for last in range(1, 6)}
        # It is followed as far as was asked for, and hardly further, though it never comes to a state again.
        assert tolerance / 6**3 < solution.unresolved == Fraction(1, 6**known) <= tolerance


def test_games_are_known_again_where_another_answer_knew_a_part() -> None:
    """A game after a rule that another solution has followed in larger numbers ends where it ends by itself."""

    def throw(table: Table, so_far: int) -> int:
        return so_far + table.read(table.roll(1, "throw"), total())

    def inner(table: Table, limit: int = 5) -> Any:
        return table.repeat(throw, 0, lambda so_far: so_far >= limit) * 1

    def many(table: Table) -> int:
        return 1 if table.read(table.roll(400, "many"), total()) > 1400 else 0

    def games(table: Table) -> tuple[Any, Any]:
        return table.play(inner), table.repeat(throw, 0, lambda so_far: so_far >= 50)

    def many_first(table: Table) -> Values:
        more = many(table)
        ended, own = games(table)
        return {"own": own * 1, "ended": ended * 1, "more": more}

    def many_last(table: Table) -> Values:
        ended, own = games(table)
        return {"own": own * 1, "ended": ended * 1, "more": many(table)}

    solve(many_first)
    assert {own for own, _, _ in solve(many_last).rows} == {50, 51, 52, 53, 54, 55}
