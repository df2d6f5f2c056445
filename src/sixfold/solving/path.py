"""One path: a rule computes with undecided numbers, and the path splits when the rule must know one."""

from collections.abc import Callable, Hashable, Sequence
from math import lcm, prod
from operator import mul
from typing import Any, NamedTuple, Protocol, TypeVar

from sixfold.errors import OddsError, Passing
from sixfold.rules.interval import Undecided
from sixfold.rules.judging.unheard import Unheard
from sixfold.rules.late import LateCondition, LateNumber, Terms
from sixfold.rules.mixed import with_sides
from sixfold.solving.context import BEGUN_AGAIN, Context
from sixfold.solving.counting.packed import Affine
from sixfold.solving.entries import NumberPlaces, by_values, joined, split_entries, unpacked, with_function
from sixfold.solving.joint_distribution import (
    VAGUE,
    Alternatives,
    Answers,
    Distributions,
    Entry,
    EntryColumns,
    Forgotten,
    JointDistribution,
    Kind,
    Kinds,
    Places,
    RandomVariable,
    by_variable,
)

T = TypeVar("T")

GIVEN = "given"
"""A verb gave this distribution."""
TAIL = "tail"
"""The next variable is of the tail: what lies beyond the length to which its throws are followed."""
SPLIT = "split"
"""A condition holds, or does not."""
VALUED = "valued"
"""Numbers have these values."""
JOINED = "joined"
"""Several variables became one."""
VECTORISED = "vectorised"
"""A variable has the answers of a hand as well, for every value of the numbers that the hand hangs on."""
DERIVED = "derived"
"""A variable has one more answer: a function of those that it had."""
REREAD = "reread"
"""A hand was asked again: its variable has more answers of the same dice."""
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


MET = "met"
"""All paths that came to a place of the code and remember the same go on as one; None for one alone."""

Step = tuple[str, Any]
"""The kind of a step of a path, and what came of it: one without an alternative is kept too, and not found again."""


class Postponed(Passing):
    """The path ends here: all that a verb can give lies beyond the length that is followed, or it waits for others."""


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


class _Vectorised(NamedTuple):
    """Entries with the answers of a hand, their scale beside the variable's, and the kinds of these answers."""

    columns: EntryColumns
    scale: int
    kinds: Kinds


class Meetings(Protocol):
    """The paths that wait for others at places of the code, where they do."""

    def begin(self, beyond: bool) -> None:
        """A path begins, one `beyond` the length to which endless throws are followed or not."""
        ...

    def over(self) -> Sequence[tuple[list[Step], Any]]:
        """The steps of those for which no other can come any more, with the path that goes on."""
        ...

    def from_place(self) -> Callable[[Any], Any] | None:
        """The function that goes on from the place at which the path begins now, if it begins at one."""
        ...


class Path:
    """The variables and the steps of a path, which divides only where the rule must know more of its variables.

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
        self._tails: list[list[Step]] = []
        self.meetings: Meetings | None = None
        self.divided = False
        """Whether the path has left others behind since it last met some."""
        self._steps: list[Step] = []
        self._held = [context.held]
        """The bytes that were held before the path, and after each of its steps."""
        self._at = 0
        self.variables: list[RandomVariable] = []
        self.scale = 1
        """The denominator of the ways of all variables together."""
        self.dice = 0
        """Dice thrown on this path."""
        self.additions = 0
        """Additions of numbers that are not decided, on this path."""
        self.may_decide = False
        """Whether the player may decide here."""
        self.state: tuple[RandomVariable, int] | None = None
        """The place of the graph state that the path is in; None before the player's first decision."""
        self.cuts = 0
        """How often the path was cut for a decision."""
        self.before = 0
        """Steps that led to the place at which the path begins."""
        self.guessed: Guessed | None = None
        self.guesses = 0
        self.far = True
        """Whether all guesses may come out so where endless numbers are far out."""

    def next_path(self, tail: bool = False) -> bool:
        """Turn to a path that is still to be followed, or one of the `tail`; False when there is none left."""
        if self.meetings is not None and not self._frontier:
            self._frontier += [[*steps, (MET, met)] for steps, met in self.meetings.over()]
        if tail and not self._frontier and self._tails:
            self._frontier.append(self._tails.pop())
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
        met = bool(self._steps) and self._steps[-1][0] is MET
        if met and self._steps[-1][1] is None:
            self._steps.pop()
        if met or len(self._steps) >= len(self._held):  # it does not go on from where the path is
            self._held[1:] = self._held[:1] * len(self._steps)
        del self._held[len(self._steps) + 1 :]
        self.context.release(self._held[-1])
        if self.meetings is not None:
            self.meetings.begin(beyond=tail)
        self._at = self.cuts = self.guesses = self.dice = self.additions = self.before = 0
        self.divided = not met
        self.variables, self.scale, self.state = [], 1, None
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
        """The ways left in each variable, also of the rules around this one: fewer once something is decided."""
        ways = [variable.columns.total(self.context.width, self.context.work) for variable in self.variables]
        return (*ways, *(self.around.open_ways if self.around else ()))

    @property
    def graph_state(self) -> LateNumber | int:
        """The state of the graph that the path is in."""
        from sixfold.solving.best.graph import START  # here, since next to no rule is solved for its decisions

        return START if self.state is None else LateNumber(self, ((*self.state, 1),), 0)

    @property
    def more(self) -> bool:
        """Whether any path lies beyond."""
        return bool(self._tails)

    def _distribution(self, find: Callable[[], Alternatives]) -> JointDistribution:
        """Return the distribution that the path has here: from what is followed, or from what lies beyond."""
        steps, start = self._steps, self._at
        step: Step = steps[start] if start < len(steps) else ("", None)
        kind, value = step
        if kind is GIVEN:
            self._at = start + 1
            distribution: JointDistribution = value
            return distribution
        if kind is TAIL:
            self._at = start + 1
            beyond: Callable[[], Distributions] = value
            if self._at < len(steps) and steps[self._at][0] is not GIVEN:
                beyond = find().beyond  # what was decided while it was found is decided again
            return self.step(GIVEN, beyond)
        alternatives = find()  # here, since rules that are played inside each other fill the stack
        if alternatives.tail is not None and self._at == len(steps):
            self._tails.append([*steps[:start], (TAIL, alternatives.beyond), *steps[start:]])
        return self._take(GIVEN, alternatives.distributions)

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
            if self.context.backwards:
                alternatives = alternatives[::-1]
            if len(steps) > DEEP:
                self._work.charge(DEEP_WORK)
            if len(alternatives) > 1 or len(steps) > DEEP:
                self._work.divided(kind, len(alternatives), self.before + len(steps))
            if len(alternatives) > 1:
                self.divided = True
                self._work.charge(len(alternatives) * (BRANCH_WORK + len(steps) // 8))
                self.context.hold(len(alternatives) * 8 * len(steps))
                self._frontier += [[*steps, (kind, alternative)] for alternative in alternatives[:0:-1]]
            steps.append((kind, alternatives[0]))
            self._held.append(self.context.held)
        self._at += 1
        taken: T = steps[self._at - 1][1]
        return taken

    # -- where paths meet -----------------------------------------------------------------------------------

    def begins_at(self) -> Any:
        """The step of the paths that met at the place at which this one begins; None for one from the start."""
        met: Any = self._steps[0][1] if self._steps and self._steps[0][0] is MET else None
        if met is None or met.going_on is None:
            return None
        self._at, self.before = 1, met.going_on.taken
        return met

    def met_before(self, place: tuple[int, ...]) -> Any:
        """The step that comes next, if it is that at which paths met at this place; else None."""
        step = self._steps[self._at]
        if step[0] is not MET or step[1].place != place:
            return None
        self._at += 1
        return step[1]

    def steps_to_meet(self, size: int) -> list[Step]:
        """The steps up to here, of a path that waits for others and takes so many bytes until all are followed."""
        self.context.hold(size)
        self._held = [held + size for held in self._held]
        return list(self._steps)

    # -- what verbs give -----------------------------------------------------------------------------------

    def new_variable(self, find: Callable[[], Alternatives]) -> tuple[RandomVariable, Answers]:
        """A variable from what a verb gives, and its answers."""
        distribution = self._distribution(find)
        variable = RandomVariable(distribution.columns, distribution.kinds, distribution.tail)
        self.variables.append(variable)
        self.scale *= distribution.scale
        return variable, self.answers(variable, distribution.kinds, 0)

    def answers(self, variable: RandomVariable, kinds: Kinds, after: int) -> Answers:
        """The answers of a variable from one place on: what is the same in all entries as it is, all else late."""
        columns = variable.columns.answers
        single = len(variable.columns.ways) == 1
        answers: list[Any] = []
        for at, kind in enumerate(kinds, after):
            if kind is Kind.NAME or (single and type(columns[at][0]) is not Affine):
                answer = columns[at][0]
                answers.append(answer.on(self) if type(answer) in VAGUE else answer)
            elif kind is Kind.YES_OR_NO:
                answers.append(LateCondition(self, ((variable, at, 1),), 1, False, False))
            else:
                answers.append(LateNumber(self, ((variable, at, 1),), 0))
        return tuple(answers)

    # -- what a rule must know -----------------------------------------------------------------------------

    def holds(self, condition: LateCondition) -> bool:
        with Unheard():  # the entries are told apart by numbers
            variable, places = self._in_one_variable(condition.terms)

            def sides() -> list[tuple[bool, EntryColumns]]:
                self._work.charge((PACKED_WORK if variable.packed(places) else ENTRY_WORK) * len(variable.columns.ways))
                return split_entries(variable, places, condition, self.context)

            holds, variable.columns = self.step(SPLIT, sides)
        return holds

    def guess(self, far: bool | None) -> bool:
        """Both answers where nothing tells which it is, each on paths of its own."""
        self.guesses += 1
        if self.guesses > MOST_GUESSES:
            raise Undecided
        if self.guessed is None:
            ways = prod([variable.columns.total(self.context.width, self.context.work) for variable in self.variables])
            self.guessed = Guessed(tuple(self._steps[: self._at]), ways, self.scale)
        holds, may_be_far = self.step(GUESSED, lambda: [(True, far is not False), (False, far is not True)])
        self.far = self.far and may_be_far
        return holds

    def value(self, number: LateNumber) -> int:
        values = [
            self._values(variable, [(places, 0, None)])[0] for variable, places in by_variable(number.terms).items()
        ]
        return number.offset + sum(values)

    def values(self, numbers: Sequence[Bounded]) -> Sequence[int]:
        """Several numbers at once, each up to the value from which on all are alike."""
        placed = self._placed(numbers)
        if placed is None:
            return [most if most is not None and number >= most else int(number) for number, most in numbers]
        return self._values(*placed)

    def _placed(self, numbers: Sequence[Bounded]) -> tuple[RandomVariable, list[NumberPlaces]] | None:
        """The one variable that several numbers come from, and where in it; None where they come from others too."""
        placed = [by_variable(n.terms) if type(n) is LateNumber and n.decider is self else {} for n, _ in numbers]
        variables = {variable for places in placed for variable in places}
        if len(variables) != 1 or not all(placed):
            return None
        (variable,) = variables
        return variable, [
            (at[variable], number.offset, most) for at, (number, most) in zip(placed, numbers, strict=True)
        ]

    def _values(self, variable: RandomVariable, wanted: Sequence[NumberPlaces]) -> tuple[int, ...]:
        """Return numbers of one variable, decided: every value is a path."""
        for places, _, _ in wanted:
            variable.look(places)

        def values() -> list[tuple[Answers, EntryColumns]]:
            columns, by_value = by_values(variable.columns, wanted, self.context)
            self._work.charge(ENTRY_WORK * len(variable.columns.ways) + BRANCH_WORK * len(by_value))
            return [(values, columns.at(indices)) for values, indices in by_value.items()]

        numbers, variable.columns = self.step(VALUED, values)
        return numbers

    def vectorised(
        self, numbers: Sequence[Bounded], hand: Callable[[tuple[int, ...]], Alternatives]
    ) -> tuple[RandomVariable, int, Answers] | None:
        """The answers of a hand that hangs on numbers, for all their values side by side in the variable of these.

        Gives that variable, where the answers stand in it, and the answers; None where the numbers are better decided.
        """
        placed = self._placed(numbers)
        if placed is None:
            return None
        variable, wanted = placed
        if variable.tail or variable.looked is not None:
            return None

        vectorised = self.step(VECTORISED, lambda: [self._with_hand(variable.columns, wanted, hand)])
        if vectorised is None:
            return None
        columns, scale, kinds = vectorised
        self.scale *= scale
        if Kind.PACKED in kinds:
            variable.unpack()
        at = variable.add(kinds, columns)
        return variable, at, self.answers(variable, kinds, at)

    def _with_hand(
        self, columns: EntryColumns, wanted: Sequence[NumberPlaces], hand: Callable[[tuple[int, ...]], Alternatives]
    ) -> _Vectorised | None:
        """The entries with the answers of the hand; None where the numbers are better decided."""
        before = len(columns.ways)
        columns, by_value = by_values(columns, wanted, self.context)
        distributions: dict[tuple[int, ...], JointDistribution] = {}
        scale = 1
        for values in sorted(by_value):
            alternatives, tail = hand(values)
            if tail is not None or len(alternatives) != 1 or Kind.NAME in alternatives[0].kinds:
                return None
            (distributions[values],) = alternatives
            scale = lcm(scale, distributions[values].scale)
            # What all of it will be out of is made room for at once, not when everything is counted.
            self.context.widen((self.scale * scale).bit_length())
        kinds = next(iter(distributions.values())).kinds
        if Kind.PACKED in kinds and any(columns.packed):
            columns, by_value = by_values(unpacked(columns, self.context), wanted, self.context)
        size = sum([len(distributions[values].entries) * len(indices) for values, indices in by_value.items()])
        self._work.charge(ENTRY_WORK * (before + size))
        if size > ENTRIES_PER_PATH * len(by_value):
            return None
        self.context.hold(columns.bytes(size, self.context.width) + size * (scale.bit_length() >> 3))
        sources: list[int] = []
        entries: list[Entry] = []
        for values, indices in by_value.items():
            distribution = distributions[values]
            factor = scale // distribution.scale
            for answers, number, poly in distribution.entries:
                sources += indices
                entries += [(answers, number * factor, poly)] * len(indices)
        known, more = columns.at(sources), EntryColumns.of(entries)
        packed = more.packed if Kind.PACKED in kinds else known.packed
        together = EntryColumns((*known.answers, *more.answers), list(map(mul, known.ways, more.ways)), packed)
        return _Vectorised(together, scale, kinds)

    # -- numbers of several variables, and functions of numbers ------------------------------------------------

    def _in_one_variable(self, terms: Terms) -> tuple[RandomVariable, Places]:
        """The one variable that has all these answers: several become one."""
        placed = by_variable(terms)
        if len(placed) > 1:
            self.join(list(placed))
            placed = by_variable(terms)
        ((variable, places),) = placed.items()
        variable.look(places)
        return variable, places

    def join(self, variables: list[RandomVariable]) -> None:
        """Make variables one: the packed number that has the most values can stay packed."""
        width = self.context.width

        def together() -> list[tuple[Sequence[int], EntryColumns]]:
            sizes = [variable.columns.count(width) for variable in variables]
            order = sorted(range(len(variables)), key=lambda at: -sizes[at])
            columns = variables[order[0]].columns
            for at in order[1:]:
                units = (ENTRY_WORK + len(columns.answers)) * len(columns.ways) * sizes[at]
                if units > self._work.left and not self.may_decide:
                    self._work.divided(JOINED, units, len(self._steps))
                self._work.charge(units)
                columns = joined(columns, variables[at].columns, self.context)
            return [(order, columns)]

        order, columns = self.step(JOINED, together)
        for at in order[1:]:
            variables[order[0]].take_up(variables[at], columns)

    def forget(self, variable: RandomVariable, step: Hashable) -> None:
        """Leave a variable behind with a step of a game. Where the rule looks at it again, the game is to recall it."""
        self.variables.remove(variable)
        variable.into = (Forgotten(lambda: self.context.learn(BEGUN_AGAIN, step)), 0)

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
        variable, places = self._in_one_variable(terms)

        def derived() -> list[EntryColumns]:
            columns = with_function(variable, places, function, self.context)
            self._work.charge(ENTRY_WORK // 2 * len(columns.ways) + len(variable.kinds) // 8)
            return [columns]

        columns = self.step(DERIVED, derived)
        if variable.packed(places):
            variable.unpack()
        at = variable.add((Kind.NUMBER,), columns)
        return LateNumber(self, ((variable, at, 1),), 0)


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


def decide_inside(value: Hashable) -> None:
    """Decide every late number that a value has inside: none of them has a hash before it is decided."""
    hash(value)
