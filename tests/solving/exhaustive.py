"""A table that plays any rule over every face and every choice: the slow twin of all tables.

It knows dice only: a rule is run once for every way in which every single die can fall and every decision can go, by
replaying both up to there. Nothing is merged, packed or deferred. What a player knows when he decides is all of it up
to there, so a die is an average and a decision a maximum, or a minimum where it is an opponent's. Use it for small
hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from math import prod
from types import SimpleNamespace
from typing import Any, Self

from sixfold.rules.cards import RanksOrSuits
from sixfold.rules.dice import D6, Die, a_die
from sixfold.rules.folds.patterns import Groups, LongestRun, MostCommon, OfAKind, Pairs, Set, Sets
from sixfold.rules.folds.sums import AtLeast, Ranked, Scored, Showing, SymbolCount
from sixfold.rules.hand import Answers
from sixfold.rules.hand import Hand as RuleHand
from sixfold.rules.table import EACH_FACE, Play, Values

Row = tuple[tuple[str, Any], ...]

MANY = 40
"""Dice and choices on one path that are always followed."""

FEW_STEPS = 60
"""Steps of a game that are followed, whether or not they throw dice."""

DIE, PLAYER, OPPONENT = "die", "player", "opponent"
"""Who decides how it goes on."""


class TooLong(BaseException):
    """More dice than are followed were thrown on one path."""


def seen(faces: Sequence[Any], fold: Any) -> Any:
    """What a fold asks, answered by looking at the dice."""
    if hasattr(fold, "plainly"):
        return fold.plainly(faces)
    if isinstance(fold, Groups):
        return tuple(sorted((faces.count(face) for face in set(faces)), reverse=True))
    if isinstance(fold, Sets):
        found = [(faces.count(face), face) for face in set(faces) if faces.count(face) >= fold.least]
        found.sort(key=lambda one: one if fold.by == "width" else one[::-1], reverse=True)
        return tuple([Set(*one) for one in (found if fold.most is None else found[: fold.most])])
    if isinstance(fold, SymbolCount):
        symbols = [name for face in faces for name in face]
        return sum(map(symbols.count, fold.names)) - sum(map(symbols.count, fold.less))
    if isinstance(fold, AtLeast):
        return len([face for face in faces if face in fold.faces]) >= fold.least
    if isinstance(fold, OfAKind):
        looked_at = by_rank(faces, fold.after, fold.among, fold.lowest)
        return fold.many <= 0 or any(looked_at.count(face) >= fold.many for face in looked_at)
    if isinstance(fold, Ranked):
        return sum(by_rank(faces, fold.skip, fold.keep, fold.lowest))
    if isinstance(fold, Showing):
        return len([face for face in by_rank(faces, fold.skip, fold.keep, fold.lowest) if shows(face, fold)])
    if isinstance(fold, MostCommon):
        best = max(faces, key=lambda face: (faces.count(face), face), default=0)
        return best if fold.face else faces.count(best)
    if isinstance(fold, LongestRun):
        runs = [n for face in faces for n in range(1, len(faces) + 1) if {*range(face, face + n)} <= {*faces}]
        return max(runs, default=0)
    if isinstance(fold, Scored):
        worths = dict(fold.worths)
        return sum(worths.get(face, int(fold.least is not None and face >= fold.least)) for face in faces)
    raise AssertionError(f"a fold that the twin does not know: {fold}")


def worded(folds: Sequence[Any], answers: Sequence[Any]) -> Any:
    """The answers in the types that a rule gets, which say themselves in words."""
    found = [fold.tuples(*a) if type(a) is tuple else a for fold, a in zip(folds, answers, strict=True)]
    return Answers(*found) if len(found) > 1 else found[0]


def seen_together(hands: Sequence[Sequence[Any]], fold: Any) -> Any:
    """What a fold asks of several hands, answered by looking at the dice."""
    if not isinstance(fold, Pairs):
        return fold.plainly(*hands)
    sides = [sorted(faces, reverse=True) for faces in hands]
    pairs = list(zip(*sides, strict=False))
    return [sum(a == b for a, b in pairs), sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)][fold.sign]


def by_rank(faces: Sequence[int], skip: int, take: int, lowest: bool) -> list[int]:
    """The highest or lowest dice, once the highest ones are left out, one die after the other."""
    left = list(faces)
    for _ in range(min(skip, len(left))):
        left.remove(max(left))
    taken: list[int] = []
    while left and len(taken) < take:
        taken.append(min(left) if lowest else max(left))
        left.remove(taken[-1])
    return taken


def shows(face: int, fold: Showing) -> bool:
    """Whether a die is one of those that are counted."""
    match fold.comparison:
        case ">=":
            return face >= fold.number
        case "<=":
            return face <= fold.number
        case ">":
            return face > fold.number
        case "<":
            return face < fold.number
        case "=":
            return face == fold.number
        case "!=":
            return face != fold.number
    raise AssertionError(f"a comparison that the twin does not know: {fold.comparison}")


def shows_one(face: Any, which: Any) -> bool:
    """Whether a die is one of these faces, or shows one of these symbols."""
    return face in which or (isinstance(face, tuple) and not {*face}.isdisjoint(which))


class Script:
    """One path: the numbers of `start` in turn, then the first of each further die and decision."""

    def __init__(self, start: Sequence[int], most: int = MANY) -> None:
        self.start = start
        self.most = most
        self.numbers: list[int] = []
        self.sides: list[int] = []
        self.whose: list[str] = []

    def next(self, many: int, who: str = DIE) -> int:
        """One of so many, once."""
        at = len(self.numbers)
        if at == self.most:
            raise TooLong
        self.numbers.append(self.start[at] if at < len(self.start) else 0)
        self.sides.append(many)
        self.whose.append(who)
        return self.numbers[-1]

    @property
    def chance(self) -> Fraction:
        """The chance of its dice."""
        return Fraction(1, prod([many for many, who in zip(self.sides, self.whose, strict=True) if who == DIE]))


Leaf = tuple[Script, Any]
"""A path and its outcome; `TooLong` where it is longer than is followed."""


def leaves(play: Callable[[Script], Any], most: int = MANY, start: Sequence[int] = ()) -> Iterator[Leaf]:
    """Every path that begins so, in order."""
    script = Script(start, most)
    while True:
        try:
            outcome = play(script)
        except TooLong:
            outcome = TooLong
        yield script, outcome
        following = list(script.numbers)
        while len(following) > len(start) and following[-1] + 1 == script.sides[len(following) - 1]:
            following.pop()
        if len(following) == len(start):
            return
        following[-1] += 1
        script = Script(following, most)


def distribution(paths: Iterable[Leaf]) -> tuple[dict[Row, Fraction], Fraction]:
    """Every outcome of paths with its chance, and what paths that are too long would have brought."""
    found: dict[Row, Fraction] = {}
    left_out = Fraction(0)
    for script, outcome in paths:
        if outcome is TooLong:
            left_out += script.chance
        else:
            row = tuple(sorted(outcome.items()))
            found[row] = found.get(row, Fraction(0)) + script.chance
    return found, left_out


def best(paths: Sequence[Leaf], worth: Callable[[Any], Any], at: int = 0) -> Fraction:
    """What the best play is worth, once so many dice and choices are known."""
    script, outcome = paths[0]
    if at == len(script.numbers):
        return Fraction(worth(outcome))
    following = [list(some) for _, some in groupby(paths, lambda path: path[0].numbers[at])]
    values = [best(some, worth, at + 1) for some in following]
    of_all: dict[str, Callable[[list[Fraction]], Fraction]] = {
        DIE: lambda values: sum(values, Fraction(0)) / len(values),
        PLAYER: max,
        OPPONENT: min,
    }
    return of_all[script.whose[at]](values)


class Option(int):
    """The option that was chosen, which also knows its name."""

    def __new__(cls, at: int, options: Sequence[str]) -> Self:
        found = super().__new__(cls, at)
        found.name = options[at]
        return found

    name: str

    def __eq__(self, other: object) -> bool:
        return self.name == other if isinstance(other, str) else int(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    def __str__(self) -> str:
        return self.name


class Face:
    """What one of several kinds of dice shows."""

    die: Die
    sides: int

    def __str__(self) -> str:
        shown = self if isinstance(self, tuple) else (int.__repr__(self),)
        return f"{' '.join(shown) or 'blank'} (d{self.sides})"

    __repr__ = __str__


class FaceNumber(Face, int):
    """A number that one of several kinds of dice shows."""


class FaceSymbols(Face, tuple[str, ...]):
    """The symbols that one of several kinds of dice shows."""


class Hand(RuleHand):
    """Dice that lie there, each with its kind; or cards, whose ranks and suits are read of hands of a rule."""

    def __init__(self, faces: list[Any], dice: Sequence[Any], suits: int = 0, listed: bool = False) -> None:
        self.faces, self.dice, self._size = faces, list(dice), len(faces)
        self.listed = listed
        self.die = SimpleNamespace(suits=suits)


def ways(ordered: Sequence[Any], count: int) -> list[tuple[Any, ...]]:
    """The ways to take so many dice; equal dice are alike."""
    found = {tuple((face, getattr(face, "sides", 0)) for face in way): way for way in combinations(ordered, count)}
    return list(found.values())


def bare(face: Any) -> Any:
    """What a die shows, whichever it is."""
    return tuple(face) if isinstance(face, tuple) else int(face)


class Exhaustive:
    """A table whose dice fall as a script says. With `decides`, choices are made so, too; else by default."""

    def __init__(self, script: Script, decides: bool = False) -> None:
        self.script = script
        self.decides = decides

    def thrown(self, die: Die) -> Any:
        """One die with all that it throws again."""
        faces = [self.once(die, True)]
        while faces[-1] in die.explode and (die.depth is None or len(faces) <= die.depth):
            faces.append(self.once(die, not die.first))
        if type(faces[0]) is tuple:
            return tuple(sorted(name for face in faces for name in face))
        return int(sum(faces))

    def once(self, die: Die, rerolled: bool) -> Any:
        """One throw of a die, and what it rerolls."""
        face = die.faces[self.script.next(die.sides)]
        while rerolled and face in die.reroll:
            face = die.faces[self.script.next(die.sides)]
            if die.once:
                break
        return face

    def roll(self, size: Any, label: str = "dice", die: Die | int = D6) -> Hand:
        dice = [a_die(one) for one in (size if isinstance(size, list | tuple) else [die] * max(0, size))]
        # Equal dice of a mixed hand are thrown together.
        dice = [one for kind in dict.fromkeys(dice) for one in dice if one == kind]
        return Hand([self.thrown(one) for one in dice], dice, listed=isinstance(size, list | tuple))

    def read(self, hand: Any, *folds: Any) -> Any:
        if isinstance(hand, tuple):
            shown = [[bare(face) for face in each.faces] for each in hand]
            return worded(folds, [seen_together(shown, fold) for fold in folds])
        lying: Any = hand.hand if isinstance(hand, RanksOrSuits) else hand
        faces: list[Any] = lying.faces
        if isinstance(hand, RanksOrSuits):
            suits = hand.die.suits
            faces = [1 + ((card - 1) % suits if hand.part == "suit" else (card - 1) // suits) for card in faces]
        return worded(folds, [seen(faces, fold) for fold in folds])

    def dice(self, hand: Hand) -> list[Any]:
        """The dice of a hand, the highest first, of equal ones the smallest die first, each as a rule sees it."""
        if not hand.listed:
            return sorted(hand.faces, reverse=True)
        shown = []
        for face, die in zip(hand.faces, hand.dice, strict=True):
            shown.append((FaceSymbols if type(face) is tuple else FaceNumber)(face))
            shown[-1].die, shown[-1].sides = die, die.sides
        return sorted(sorted(shown, key=lambda face: face.sides), key=bare, reverse=True)

    def pick(
        self, hand: Hand, count: int, preference: Callable[[tuple[Any, ...]], Any], ask: str = ""
    ) -> tuple[Any, ...]:
        ordered = self.dice(hand)
        options = ways(ordered, min(max(0, count), len(ordered)))
        if ask and self.decides:
            return options[self.decision(len(options), PLAYER)]
        return max(options, key=preference)

    def decision(self, many: int, who: str) -> int:
        """One of so many options; of one alone nobody is asked."""
        return self.script.next(many, who) if many > 1 else 0

    def rethrow(self, hand: Hand, which: Any = None, label: str = "again", ask: str = "", among: Any = None) -> Hand:
        ordered = tuple(self.dice(hand))
        again = self.of_those(ordered, among if which is None else which)
        if ask and self.decides:
            may = self.of_those(ordered, among)
            options = [way for count in range(len(may) + 1) for way in ways(may, count)]
            again = list(options[self.decision(len(options), PLAYER)])
        faces, dice = list(hand.faces), list(hand.dice)
        for face in again:
            at = next(
                at
                for at in range(len(faces))
                if faces[at] == face and (not isinstance(face, Face) or dice[at] == face.die)
            )
            faces.pop(at)
            dice.append(dice.pop(at))
        return Hand(faces + [self.thrown(die) for die in dice[len(faces) :]], dice, listed=hand.listed)

    def of_those(self, ordered: tuple[Any, ...], which: Any) -> list[Any]:
        """The dice that are meant by faces, or by a function of all dice."""
        if which is None:
            return list(ordered)
        return list(which(ordered)) if callable(which) else [face for face in ordered if shows_one(face, which)]

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Hand:
        left = [kind for kind, count in enumerate(counts, 1) for _ in range(count)]
        drawn = [left.pop(self.script.next(len(left))) for _ in range(max(0, number))]
        return Hand(drawn, [None] * len(drawn), getattr(counts, "suits", 0))

    def choose(self, label: str, options: Sequence[Any], default: Any, against: bool = False) -> Option:
        at = self.decision(len(options), OPPONENT if against else PLAYER) if self.decides else default
        return Option(at, [str(option) for option in options])

    def again(
        self, size: int, label: str, among: Sequence[int], fold: Any = EACH_FACE, most: int | None = None
    ) -> tuple[tuple[int, ...], int]:
        readings: list[int] = []
        while not readings or (readings[-1] in among and len(readings) != most):
            readings.append(int(seen(self.roll(size, label).faces, fold)))
        return tuple(readings[:-1].count(value) for value in among), readings[-1]

    def repeat(
        self,
        step: Callable[[Any, Any], Any],
        state: Any,
        until: Callable[[Any], object],
        most: int | None = None,
        counted: bool = False,
    ) -> Any:
        states = [state]
        while not until(states[-1]) and len(states) - 1 != most:
            states.append(step(self, states[-1]))
            if len(states) > FEW_STEPS:
                raise TooLong
        return (states[-1], len(states) - 1) if counted else states[-1]

    def play(self, rule: Play, fields: Any = None, **options: Any) -> Any:
        outcome = rule(self, **options)
        if fields is None:
            return outcome
        named = by_name(outcome)
        return named[fields] if isinstance(fields, str) else tuple(named[field] for field in fields)

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        if when() if callable(when) else when:
            text.format(**{name: value() if callable(value) else value for name, value in values.items()})

    def strike(self, label: str, face: int, count: int) -> None:
        assert count >= 0


def by_name(outcome: Any) -> Values:
    """The values of an outcome, each with its name."""
    if isinstance(outcome, dict):
        return outcome
    if hasattr(outcome, "_asdict"):
        return dict(outcome._asdict())
    names = {bool: "success", str: "result", int: "total"}
    if not isinstance(outcome, tuple):
        return {names[type(outcome)]: outcome}
    found: Values = {}
    for place, value in zip(("first", "second", "third"), outcome, strict=False):
        name = names[type(value)]
        found[place if name in found else name] = value
    return found


def exhaust(rule: Play, most: int = 8, /, **options: Any) -> tuple[dict[Row, Fraction], Fraction]:
    """Every outcome of a rule with its chance, and what paths of more than `most` dice would have brought."""
    return distribution(leaves(lambda script: by_name(rule(Exhaustive(script), **options)), most))


def best_play(rule: Play, worth: Callable[[Any], Any], start: Sequence[int] = ()) -> Fraction:
    """What a rule is worth to a player who decides as well as can be, once so many dice and choices are known."""
    paths = list(leaves(lambda script: by_name(rule(Exhaustive(script, decides=True))), start=start))
    return best(paths, worth, len(start))
