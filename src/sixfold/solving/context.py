"""The context that all paths of one solution share: tolerance, work, the width of packed numbers, and known parts."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeVar

from sixfold.base.bounds import MEMORY
from sixfold.errors import Passing
from sixfold.rules.dice import Die
from sixfold.rules.folds import Fold
from sixfold.rules.functions import innermost
from sixfold.solving.counting.packed import Faces
from sixfold.solving.counting.ranks import RankedHands
from sixfold.solving.counting.work_limit import Work
from sixfold.solving.joint_distribution import Distributions

if TYPE_CHECKING:
    from sixfold.solving.best.graph import Graph

T = TypeVar("T")

SHARED = 500
"""Parts that solutions share: the latest of all."""

MOST_SHARED_BITS, ENTRY_BITS = 250_000, 2_000
"""Bits of a part from which on it is not shared, and those of each entry: all together take 15 megabytes at most."""

SPARE_BITS = 12
"""Bits of width beyond what is wanted, so that the next few dice need no wider ones."""


ASKS: Final = "asks"
"""The player decides something in this rule, or step, inside the rule."""

SEEN_AGAIN: Final = "seen again"
"""Hands with this label are looked at again after the player decided something."""

MOST_ASKED_LATER: Final = 4
"""Questions about such hands up to which a player decides by their answers, and not by all of their dice."""

BEGUN_AGAIN: Final = "begun again"
"""The rule looks again at values with which games of this step began."""


class Restart(Passing):
    """Starts a solution again, with wider numbers or more states to follow. No `except` of a rule stops it."""


class FollowedPart(NamedTuple):
    """The results of a verb, as far as they are followed, and whether there are more beyond."""

    distributions: Distributions
    more: bool


class DieValues(NamedTuple):
    """The values of one die: its faces, the denominator of their weights, and the least value of longer chains.

    Chains that are cut off have the `rest` of the weights, and show at least `longer`: None where there is no least.
    """

    faces: Faces
    scale: int
    rest: int = 0
    longer: int | None = None

    @property
    def with_longer(self) -> Faces:
        """The faces, with the least value of longer chains for all of these."""
        weights = dict(self.faces)
        if self.longer is not None:
            weights[self.longer] = weights.get(self.longer, 0) + self.rest
        return tuple(sorted(weights.items(), reverse=True))

    @property
    def least(self) -> int | None:
        """The least value of all, if there is one."""
        lowest = self.faces[-1][0]
        if not self.rest:
            return lowest
        return None if self.longer is None else min(lowest, self.longer)


class SolvedGames:
    """The games of one solution. They are not packed in its width, so they outlive a change of that.

    A rule takes the same way again when everything starts again, so they are known by the order in which they come.
    A part that is not followed again once it is known counts its games by itself.
    """

    def __init__(self, before: "SolvedGames | None" = None) -> None:
        self._part: Hashable = None
        self._at = 0
        self._kept: dict[tuple[Hashable, int], tuple[Any, int]] = before._kept if before else {}
        self.met: set[Hashable] = before.met if before else set()
        """The code of each rule whose paths have met."""
        self._at_once: dict[Hashable, bool] = before._at_once if before else {}

    def meet_at_once(self, part: Hashable, code: Hashable) -> bool:
        """Whether paths of a part wait for each other from the first on: when it is followed again, as before."""
        return part is not None and self._at_once.setdefault(part, code in self.met)

    @contextmanager
    def inside_of(self, part: Hashable) -> Iterator[None]:
        """While a part is followed on which alone its games hang; None for one that hangs on more."""
        before = self._part, self._at
        if part is not None:
            self._part, self._at = part, 0
        try:
            yield
        finally:
            if part is not None:
                self._part, self._at = before

    def kept(self, follow: Callable[[], T], taken: Callable[[], tuple[int, ...]]) -> T:
        """The game that comes now, followed if it is new.

        Where a rule around it had to decide something for it, it is followed again, so that this is decided again.
        """
        place, before = (self._part, self._at), taken()
        if place in self._kept:
            game: T
            game, self._at = self._kept[place]
            return game
        self._at += 1
        game = follow()
        if taken() == before:
            self._kept[place] = (game, self._at)
        return game


class Context:
    """`tolerance` is the probability that each chain of throws may leave out.

    With `deciding`, the player makes the decisions that the rules allow; otherwise, the rules' defaults do.
    With `backwards`, where a path divides the last way is followed first: odds never depend on that.
    """

    def __init__(self, tolerance: Fraction, work: Work, deciding: bool = False, backwards: bool = False) -> None:
        self.tolerance = tolerance
        self.work = work
        self.deciding = deciding
        self.backwards = backwards
        self.counting = True
        """Whether games with decisions count their steps: endless ones have too many states."""
        self.learnt: set[tuple[str, Hashable]] = set()
        """Facts that were found out too late, so that all started again, each with what it is about."""
        self.asked_later: dict[Hashable, dict[Fold[Any], None]] = {}
        """By label and dice, what is asked of hands only after the player decided something, in order."""
        self.left_out = False
        """Whether dice were thrown again that may explode for longer than is followed: no path has these ways."""
        self.width = 200
        self.held = 0
        """Bytes that the paths hold which are followed now."""
        self.games = SolvedGames()
        self._unpacked: dict[Hashable, Any] = {}
        """Known results that are not packed: they also outlive a change of the width."""
        self._values: dict[Die, DieValues] = {}
        """How far the chains of a die are followed: the same for as long as anything is counted by it."""
        self.forget()

    def forget(self) -> None:
        """Start over: everything packed so far has the wrong width."""
        self._packed: dict[Hashable, Any] = {}
        self.games = SolvedGames(self.games)
        self._graph: Graph | None = None
        self._around: tuple[Hashable, ...] = ()

    @property
    def graph(self) -> "Graph":
        """The states between the decisions of the player, as far as they are known."""
        if self._graph is None:
            from sixfold.solving.best.graph import Graph  # here, since next to no rule is solved for its decisions

            self._graph = Graph()
        return self._graph

    def hold(self, size: int) -> None:
        """Take up so many bytes until the path that wants them turns back."""
        self.work.keep(size)
        self.held += size

    def release(self, before: int) -> None:
        """Free what was taken up since so much was held."""
        self.work.keep(before - self.held)
        self.held = before

    def start(self) -> None:
        """Nothing is held and kept any more but what outlives a new start, which is little."""
        self.work.room, self.held = MEMORY, 0

    def close(self, tail: bool = False) -> None:
        """Everything that is known is followed: of what was kept for it, only its games help with its `tail`."""
        self._packed, self._unpacked = {}, {}
        if not tail:
            self.games = SolvedGames()

    def further(self) -> None:
        """Follow chains of throws for longer; what hangs on none of them stays known."""
        self.tolerance /= 8
        self.games, self._unpacked, self._values = SolvedGames(), {}, {}
        packed = self._packed
        self.forget()
        self._packed = packed

    def widen(self, bits: int) -> None:
        """Make room for numbers of so many bits; raises Restart when that changes anything."""
        if bits + 2 > self.width:
            self.width = -(-(bits + SPARE_BITS) // 8) * 8
            self.forget()
            raise Restart

    @contextmanager
    def inside_of(self, function: Hashable) -> Iterator[None]:
        """While a rule or a step is followed inside another one."""
        around = self._around
        self._around = (*around, function)
        try:
            yield
        finally:
            self._around = around

    @contextmanager
    def finer(self, parts: int) -> Iterator[None]:
        """While something is followed whose chains are gone through again and again: each may leave out less."""
        tolerance = self.tolerance
        self.tolerance = tolerance / parts
        try:
            yield
        finally:
            self.tolerance = tolerance

    def ask(self) -> NoReturn:
        """The player decides something in a rule inside another one: it must be followed as a part of that."""
        self.learn(ASKS, *self._around)

    def learn(self, fact: str, *about: Hashable) -> NoReturn:
        """Start again with what is known now, which is more than before: else it would never end."""
        before = len(self.learnt)
        self.learnt.update([(fact, each) for each in about])
        assert len(self.learnt) > before, (fact, about)
        self._begin_again()

    def _begin_again(self) -> NoReturn:
        self.games = SolvedGames()
        self.forget()
        raise Restart

    def ask_earlier(self, thrown: Hashable, folds: Sequence[Fold[Any]]) -> None:
        """Start again, and ask these questions as soon as such hands are thrown; not where they are many."""
        known = self.asked_later.setdefault(thrown, {})
        before = len(known)
        known.update(dict.fromkeys(folds))
        if before < len(known) <= MOST_ASKED_LATER:
            self._begin_again()

    def kept(self, key: Hashable, find: Callable[[], T], packed: bool = True) -> T:
        """Return the result under this key, which may be packed in this width; it is found now if it is not known."""
        known = self._packed if packed else self._unpacked
        if key not in known:
            known[key] = find()
        result: T = known[key]
        return result

    def shared(self, key: Hashable, find: Callable[[], FollowedPart]) -> FollowedPart:
        """Return a result that depends on its key and the width alone: all solutions share it.

        Its work is charged as if it were found now, so that earlier questions hardly matter to a refusal.
        """
        if self.deciding or type(self.work) is not Work:
            return find()
        place = _place(self.width, key)
        if place:
            part, units = place[0]  # two threads may have found it at once
            self.work.charge(units)
            return part
        before = self.work.left
        part = find()
        # The entries of a part are about as long as each other.
        lasts = [(len(distribution.entries), distribution.entries[-1][2]) for distribution in part.distributions]
        if (
            sum([size * (ENTRY_BITS if poly is None else ENTRY_BITS + poly[1].bit_length()) for size, poly in lasts])
            < MOST_SHARED_BITS
        ):
            place.append((part, before - self.work.left))
        return part

    def values(self, die: Die, size: int) -> DieValues:
        """Return the values of a die; for a larger hand, rarer chains are followed."""
        values = self._values.get(die)
        if values is None:
            if die.plain and not die.shows:
                self.work.charge(die.sides * 4)
                values = DieValues(tuple([(face, 1) for face in reversed(die.faces)]), die.sides)
            else:
                rest = self.tolerance / (4 * max(1, size)) if die.endless else self.tolerance
                ways, scale, least = die.weights(rest, self.work.charge)
                self.work.charge(len(ways) * 4)
                faces = tuple(sorted(ways.items(), reverse=True))
                values = DieValues(faces, scale, scale - sum(ways.values()), least)
            self._values[die] = values
        return values

    def hands(self, die: Die, values: DieValues) -> RankedHands:
        """Hands of one kind of dice, of which what is worked out is shared."""
        # Where chains are followed further, the scale is another one.
        return self.kept((RankedHands, die, values.scale), lambda: RankedHands(values.faces, self.width, self.work))


@lru_cache(maxsize=SHARED)
def _place(width: int, key: Hashable) -> list[tuple[FollowedPart, int]]:
    """The place where a part of this width is kept, with the work that it took; empty until it is found."""
    return []


def code_of(function: Hashable) -> Hashable:
    """Return the code that a function shares with others of the same text, which close over other values."""
    inner = innermost(function)
    code: Hashable = getattr(inner, "__code__", inner)
    return code
