"""Functions of rules before and after they are played: those of authors do the same twice, and change nothing."""

from collections.abc import Callable, Mapping
from typing import Any

from sixfold.rules.check import Check
from sixfold.rules.functions import is_builtin


def prepare_rule(play: Callable[..., Any], options: Mapping[str, Any]) -> tuple[Callable[..., Any], Callable[[], None]]:
    """Return a rule's function as tables play it, and a check for after that: whether it left everything as it was.

    Both raise RuleError (rule/chance, rule/changing) with the author's line: this for a rule that does not do the same
    with the same dice, and the check for one that changed anything outside of itself.
    """
    inside = [check for value in options.values() if isinstance(value, Check) for check in value.every()]
    played = [*[(check.rule.play, check.arguments) for check in inside], (play, options)]
    authors = [(each, given) for each, given in played if not is_builtin(each)]
    if not authors:
        return play, nothing_changed
    from sixfold.rules.judging.determinism import judged  # here, since the package's own games never need it

    return judged(play, authors)


def nothing_changed() -> None:
    """Return nothing: rules of the package change nothing."""
