"""The best choice in every state: backward induction, and policy iteration where states lead back to each other."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm

from sixfold.solving.best.graph import START, Decision, Graph
from sixfold.solving.counting.work_limit import Work
from sixfold.solving.markov.absorbed import absorbed, eliminated
from sixfold.solving.markov.transitions import Transitions
from sixfold.solving.outcomes import Row

VALUE_WORK = 12
"""Work of one way when values are added up."""

Policy = Mapping[int, int]
"""The place of the option that is taken in each state in which the player decides."""

Worth = Callable[[Row], Fraction]
"""The worth of an outcome, 0 or more."""

CONSTANT = -1
"""In the place of a state that is worth 1."""

Equation = tuple[dict[int, int], int]
"""The worth of a state: the values of others, each so many times, and their denominator."""


def solved(
    graph: Graph, out: list[Transitions], order: list[list[int]], worth: Worth, unfollowed: Fraction, work: Work
) -> "Solved":
    """The best that a player can do from every state, and how.

    `unfollowed` is the worth of all that was not followed: nothing for the lower bound of best play, and the maximum
    for the upper bound.
    """
    solution = Solved(graph, out, worth, unfollowed, work)
    for component in reversed(order):
        if len(component) == 1 and component[0] not in out[component[0]].targets:
            solution.value(component[0])
        else:
            _Component(component, solution).iterate()
    return solution


class Solved:
    """The values of states under best play as far as they are known, and the policy that has them."""

    def __init__(self, graph: Graph, out: list[Transitions], worth: Worth, unfollowed: Fraction, work: Work) -> None:
        self.decisions = graph.decisions
        self.values = {state: worth(row) for row, state in graph.ends.items()}
        self.policy: dict[int, int] = {}
        self.work = work
        self._out = out
        self._unfollowed = unfollowed

    def value(self, state: int) -> None:
        """The value of a state that leads only to states whose values are known."""
        if state in self.decisions:
            decision = self.decisions[state]
            self.work.charge(VALUE_WORK * len(decision.options))
            best = self.policy[state] = self.best(decision, decision.default)
            self.values[state] = self.values[decision.options[best]]
        elif state not in self.values:
            row, scale = self.expected(state, set())
            self.values[state] = Fraction(row[CONSTANT], scale)

    def best(self, decision: Decision, taken: int) -> int:
        """The place of the best option for who decides; of equal ones that which is taken already."""
        worths = [self.values[option] for option in decision.options]
        best = min(worths) if decision.against else max(worths)
        return taken if worths[taken] == best else worths.index(best)

    def expected(self, state: int, own: set[int]) -> Equation:
        """Return the expected value of a chance state: a term for known values, and a factor for each `own` state."""
        targets, ways, scale = self._out[state]
        self.work.charge(VALUE_WORK * len(targets))
        pairs = list(zip(targets, ways, strict=True))
        outside = [(self.values[target], number) for target, number in pairs if target not in own]
        if sum(ways) < scale:
            outside.append((self._unfollowed, scale - sum(ways)))
        common = lcm(*[value.denominator for value, _ in outside])
        self.work.adding(common.bit_length(), len(outside))
        row = {target: number * common for target, number in pairs if target in own}
        row[CONSTANT] = sum([value.numerator * (common // value.denominator) * number for value, number in outside])
        return row, scale * common


class _Component:
    """States that lead back to each other. A game that never ends is worth nothing to the player."""

    def __init__(self, states: list[int], solution: Solved) -> None:
        self._solution = solution
        self._values = solution.values
        self._own = set(states)
        self._rows = {state: solution.expected(state, self._own) for state in states if state not in solution.decisions}
        self._decisions = {state: solution.decisions[state] for state in states if state in solution.decisions}
        self._theirs = {state for state, decision in self._decisions.items() if decision.against}
        self._policy = {state: decision.default for state, decision in self._decisions.items()}
        self._lost: set[int] = set()
        """States in which the opponent sees to it that nothing is ever won."""

    def iterate(self) -> None:
        """Improve the policy until no option is better than its own: its values are exact in each round.

        Against an opponent this is strategy iteration in a zero-sum game: each policy of the player has a best reply,
        which may keep the game going without end.
        """
        mine = set(self._decisions) - self._theirs
        while True:
            if self._theirs:
                self._lost = self._kept_going()
                self._policy.update({state: self._reply(state) for state in self._theirs & self._lost})
                while self._improve(self._theirs - self._lost):
                    pass
            else:
                self._evaluate()
            if not self._improve(mine, evaluate=False):
                self._solution.policy.update(self._policy)
                return

    def _improve(self, states: set[int], evaluate: bool = True) -> bool:
        """Take what is better than the policy in these states; False where nothing is."""
        if evaluate:
            self._evaluate()
        better = False
        for state in states:
            decision, now = self._decisions[state], self._policy[state]
            best = self._solution.best(decision, now)
            if self._values[decision.options[best]] != self._values[decision.options[now]]:
                self._policy[state], better = best, True
        return better

    def _evaluate(self) -> None:
        """Return the worth of the states if everyone keeps to the policy."""
        rows = {state: dict(row) for state, (row, _) in self._rows.items()}
        scales = {state: scale for state, (_, scale) in self._rows.items()}
        for state, at in self._policy.items():
            target = self._decisions[state].options[at]
            worth = self._values.get(target, Fraction(0))
            own = target in self._own
            rows[state], scales[state] = ({target: 1}, 1) if own else ({CONSTANT: worth.numerator}, worth.denominator)
        rows.update({state: {} for state in self._lost})
        values = self._values
        values[CONSTANT] = Fraction(1)
        for state, row, going in reversed(list(eliminated(rows, scales, self._solution.work))):
            values[state] = sum([number * values[target] for target, number in row.items()], Fraction(0)) / going

    def _kept_going(self) -> set[int]:
        """The states in which the opponent can see to it that nothing is ever won."""
        worthless = set(self._own)
        while True:
            self._solution.work.charge(VALUE_WORK * len(worthless))
            stays = {state for state in worthless if self._stays(state, worthless)}
            if stays == worthless:
                return worthless
            worthless = stays

    def _stays(self, state: int, worthless: set[int]) -> bool:
        if state in self._rows:
            row, _ = self._rows[state]
            return not row[CONSTANT] and worthless.issuperset(row.keys() - {CONSTANT})
        options = self._decisions[state].options
        if state in self._theirs:
            return any(self._nothing(target, worthless) for target in options)
        return self._nothing(options[self._policy[state]], worthless)

    def _nothing(self, target: int, worthless: set[int]) -> bool:
        return target in worthless if target in self._own else not self._values[target]

    def _reply(self, state: int) -> int:
        """The option of the opponent that keeps a lost state lost."""
        options = self._decisions[state].options
        lost = (at for at, target in enumerate(options) if self._nothing(target, self._lost))
        return next(lost, self._policy[state])


def outcomes(
    graph: Graph, out: list[Transitions], order: list[list[int]], policy: Policy, work: Work
) -> tuple[dict[Row, int], int]:
    """The ways of each outcome where the player keeps to a policy, and what they are out of; exact."""
    out, done = list(out), [False] * len(out)
    for state, taken in policy.items():
        out[state] = Transitions((graph.decisions[state].options[taken],), (1,), 1)
    for state in graph.ends.values():
        done[state] = True
    ended, scale = absorbed(out, done, order, work, {graph.where(START): 1})
    return {row: ended[state] for row, state in graph.ends.items() if ended.get(state)}, scale
