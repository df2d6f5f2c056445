"""Successes of checks of any game, and several attempts at one check."""

from typing import Annotated, Any, NamedTuple

from sixfold.base.bounds import ATTEMPTS
from sixfold.base.wording import counted
from sixfold.rules import Amount
from sixfold.rules.check import Check
from sixfold.rules.dry_run import has
from sixfold.rules.rule import Event, Options, Refusal, Rule
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clauses

BAD = ("failure", "blunder")
"""The marks of events that are no success."""


class Success(NamedTuple):
    """The field of an outcome that tells, and which of its names is a success, or which are none."""

    field: str
    good: str = ""
    bad: tuple[str, ...] = ()

    def holds(self, value: Any) -> Any:
        """Whether a value of the field is a success."""
        if self.good:
            return value == self.good
        return value not in self.bad if self.bad else value


def success_of(check: Check) -> Success | None:
    """Return the success of a check: the one that its game names, or else anything but a failure; None for neither.

    A rule may say that with an option another field counts: in combat, the hit of an `odgs` save (O9).

    >>> from sixfold import parse
    >>> success_of(parse("ten attack damage 1d6")), success_of(parse("hs 3d")), success_of(parse("wild 3D"))
    (Success(field='hit', good='', bad=()), Success(field='result', good='', bad=('fumble',)), None)
    >>> success_of(parse("odgs vs 15")).field, success_of(parse("odgs vs 15 combat")).field
    ('success', 'hit')
    """
    for option, field in check.rule.counts.items():
        if check.arguments[option]:
            return Success(field)
    event = check.rule.success
    if event is not None:
        field, _, value = event.name.partition("=")
        return Success(field, value) if has(check, field) else None
    bad = [event.name.partition("=") for event in check.rule.events if event.sign in BAD and "=" in event.name]
    return Success(bad[0][0], "", tuple([value for _, _, value in bad])) if bad else None


def no_success(check: Check, about: str) -> Refusal:
    """Why a check cannot be counted: nothing in it is a success."""
    open_words = [word for word in check.rule.words if word.name == "vs" and check.arguments["vs"] is None]
    instead = f": say {open_words[0].forms[0]} with it" if open_words else ""
    return "rule/forbidden", f"Nothing in “{check}” is a success{instead}.", about


def attempt(table: Table, check: Check, *others: str, **options: Any) -> tuple[Any, ...]:
    """Whether a check succeeds, and other values of its outcome."""
    success = success_of(check)
    assert success is not None
    value, *rest = table.play(check, (success.field, *others), **options)
    check.rule.check_events({success.field: value})
    return success.holds(value), *rest


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
