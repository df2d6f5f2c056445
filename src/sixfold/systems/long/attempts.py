"""Several attempts at one check: how many succeed, whether one does, and the best of them."""

from typing import Annotated, Any

from sixfold.bounds import ATTEMPTS
from sixfold.rules.check import Check
from sixfold.rules.message import counted
from sixfold.rules.rule import Event, Options, Refusal, Rule
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clauses
from sixfold.rules.words import Amount
from sixfold.systems.long.succeeding import attempt, no_success, success_of


def attempts(
    table: Table,
    check: Check,
    times: Annotated[
        int,
        Amount(
            words=("times", "time", "attempts", "attempt", "tries", "try"), least=1, most=ATTEMPTS, number_first=True
        ),
        "how many attempts there are",
    ],
    stop: Annotated[bool, "stop at the first success"] = False,
) -> Values:
    """Attempt a check several times: how many succeed, or which is the first."""

    def once(table: Table, successes: int) -> Any:
        (success,) = attempt(table, check)
        table.tell("long", "{so}", so=lambda: "a success" if success else "a failure")
        return successes + success

    over = (lambda successes: successes >= 1) if stop else (lambda successes: False)
    successes, made = table.repeat(once, 0, over, times, counted=True)
    outcome = {"success": successes >= 1}
    return {**outcome, "attempts": made} if stop else {**outcome, "successes": successes}


def _announce(outcome: Values, options: Options) -> str:
    if options["stop"]:
        made = counted(outcome["attempts"], "attempt")
        return f"Success at attempt {outcome['attempts']}" if outcome["success"] else f"No success in {made}"
    return f"{counted(outcome['successes'], 'success', 'successes')} in {counted(options['times'], 'attempt')}"


def _explain(options: Options) -> Clauses:
    check: Check = options["check"]
    often = counted(options["times"], "time")
    yield "long", f"Make this check {f'up to {often}, until it succeeds' if options['stop'] else often}: {check}."
    yield "long", "One success is enough." if options["stop"] else "Each success counts."
    yield from check.rule.explanation(check.arguments)


def _refuse(options: Options) -> Refusal | None:
    return None if success_of(options["check"]) is not None else no_success(options["check"], "check")


def _better(outcome: Values) -> Any:
    """A success; then more of them, or after fewer attempts."""
    return outcome["success"], outcome.get("successes", 0), -outcome.get("attempts", 0)


ATTEMPTS_RULE = Rule(
    attempts,
    title="several attempts: how many of them succeed",
    example="long (ten +2) 3 times",
    announce=_announce,
    explain=_explain,
    refuse=_refuse,
    better=_better,
    events=(Event("success", "At least one success", "success", otherwise="No success"),),
    chart="successes",
    time="attempts",
    zeros=("successes", "attempts"),
)
