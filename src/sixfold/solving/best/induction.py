"""The best choice in every state: backward induction, and policy iteration where states lead back to each other."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from sixfold.counting import Work
from sixfold.solving.best.graph import Chances, Decision, Graph, Row
from sixfold.solving.markov.absorbed import absorbed
from sixfold.solving.markov.chain import NOWHERE, Ways
from sixfold.solving.markov.components import components

EDGE = 12
"""Work of one way when values are added up."""

Policy = Mapping[int, int]
"""The place of the option that is taken in each state in which the player decides."""

Worth = Callable[[Row], Fraction]
"""What an outcome is worth, 0 or more."""

NONE = Fraction(0)


class Moves(NamedTuple):
    """Where each state leads: by chance, or by the player's decision. What has neither is an end."""

    chances: Mapping[int, Chances]
    decisions: Mapping[int, Decision]
    out: list[Ways]
    done: list[bool]

    @classmethod
    def of(cls, graph: Graph) -> "Moves":
        """Those of a graph that is finished."""
        chances, out, done = graph.chances(), [NOWHERE] * len(graph), [False] * len(graph)
        for state, (ways, whole) in chances.items():
            out[state] = Ways(list(ways), list(ways.values()), whole)
        for state, decision in graph.decisions.items():
            out[state] = Ways(list(dict.fromkeys(decision.options)), (), 1)
        for state in graph.ends.values():
            done[state] = True
        return cls(chances, graph.decisions, out, done)


class Solved(NamedTuple):
    """The value of each state under best play, and the policy that has it."""

    values: dict[int, Fraction]
    policy: dict[int, int]


def solved(graph: Graph, moves: Moves, worth: Worth, beyond: Fraction, work: Work) -> Solved:
    """The best that a player can do from every state, and how.

    What was not followed is worth `beyond`: nothing for the lower bound of best play, the maximum for the upper bound.
    """
    found = _Induction(moves, {state: worth(row) for row, state in graph.ends.items()}, beyond, work)
    for component in reversed(components(moves, work)):
        if len(component) == 1 and component[0] not in moves.out[component[0]].targets:
            found.value(component[0])
        else:
            found.iterate(component)
    return Solved(found.values, found.policy)


class _Induction:
    def __init__(self, moves: Moves, values: dict[int, Fraction], beyond: Fraction, work: Work) -> None:
        self.moves = moves
        self.values = values
        self.policy: dict[int, int] = {}
        self._beyond = beyond
        self._work = work

    def value(self, state: int) -> None:
        """The value of a state that leads only to states whose values are known."""
        if state in self.moves.decisions:
            options, default, against = self.moves.decisions[state]
            self._work.charge(EDGE * len(options))
            best = self._best(options, default, against)
            self.policy[state] = best
            self.values[state] = self.values[options[best]]
        elif state in self.moves.chances:
            known, _ = self._expected(state, ())
            self.values[state] = known
        elif not self.moves.done[state]:
            self.values[state] = NONE

    def _best(self, options: Sequence[int], taken: int, against: bool) -> int:
        """The place of the best option for who decides; of equal ones that which is taken already."""
        sign = -1 if against else 1
        return max(range(len(options)), key=lambda at: (sign * self.values[options[at]], at == taken))

    def _expected(self, state: int, own: set[int] | tuple[()]) -> tuple[Fraction, dict[int, Fraction]]:
        """What a state is worth as far as that is known, and the chances of the `own` ones of which it is not."""
        ways, whole = self.moves.chances[state]
        self._work.charge(EDGE * len(ways))
        outside = [(self.values[target], number) for target, number in ways.items() if target not in own]
        scale = lcm(*[value.denominator for value, _ in outside])
        self._work.adding(scale.bit_length(), len(outside))
        known = sum([value.numerator * (scale // value.denominator) * number for value, number in outside])
        left = whole - sum(ways.values())
        inside = {target: Fraction(number, whole) for target, number in ways.items() if target in own}
        return Fraction(known, scale * whole) + self._beyond * Fraction(left, whole), inside

    def iterate(self, component: list[int]) -> None:
        """Policy iteration: what the policy is worth, exactly; then what is better than that; until nothing is.

        A game that never ends is worth nothing, so what the iteration ends with is the best that there is.
        """
        own = set(component)
        choosing = [state for state in component if state in self.moves.decisions]
        if any(self.moves.decisions[state].against for state in choosing):
            self._against(component)
            return
        fixed = {state: self._expected(state, own) for state in component if state in self.moves.chances}
        policy = {state: self.moves.decisions[state].default for state in choosing}
        self._improve(own, fixed, choosing, policy, set())
        self.policy.update(policy)

    def _improve(
        self,
        own: set[int],
        fixed: Mapping[int, tuple[Fraction, dict[int, Fraction]]],
        changing: Sequence[int],
        policy: dict[int, int],
        lost: set[int],
    ) -> None:
        """Policy iteration for one player, in the states that are `changing`; those `lost` are worth nothing."""
        while True:
            self._evaluate(own, fixed, policy, lost)
            better = False
            for state in changing:
                options, _, against = self.moves.decisions[state]
                best, now = self._best(options, policy[state], against), policy[state]
                if state not in lost and self.values[options[best]] != self.values[options[now]]:
                    policy[state], better = best, True
            if not better:
                return

    def _evaluate(
        self,
        own: set[int],
        fixed: Mapping[int, tuple[Fraction, dict[int, Fraction]]],
        policy: Mapping[int, int],
        lost: set[int],
    ) -> None:
        """What the states are worth where everyone keeps to a policy."""
        rows = dict(fixed)
        for state, at in policy.items():
            target = self.moves.decisions[state].options[at]
            rows[state] = (NONE, {target: Fraction(1)}) if target in own else (self.values[target], {})
        rows.update({state: (NONE, {}) for state in lost})
        self.values.update(_evaluated(rows, self._work))

    def _against(self, component: list[int]) -> None:
        """Solve a zero-sum game: to each policy of the player, the opponent has a best reply.

        The player improves the policy until nothing is better (*strategy iteration*). A game that never ends is
        worth nothing to the player, so the opponent may keep it going if possible.
        """
        own = set(component)
        fixed = {state: self._expected(state, own) for state in component if state in self.moves.chances}
        choosing = [state for state in component if state in self.moves.decisions]
        mine = [state for state in choosing if not self.moves.decisions[state].against]
        theirs = [state for state in choosing if self.moves.decisions[state].against]
        policy = {state: self.moves.decisions[state].default for state in choosing}
        while True:
            lost = self._kept_going(own, fixed, policy, set(theirs))
            answer = {**policy, **{state: self._into(own, lost, state, policy[state]) for state in theirs}}
            self._improve(own, fixed, theirs, answer, lost)
            policy.update({state: answer[state] for state in theirs})
            better = False
            for state in mine:
                options = self.moves.decisions[state].options
                best = self._best(options, policy[state], False)
                if self.values[options[best]] > self.values[options[policy[state]]]:
                    policy[state], better = best, True
            if not better:
                self.policy.update(policy)
                return

    def _kept_going(
        self,
        own: set[int],
        fixed: Mapping[int, tuple[Fraction, dict[int, Fraction]]],
        policy: Mapping[int, int],
        theirs: set[int],
    ) -> set[int]:
        """The states in which the other player can see to it that nothing is ever won."""
        worthless = set(own)
        while True:
            self._work.charge(EDGE * len(worthless))
            stays = {state for state in worthless if self._stays(state, worthless, own, fixed, policy, theirs)}
            if stays == worthless:
                return worthless
            worthless = stays

    def _stays(
        self,
        state: int,
        worthless: set[int],
        own: set[int],
        fixed: Mapping[int, tuple[Fraction, dict[int, Fraction]]],
        policy: Mapping[int, int],
        theirs: set[int],
    ) -> bool:
        def nothing(target: int) -> bool:
            return target in worthless if target in own else not self.values[target]

        if state in fixed:
            known, inside = fixed[state]
            return not known and all(target in worthless for target in inside)
        options = self.moves.decisions[state].options
        return any(map(nothing, options)) if state in theirs else nothing(options[policy[state]])

    def _into(self, own: set[int], lost: set[int], state: int, taken: int) -> int:
        """The option of the other player that keeps a lost state lost; elsewhere the one that is taken."""
        options = self.moves.decisions[state].options
        if state not in lost:
            return taken
        return next(
            (at for at, to in enumerate(options) if to in lost or (to not in own and not self.values[to])), taken
        )


def _evaluated(rows: Mapping[int, tuple[Fraction, dict[int, Fraction]]], work: Work) -> dict[int, Fraction]:
    """The values of states of which each is a number and a part of others, by elimination."""
    known = {state: number for state, (number, _) in rows.items()}
    parts = {state: dict(part) for state, (_, part) in rows.items()}
    before: dict[int, set[int]] = {state: set() for state in rows}
    for state, part in parts.items():
        for target in part:
            before[target].add(state)
    order: list[int] = []
    left = set(rows)
    while left:
        work.charge(2 * len(left))
        state = min(left, key=lambda at: (len(parts[at]) * len(before[at]), at))
        left.remove(state)
        order.append(state)
        stays = parts[state].pop(state, NONE)
        before[state].discard(state)
        if stays == 1:  # nothing leads out of these states
            known[state], parts[state] = NONE, {}
        elif stays:
            known[state] /= 1 - stays
            parts[state] = {target: chance / (1 - stays) for target, chance in parts[state].items()}
        for target in parts[state]:
            before[target].discard(state)
        for source in before[state] & left:
            chance = parts[source].pop(state)
            known[source] += chance * known[state]
            work.charge(EDGE * 4 * (1 + len(parts[state])))
            work.adding(known[source].denominator.bit_length(), 8 * (1 + len(parts[state])))
            for target, more in parts[state].items():
                parts[source][target] = parts[source].get(target, NONE) + chance * more
                before[target].add(source)
    values: dict[int, Fraction] = {}
    for state in reversed(order):
        values[state] = known[state] + sum([chance * values[target] for target, chance in parts[state].items()], NONE)
    return values


def outcomes(graph: Graph, moves: Moves, policy: Policy, work: Work) -> tuple[dict[Row, int], int]:
    """The ways of each outcome where the player keeps to a policy, and what they are out of; exact."""
    out = list(moves.out)
    for state, (options, _, _) in moves.decisions.items():
        if state in policy:
            out[state] = Ways((options[policy[state]],), (1,), 1)
    fixed = moves._replace(out=_ending(out, moves.done))
    ended = absorbed(fixed, components(fixed, work), work)
    return {row: ended.ways[state] for row, state in graph.ends.items() if ended.ways.get(state)}, ended.whole


def _ending(out: list[Ways], done: list[bool]) -> list[Ways]:
    """The same without the ways to states from which no end is reached."""
    before: dict[int, list[int]] = {}
    for state, ways in enumerate(out):
        for target in ways.targets:
            before.setdefault(target, []).append(state)
    ends = {state for state, end in enumerate(done) if end}
    waiting = list(ends)
    while waiting:
        for state in before.get(waiting.pop(), ()):
            if state not in ends:
                ends.add(state)
                waiting.append(state)
    found = []
    for ways in out:
        pairs = [(at, number) for at, number in zip(ways.targets, ways.ways, strict=False) if at in ends]
        found.append(Ways([target for target, _ in pairs], [number for _, number in pairs], ways.whole))
    return found


def default_policy(graph: Graph) -> Policy:
    """The policy of the book: what is taken where nobody is asked."""
    return {state: decision.default for state, decision in graph.decisions.items()}
