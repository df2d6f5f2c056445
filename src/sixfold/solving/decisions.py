"""What a rule may do with numbers that are not decided yet, and what happens when it must know them."""

from collections.abc import Callable, Sequence
from math import lcm, prod
from operator import mul
from typing import Any, NamedTuple

from sixfold.counting.packed import Affine
from sixfold.rules.interval import Undecided
from sixfold.rules.late import LateCondition, LateNumber, Terms
from sixfold.solving.context import Context
from sixfold.solving.entries import Wanted, by_values, joined, parted, unpacked, with_function
from sixfold.solving.joint import (
    VAGUE,
    Answers,
    Columns,
    Draw,
    Entry,
    Joint,
    Kind,
    Kinds,
    Parts,
    Places,
    by_draw,
)
from sixfold.solving.replay import BESIDE, DERIVED, GUESSED, JOINED, PARTED, VALUED, Replay

ENTRY = 3
"""Work of looking at one entry."""

PATH = 40
"""Entries that are looked at as fast as one more path is followed."""

MOST_GUESSES = 8
"""Answers that are not known, one after the other, up to which both are followed."""

LATE = (LateNumber, LateCondition)

Bounded = tuple[LateNumber, int | None]
"""A number, and the value from which on all are alike, if there is one."""


class Guessed(NamedTuple):
    """Where a path guessed first, and the ways up to there: all paths from there on share these."""

    steps: tuple[Any, ...]
    ways: int
    scale: int


_Beside = tuple[Columns | None, int, Kinds]
"""Entries with the answers of a hand, what they are out of beside the draw's scale, and the kinds of these answers."""


class Decisions:
    """The draws of a path. A path divides only where the rule must know more of them."""

    def __init__(self, context: Context, around: "Decisions | None" = None) -> None:
        self.context = context
        self.around = around
        """Those of the rule that this one is played inside."""
        self.depth: int = around.depth + 1 if around else 0
        self.replay = Replay(context.work)
        self.draws: list[Draw] = []
        self.scale = 1
        """What the ways of all draws together are out of."""
        self.dice = 0
        """Dice thrown on this path."""
        self.open = False
        """Whether the player may decide here."""
        self.state: tuple[Draw, int] | None = None
        """Where it stands which state of the graph the path is in, once the player has decided something."""
        self.cuts = 0
        """How often the path was cut for a decision."""
        self.guessed: Guessed | None = None
        self.guesses = 0
        self.far = True
        """Whether all guesses may come out so where endless numbers are far out."""
        self._work = context.work

    def next_path(self, beyond: bool = False) -> bool:
        """Turn to a path that is still to be followed; False when there is none left."""
        self.draws = []
        self.scale = 1
        self.dice = 0
        self.state = None
        self.cuts = self.guesses = 0
        self.guessed, self.far = None, True
        return self.replay.next_path(beyond)

    @property
    def taken(self) -> tuple[int, ...]:
        """How many steps are taken here, and in all rules around this one."""
        return (self.replay.taken, *(self.around.taken if self.around else ()))

    @property
    def number(self) -> LateNumber | int:
        """The state of the graph that the path is in."""
        from sixfold.solving.best.graph import START  # here, since next to no rule is solved for its decisions

        return START if self.state is None else LateNumber(self, ((*self.state, 1),), 0)

    # -- what verbs give -----------------------------------------------------------------------------------

    def draw(self, parts: Callable[[], Parts]) -> tuple[Draw, Answers]:
        """A draw from what a verb gives, and its answers."""
        joint = self.replay.draw(parts)
        draw = Draw(joint.columns, joint.kinds, joint.beyond)
        self.draws.append(draw)
        self.scale *= joint.scale
        return draw, self.answers(draw, joint.kinds, 0)

    def answers(self, draw: Draw, kinds: Kinds, after: int) -> Answers:
        """The answers of a draw from one place on: what is the same in all entries as it is, all else late."""
        columns = draw.columns.answers
        single = len(draw.columns.ways) == 1
        found: list[Any] = []
        for at, kind in enumerate(kinds, after):
            if kind is Kind.NAME or (single and type(columns[at][0]) is not Affine):
                answer = columns[at][0]
                found.append(answer.on(self) if type(answer) in VAGUE else answer)
            elif kind is Kind.YES_OR_NO:
                found.append(LateCondition(self, ((draw, at, 1),), 1, False, False))
            else:
                found.append(LateNumber(self, ((draw, at, 1),), 0))
        return tuple(found)

    # -- what a rule must know -----------------------------------------------------------------------------

    def holds(self, condition: LateCondition) -> bool:
        draw, places = self._in_one_draw(condition.terms)

        def sides() -> list[tuple[bool, Columns]]:
            self._work.charge(ENTRY * len(draw.columns.ways))
            return parted(draw, places, condition, self.context.width)

        holds, draw.columns = self.replay.step(PARTED, sides)
        return holds

    def guess(self, far: bool | None) -> bool:
        """Both answers where nothing tells which it is, each on paths of its own."""
        self.guesses += 1
        if self.guesses > MOST_GUESSES:
            raise Undecided
        if self.guessed is None:
            ways = prod([draw.columns.total(self.context.width) for draw in self.draws])
            self.guessed = Guessed(self.replay.here, ways, self.scale)
        holds, may_be_far = self.replay.step(GUESSED, lambda: [(True, far is not False), (False, far is not True)])
        self.far = self.far and may_be_far
        return holds

    def value(self, number: LateNumber) -> int:
        values = [self._values(draw, [(places, 0, None)])[0] for draw, places in by_draw(number.terms).items()]
        return number.offset + sum(values)

    def values(self, numbers: Sequence[Bounded]) -> Sequence[int]:
        """Several numbers at once, each up to the value from which on all are alike."""
        placed = self._placed(numbers)
        if placed is None:
            return [most if most is not None and number >= most else int(number) for number, most in numbers]
        return self._values(*placed)

    def _placed(self, numbers: Sequence[Bounded]) -> tuple[Draw, list[Wanted]] | None:
        """The one draw that several numbers come from, and where in it; None where they come from others too."""
        placed = [by_draw(n.terms) if type(n) is LateNumber and n.decider is self else {} for n, _ in numbers]
        draws = {draw for places in placed for draw in places}
        if len(draws) != 1 or not all(placed):
            return None
        (draw,) = draws
        return draw, [(at[draw], number.offset, most) for at, (number, most) in zip(placed, numbers, strict=True)]

    def _values(self, draw: Draw, wanted: Sequence[Wanted]) -> tuple[int, ...]:
        """What numbers of one draw are: every value is a path."""
        if draw.looked is not None:
            draw.looked.update(at for places, _, _ in wanted for at, _ in places)

        def values() -> list[tuple[Answers, Columns]]:
            columns, found = by_values(draw.columns, wanted, self.context.width)
            self._work.charge(ENTRY * (len(draw.columns.ways) + len(found)))
            return [(values, columns.at(indices)) for values, indices in found.items()]

        found, draw.columns = self.replay.step(VALUED, values)
        return found

    def beside(
        self, numbers: Sequence[Bounded], hand: Callable[[tuple[int, ...]], Parts]
    ) -> tuple[Draw, int, Answers] | None:
        """The answers of a hand that hangs on numbers, for all their values side by side in the draw of these.

        Gives that draw, where the answers stand in it, and the answers; None where the numbers are better decided.
        """
        placed = self._placed(numbers)
        if placed is None:
            return None
        draw, wanted = placed
        if draw.beyond or draw.looked is not None:
            return None

        def together() -> list[_Beside]:
            return [self._together(draw.columns, wanted, hand)]

        columns, scale, kinds = self.replay.step(BESIDE, together)
        if columns is None:
            return None
        self.scale *= scale
        if Kind.PACKED in kinds:
            draw.unpack()
        at = draw.add(kinds, columns)
        return draw, at, self.answers(draw, kinds, at)

    def _together(
        self, columns: Columns, wanted: Sequence[Wanted], hand: Callable[[tuple[int, ...]], Parts]
    ) -> _Beside:
        """The entries with the answers of the hand; None where the numbers are better decided."""
        width, before = self.context.width, len(columns.ways)
        columns, found = by_values(columns, wanted, width)
        joints: dict[tuple[int, ...], Joint] = {}
        scale = 1
        for values in found:
            parts, beyond = hand(values)
            if beyond is not None or len(parts) != 1 or Kind.NAME in parts[0].kinds:
                return None, 1, ()
            (joints[values],) = parts
            scale = lcm(scale, parts[0].scale)
            # What all of it will be out of is made room for at once, not when everything is counted.
            self.context.widen((self.scale * scale).bit_length())
        kinds = next(iter(joints.values())).kinds
        if Kind.PACKED in kinds and any(columns.packed):
            columns, found = by_values(unpacked(columns, width), wanted, width)
        size = sum([len(joints[values].entries) * len(indices) for values, indices in found.items()])
        self._work.charge(ENTRY * (before + size))
        if size > PATH * len(found):
            return None, 1, ()
        sources: list[int] = []
        entries: list[Entry] = []
        for values, indices in found.items():
            joint = joints[values]
            factor = scale // joint.scale
            for answers, number, poly in joint.entries:
                sources += indices
                entries += [(answers, number * factor, poly)] * len(indices)
        known, more = columns.at(sources), Columns.of(entries)
        packed = more.packed if Kind.PACKED in kinds else known.packed
        return Columns((*known.answers, *more.answers), list(map(mul, known.ways, more.ways)), packed), scale, kinds

    # -- numbers of several draws, and functions of numbers ------------------------------------------------

    def _in_one_draw(self, terms: Terms) -> tuple[Draw, Places]:
        """The one draw that has all these answers: several become one."""
        placed = by_draw(terms)
        if len(placed) > 1:
            self.join(list(placed))
            placed = by_draw(terms)
        ((draw, places),) = placed.items()
        if draw.looked is not None:
            draw.looked.update(at for at, _ in places)
        return draw, places

    def join(self, draws: list[Draw]) -> None:
        """Make draws one: the packed number that has the most values can stay packed."""
        width = self.context.width

        def together() -> list[tuple[Sequence[int], Columns]]:
            sizes = [draw.columns.count(width) for draw in draws]
            order = sorted(range(len(draws)), key=lambda at: -sizes[at])
            columns = draws[order[0]].columns
            for at in order[1:]:
                self._work.charge(ENTRY * len(columns.ways) * sizes[at])
                columns = joined(columns, draws[at].columns, width)
            return [(order, columns)]

        order, columns = self.replay.step(JOINED, together)
        for at in order[1:]:
            draws[order[0]].take_up(draws[at], columns)

    def derived(self, number: LateNumber, function: Callable[[int], int]) -> LateNumber | int:
        if not number.terms:
            return function(number.offset)
        return self._derived(number.terms, lambda total: function(total + number.offset))

    def counted(self, condition: LateCondition) -> LateNumber:
        return self._derived(condition.terms, lambda total: int(condition.of(total)))

    def _derived(self, terms: Terms, function: Callable[[int], int]) -> LateNumber:
        draw, places = self._in_one_draw(terms)

        def derived() -> list[Columns]:
            columns = with_function(draw, places, function, self.context.width)
            self._work.charge(ENTRY // 2 * len(columns.ways))
            return [columns]

        columns = self.replay.step(DERIVED, derived)
        if draw.packed(places):
            draw.unpack()
        at = draw.add((Kind.NUMBER,), columns)
        return LateNumber(self, ((draw, at, 1),), 0)


def decided(value: Any) -> Any:
    """A value as it is on this path, whatever it is part of."""
    if type(value) is LateNumber:
        return int(value)
    if type(value) is LateCondition:
        return bool(value)
    if type(value) is tuple:
        return tuple(map(decided, value))
    if type(value) is list:
        return list(map(decided, value))
    return {key: decided(part) for key, part in value.items()} if type(value) is dict else value
