"""Functions of rules as tables play them: those of authors on a table that looks at what it is told."""

from collections.abc import Callable, Mapping
from typing import Any

from sixfold.rules.check import Check
from sixfold.rules.functions import is_builtin


def inner_rule(
    rule: Callable[..., Any] | Check, options: Mapping[str, Any]
) -> tuple[Callable[..., Any], Mapping[str, Any]]:
    """Return the function of what is played inside a rule, and its options: those of a check, and those given here."""
    if isinstance(rule, Check):
        return watched(rule.rule.play), {**rule.arguments, **options}
    return rule, options


def watched(play: Callable[..., Any]) -> Callable[..., Any]:
    """Return a rule's function as tables play it: an author's is played on a table that looks at what it is told."""
    if is_builtin(play):
        return play
    from sixfold.rules.judging.strict_table import Watched  # here, since the package's own games never need it

    return Watched(play)
