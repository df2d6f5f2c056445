"""A fold of an author's own, tried by itself on every hand of a few dice."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from itertools import chain, combinations_with_replacement, islice, permutations, product
from operator import sub
from typing import Any

from sixfold.base.printable import quoted, shown
from sixfold.errors import RuleError, wrong_dice
from sixfold.playing.record import Record
from sixfold.rules.dice import Face
from sixfold.rules.folds import Fold
from sixfold.rules.functions import beginning, is_builtin
from sixfold.rules.mixed import said
from sixfold.rules.trail import Reading

FACES = 5
"""Different faces that are tried: the lowest and the highest ones."""

DICE = 4
"""Dice of the largest hands of which each is tried."""

LARGE = 200
"""Hands that are tried of as many dice as are rolled: those that show two faces at most."""

OF_A_CLASS = 50
"""Folds of one class that are tried: each roll may have another one, with a function among its settings."""

Hand = tuple[Face, ...]
"""The faces of the dice of a hand."""

Counts = tuple[tuple[Face, Any], ...]
"""A hand as a fold sees it: faces, from the highest to the lowest, each with the number of dice that show it."""

Tried = tuple[tuple[Face, ...], int, int]
"""Faces of the dice that a fold was asked about, the number of hands that were read together, or 0, and their dice."""


def own_folds(records: Iterable[Record]) -> dict[Fold[Any], Tried]:
    """The authors' folds that were read in some rolls, each with what it is tried on; of one class not all of many."""
    tries: dict[Fold[Any], Tried] = {}
    of_class: Counter[str] = Counter()
    for record in records:
        for reading in [entry for entry in record.trail if isinstance(entry, Reading)]:
            for fold in reading.folds:
                inner = getattr(fold, "fold", fold) if fold.part else fold
                if (
                    not is_builtin(type(inner))
                    and inner not in tries
                    and of_class[type(inner).__qualname__] < OF_A_CLASS
                ):
                    of_class[type(inner).__qualname__] += 1
                    throw = record.throws[reading.after - 1]
                    faces = list(range(1, throw.sides + 1)) if inner is not fold else _faces(throw.sides, throw.shows)
                    ends = (*faces[: FACES // 2], *faces[FACES // 2 :][-(FACES - FACES // 2) :])
                    tries[inner] = ends, reading.hands, max([len(each.faces) for each in record.throws])
    return tries


def _faces(sides: int, shows: Sequence[str]) -> list[Face]:
    """The different faces of a die, the lowest first."""
    if not shows:
        return list(range(1, sides + 1))
    texts = [sign.replace("−", "-") for sign in shows]
    if all(sign.lstrip("-").isdigit() for sign in texts):
        return sorted(set(map(int, texts)))
    return sorted({() if sign == "blank" else tuple(sign.split()) for sign in texts})


def check_fold(fold: Fold[Any], faces: Sequence[Face], hands: int = 0, dice: int = 0) -> None:
    """Ask a fold about every hand of up to four dice with these faces; of several hands each has fewer.

    Of larger hands, of so many dice, it is asked about those that show two faces at most. Raises RuleError (rule/dice),
    with the author's line, where a method changes what it is given, where the same hand gives another answer, where
    equal states do not go on alike or have other hashes, and where an ability that the fold declares is not true.
    """
    trial = _Trial(fold)
    trial.worths(faces)
    ordered = sorted(faces, reverse=True)
    for tried in chain(_small(ordered, max(1, hands)), _large(ordered, max(1, hands), dice)):
        shown = [(face, tuple([hand.count(face) for hand in tried])) for face in ordered]
        counts = tuple([(face, count if hands else count[0]) for face, count in shown if any(count)])
        try:
            trial.hand(counts, faces, tuple(map(len, tried)) if hands else len(tried[0]))
        except RuleError:
            raise
        except Exception:  # an author may raise anything
            continue  # the game may never ask about such a hand; those that it does are played


def _small(faces: Sequence[Face], hands: int) -> Iterator[tuple[Hand, ...]]:
    """Every hand of a few dice, and everything that several of them can show."""
    every = [hand for size in range(DICE // hands + 1) for hand in combinations_with_replacement(faces, size)]
    return product(every, repeat=hands)


def _large(faces: Sequence[Face], hands: int, dice: int) -> Iterator[tuple[Hand, ...]]:
    """Some of the hands of so many dice that show the same two faces at most, if they are more than a few dice."""
    pairs = list(permutations(faces, 2)) if dice > DICE // hands else []
    every = chain.from_iterable(
        product([(one,) * count + (other,) * (dice - count) for count in range(dice)], repeat=hands)
        for one, other in pairs
    )
    return islice(every, 0, None, 1 + len(pairs) * dice**hands // LARGE)


class _Trial:
    """One fold, with the states that it came to."""

    def __init__(self, fold: Fold[Any]) -> None:
        self.fold = fold
        self.name = type(fold).__name__
        self.states: defaultdict[tuple[Any, Any], dict[Any, tuple[Any, Counts]]] = defaultdict(dict)
        """For the size of a hand and the dice left, the first of all states that are equal, and how it came."""

    def hand(self, counts: Counts, faces: Sequence[Face], size: Any) -> None:
        """Ask about one hand, and again."""
        answer = self.answer(counts, size)
        again = self.answer(counts, size)
        if again != answer:
            raise self.fault(f"answers {_told(counts)} with {quoted(answer)}, and then with {quoted(again)}")
        if wrong := self.of_sum(counts, size) or self.of_kind(answer):
            raise self.fault(f"says {wrong}, but answers {_told(counts)} with {quoted(answer)}")
        if self.fold.alike and answer:
            for other in _joined(counts):
                if not self.answer(other, size):
                    raise self.fault(f"says alike, but {_told(counts)} is a yes and {_told(other)} is none")
        if self.fold.any_face:
            for other in _moved(counts, faces):
                if self.answer(other, size) != answer:
                    raise self.fault(
                        f"says any_face, but answers {_told(counts)} with {quoted(answer)} and {_told(other)} with "
                        f"{quoted(self.answer(other, size))}"
                    )

    def answer(self, counts: Counts, size: Any) -> Any:
        """The answer about a hand; each state is held against an equal one that came from another hand."""
        fold = self.fold
        left, state, total = size, fold.start(size), 0
        over: tuple[str, Any] | None = None
        for at, (face, count) in enumerate(counts):
            before = deepcopy(state)
            following, taken = fold.take(state, face, count)
            if state != before:
                raise self.fault("changes its state in place: return a new one", fold.step)
            if not fold.cares(face) and (following != state or taken * fold.worth(face)):
                raise self.fault(f"says that {said(face)} changes nothing (cares), which it does", fold.cares)
            if fold.rest(state, left) is False:
                over = over or ("rest", total if fold.sums else fold.end(state))
            if fold.certain(state, left, len(counts) - at) or (fold.alike and fold.end(state)):
                over = over or ("certain, or alike", True)
            known, other = self.known(state, counts[:at], size, left)
            if fold.take(known, face, count) != (following, taken):
                raise self.fault(
                    f"remembers the same after {_told(counts[:at])} as after {_told(other)}, and goes on differently "
                    f"with {count} × {said(face)}",
                    fold.step,
                )
            state, total = following, total + taken * fold.worth(face)
            left = tuple(map(sub, left, count)) if isinstance(count, tuple) else left - count
        known, other = self.known(state, counts, size, left)
        answer = total if fold.sums else fold.end(state)
        if not fold.sums and fold.end(known) != answer:
            raise self.fault(
                f"remembers the same after {_told(counts)} as after {_told(other)}, and answers differently", fold.end
            )
        if over is not None and over[1] != answer:
            what = f"says before the last dice of {_told(counts)} that the answer is {quoted(over[1])} ({over[0]})"
            raise self.fault(f"{what}, and it is {quoted(answer)}")
        return answer

    def of_sum(self, counts: Counts, size: Any) -> str:
        """The name of the ability to be added up die by die, if the answer is another one then."""
        if not self.fold.adds_up(size):
            return ""
        total = sum(count * self.fold.worth(face) for face, count in counts)
        return "" if self.fold.of_sum(total) == self.answer(counts, size) else "needs" if self.fold.needs else "adds_up"

    def worths(self, faces: Sequence[Face]) -> None:
        """Hold what faces are worth against what the fold says of it."""
        fold: Any = self.fold
        worths = {face: fold.worth(face) for face in faces if fold.limits is not None or fold.level is not None}
        for face, worth in worths.items():
            if fold.limits is not None and not fold.limits[0] <= worth <= fold.limits[1]:
                raise self.fault(f"says limits {shown(fold.limits)}, but a {said(face)} is worth {worth}", fold.worth)
        level = {worth: face for face, worth in worths.items() if fold.level is not None and face >= fold.level}
        if len(level) > 1:
            (one, face), (other, another) = list(level.items())[:2]
            what = f"a {said(face)} is worth {one}, and a {said(another)} {other}"
            raise self.fault(f"says level {said(fold.level)}, but {what}", fold.worth)

    def of_kind(self, answer: Any) -> str:
        """The name of the ability to answer with one type only, if the answer has another one."""
        return "" if self.fold.answers in (None, type(answer)) else "answers"

    def known(self, state: Any, counts: Counts, size: Any, left: Any) -> tuple[Any, Counts]:
        """The first state that equals this one, of as many dice, and the hand that it came from."""
        states = self.states[size, left]
        known, other = states.setdefault(state, (state, counts))
        if known is state:
            for one, (_, hand) in states.items():
                if one == state and hash(one) != hash(state):
                    raise self.fault(f"has equal states with different hashes after {_told(counts)} and {_told(hand)}")
        return known, other

    def fault(self, what: str, method: Callable[..., Any] | None = None) -> RuleError:
        place = next(filter(None, map(_own_place, (method, self.fold.step, *vars(type(self.fold)).values()))), ("", 0))
        return wrong_dice(f"“{self.name}” {what}.").placed(*place)


def _own_place(method: Any) -> tuple[str, int] | None:
    return beginning(method) if callable(method) and not is_builtin(method) else None


def _moved(counts: Counts, faces: Sequence[Face]) -> Iterator[Counts]:
    """Hands in which the same numbers of dice show other faces."""
    numbers = [count for _, count in counts]
    for chosen in permutations(faces, len(numbers)):
        yield tuple(sorted(zip(chosen, numbers, strict=True), reverse=True))


def _joined(counts: Counts) -> Iterator[Counts]:
    """Hands in which the dice of one face show the next higher one."""
    for at in range(1, len(counts)):
        (face, count), (_, more) = counts[at - 1 : at + 1]
        yield (*counts[: at - 1], (face, count + more), *counts[at + 1 :])


def _told(counts: Counts) -> str:
    several = isinstance(counts[0][1], tuple) if counts else False
    hands = [[(face, count[at]) for face, count in counts] for at in range(len(counts[0][1]))] if several else [counts]
    return " against ".join(
        [" ".join([said(face) for face, count in hand for _ in range(count)]) or "no dice" for hand in hands]
    )
