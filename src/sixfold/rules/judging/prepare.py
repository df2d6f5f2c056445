"""Functions of rules before and after they are played: those of authors do the same twice, and change nothing."""

from collections.abc import Callable, Mapping
from typing import Any

from sixfold.rules.check import Check
from sixfold.rules.functions import is_builtin
from sixfold.rules.judging.watched import watched


def prepare_rule(play: Callable[..., Any], options: Mapping[str, Any]) -> tuple[Callable[..., Any], Callable[[], None]]:
    """Return a rule's function as tables play it, and a check for after that: whether it left everything as it was.

    Both raise RuleError (rule/chance, rule/changing) with the author's line: this for a rule that does not do the same
    with the same dice, and the check for one that changed anything outside of itself.
    """
    inside = [(value.rule.play, value.arguments) for value in options.values() if isinstance(value, Check)]
    authors = [(each, given) for each, given in (*inside, (play, options)) if not is_builtin(each)]
    if not authors:
        return play, nothing_changed
    from sixfold.rules.judging.determinism import judged  # here, since the package's own games never need it

    return watched(play), judged(authors)


def nothing_changed() -> None:
    """Return nothing: rules of the package change nothing."""
