"""A path is cut where a player decides.

What leads to the decision are chances; each state that it can be met in (all that the player knows then) is a state of
the graph, and so are the states that the options lead to. From there the path goes on, out of one way for each state.
"""

from collections.abc import Callable, Sequence

from sixfold.solving.best.graph import START
from sixfold.solving.entries import plain
from sixfold.solving.joint_distribution import (
    Answers,
    Entries,
    EntryColumns,
    JointDistribution,
    Kind,
    Kinds,
    RandomVariable,
    fixed,
    found_in,
)
from sixfold.solving.path import CUT, Path

OPTION_WORK = 30
"""Work of one state that an option leads to."""

OPTION_BYTES = 150
"""Bytes of one state that an option leads to, beside its answers."""

Options = Callable[[], Callable[[Answers], tuple[Sequence[Answers], int]]]
"""Looks at what there is to choose from; then it tells of each state the options and the place of the default."""


def one_variable(path: Path) -> RandomVariable:
    """All variables of a path as one."""
    if not path.variables:
        path.new_variable(lambda: fixed([((), 1, None)], ()))
    single = [variable for variable in path.variables if variable.into is None]
    if len(single) > 1:
        path.join(single)
    return next(variable for variable in path.variables if variable.into is None)


def place_of_state(path: Path) -> int | None:
    """Return the place in its variable of the graph state that the path is in; None at the start."""
    return None if path.state is None else found_in(*path.state)[1]


def state_of(answers: Answers, at: int | None) -> tuple[int, Answers]:
    """The state of the graph in an entry, and all its other answers."""
    if at is None:
        return START, answers
    return answers[at], (*answers[:at], 0, *answers[at + 1 :])


def decide(
    path: Path, options: Options, kinds: Kinds, forgotten: Callable[[], Sequence[int]], against: bool = False
) -> int:
    """Cut the path where the player decides; gives the place of the first answer that an option has.

    `forgotten` are the places of values that no longer matter after the decision; with `against`, an opponent decides.
    """
    variable = one_variable(path)
    context, graph = path.context, path.context.graph

    def cut() -> list[EntryColumns]:
        of = options()  # first, since it may decide late numbers
        if path.replaying:
            return []
        at, gone = place_of_state(path), frozenset(forgotten())
        context.work.charge(OPTION_WORK * len(variable.columns.ways))
        met, left = graph.numbered(), graph.numbered()
        for known, ways, _ in plain(variable.entries, context):
            state, answers = state_of(known, at)
            fresh, number = answers not in met, met[answers]
            graph.lead(state, number, ways, path.scale)
            if not fresh:
                continue
            choices, default = of(answers)
            context.work.divided(CUT, len(choices) + 1, 0)
            context.work.charge((OPTION_WORK + 2 * len(answers)) * len(choices))
            context.work.keep((OPTION_BYTES + 8 * len(answers)) * len(choices))
            kept = tuple([0 if place in gone else answer for place, answer in enumerate(answers)])
            graph.decide(number, [left[*kept, *choice] for choice in choices], default, against)
        entries: Entries = [((*key, number), 1, None) for key, number in left.items()]
        before = len(entries[0][0]) - len(kinds) - 1
        distribution = JointDistribution(entries, 1, (Kind.HAND,) * before + (*kinds, Kind.NUMBER))
        return [part.columns for part in distribution.by_name()]

    return go_on(path, variable, kinds, path.step(CUT, cut))


def go_on(path: Path, variable: RandomVariable, kinds: Kinds, columns: EntryColumns) -> int:
    """Go on from states of the graph, each the last answer of an entry; gives the place of the first new answer."""
    variable.unpack()
    first = variable.add((*kinds, Kind.NUMBER), columns)
    path.scale = 1
    path.state = (variable, first + len(kinds))
    path.cuts += 1
    return first
