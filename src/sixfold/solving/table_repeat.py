"""A game that goes on from state to state, as a distribution of the state in which it ends and of its steps."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from math import lcm
from typing import Any, NamedTuple

from sixfold.base.mappings import grouped
from sixfold.base.printable import shown
from sixfold.errors import OddsError
from sixfold.rules.functions import beginning, innermost, is_builtin
from sixfold.rules.interval import UNKNOWN, Interval
from sixfold.rules.judging.unheard import Unheard
from sixfold.rules.states import PASSED_BY, Shape, kinds_of_leaves
from sixfold.solving.context import Context
from sixfold.solving.counting.packed import IDENTITY, weight
from sixfold.solving.counting.work_limit import Work
from sixfold.solving.joint_distribution import (
    Alternatives,
    Distributions,
    Entries,
    Entry,
    JointDistribution,
    Kind,
    SubSolver,
    partial_distributions,
)
from sixfold.solving.markov.absorbed import absorbed
from sixfold.solving.markov.chain import MarkovChain, check_ends
from sixfold.solving.markov.counted import MOST_IN_COMPONENT, counted
from sixfold.solving.markov.independent import IndependentSteps, independent
from sixfold.solving.markov.moves import Finals, Game, State, TransitionFinder
from sixfold.solving.markov.race import race
from sixfold.solving.markov.stepwise import stepwise
from sixfold.solving.markov.transitions import components
from sixfold.solving.path import Path

MANY_STATES = 3_000
"""States from which on their number is what makes a game too much work."""


FINALS_WORK = 1_000_000
"""Work up to which it is worth knowing where a game of any length ends, exactly."""

FINER = 256
"""The divisor of the tolerance inside a step: the errors of many steps add up."""


class Repeated(NamedTuple):
    """The shape of the final state and its leaves, then the number of steps where they are counted."""

    context: Context
    inside: SubSolver
    step: Callable[[Any, Any], Any]
    path: Path
    starts: Callable[[], dict[State, int]]
    """The states in which the game begins, with their ways."""
    until: Callable[[Any], object]
    most: int | None
    counts: bool

    def alternatives(self) -> Alternatives:
        game = self.context.games.kept(self._followed, lambda: self.path.taken)
        if isinstance(game, IndependentSteps):
            return game.alternatives(self.context)
        every = sum(self.starts().values())
        finals = game.finals() if game.endless and game.finals else None
        # The tail has the ends of longer games, too: what room it needs is made before anything is counted.
        self.context.widen((every * _common(game, finals)).bit_length())
        width = self.context.width
        by_shape: dict[Shape, Entries] = {}
        for (shape, leaves), ways, poly in game.ends(width):
            if poly is None or not self.counts:
                entry: Entry = ((shape, *leaves), ways if poly is None else ways * weight(poly, width), None)
            elif poly[1].bit_length() <= width:
                entry = ((shape, *leaves, poly[0]), ways * poly[1], None)
            else:
                entry = ((shape, *leaves, IDENTITY), ways, poly)
            by_shape.setdefault(shape, []).append(entry)
        distributions = tuple([self._distribution(entries, game.scale) for entries in by_shape.values()])
        return Alternatives(distributions, partial(self._tails, game, distributions, every) if game.endless else None)

    def _distribution(self, entries: Entries, scale: int) -> JointDistribution:
        """The entries of one shape, with a yes or no where that is one."""
        packed = any(poly is not None for _, _, poly in entries)
        steps = [Kind.PACKED if packed else Kind.NUMBER] if self.counts else []
        return JointDistribution(_with_answers(entries), scale, (Kind.NAME, *kinds_of_leaves(entries[0][0][0]), *steps))

    def _tails(self, game: Game, known: Distributions, every: int) -> Distributions:
        """Longer games, and what was rounded away: how long they are is not known, but where they end may be.

        If that is not known either, there is only what all final states share.
        """
        finals = game.finals() if game.finals else None
        if finals is not None and finals.chances:
            return self._left(game, finals)
        left = Fraction(every)
        for distribution in known:
            left -= Fraction(distribution.columns.total(self.context.width, self.context.work), distribution.scale)
        endless = finals is not None and bool(finals.ever)
        steps = (Interval(game.longer, None, endless=endless),) if self.counts else ()
        shapes = [distribution.entries[0][0][0] for distribution in known]
        if len(shapes) != 1 or game.several_ends:
            return partial_distributions([((UNKNOWN, *steps), left.numerator, None)], left.denominator)
        kinds = kinds_of_leaves(shapes[0])
        leaves = [Interval(None, None) if kind is Kind.NUMBER else UNKNOWN for kind in kinds]
        return partial_distributions([((shapes[0], *leaves, *steps), left.numerator, None)], left.denominator)

    def _left(self, game: Game, finals: Finals) -> Distributions:
        """Return the remaining chance of each final state."""
        width, scale = self.context.width, _common(game, finals)
        left = {place: int(chance * scale) for place, chance in finals.chances.items()}
        for place, ways, poly in game.ends(width):
            left[place] -= ways * (1 if poly is None else weight(poly, width)) * (scale // game.scale)
        entries: Entries = [
            ((place.shape, *place.leaves, Interval(game.longer, None, endless=place in finals.ever)), ways, None)
            for place, ways in left.items()
        ]
        shapes = grouped((entry[0][0], entry) for entry in entries).values()
        return tuple(
            [distribution for some in shapes for distribution in partial_distributions(_with_answers(some), scale)]
        )

    def _followed(self) -> Game | IndependentSteps:
        """The game from its start: from its starts as they are once nothing around had to be decided for it."""
        while True:
            starts = self.starts()
            game = self._from(starts)
            if self.starts() == starts:
                return game

    def _from(self, starts: dict[State, int]) -> Game | IndependentSteps:
        """The game, followed in the way that is exact, or else the fastest."""
        context, work, tolerance = self.context, self.context.work, self.context.tolerance / 4
        moves_from = TransitionFinder(context, self.inside, self.step).moves
        if self.most is None and len(starts) == 1:
            ((start, every),) = starts.items()
            with context.finer(FINER):
                first = moves_from(start.shape, [start.leaves])
            recognised = (
                race(start, every, first, self.until, work)
                if self.counts
                else independent(start, every, first, self.until, context)
            )
            if recognised is not None:
                return recognised
        chain = MarkovChain(starts, self.until, work)
        try:
            with context.finer(FINER):
                chain.explore(moves_from, tolerance, self.most)
        except OddsError as error:
            raise self._too_many(chain, error) from None
        with Unheard():  # from here on, its states are numbers
            game = self._through(chain, work, tolerance)
        return game._replace(several_ends=True) if chain.several_ends else game

    def _through(self, chain: MarkovChain, work: Work, tolerance: Fraction) -> Game:
        """The game in its states, which are all known but for what is rare."""
        order = components(chain.out, work, chain.starts)
        onwards = max(map(len, order)) <= (MOST_IN_COMPONENT if self.most is None else 1)
        if self.most is None:
            check_ends(chain, order)
        if self.most is None and not self.counts:
            # What elimination may cost is left for the way that is not exact.
            own = Work(work.left // 2)
            try:
                ended, scale = absorbed(chain.out, chain.done, order, own, chain.starts)
            except OddsError:
                return stepwise(chain, tolerance, None, False, work)
            work.charge(work.left // 2 - own.left)
            final = [(chain.places[state], ways, None) for state, ways in ended.items()]
            return Game(lambda width: final, scale, chain.endless)
        if onwards:
            game = counted(chain, order, float(tolerance), self.most, work)
        else:
            game = stepwise(chain, tolerance, self.most, self.counts, work)
        return game if self.most is not None else game._replace(finals=cache(partial(_finals, chain, order)))

    def _too_many(self, chain: MarkovChain, error: OddsError) -> OddsError:
        """The error for a game of too many states: an author is told one, which may be one that should not be."""
        if len(chain.places) < MANY_STATES or is_builtin(innermost(self.step)):
            return error
        last = shown(chain.state(len(chain.places) - 1))
        file, line = beginning(self.step)
        name = file.replace("\\", "/").rpartition("/")[2]
        place = f" (line {line} of {name})" if name else ""
        return OddsError(
            "odds/too-large",
            f"This game{place} goes on through more than {len(chain.places):,} states, such as {last}: "
            f"that is more work than one evaluation may take. {PASSED_BY} Remember less, end it sooner "
            "(`until`, `most`), or allow more work (on the command line --patient, in Python work=).",
        )


def _common(game: Game, finals: Finals | None) -> int:
    """Return a scale for the ends of a game, and for those of longer ones if they are known."""
    return lcm(game.scale, *[chance.denominator for chance in finals.chances.values()] if finals is not None else ())


def _with_answers(entries: Entries) -> Entries:
    """Entries of one shape, with a yes or no where a leaf is one."""
    for at, kind in enumerate(kinds_of_leaves(entries[0][0][0]), 1):
        if kind is Kind.YES_OR_NO:
            entries = [((*row[:at], bool(row[at]), *row[at + 1 :]), ways, poly) for row, ways, poly in entries]
    return entries


def _finals(chain: MarkovChain, order: list[list[int]]) -> Finals:
    """Return the ends of a game, whatever its length."""
    ever: set[int] = set()
    for component in order:
        for state in component:
            targets = chain.out[state].targets
            if len(component) > 1 or state in targets or state in ever:
                ever.update(targets)
    places = frozenset([chain.places[state] for state in ever if chain.done[state]])
    if chain.endless:
        return Finals(places, {})
    try:
        ended, scale = absorbed(chain.out, chain.done, order, Work(FINALS_WORK), chain.starts)
    except OddsError:
        return Finals(places, {})
    return Finals(places, {chain.places[at]: Fraction(ways, scale) for at, ways in ended.items()})
