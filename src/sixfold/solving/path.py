"""One path: a rule computes with undecided numbers, and the path splits when the rule must know one."""

from collections.abc import Callable, Hashable, Sequence
from math import lcm, prod
from operator import mul
from typing import Any, NamedTuple, TypeVar

from sixfold.errors import OddsError
from sixfold.rules.interval import Undecided
from sixfold.rules.late import LateCondition, LateNumber, Terms
from sixfold.rules.mixed import with_sides
from sixfold.solving.context import BEGUN_AGAIN, Context
from sixfold.solving.counting.packed import Affine
from sixfold.solving.entries import Wanted, by_values, joined, split_entries, unpacked, with_function
from sixfold.solving.joint import (
    VAGUE,
    Alternatives,
    Answers,
    Columns,
    Draw,
    Entry,
    Forgotten,
    Joint,
    Kind,
    Kinds,
    Places,
    by_draw,
)

T = TypeVar("T")

DRAWN = "drawn"
"""A verb gave this joint distribution."""
BEYOND = "beyond"
"""The next draw is from what lies beyond the length to which its throws are followed."""
SPLIT = "split"
"""A condition holds, or does not."""
VALUED = "valued"
"""Numbers have these values."""
JOINED = "joined"
"""Several draws became one."""
VECTORISED = "vectorised"
"""A draw has the answers of a hand as well, for every value of the numbers that the hand hangs on."""
DERIVED = "derived"
"""A draw has one more answer: a function of those that it had."""
REREAD = "reread"
"""A hand was asked again: its draw has more answers of the same dice."""
GUESSED = "guessed"
"""An answer that is not known came out so, and whether it may do so where endless numbers are far out."""
READ = "read"
"""A hand was asked many questions at once."""
CUT = "cut"
"""The player decided: the path goes on from states of the graph."""
ENDED = "ended"
"""A game in which the player decides has come to its ends."""

ADDED = "added"
"""So many numbers that are not decided were added that the additions are most of the work."""

ADDING_WORK, TERM_WORK = 30, 2
"""Work of an addition of two such numbers, and of each of their terms."""

MANY_ADDITIONS = 200
"""Additions on one path of which a line is told."""

REPLAY_WORK = 90
"""Work of taking one step again."""

DEEP = 200
"""Steps one after the other from which on a loop is suspected."""

DEEP_WORK = 100
"""Work of a step where so many were taken before, also where it can only go one way."""

BRANCH_WORK = 25
"""Work of keeping another path for later."""


Step = tuple[str, Any]
"""The kind of a step of a path, and what came of it: one without an alternative is kept too, and not found again."""


class Postponed(BaseException):
    """All that a verb can give lies beyond the length to which it is followed."""


ENTRY_WORK = 3
"""Work of looking at one entry."""

PACKED_WORK = 40
"""Work of dividing the packed number of one entry."""

ENTRIES_PER_PATH = 40
"""Entries that are looked at as fast as one more path is followed."""

MOST_GUESSES = 8
"""Answers that are not known, one after the other, up to which both are followed."""

LATE = (LateNumber, LateCondition)

Bounded = tuple[LateNumber, int | None]
"""A number, and the value from which on all are alike, if there is one."""


class Guessed(NamedTuple):
    """The first guess of a path, and the ways up to it, which all paths from there on share."""

    steps: tuple[Any, ...]
    ways: int
    scale: int


_Vectorised = tuple[Columns | None, int, Kinds]
"""Entries with the answers of a hand, what they are out of beside the draw's scale, and the kinds of these answers."""


class Path:
    """The draws and the steps of a path, which divides only where the rule must know more of its draws.

    A rule cannot be stopped and copied, so every path runs the rule from the start: it replays the steps that it
    shares with an earlier path, then takes new ones. Of a new step the first alternative is followed, and the
    others wait in the frontier. Paths beyond the length to which endless throws are followed wait by themselves,
    until somebody wants to know more of them.
    """

    def __init__(self, context: Context, around: "Path | None" = None) -> None:
        self.context = context
        self.around = around
        """The path of the rule that this one is played inside."""
        self.depth: int = around.depth + 1 if around else 0
        self._work = context.work
        self._frontier: list[list[Step]] = [[]]
        self._beyond: list[list[Step]] = []
        self._steps: list[Step] = []
        self._held = [context.held]
        """The bytes that were held before the path, and after each of its steps."""
        self._at = 0
        self.draws: list[Draw] = []
        self.scale = 1
        """The denominator of the ways of all draws together."""
        self.dice = 0
        """Dice thrown on this path."""
        self.additions = 0
        """Additions of numbers that are not decided, on this path."""
        self.may_decide = False
        """Whether the player may decide here."""
        self.state: tuple[Draw, int] | None = None
        """The place of the graph state that the path is in; None before the player's first decision."""
        self.cuts = 0
        """How often the path was cut for a decision."""
        self.guessed: Guessed | None = None
        self.guesses = 0
        self.far = True
        """Whether all guesses may come out so where endless numbers are far out."""

    def next_path(self, beyond: bool = False) -> bool:
        """Turn to a path that is still to be followed, or one `beyond`; False when there is none left."""
        if beyond and not self._frontier and self._beyond:
            self._frontier.append(self._beyond.pop())
        if self._at > DEEP and REPLAY_WORK * self._at > self._work.left:
            raise OddsError(
                "odds/too-large",
                f"This rule decides {self._at:,} times one after the other, and each time goes on in several ways. "
                "What goes on until something happens is written with table.repeat(step, state, until).",
            )
        self._work.charge(REPLAY_WORK * self._at)
        if not self._frontier:
            self.context.release(self._held[0])
            return False
        self._steps = self._frontier.pop()
        if len(self._steps) >= len(self._held):  # what lies beyond does not go on from where the path is
            self._held[1:] = self._held[:1] * len(self._steps)
        del self._held[len(self._steps) + 1 :]
        self.context.release(self._held[-1])
        self._at = self.cuts = self.guesses = self.dice = self.additions = 0
        self.draws, self.scale, self.state = [], 1, None
        self.guessed, self.far = None, True
        return True

    @property
    def taken(self) -> tuple[int, ...]:
        """How many steps are taken here, and in all rules around this one."""
        return (self._at, *(self.around.taken if self.around else ()))

    @property
    def replaying(self) -> bool:
        """Whether the next step was taken before."""
        return self._at < len(self._steps)

    @property
    def open_ways(self) -> tuple[int, ...]:
        """The ways that are left in each draw, also of the rules around this one: fewer once something is decided."""
        ways = [draw.columns.total(self.context.width, self.context.work) for draw in self.draws]
        return (*ways, *(self.around.open_ways if self.around else ()))

    @property
    def number(self) -> LateNumber | int:
        """The state of the graph that the path is in."""
        from sixfold.solving.best.graph import START  # here, since next to no rule is solved for its decisions

        return START if self.state is None else LateNumber(self, ((*self.state, 1),), 0)

    @property
    def more(self) -> bool:
        """Whether any path lies beyond."""
        return bool(self._beyond)

    def _drawn(self, find: Callable[[], Alternatives]) -> Joint:
        """Return the draw of the path here: from what is followed, or from what lies beyond."""
        steps, start = self._steps, self._at
        if start < len(steps):
            kind, drawn = steps[start]
            joint: Joint
            if kind in (DRAWN, BEYOND):
                self._at = start + 1
                joint = drawn if kind is DRAWN else self.step(DRAWN, drawn)
                return joint
        joints, beyond = find()
        if beyond is not None and self._at == len(steps):
            self._beyond.append([*steps[:start], (BEYOND, beyond), *steps[start:]])
        return self._take(DRAWN, joints)

    def step(self, kind: str, find: Callable[[], Sequence[T]]) -> T:
        """The step of this kind that the path takes here; `find` gives its alternatives where it is new.

        Finding them may itself take steps of other kinds, which then stand before this one and are taken again
        with it: a step of a game may compare its dice with a number of the rule around it.
        """
        steps, at = self._steps, self._at
        if at < len(steps) and steps[at][0] is kind:
            self._at += 1
            again: T = steps[at][1]
            return again
        return self._take(kind, find())

    def _take(self, kind: str, alternatives: Sequence[T]) -> T:
        """The step that comes now, if it has been taken before; else the first of its alternatives."""
        steps = self._steps
        if self._at == len(steps):
            if not alternatives:
                raise Postponed
            if len(steps) > DEEP:
                self._work.charge(DEEP_WORK)
            if len(alternatives) > 1 or len(steps) > DEEP:
                self._work.divided(kind, len(alternatives), len(steps))
            if len(alternatives) > 1:
                self._work.charge(len(alternatives) * (BRANCH_WORK + len(steps) // 8))
                self.context.hold(len(alternatives) * 8 * len(steps))
                self._frontier += [[*steps, (kind, other)] for other in alternatives[:0:-1]]
            steps.append((kind, alternatives[0]))
            self._held.append(self.context.held)
        self._at += 1
        taken: T = steps[self._at - 1][1]
        return taken

    # -- what verbs give -----------------------------------------------------------------------------------

    def new_draw(self, find: Callable[[], Alternatives]) -> tuple[Draw, Answers]:
        """A draw from what a verb gives, and its answers."""
        joint = self._drawn(find)
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
            self._work.charge((PACKED_WORK if draw.packed(places) else ENTRY_WORK) * len(draw.columns.ways))
            return split_entries(draw, places, condition, self.context)

        holds, draw.columns = self.step(SPLIT, sides)
        return holds

    def guess(self, far: bool | None) -> bool:
        """Both answers where nothing tells which it is, each on paths of its own."""
        self.guesses += 1
        if self.guesses > MOST_GUESSES:
            raise Undecided
        if self.guessed is None:
            ways = prod([draw.columns.total(self.context.width, self.context.work) for draw in self.draws])
            self.guessed = Guessed(tuple(self._steps[: self._at]), ways, self.scale)
        holds, may_be_far = self.step(GUESSED, lambda: [(True, far is not False), (False, far is not True)])
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
        """Return numbers of one draw, decided: every value is a path."""
        for places, _, _ in wanted:
            draw.look(places)

        def values() -> list[tuple[Answers, Columns]]:
            columns, found = by_values(draw.columns, wanted, self.context)
            self._work.charge(ENTRY_WORK * len(draw.columns.ways) + BRANCH_WORK * len(found))
            return [(values, columns.at(indices)) for values, indices in found.items()]

        found, draw.columns = self.step(VALUED, values)
        return found

    def vectorised(
        self, numbers: Sequence[Bounded], hand: Callable[[tuple[int, ...]], Alternatives]
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

        def together() -> list[_Vectorised]:
            return [self._with_hand(draw.columns, wanted, hand)]

        columns, scale, kinds = self.step(VECTORISED, together)
        if columns is None:
            return None
        self.scale *= scale
        if Kind.PACKED in kinds:
            draw.unpack()
        at = draw.add(kinds, columns)
        return draw, at, self.answers(draw, kinds, at)

    def _with_hand(
        self, columns: Columns, wanted: Sequence[Wanted], hand: Callable[[tuple[int, ...]], Alternatives]
    ) -> _Vectorised:
        """The entries with the answers of the hand; None where the numbers are better decided."""
        before = len(columns.ways)
        columns, found = by_values(columns, wanted, self.context)
        joints: dict[tuple[int, ...], Joint] = {}
        scale = 1
        for values in sorted(found):
            alternatives, beyond = hand(values)
            if beyond is not None or len(alternatives) != 1 or Kind.NAME in alternatives[0].kinds:
                return None, 1, ()
            (joints[values],) = alternatives
            scale = lcm(scale, joints[values].scale)
            # What all of it will be out of is made room for at once, not when everything is counted.
            self.context.widen((self.scale * scale).bit_length())
        kinds = next(iter(joints.values())).kinds
        if Kind.PACKED in kinds and any(columns.packed):
            columns, found = by_values(unpacked(columns, self.context), wanted, self.context)
        size = sum([len(joints[values].entries) * len(indices) for values, indices in found.items()])
        self._work.charge(ENTRY_WORK * (before + size))
        if size > ENTRIES_PER_PATH * len(found):
            return None, 1, ()
        self.context.hold(columns.bytes(size, self.context.width) + size * (scale.bit_length() >> 3))
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
        draw.look(places)
        return draw, places

    def join(self, draws: list[Draw]) -> None:
        """Make draws one: the packed number that has the most values can stay packed."""
        width = self.context.width

        def together() -> list[tuple[Sequence[int], Columns]]:
            sizes = [draw.columns.count(width) for draw in draws]
            order = sorted(range(len(draws)), key=lambda at: -sizes[at])
            columns = draws[order[0]].columns
            for at in order[1:]:
                self._work.charge((ENTRY_WORK + len(columns.answers)) * len(columns.ways) * sizes[at])
                columns = joined(columns, draws[at].columns, self.context)
            return [(order, columns)]

        order, columns = self.step(JOINED, together)
        for at in order[1:]:
            draws[order[0]].take_up(draws[at], columns)

    def forget(self, draw: Draw, step: Hashable) -> None:
        """Leave a draw behind with a step of a game. Where the rule looks at it again, the game is to recall it."""
        self.draws.remove(draw)
        draw.into = (Forgotten(lambda: self.context.learn(BEGUN_AGAIN, step)), 0)

    def added(self, terms: int) -> None:
        self._work.charge(ADDING_WORK + TERM_WORK * terms)
        self.additions += 1
        if self.additions % MANY_ADDITIONS == 0:
            self._work.divided(ADDED, 2, self.additions)

    def derived(self, number: LateNumber, function: Callable[[int], int]) -> LateNumber | int:
        if not number.terms:
            return function(number.offset)
        return self._derived(number.terms, lambda total: function(total + number.offset))

    def counted(self, condition: LateCondition) -> LateNumber:
        return self._derived(condition.terms, lambda total: int(condition.of(total)))

    def _derived(self, terms: Terms, function: Callable[[int], int]) -> LateNumber:
        draw, places = self._in_one_draw(terms)

        def derived() -> list[Columns]:
            columns = with_function(draw, places, function, self.context)
            self._work.charge(ENTRY_WORK // 2 * len(columns.ways) + len(draw.kinds) // 8)
            return [columns]

        columns = self.step(DERIVED, derived)
        if draw.packed(places):
            draw.unpack()
        at = draw.add((Kind.NUMBER,), columns)
        return LateNumber(self, ((draw, at, 1),), 0)


def decided(value: Any) -> Any:
    """A value as it is on this path, whatever it is part of."""
    if type(value) is LateNumber:
        sides = getattr(value, "sides", None)
        return int(value) if sides is None else with_sides(int(value), decided(sides))
    if type(value) is LateCondition:
        return bool(value)
    if type(value) is tuple:
        return tuple(map(decided, value))
    if type(value) is list:
        return list(map(decided, value))
    return {key: decided(part) for key, part in value.items()} if type(value) is dict else value
