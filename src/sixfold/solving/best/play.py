"""Solves a rule with decisions of a player for the player's aim."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.base.mappings import added_up
from sixfold.base.shapes.fraction import Bounds
from sixfold.errors import OddsError
from sixfold.rules.judging.prepare import prepare_rule
from sixfold.rules.table import Play
from sixfold.solving.best.aim import Aim
from sixfold.solving.best.graph import START, Graph
from sixfold.solving.best.induction import outcomes, solved
from sixfold.solving.context import Context
from sixfold.solving.counting.work_limit import Work
from sixfold.solving.markov.transitions import components
from sixfold.solving.paths import Paths, follow_with_restarts
from sixfold.solving.solver import Solution, naming_the_line, within_memory

DECIDED = 2
"""Best play may cost so many times as much as the odds of a check."""

STATE_WORK = 150
"""Work of solving one state, beside its ways."""


class BestPlay(NamedTuple):
    """A rule under best play: its outcomes, what they are worth, and what the policy of the book is worth.

    `aim` is what the player wants, and `mean` whether that is the mean of a number. `options` are the values of the
    options of the decision that comes first, each with best play from there on; `against` the player it may be
    another one's.
    """

    aim: str
    mean: bool
    solution: Solution
    best: Bounds
    usual: Bounds
    options: tuple[Bounds, ...]
    against: bool = False


def solve_best(
    rule: Play,
    aim_of: Callable[[tuple[str, ...], Graph], Aim],
    tolerance: Fraction,
    work: int,
    arguments: dict[str, Any],
    time: str = "",
) -> BestPlay:
    """A rule under the play that is best for an aim, which is found once it is known what can come.

    Raises OddsError: odds/no-choice where the player decides nothing, odds/endless for the mean of a number without
    bounds, odds/too-large when the answer would cost more than `work` (about 1e7 a second). A field `time` that counts
    the steps of a game is left out if it alone is too much work.
    """
    (rule, check_unchanged), work = prepare_rule(rule, arguments), DECIDED * work
    play: BestPlay | None = None
    if time:
        try:
            play = within_memory(lambda: _followed(rule, aim_of, tolerance, Work(work // 4), arguments))
        except OddsError as error:
            if error.code != "odds/too-large":
                raise
    if play is None:
        play = naming_the_line(rule, work, lambda allowed: _followed(rule, aim_of, tolerance, allowed, arguments, time))
    check_unchanged()
    return play


def _followed(
    rule: Play,
    aim_of: Callable[[tuple[str, ...], Graph], Aim],
    tolerance: Fraction,
    allowed: Work,
    arguments: dict[str, Any],
    uncounted: str = "",
) -> BestPlay:
    work, done = allowed.left, 0
    context = Context(tolerance, allowed, deciding=True)
    context.counting = not uncounted
    while True:
        allowed.left = work
        paths, graph = follow_with_restarts(context, rule, arguments, Paths.graph)
        context.close()
        if not graph.questions:
            raise OddsError("odds/no-choice", "This check has no decisions for the player, so there is no best play.")
        play = _solved(paths.fields, graph, aim_of(paths.fields, graph), allowed)
        done += work - allowed.left
        if uncounted:
            play = play._replace(solution=_without(play.solution, uncounted))
        if play.solution.unresolved <= tolerance or not graph.endless:
            return play._replace(solution=play.solution._replace(work=done))
        context.further()


def _without(solution: Solution, field: str) -> Solution:
    """The same outcomes without one of their fields."""
    at = solution.fields.index(field)
    rows = added_up(((*row[:at], *row[at + 1 :]), ways) for row, ways in solution.rows.items())
    return Solution((*solution.fields[:at], *solution.fields[at + 1 :]), rows, solution.scale).with_unknown()


def _solved(fields: tuple[str, ...], graph: Graph, aim: Aim, work: Work) -> BestPlay:
    if aim.mean and graph.endless:
        raise OddsError(
            "odds/endless",
            "Rerolls can be endless here, so the mean of best play has no maximum error: aim at an event instead, "
            f"such as “{aim.instead}”.",
        )
    work.charge(STATE_WORK * len(graph))
    worth = aim.worth(fields)
    worths = {row: worth(row) for row in graph.ends}
    least = min(worths.values()) if aim.mean else Fraction(0)
    most = max(worths.values()) - least if aim.mean else Fraction(1)
    above = {row: value - least for row, value in worths.items()}
    out, start = graph.transitions(), graph.where(START)
    order = components(out, work, [start])
    best = solved(graph, out, order, above.__getitem__, Fraction(0), work)
    most_of = solved(graph, out, order, above.__getitem__, most, work) if graph.endless else best
    rows, scale = outcomes(graph, out, order, best.policy, work)
    book = graph.by_default()
    usual = solved(book, out, order, above.__getitem__, Fraction(0), work)
    usual_most = solved(book, out, order, above.__getitem__, most, work) if graph.endless else usual
    # A game is followed again where it decided something around it; what was found before leads from nowhere.
    first = graph.decisions[next(state for state in graph.questions if state in best.policy)]

    def between(state: int) -> Bounds:
        return Bounds(best.values[state] + least, most_of.values[state] + least)

    return BestPlay(
        aim.text,
        aim.mean,
        Solution(fields, rows, scale).with_unknown(),
        between(start),
        Bounds(usual.values[start] + least, usual_most.values[start] + least),
        tuple(map(between, first.options)),
        first.against,
    )
