"""The protocol of folds, and asking them about faces.

A fold is a little machine that visits the faces of a hand from the highest to the lowest and is told how many
dice show each. The roller runs it over the dice on the table; the solver runs the same machine over all dice at
once. What else a fold says of itself are its abilities: the solver asks for them, and never which fold it is.
"""

from collections import namedtuple
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar, dataclass_transform

from sixfold.base.printable import quoted
from sixfold.base.wording import listed
from sixfold.errors import RuleError, wrong_dice
from sixfold.rules.dice import Face
from sixfold.rules.hand import Answer, NoNumber, in_words
from sixfold.rules.interval import Interval
from sixfold.rules.mixed import bare

State = Any
"""The memory of a fold between two faces: anything that can be a key of a dict."""

Answer_co = TypeVar("Answer_co", covariant=True)
"""The answer of a fold: a whole number, yes or no, a name, or a tuple of them."""

LateKind = Literal["dice", "least", "number"]
"""A setting that is a number of dice, a least number of dice (which may be below 0), or any number."""

Counts = Sequence[tuple[Face, Any]]
"""A hand as folds see it: faces, from the highest to the lowest, each with the number of dice that show it.

Of several hands there is a number for each."""

EVERY_DIE = 1_000_000


class Fold(NoNumber, Generic[Answer_co]):
    """A question about a hand. Write your own as a class with `start`, `step` and `end`.

    Folds are values: equal folds ask the same question. One of your own equals another one of its class with the same
    attributes. None of its methods may change anything.

    The attributes and the other methods are its abilities. Each of them is optional, and makes the solver faster or
    the odds of endless dice closer; none of them changes the answer. A fold that adds something up is a `Sum`.

    >>> class Straight(Fold[bool]):
    ...     def start(self, size):
    ...         return (0, 0)
    ...     def step(self, state, face, count):
    ...         length, above = state
    ...         return (length + 1 if above == face + 1 else 1, face) if length < 3 else state
    ...     def end(self, state):
    ...         return state[0] == 3
    >>> ask([6, 5, 5, 4, 1], Straight()), ask([6, 5, 3, 2], Straight())
    ((True,), (False,))
    """

    __slots__ = ()

    answers: ClassVar[type | None] = None
    """int or bool, where every answer is one."""
    numbers: bool = False
    """Whether only dice with numbers can be asked."""
    any_face: bool = False
    """Whether the answer is the same when faces change places, so that only the numbers of equal dice matter."""
    alike: ClassVar[bool] = False
    """Whether it asks if enough dice are equal: more equal dice never turn a yes into a no."""
    needs: tuple[tuple[Face, ...], int] | None = None
    """Faces and a number, where it asks whether at least so many dice show one of these faces."""
    wants: Collection[Face] = ()
    """Faces or symbols that it names: of dice which show none of them, it asks nothing."""
    places: int = 0
    """The number of dice without which the answer is the same whatever they show."""
    late: ClassVar[tuple[tuple[str, LateKind], ...]] = ()
    """The settings that may be numbers which the rule has read before, and what each of them is."""
    of: tuple[Face, ...] = ()
    """All faces of the dice that it can be asked about, the highest last, if there are others."""

    tuples: ClassVar[type[Answer]] = Answer
    """The type in which a rule gets an answer that has several parts."""
    sums: ClassVar[bool] = False
    """Whether the answer is a sum of what dice are worth, as that of every `Sum` is."""
    by_value: ClassVar[bool] = False
    """Whether it sums what the dice show."""
    level: Face | None = None
    """The face from which on all faces are worth the same, if there is one."""
    limits: tuple[int, int] | None = None
    """The least and the most that one die is worth, if there are such numbers."""
    part: str = ""
    """The part of a card that it is asked about; nothing for dice."""
    several: ClassVar[bool | None] = None
    """Whether it asks several hands at once; None where it may be either, as one of an author's."""

    def __init_subclass__(cls) -> None:
        if issubclass(cls, tuple):
            cls.__eq__, cls.__hash__ = _equal_parts, tuple.__hash__  # type: ignore[method-assign, assignment]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all_settings(self) == all_settings(other)

    def __bool__(self) -> bool:
        return self._unread()

    def __hash__(self) -> int:
        settings, slots = all_settings(self)
        return hash((type(self), *settings.items(), *slots.items()))

    def start(self, size: Any) -> State:
        """The state before any face is seen, for a hand of `size` dice; of several hands this is a tuple."""
        raise NotImplementedError

    def step(self, state: State, face: Face, count: Any) -> State:
        """The state after `count` dice (1 or more) that show `face`; of several hands this is a tuple of counts."""
        raise NotImplementedError

    def end(self, state: State) -> Answer_co:
        """The answer, once all faces are seen."""
        raise NotImplementedError

    def rest(self, state: State, left: Any) -> bool | None:
        """False where the `left` dice (of several hands a tuple) can no longer change the answer, None where they can.

        True where all of them count towards a sum of what dice show.
        """
        return None if left else False

    def cares(self, face: Face) -> bool:
        """Whether dice showing `face` can change the state."""
        return True

    def certain(self, state: State, left: int, faces: int) -> bool:
        """Whether the answer is yes in any case, if the `left` dice show no more than so many different faces."""
        return False

    def misfit(self, faces: Collection[Face], size: object) -> str:
        """Return why a hand of dice with these faces cannot be asked this, as a sentence; nothing if it can.

        The size of the hand may not be known yet.
        """
        symbols = symbols_on(faces)
        if self.numbers and symbols:
            return f'These dice show symbols, which have no sum and no order: ask for count("{symbols[0]}").'
        return ""

    def answer(self, size: Any, counts: Counts) -> Answer_co:
        """The answer about so many dice, which are counted already."""
        state = self.start(size)
        for face, count in counts:
            state = self.step(state, face, count)
        return self.end(state)

    def say(self, value: Any) -> str:
        """The answer in words."""
        name = type(self).__name__.lower()
        return (name if value else f"no {name}") if isinstance(value, bool) else f"{name}: {in_words(value)}"

    # -- what a sum says otherwise -----------------------------------------------------------------------------

    def take(self, state: State, face: Face, count: int) -> tuple[State, int]:
        """The next state, and how many of the `count` dice are taken into the sum."""
        return self.step(state, face, count), 0

    def worth(self, face: Face) -> int:
        """The number that one die adds, if the answer follows from a sum over all dice."""
        return int(self.needs is not None and face in self.needs[0])

    def adds_up(self, size: int) -> bool:
        """Whether the answer about `size` dice follows from the sum of what all of them are worth."""
        return self.needs is not None

    def of_sum(self, total: int) -> Any:
        """The answer that follows from this sum."""
        return total if self.needs is None else total >= self.needs[1]

    @property
    def by_count(self) -> bool:
        """Whether its steps look at the numbers of equal dice alone, and not at their faces."""
        return self.any_face

    @property
    def counting(self) -> "Fold[Any]":
        """The sum whose dice are shown as those that count."""
        return self

    def __replace__(self, **changes: Any) -> "Fold[Answer_co]":
        fresh = object.__new__(type(self))
        settings, slots = all_settings(self)
        for name, value in slots.items():
            object.__setattr__(fresh, name, changes.pop(name, value))
        if settings or changes:
            vars(fresh).update(settings, **changes)
        return fresh

    _said = "A fold is a question, and no number until it is asked"


def _equal_parts(fold: Any, other: object) -> bool:
    equal = tuple.__eq__(fold, other)
    return fold._unread() if equal is NotImplemented else equal


@dataclass_transform(frozen_default=True)
class TupleFold(Fold[Answer_co], tuple[Any, ...]):
    """A fold that is the tuple of its fields: those of the package, which are made and compared often.

    Loading the library's dataclasses alone takes longer than all rules of a game.
    """

    __slots__ = ()
    several = False

    def __init_subclass__(cls) -> None:
        # A NamedTuple has no other base, so its parts are taken from one; the `kind` tells equal fields of folds apart.
        fields = list(cls.__annotations__)
        defaults = [vars(cls)[name] for name in fields if name in vars(cls)]
        made = namedtuple(cls.__name__, [*fields, "kind"], defaults=[*defaults, cls.__name__])  # type: ignore[misc]
        for name in ("__new__", "__getnewargs__", "__repr__", "_make", "_fields", *made._fields):
            setattr(cls, name, vars(made)[name])
        cls.__replace__ = cls._replace = vars(made)["_replace"]  # type: ignore[method-assign, attr-defined]
        super().__init_subclass__()


def symbols_on(faces: Collection[Face]) -> list[str]:
    """The symbols on dice, sorted; none where they show numbers."""
    return sorted({name for face in faces for name in face}) if type(next(iter(faces))) is tuple else []


def span(faces: Collection[Face]) -> str:
    """The faces of dice, or their symbols, in a sentence.

    >>> span([3, 1, 2]), span([2, 4, 6]), span([("hit",), ()])
    ('1 to 3', '2, 4 and 6', 'hit')
    """
    symbols = symbols_on(faces)
    if symbols:
        return ", ".join(symbols)
    ordered = sorted(set(faces))
    low, high = ordered[0], ordered[-1]
    return f"{low} to {high}" if len(ordered) == high - low + 1 > 2 else listed(list(map(str, ordered)))


def ask(faces: Sequence[Face], *folds: Fold[Any]) -> tuple[Any, ...]:
    """Return the answers of folds about these faces, or about a tuple of several lists of them.

    >>> from sixfold.rules.folds import highest, pairs_won, total
    >>> ask([6, 3, 2], total(), highest(1))
    (11, 6)
    >>> ask(([6, 5, 1], [6, 4]), pairs_won())
    (1,)
    """
    if isinstance(faces, tuple) and faces and isinstance(faces[0], list):
        return look_at_all(faces, folds)
    return look(faces, folds)[0]


def counts_of(faces: Sequence[Face]) -> Counts:
    """How many dice show each face.

    >>> counts_of([2, 6, 2])
    [(6, 1), (2, 2)]
    """
    return [(face, faces.count(face)) for face in sorted(set(faces), reverse=True)]


def look(faces: Sequence[Any], folds: Sequence[Fold[Any]]) -> tuple[tuple[Any, ...], list[bool] | None]:
    """The answers of folds, and which dice the summing ones count; None when there are none of those."""
    faces = [bare(face) for face in faces]
    counts = counts_of(faces)
    answers: list[Any] = []
    most: dict[Face, int] | None = None
    for fold in folds:
        if not fold.sums:
            answers.append(fold.answer(len(faces), counts))
            continue
        takes = _takes(fold, len(faces), counts)
        answers.append(sum([taken * fold.worth(face) for face, taken in takes]))
        counting = fold.counting
        most = {} if most is None else most
        for face, taken in takes if counting is fold else _takes(counting, len(faces), counts):
            if taken > most.get(face, 0):
                most[face] = taken
    return tuple(answers), None if most is None else _first(faces, most, counts)


def look_at_all(hands: Sequence[Sequence[Any]], folds: Sequence[Fold[Any]]) -> tuple[Any, ...]:
    """The answers of folds about several hands at once."""
    shown = [list(map(bare, faces)) for faces in hands]
    every = sorted({face for faces in shown for face in faces}, reverse=True)
    counts = [(face, tuple([faces.count(face) for faces in shown])) for face in every]
    return tuple([fold.answer(tuple(map(len, shown)), counts) for fold in folds])


def _takes(fold: Fold[Any], size: int, counts: Counts) -> list[tuple[Face, int]]:
    """The faces of which a sum takes dice, each with how many."""
    state, takes = fold.start(size), []
    for face, count in counts:
        state, taken = fold.take(state, face, count)
        if taken:
            takes.append((face, taken))
    return takes


def _first(faces: Sequence[Face], takes: dict[Face, int], counts: Counts) -> list[bool]:
    """Marks the first dice of each face, as many as are taken."""
    if takes == dict(counts):
        return [True] * len(faces)
    marks = []
    for face in faces:
        left = takes.get(face, 0)
        marks.append(left > 0)
        takes[face] = left - 1
    return marks


# -- numbers that are not decided yet ----------------------------------------------------------------------------

PLAIN = (int, bool, str, tuple)


def all_settings(fold: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """The settings of a fold by their names, and those that it has in `__slots__`.

    >>> all_settings(Fold())
    ({}, {})
    """
    state: Any = object.__getstate__(fold)
    settings, slots = state if isinstance(state, tuple) else (state, {})
    return dict(settings or {}), slots


def settings(fold: Fold[Any]) -> list[Any]:
    """The settings of a fold that may be numbers which are not decided yet."""
    return [getattr(fold, name) for name, _ in fold.late]


def late_numbers(fold: Fold[Any], size: int) -> list[tuple[Any, int | None]]:
    """The numbers in a fold that a rule has not decided yet, each with the number from which on all are alike.

    A number of dice beyond the hand's is as good as any other, so that it need not be known which it is.
    """
    return [
        (value, None if kind == "number" else size + 1)
        for value, (_, kind) in zip(settings(fold), fold.late, strict=True)
        if type(value) not in PLAIN
    ]


def with_numbers(fold: Any, numbers: Iterator[int]) -> Any:
    """The same fold with plain numbers in the places of the late ones."""
    changes = {}
    for name, kind in fold.late:
        if type(getattr(fold, name)) not in PLAIN:
            changes[name] = number = next(numbers)
            if number < 0 and kind == "dice":
                raise fewer_than_none(number)
    return fold.__replace__(**changes) if changes else fold


def fewer_than_none(count: int) -> RuleError:
    """A fold is asked about a negative number of dice."""
    return wrong_dice(f"A number of dice is 0 or more, not {count}: write max(0, ...) where it may be less.")


# -- numbers and faces as they are given --------------------------------------------------------------------------


def number_asked(number: int, dice: bool = False) -> int:
    """A number that is asked for. Raises RuleError (rule/dice) for what is none, and for a negative number of dice."""
    if not isinstance(number, int | Interval):
        raise wrong_dice(f"What is asked of a hand has whole numbers, not {quoted(number)}.")
    if dice and type(number) is int and number < 0:
        raise fewer_than_none(number)
    return number


def faces_asked(faces: Iterable[int] | int) -> frozenset[int]:
    """Faces, one or several. Raises RuleError (rule/dice) for what is none."""
    if isinstance(faces, int):
        return frozenset([faces])
    if isinstance(faces, str) or not isinstance(faces, Iterable):
        raise wrong_dice(f"Faces are whole numbers, as [6] or {{1, 2}}: not {quoted(faces)}.")
    return frozenset([number_asked(face) for face in faces])
