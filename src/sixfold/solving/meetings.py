"""The places of an author's rule where paths meet: those that remember the same go on as one.

Two paths that come to the same place with the same values go on alike, whatever led there. So each waits there until no
other can come any more, and one goes on in the ways of all: from the place itself if all that it remembers can be given
to it anew, else from the start. Places are the heads of loops, and lines with a call.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from operator import is_
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Final, NamedTuple

from sixfold.base.mappings import Numbered
from sixfold.rules.cards import Deck
from sixfold.rules.check import Check
from sixfold.rules.dice import Die
from sixfold.rules.functions import CACHED
from sixfold.rules.hand import Chosen, OptionName
from sixfold.rules.interval import OpenNumber, Unknown
from sixfold.rules.judging.environment import ATOMS, SPELT, Environment
from sixfold.rules.judging.meeting_places import going_on, known, parts_of, remembered
from sixfold.rules.judging.strict_table import keeps
from sixfold.rules.judging.unheard import Unheard
from sixfold.rules.late import LateCondition, LateNumber
from sixfold.rules.table import Delegating, Play
from sixfold.solving.collect import Collector
from sixfold.solving.context import code_of
from sixfold.solving.entries import plain
from sixfold.solving.joint_distribution import EntryColumns, JointDistribution, Kind, RandomVariable, by_variable
from sixfold.solving.path import LATE, Path, Postponed, Step
from sixfold.solving.solver_table import SolverTable

MEMORY_WORK, MEMORY_BYTES = 20, 100
"""Work of telling one piece of what a function remembers, and its bytes."""

MOST_ALONE, OF_PATHS = 100, 40
"""Paths that may wait in vain: so many, and one of so many that are followed. Each is followed up to there twice."""

LISTED: Final = frozenset({type(iter(())), type(iter(list[int]()))})
"""Iterators that go through what others may lead to as well."""

ITERATORS: Final = LISTED | {type(iter(range(0))), type(iter(range(1 << 70))), enumerate, zip, reversed}
"""Iterators that are made again from what they go through, and told how far they have come."""

NO_COLUMNS: Final = EntryColumns((), (), ())
"""The answers that a variable of paths which met was given: to those that meet them later it is never the same."""

ITSELF: Final = (type, ModuleType, Unknown, CACHED)
"""Kinds of values that are the same as themselves alone."""

TABLES: Final = (Delegating, SolverTable)
"""The tables of a rule: what they keep is on the path."""

GIVEN: Final = (ModuleType, Unknown, Chosen, OptionName, Die, Check)
"""Kinds of values that are given as they are."""

NOTHING: Final[Mapping[int, Any]] = MappingProxyType({})
"""No values given anew so far."""


class Remembered:
    """All that a function remembers at a place, told in a `key` that is the same where that is the same.

    Values that can change are told apart from others of their kind by the order in which they are met; those that
    nobody can look into, by their address.
    """

    def __init__(self, head: int, values: Mapping[str, Any], path: Path) -> None:
        self.late: list[Any] = []
        """All that this path has read and is not decided, in the order in which it is met."""
        self.known = True
        """Whether nothing else on the path is still needed, such as a hand that was read."""
        self.values = values
        self._path = path
        self._held: list[Any] = []
        """Every value that was met: it must stay, since its address may be in the key."""
        self._met: Numbered[int] = Numbered()
        self._waiting = list(values.values())
        self._left_behind: list[int] = []
        tokens = [head, *values, *self._told()]
        self.known = self.known and self._met.keys().isdisjoint(self._left_behind)
        self.places = [by_variable(late.terms) for late in self.late]
        """The terms of each of these, by their variables."""
        gone = self._gone()
        self.mixed = [late for late, at in zip(self.late, self.places, strict=True) if not gone.isdisjoint(at)]
        """Those that hang on dice of which some answers fell away: all paths together have them in one variable."""
        every = [variable for at in self.places for variable in at if variable not in gone]
        self.variables = list(dict.fromkeys(every))
        self.kept = [path.variables.index(variable) for variable in self.variables]
        """The places on the path of the variables of all others, which go on as they are."""
        self.key = (*tokens, *self._late_tokens(gone))

    def _told(self) -> list[Any]:
        """The tokens of all values that wait, and of their parts; what else leads to the list of an iterator first."""
        tokens: list[Any] = []
        iterators: list[Any] = []
        while self._waiting or iterators:
            value = self._waiting.pop() if self._waiting else iterators.pop()
            if type(value) in LISTED and self._waiting:
                iterators.append(value)
                tokens.append("later")
            else:
                self._held.append(value)
                tokens += self._tokens(value)
        return tokens

    def _gone(self) -> set[RandomVariable]:
        """The variables of which some answers fell away, and those that numbers have together with them."""
        every = [variable for at in self.places for variable in at]
        gone = {variable for variable in every if self._path.may_decide or variable.columns is not variable.given}
        while gone != (gone := gone.union(*[at for at in self.places if not gone.isdisjoint(at)])):
            pass
        return gone

    def _late_tokens(self, gone: set[RandomVariable]) -> list[Any]:
        """The tokens of what is not decided: of what goes on as it is also its terms and its answers."""
        tokens: list[Any] = []
        for late, at in zip(self.late, self.places, strict=True):
            if gone.isdisjoint(at):
                tokens += [(self.variables.index(variable), each) for variable, each in at.items()]
                tokens.append(late.offset if type(late) is LateNumber else (late.bound, late.exactly, late.negated))
            tokens.append(gone.isdisjoint(at))
        self._held += [variable.columns for variable in self.variables]
        return [*tokens, *[id(variable.columns) for variable in self.variables]]

    def _tokens(self, value: Any) -> tuple[Any, ...]:
        """The tokens of a value, but for those of its parts, which then wait to be told."""
        kind = type(value)
        if kind in ATOMS:
            return kind, repr(value) if kind in SPELT else value
        if kind is tuple:
            return self._with(kind, value)
        if kind is LateCondition and value.known is not None:
            return bool, value.known
        if issubclass(kind, TABLES):
            return (kind,)
        if issubclass(kind, ITSELF):
            return kind, id(value)
        number = len(self._met)
        if self._met[id(value)] < number:
            return (self._met[id(value)],)
        if kind in LATE:
            if value.decider is self._path:
                self.late.append(value)
                return self._with(kind, [getattr(value, "sides", None)])
            return kind, id(value)
        self.known = self.known and not issubclass(kind, RandomVariable)
        if kind in LISTED:
            _, (listed, *_), *at = value.__reduce__()
            if id(listed) not in self._met:  # nothing else leads there, so what it has passed is gone
                self._left_behind.append(id(listed))
                return "left", *self._with(kind, listed[at[0] :] if at else listed)
        parts = None if issubclass(kind, OpenNumber) else parts_of(value)
        if parts is None:  # it may hold anything
            self.known = False
            return (kind,)
        return self._with(kind, parts)

    def _with(self, kind: type, parts: Sequence[Any]) -> tuple[Any, ...]:
        self._waiting += parts
        return kind, len(parts)


class GoingOn(NamedTuple):
    """All that a path needs to go on from a place, and not from the start."""

    function: Callable[[Any], Any]
    names: Sequence[str]
    memory: Remembered
    dice: int
    additions: int
    cuts: int
    taken: int
    """How many steps led there."""


class Anew:
    """Values of a path given anew to one that goes on: what only that path leads to, and can change, is copied once."""

    def __init__(self, around: Environment, table: Any = None, renewed: Mapping[int, Any] = NOTHING) -> None:
        self._around = around
        self._table = table
        self._found = dict(renewed)

    def give(self, value: Any) -> Any:
        """A value anew. Raises TypeError for one that cannot be given."""
        kind = type(value)
        if kind in ATOMS or self._around.holds(value):
            return value
        if id(value) in self._found:
            return self._found[id(value)]
        if kind is list:
            made = self._found[id(value)] = []
            made += map(self.give, value)
            return made
        if kind is dict:
            held: dict[Any, Any] = {}
            self._found[id(value)] = held
            held.update([(self.give(key), self.give(part)) for key, part in value.items()])
            return held
        self._found[id(value)] = found = self._given(kind, value)
        return found

    def _given(self, kind: type, value: Any) -> Any:
        """A value that nothing in it leads back to."""
        if issubclass(kind, GIVEN) or (issubclass(kind, type) and known(value)):
            return value
        if kind is Deck and ATOMS.issuperset(map(type, value)):
            return value
        if issubclass(kind, Enum):
            self.give(kind)
            return value
        if kind is frozenset or (issubclass(kind, tuple) and not getattr(value, "__dict__", None)):
            parts = list(map(self.give, value))
            new: Any = tuple.__new__  # which refuses a set
            return value if all(map(is_, parts, value)) else new(kind, parts)
        if kind in ITERATORS:
            make, arguments, *at = value.__reduce__()
            found = make(*map(self.give, arguments))
            if at not in ([], [None]):  # from Python 3.12 on, a range without what is behind says all
                found.__setstate__(*at)
            if not at or found.__reduce__()[2:] == (*at,):  # else its list is shorter than that, and may grow again
                return found
        if issubclass(kind, TABLES):
            return self._table
        if kind is FunctionType and not keeps(value):  # but an attribute may be kept in it
            return FunctionType(value.__code__, value.__globals__, value.__name__)
        if kind in LATE and getattr(value, "sides", None) is None:
            return value
        raise TypeError(kind)


Place = tuple[int, ...]
"""A place on the way through the code of a rule: loops around it with their rounds, and its number.

Places that come later are larger. So the smallest place at which a path waits can be reached by no other any more.
"""


class Met(NamedTuple):
    """All paths that met at a place, as the one that goes on."""

    place: Place
    distribution: JointDistribution
    """The values that are mixed, and where a player decides the states of the graph at the end."""
    kept: Sequence[int]
    going_on: GoingOn | None


class Waiting(NamedTuple):
    """Paths that wait for others which remember the same: the steps of the first, which goes on for all."""

    steps: list[Step]
    memory: Remembered
    collector: Collector
    """The values that are mixed; where a player decides, after the state of the graph."""
    going_on: GoingOn | None
    alone: bool = True
    """Whether no other has come, so that it goes on as it is."""


class Meetings:
    """The paths of one play of a rule that wait at the same places of its code until no other can come there.

    A play that is followed again begins anew: its paths must come in the same order, as that is how games, and what was
    decided around it, are known again.
    """

    def __init__(self, path: Path, rule: Play) -> None:
        self._path = path
        self._around = Environment(rule)
        """All that the rule finds around it: a path that has changed something there meets no other."""
        self._waiting: dict[Place, dict[Hashable, Waiting]] = {}
        """By the place, then by what is remembered."""
        self._rounds: dict[int, int] = {}
        """How often each loop around has begun its body."""
        self._beyond = False
        self._allowed = dict.fromkeys((False, True), MOST_ALONE * OF_PATHS)
        """How often paths may still wait in vain, in parts of one, at heads of loops (True) and elsewhere (False)."""
        self._code = code_of(rule)
        self._around_it = getattr(self._code, "co_freevars", ())
        """The names of what it closes over, which is there for a path that goes on."""
        self._rule = rule
        self._rests: dict[tuple[int, Sequence[str]], Callable[[Any], Any] | None] = {}
        """The functions that go on from a place with values of some names."""
        self._begun: Met | None = None
        """The paths that met where the path begins now, if that is not the start."""

    def begin(self, beyond: bool) -> None:
        """A path begins, one `beyond` the length to which endless throws are followed or not."""
        self._rounds, self._beyond = {}, beyond
        for head in self._allowed:
            self._allowed[head] += 1

    def over(self) -> list[tuple[list[Step], Met | None]]:
        """The steps of those for which no other can come any more, with the path that goes on for several."""
        if not self._waiting:
            return []
        place = min(self._waiting)
        here = self._waiting.pop(place).values()
        lone = not self._path.may_decide  # where a player decides, what is remembered no more is forgotten
        return [
            (each.steps, None)
            if each.alone and lone
            else (
                each.steps if each.going_on is None else [],
                Met(place, self._mixed(each), each.memory.kept, each.going_on),
            )
            for each in here
        ]

    def _mixed(self, waiting: Waiting) -> JointDistribution:
        """The values that are mixed, of all that wait."""
        context = self._path.context
        entries, scale = waiting.collector.total()
        kinds = tuple([Kind.NUMBER if type(late) is LateNumber else Kind.YES_OR_NO for late in waiting.memory.mixed])
        if self._path.may_decide:
            numbers = context.graph.numbered()
            reached = plain(entries, context)
            for (state, *answers), ways, _ in reached:
                context.graph.lead(state, numbers[tuple(answers)], ways, scale)
            return JointDistribution([((*a, n), 1, None) for a, n in numbers.items()], 1, (*kinds, Kind.NUMBER))
        return JointDistribution(plain(entries, context), scale, kinds)

    def come(self, number: int, loops: Sequence[int], names: Sequence[str]) -> None:
        """The rule comes to a place of its code: if its path has left others behind, it waits there."""
        rounds, path = self._rounds, self._path
        head = bool(loops) and number == loops[-1]
        if head:
            self._rounds = rounds = {loop: rounds[loop] for loop in loops[:-1]} | {number: rounds.get(number, 0) + 1}
        place = (*[part for loop in loops for part in (loop, rounds[loop])], number)
        if path.replaying:
            met = path.met_before(place)
            if met is not None:
                some = len(met.distribution.kinds) > int(path.may_decide)
                self._go_on(met, self._memory(number, remembered(names)).mixed if some else ())
        elif (
            path.divided
            and path.guessed is None
            and not self._beyond
            and (path.may_decide or self._allow(head, -OF_PATHS))
        ):
            self._wait(place, head, self._memory(number, remembered(names)))

    def _allow(self, head: bool, more: int) -> bool:
        """Allow more, or less, paths to wait in vain at such places; False if none could before."""
        left = self._allowed[head]
        self._allowed[head] += more
        return left > 0

    def _memory(self, number: int, values: Mapping[str, Any]) -> Remembered:
        memory = Remembered(number, values, self._path)
        self._path.context.work.charge(MEMORY_WORK * len(memory.key))
        return memory

    def _wait(self, place: Place, head: bool, memory: Remembered) -> None:
        """Wait for paths that remember the same."""
        path = self._path
        if not memory.known or any(variable.tail for variable in path.variables):
            return
        with Unheard():
            if self._around.change() is not None:
                return
        here = self._waiting.setdefault(place, {})
        waiting = here.get(memory.key)
        if waiting is None:
            steps = path.steps_to_meet(MEMORY_BYTES * len(memory.key))
            going_on = self._going_on(place[-1], memory)
            waiting = here[memory.key] = Waiting(steps, memory, Collector(path.context), going_on)
        else:
            waiting = here[memory.key] = waiting._replace(alone=False)
            self._allow(head, 3 * OF_PATHS)
            path.context.games.met.add(self._code)
        row = [path.graph_state, *memory.mixed] if path.may_decide else memory.mixed
        others = [variable for at, variable in enumerate(path.variables) if at not in memory.kept]
        waiting.collector.add(row, others, path.scale)
        raise Postponed

    def _going_on(self, number: int, memory: Remembered) -> GoingOn | None:
        """All that goes on from a place, if what this path remembers can be given to it."""
        path = self._path
        names = tuple([name for name in memory.values if name not in self._around_it])
        if not self._around.whole:
            return None
        try:
            list(map(Anew(self._around).give, [memory.values[name] for name in names]))
        except (TypeError, RecursionError):
            return None
        if (number, names) not in self._rests:
            self._rests[number, names] = going_on(self._rule, self.come, number, names, self._given)
        rest = self._rests[number, names]
        return rest and GoingOn(rest, names, memory, path.dice, path.additions, path.cuts, path.before + path.taken[0])

    def from_place(self) -> Callable[[Any], Any] | None:
        """The function that goes on from the place at which the path begins now, if it begins at one."""
        path = self._path
        met = self._begun = path.begins_at()
        if met is None:
            return None
        path.dice, path.additions, path.cuts = met.going_on.dice, met.going_on.additions, met.going_on.cuts
        loops = iter(met.place[:-1])
        self._rounds = dict(zip(loops, loops, strict=True))
        rest: Callable[[Any], Any] = met.going_on.function
        return rest

    def _given(self, table: Any) -> Sequence[Any]:
        """The values of all paths that met where the path begins now."""
        path, met = self._path, self._begun
        assert met is not None and met.going_on is not None
        memory = met.going_on.memory
        anew = {old: RandomVariable(old.columns, old.kinds, old.tail) for old in memory.variables}
        variable = self._begin(met, anew.values())
        found: dict[int, Any] = {}
        for late, places in zip(memory.late, memory.places, strict=True):
            terms = tuple([(anew[old], at, many) for old, each in places.items() if old in anew for at, many in each])
            found[id(late)] = (
                LateNumber(path, terms, late.offset)
                if type(late) is LateNumber
                else LateCondition(path, terms, late.bound, late.exactly, late.negated)
            )
        self._mix([found[id(late)] for late in memory.mixed], variable)
        give = Anew(self._around, table, found).give
        return [give(memory.values[name]) for name in met.going_on.names]

    def _begin(self, met: Met, kept: Iterable[RandomVariable]) -> RandomVariable:
        """Have the variables of all that met; gives the one of what is mixed."""
        path, distribution = self._path, met.distribution
        variable = RandomVariable(distribution.columns, distribution.kinds, False)
        variable.given = NO_COLUMNS
        path.variables = [variable, *kept]
        path.scale = distribution.scale
        if path.may_decide:
            path.state = (variable, len(distribution.kinds) - 1)
        return variable

    def _go_on(self, met: Met, mixed: Sequence[Any]) -> None:
        """Go on for all that met here."""
        variable = self._begin(met, [self._path.variables[at] for at in met.kept])
        self._mix(mixed, variable)

    def _mix(self, mixed: Sequence[Any], variable: RandomVariable) -> None:
        """Let values be those of one variable."""
        for at, value in enumerate(mixed):
            value.terms = ((variable, at, 1),)
            if type(value) is LateNumber:
                value.offset = 0
            else:
                value.bound, value.exactly, value.negated = 1, False, False
