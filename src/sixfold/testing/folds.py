"""A fold of an author's own, tried by itself on every hand of a few dice."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from itertools import combinations_with_replacement, permutations
from typing import Any

from sixfold.errors import RuleError, wrong_dice
from sixfold.playing.record import Record
from sixfold.printable import quoted
from sixfold.rules.dice import Face
from sixfold.rules.folds import Fold, OfCards
from sixfold.rules.functions import MISTAKES, beginning, of_package
from sixfold.rules.mixed import said

FACES = 5
"""Different faces that are tried: the lowest and the highest ones."""

DICE = 4
"""Dice of the largest hand that is tried."""

Counts = tuple[tuple[Face, int], ...]
"""A hand as a fold sees it: faces, from the highest to the lowest, each with the number of dice that show it."""


def own_folds(records: Iterable[Record]) -> dict[Fold[Any], tuple[Face, ...]]:
    """The authors' folds that were read in some rolls, each with faces of the dice that it was asked about."""
    found: dict[Fold[Any], tuple[Face, ...]] = {}
    for record in records:
        for reading in record.trail:
            for fold in getattr(reading, "folds", ()):
                inner = fold.fold if isinstance(fold, OfCards) else fold
                if not of_package(type(inner)) and inner not in found:
                    throw = record.throws[reading.after - 1]
                    faces = list(range(1, throw.sides + 1)) if inner is not fold else _faces(throw.sides, throw.shows)
                    found[inner] = (*faces[: FACES // 2], *faces[FACES // 2 :][-(FACES - FACES // 2) :])
    return found


def _faces(sides: int, shows: Sequence[str]) -> list[Face]:
    """The different faces of a die, the lowest first."""
    if not shows:
        return list(range(1, sides + 1))
    texts = [sign.replace("−", "-") for sign in shows]
    if all(sign.lstrip("-").isdigit() for sign in texts):
        return sorted(set(map(int, texts)))
    return sorted({() if sign == "blank" else tuple(sign.split()) for sign in texts})


def check_fold(fold: Fold[Any], faces: Sequence[Face]) -> None:
    """Ask a fold about every hand of up to four dice with these faces.

    Raises RuleError (rule/dice), with the author's line, where a method changes what it is given, where the same hand
    gives another answer, where equal states do not go on alike or have other hashes, and where the fold says `any_face`
    and faces matter.
    """
    trial = _Trial(fold)
    for size in range(DICE + 1):
        for hand in combinations_with_replacement(sorted(faces, reverse=True), size):
            try:
                trial.hand(tuple([(face, hand.count(face)) for face in dict.fromkeys(hand)]), faces)
            except RuleError:
                raise
            except MISTAKES:
                continue  # the game may never ask about such a hand; those that it does are played


class _Trial:
    """One fold, with the states that it came to."""

    def __init__(self, fold: Fold[Any]) -> None:
        self.fold = fold
        self.name = type(fold).__name__
        self.states: dict[tuple[int, int, Any], tuple[Any, Counts]] = {}
        """For the size of a hand and the dice left, the first of all states that are equal, and how it came."""

    def hand(self, counts: Counts, faces: Sequence[Face]) -> None:
        """Ask about one hand, and again."""
        answer = self.answer(counts)
        again = self.answer(counts)
        if again != answer:
            raise self.fault(f"answers {_told(counts)} with {quoted(answer)}, and then with {quoted(again)}")
        if self.fold.any_face:
            for other in _moved(counts, faces):
                if self.answer(other) != answer:
                    raise self.fault(
                        f"says any_face, but answers {_told(counts)} with {quoted(answer)} and {_told(other)} with "
                        f"{quoted(self.answer(other))}"
                    )

    def answer(self, counts: Counts) -> Any:
        """The answer about a hand; each state is held against an equal one that came from another hand."""
        fold, size = self.fold, sum(count for _, count in counts)
        left, state = size, fold.start(size)
        for at, (face, count) in enumerate(counts):
            before = deepcopy(state)
            following = fold.step(state, face, count)
            if state != before:
                raise self.fault("changes its state in place: return a new one", fold.step)
            known, other = self.known(state, counts[:at], size, left)
            if fold.step(known, face, count) != following:
                raise self.fault(
                    f"remembers the same after {_told(counts[:at])} as after {_told(other)}, and goes on differently "
                    f"with {count} × {said(face)}",
                    fold.step,
                )
            state, left = following, left - count
        known, other = self.known(state, counts, size, left)
        answer = fold.end(state)
        if fold.end(known) != answer:
            raise self.fault(
                f"remembers the same after {_told(counts)} as after {_told(other)}, and answers differently", fold.end
            )
        return answer

    def known(self, state: Any, counts: Counts, size: int, left: int) -> tuple[Any, Counts]:
        """The first state that equals this one, of as many dice, and the hand that it came from."""
        known, other = self.states.setdefault((size, left, state), (state, counts))
        if known is state:
            for (many, rest, one), (_, hand) in self.states.items():
                if (many, rest) == (size, left) and one == state and hash(one) != hash(state):
                    raise self.fault(f"has equal states with different hashes after {_told(counts)} and {_told(hand)}")
        return known, other

    def fault(self, what: str, method: Callable[..., Any] | None = None) -> RuleError:
        return wrong_dice(f"“{self.name}” {what}.").placed(*beginning(method or self.fold.step))


def _moved(counts: Counts, faces: Sequence[Face]) -> Iterator[Counts]:
    """Hands in which the same numbers of dice show other faces."""
    numbers = [count for _, count in counts]
    for chosen in permutations(faces, len(numbers)):
        yield tuple(sorted(zip(chosen, numbers, strict=True), reverse=True))


def _told(counts: Counts) -> str:
    return " ".join([said(face) for face, count in counts for _ in range(count)]) or "no dice"
