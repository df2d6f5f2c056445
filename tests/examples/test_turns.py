"""Turns and games that go on: the book's way of playing, and the best one, from state to state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from tests.examples.asked import chances, odds_of

Faces = tuple[int, ...]
HANDS: list[Faces] = list(combinations_with_replacement(range(1, 7), 5))
STRAIGHTS = [set(range(low, low + 4)) for low in (1, 2, 3)]
LINES: Mapping[str, Callable[[Faces], int]] = {
    "full": lambda faces: 25 if sorted(Counter(faces).values()) == [2, 3] else 0,
    "small": lambda faces: 30 if any(straight <= set(faces) for straight in STRAIGHTS) else 0,
    "four": lambda faces: sum(faces) if max(Counter(faces).values()) >= 4 else 0,
}


def best_of_three(points: Callable[[Faces], int]) -> Fraction:
    """The mean of the best play of three rolls, from what every choice of dice to keep is worth."""
    worth = {hand: Fraction(points(hand)) for hand in HANDS}
    for _ in range(2):
        kept: dict[Faces, Fraction] = dict(worth)
        for size in (4, 3, 2, 1, 0):
            for some in combinations_with_replacement(range(1, 7), size):
                after = [kept[tuple(sorted((*some, face)))] for face in range(1, 7)]
                kept[some] = sum(after, Fraction(0)) / 6
        worth = {hand: max(kept[some] for some in parts(hand)) for hand in HANDS}
    return kept_mean(worth)


def parts(hand: Faces) -> Iterable[Faces]:
    """Every choice of dice of a hand."""
    return {
        tuple(face for face, stays in zip(hand, chosen, strict=True) if stays) for chosen in product((0, 1), repeat=5)
    }


def kept_mean(worth: Mapping[Faces, Fraction]) -> Fraction:
    """The mean over all rolls of five dice."""
    return sum((worth[tuple(sorted(faces))] for faces in product(range(1, 7), repeat=5)), Fraction(0)) / 6**5


@pytest.mark.parametrize("line", LINES)
def test_three_rolls_for_a_line(line: str) -> None:
    """The best play for a line is that of going back from the last roll; the usual one rerolls nothing."""
    answer = odds_of("five", f"five {line}", aim="points")
    assert answer.best.low == best_of_three(LINES[line])
    assert answer.usual.low == kept_mean({hand: Fraction(LINES[line](hand)) for hand in HANDS})


def scored(faces: Faces) -> tuple[int, int]:
    """The points of a roll of `greed`, and the dice that give them, face by face."""
    points = used = 0
    for face, count in Counter(faces).items():
        single = {1: 100, 5: 50}.get(face, 0)
        if count >= 3:
            points += 1000 if face == 1 else 100 * face
        points += single * (count - 3 if count >= 3 else count)
        used += count if single else 3 if count >= 3 else 0
    return points, used


@pytest.mark.parametrize("best", [False, True])
def test_rolling_on_or_stopping(best: bool) -> None:
    """The mean of a turn that stops at 300 points, and that of the best decision everywhere."""
    rolls = {dice: chances(scored(faces) for faces in product(range(1, 7), repeat=dice)) for dice in range(1, 7)}

    def roll(points: int, dice: int) -> Fraction:
        return sum(
            (p * turn(points + more, dice - used or 6) for (more, used), p in rolls[dice].items() if more), Fraction(0)
        )

    @cache
    def turn(points: int, dice: int) -> Fraction:
        if points >= 2000:
            return Fraction(points)
        if best:
            return max(Fraction(points), roll(points, dice))
        return roll(points, dice) if points < 300 else Fraction(points)

    answer = odds_of("greed", "greed", aim="points")
    assert (answer.best if best else answer.usual).low == roll(0, 6)


CARDS = [(face, Fraction(4 if face == 10 else 1, 13)) for face in range(1, 11)]


@pytest.mark.parametrize("best", [False, True])
def test_a_hand_against_the_dealer(best: bool) -> None:
    """The mean of a player who hits up to 16, and that of the best one, over all cards of both."""

    def with_card(points: int, soft: bool, face: int) -> tuple[int, bool]:
        low, aces = points - 10 * soft + face, soft or face == 1
        return (low + 10, True) if aces and low <= 11 else (low, False)

    @cache
    def dealer(points: int, soft: bool, cards: int) -> Mapping[int, Fraction]:
        if points >= 17:
            return {0 if points > 21 else 22 if points == 21 and cards == 2 else points: Fraction(1)}
        found: Counter[int] = Counter()
        for face, share in CARDS:
            for result, p in dealer(*with_card(points, soft, face), cards + 1).items():
                found[result] += share * p  # type: ignore[assignment]
        return found  # type: ignore[return-value]

    def stands(mine: int, shown: tuple[int, bool]) -> Fraction:
        ends = dealer(*shown, 1).items()
        return sum((p * (-2 if mine < r else 0 if mine == r else 3 if mine == 22 else 2) for r, p in ends), Fraction(0))

    @cache
    def worth(shown: tuple[int, bool], points: int, soft: bool, cards: int) -> Fraction:
        if points >= 21:
            return Fraction(-2) if points > 21 else stands(22 if cards == 2 else 21, shown)
        hits = sum((p * worth(shown, *with_card(points, soft, face), cards + 1) for face, p in CARDS), Fraction(0))
        if cards < 2 or (not best and points < 17):
            return hits
        return max(hits, stands(points, shown)) if best else stands(points, shown)

    mean = sum((p * worth(with_card(0, False, face), 0, False, 0) for face, p in CARDS), Fraction(0))
    answer = odds_of("deal", "deal", aim="won")
    assert (answer.best if best else answer.usual).low == mean


def test_a_mission_under_stress() -> None:
    """Tasks one after the other, as states of successes and stress; ten is the most stress there is."""

    def task(stress: int, six: bool) -> Fraction:
        """The chance of a task that does, or does not, succeed, and does not end the mission."""
        no_six, no_one = Fraction(5, 6) ** (3 + stress), Fraction(5, 6) ** stress
        neither = Fraction(5, 6) ** 3 * Fraction(4, 6) ** stress
        quiet = no_one - neither if six else neither
        panic = (1 - no_six if six else no_six) - quiet
        return quiet + panic * Fraction(max(0, 6 - stress), 6)

    @cache
    def won(left: int, stress: int) -> Fraction:
        if left == 0:
            return Fraction(1)
        success = task(stress, True) * won(left - 1, stress)
        if stress == 10:
            return success / (1 - task(stress, False))
        return success + task(stress, False) * won(left, stress + 1)

    answer = odds_of("dread", "dread mission skill 3 tasks 2")
    assert answer.p("success") == won(2, 0)
