"""The transitions of a chain, by the numbers of its states: strongly connected components, and the order of these."""

from collections.abc import Iterable, Iterator, Sequence
from math import gcd, lcm
from typing import NamedTuple

from sixfold.base.mappings import added_up
from sixfold.solving.counting.work_limit import Work

CHANGE_WORK = 8
"""Work of one change of one state."""


class Transitions(NamedTuple):
    """The transitions of one step: the numbers of states, the ways to each, and their denominator.

    Many states lead to different ones in the same ways, so what is worked out of these is remembered by them.
    """

    targets: Sequence[int]
    ways: tuple[int, ...]
    scale: int


NOWHERE = Transitions((), (), 1)


def merged(parts: Iterable[Transitions]) -> Transitions:
    """Several ways out of one state as one, in lowest terms."""
    scale = lcm(*[part.scale for part in parts])
    total = added_up(
        (target, number * (scale // own))
        for targets, ways, own in parts
        for target, number in zip(targets, ways, strict=True)
    )
    divisor = gcd(scale, *total.values())
    return Transitions(list(total), tuple([number // divisor for number in total.values()]), scale // divisor)


def components(out: Sequence[Transitions], work: Work, starts: Iterable[int]) -> list[list[int]]:
    """The strongly connected components that can be reached from some states (Tarjan).

    They come in an order in which every step leads to the same or a later one.
    """
    work.charge(sum([4 + len(ways.targets) for ways in out]))
    index = [-1] * len(out)
    low = [0] * len(out)
    waiting: list[int] = []
    order: list[list[int]] = []
    path: list[tuple[int, Iterator[int]]] = []
    new: int | None = None
    count = 0
    roots = list(starts)
    while path or roots:
        if not path:
            new = roots.pop()
            if index[new] >= 0:
                continue
        if new is not None:
            index[new] = low[new] = count
            count += 1
            waiting.append(new)
            path.append((new, iter(out[new].targets)))
        state, targets = path[-1]
        for new in targets:
            if index[new] < 0:
                break
        else:
            new = None
            path.pop()
            low[state] = min([low[state], *map(index.__getitem__, out[state].targets)])
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[state])
            if low[state] == index[state]:
                component: list[int] = []
                while not component or component[-1] != state:
                    component.append(waiting.pop())
                    index[component[-1]] = len(out)  # never earlier than what comes later
                order.append(component)
    order.reverse()
    return order


def depths(out: Sequence[Transitions], order: list[list[int]]) -> list[int]:
    """For each state the most components that lie before its own; `order` has all of them."""
    depth = [0] * len(out)
    for component in order:
        own, at = set(component), max([depth[state] for state in component])
        for state in component:
            depth[state] = at
            for target in out[state].targets:
                if depth[target] <= at and target not in own:
                    depth[target] = at + 1
    return depth
