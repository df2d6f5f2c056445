"""Successes of checks of any game."""

from typing import Any, NamedTuple

from sixfold.rules.check import Check
from sixfold.rules.dry_run import has
from sixfold.rules.rule import Refusal
from sixfold.rules.table import Table

BAD = ("failure", "blunder")
"""The marks of events that are no success."""


class Success(NamedTuple):
    """The field of an outcome that tells, and which of its names is a success, or which are none."""

    field: str
    good: str = ""
    bad: tuple[str, ...] = ()

    def holds(self, value: Any) -> Any:
        """Whether a value of the field is a success."""
        return value == self.good if self.good else value not in self.bad if self.bad else value


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
    told, *rest = table.play(check, (success.field, *others), **options)
    return success.holds(told), *rest
