"""The states of a chain in order: what leads to others comes before them, what leads back to itself is together."""

from __future__ import annotations

from sixfold.counting import Work
from sixfold.errors import RuleError
from sixfold.printable import shown
from sixfold.solving.markov.chain import Chain, Moving


def check_ends(chain: Chain, order: list[list[int]]) -> None:
    """Raises RuleError (rule/endless) where a game can come to states from which nothing leads to an end."""
    for component in order:
        own = set(component)
        targets = [target for state in component for target in chain.out[state].targets]
        if targets and own.issuperset(targets):
            raise RuleError(
                "rule/endless",
                f"Once this game comes to {shown(chain.state(min(component)))} it never ends: no step leads from there "
                "to where `until` is true.",
            )


def components(chain: Moving, work: Work) -> list[list[int]]:
    """The strongly connected components, in an order in which every step leads to the same or a later one (Tarjan)."""
    out = chain.out
    work.charge(sum([4 + len(ways.targets) for ways in out]))
    index = [-1] * len(out)
    low = [0] * len(out)
    waiting: list[int] = []
    is_waiting = [False] * len(out)
    found: list[list[int]] = []
    index[0] = 0
    count = 1
    waiting.append(0)
    is_waiting[0] = True
    path = [(0, iter(out[0].targets))]
    while path:
        state, targets = path[-1]
        for target in targets:
            if index[target] < 0:
                index[target] = low[target] = count
                count += 1
                waiting.append(target)
                is_waiting[target] = True
                path.append((target, iter(out[target].targets)))
                break
            if is_waiting[target] and index[target] < low[state]:
                low[state] = index[target]
        else:
            path.pop()
            if path and low[state] < low[path[-1][0]]:
                low[path[-1][0]] = low[state]
            if low[state] == index[state]:
                component: list[int] = []
                while not component or component[-1] != state:
                    component.append(waiting.pop())
                    is_waiting[component[-1]] = False
                found.append(component)
    found.reverse()
    return found
