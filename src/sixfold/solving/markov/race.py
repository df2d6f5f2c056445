"""Races: games of two sides in which each step is one point for either, by the negative binomial distribution."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from math import gcd
from typing import Any

from sixfold.rules.interval import Interval, Undecided
from sixfold.rules.states import maker
from sixfold.solving.counting.work_limit import Work
from sixfold.solving.markov.moves import Game, Leaves, Moves, State

MOST_POINTS = 20_000
"""Points that one side is looked for at most, and more than a check can throw dice."""

LOOK = 4
"""Work of asking whether a game is over."""


def race(start: State, every: int, moves: Moves, until: Callable[[Any], object], work: Work) -> Game | None:
    """Return the ends of a race to a number of points, out of `every` way to start; None for any other game.

    That it goes on until then is asked of all scores at once, by their bounds, or else score by score.
    """
    size = len(start.leaves)
    if moves.looked or moves.more or len(moves.moves[0]) != 1 or moves.moves[0][0].shape != start.shape:
        return None
    _, forms, numbers, changes, scale = moves.moves[0][0]
    ways = dict(changes)
    sides = [at for at in range(size) if _one_more(at, size) in ways]
    plain = forms == tuple([((at, 1),) for at in range(size)]) and not any(numbers) and len(ways) == len(sides) == 2
    if not plain or sum(ways.values()) != scale:
        return None

    make = maker(start.shape, decided=True)

    def at(one: Any, other: Any) -> Leaves:
        leaves: list[Any] = list(start.leaves)
        leaves[sides[0]] += one
        leaves[sides[1]] += other
        return tuple(leaves)

    def over(one: int, other: int) -> bool:
        work.charge(LOOK)
        return bool(until(make(at(one, other))))

    # Where these are not the first, what is asked of all scores below finds that out.
    wins, loses = _first(lambda n: over(n, 0)), _first(lambda n: over(0, n))
    if wins is None or loses is None or over(0, 0):
        return None
    played = at(Interval(0, wins - 1), Interval(0, loses - 1))
    over_there = (at(wins, Interval(0, loses - 1)), at(Interval(0, wins - 1), loses))
    try:
        plain = not until(make(played)) and all(until(make(end)) for end in over_there)
    except Undecided as undecided:
        undecided.caught()
        plain = not any(over(one, other) for one in range(wins) for other in range(loses))
        plain = plain and all(over(wins, other) for other in range(loses)) and all(over(n, loses) for n in range(wins))
    if not plain:
        return None
    divisor = gcd(scale, *ways.values())
    scale //= divisor
    side_ways = [ways[_one_more(side, size)] // divisor for side in sides]
    won = _negative_binomial(wins, loses, side_ways, scale, work)
    ends = [(State(start.shape, at(*score)), every, (sum(score), number)) for score, number in won.items() if number]
    return Game(lambda width: ends, scale ** (wins + loses - 1), False)


def _first(over: Callable[[int], bool]) -> int | None:
    """With how many points a game is over that goes on until then; None where it seems to have no end."""
    most = 1
    while not over(most):
        most *= 2
        if most > MOST_POINTS:
            return None
    untried = range(most // 2 + 1, most)
    return most // 2 + 1 + bisect_left(untried, True, key=over)


def _one_more(side: int, size: int) -> Leaves:
    return tuple([int(at == side) for at in range(size)])


def _negative_binomial(
    first: int, second: int, ways: Sequence[int], scale: int, work: Work
) -> dict[tuple[int, int], int]:
    """The ways to every final score, out of scale**(first + second - 1)."""
    scores: dict[tuple[int, int], int] = {}
    longest = first + second - 1
    work.charge(longest * (20 + (longest * scale.bit_length() // 30) ** 2 // 100))
    for won, lost, winner in ((first, second, 0), (second, first, 1)):
        win, lose = ways[winner], ways[1 - winner]
        # C(won - 1 + losses, losses) * win**won * lose**losses, out of scale**(won + losses), from one to the next.
        number = win**won * scale ** (longest - won)
        for losses in range(lost):
            if losses:
                number = number * (lose * (won - 1 + losses)) // (losses * scale)
            scores[(won, losses) if winner == 0 else (losses, won)] = number
    return scores
