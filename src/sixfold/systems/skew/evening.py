"""An evening of `skew`: good luck dice that are spent over some tasks (K8, K9)."""

from typing import Annotated, Any, Literal

from sixfold.bounds import ATTEMPTS, LUCK_DICE
from sixfold.rules.late import clamp
from sixfold.rules.message import counted
from sixfold.rules.plainly import Clauses
from sixfold.rules.rule import Options
from sixfold.rules.table import Table, Values
from sixfold.rules.words import Amount
from sixfold.systems.skew.rules import MOST_SKEW, Adjustments, Difficulty, Reroll, Skew, task
from sixfold.systems.skew.words import explain_task


def evening(
    table: Table,
    tasks: Annotated[
        int, Amount(words=("tasks", "task"), least=1, most=ATTEMPTS, number_first=True), "how many tasks there are"
    ],
    vs: Difficulty,
    good: Annotated[int, Amount(words=("good",), least=0, most=LUCK_DICE), "good luck dice for all of them"],
    skew: Skew = 0,
    modifier: Adjustments = 0,
    spend: Annotated[
        Literal["one", "most"], "if nobody is asked: one luck die per task, or as many as count (K9)"
    ] = "one",
    reroll: Reroll = "all",
) -> Values:
    """Spend good luck dice over some tasks, each of them before its task is thrown (K8, K9)."""
    useful = max(0, MOST_SKEW - skew)
    usual = useful if spend == "most" else min(1, useful)

    def one_task(table: Table, state: Any) -> Any:
        to_go, left, successes = state
        most = int(clamp(left, 0, useful))
        options = [counted(dice, "luck die", "luck dice") for dice in range(most + 1)]
        spent = table.choose("How many luck dice for this task?", options, min(most, usual))
        success = table.play(task, "success", skew=skew, luck=spent, modifier=modifier, vs=vs, reroll=reroll)
        table.tell(
            "K8", "{dice} spent: {so}",
            dice=lambda: counted(spent, "luck die", "luck dice"), so=lambda: "a success" if success else "a failure",
        )  # fmt: skip
        return to_go - 1, left - spent, successes + success

    _, left, successes = table.repeat(one_task, (tasks, good, 0), lambda state: state[0] <= 0)
    return {"successes": successes, "luck_left": left}


def better_evening(outcome: Values) -> Any:
    """More successes; then more luck dice that are left (K8)."""
    return outcome["successes"], outcome["luck_left"]


def announce_evening(outcome: Values, options: Options) -> str:
    words = f"{counted(outcome['successes'], 'success', 'successes')} in {counted(options['tasks'], 'task')}"
    left = outcome["luck_left"]
    return f"{words}, {counted(left, 'luck die', 'luck dice')} left" if left else words


def explain_evening(options: Options) -> Clauses:
    usual = "as many as count" if options["spend"] == "most" else "one for each task"
    dice = counted(options["good"], "good luck die", "good luck dice")
    yield "K8", f"{counted(options['tasks'], 'task')}, with {dice} in all."
    how = f"Before each task, spend some of them, up to {MOST_SKEW} high in total."
    yield "K9", f"{how} If nobody is asked: {usual}."
    yield from explain_task({**options, "luck": 0})
