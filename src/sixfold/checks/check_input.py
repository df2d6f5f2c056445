"""A check while it is being made: what it says, what is wrong with it, what may come next, which dice it throws.

All of it is answered in the loop: reading a check costs microseconds, and solving it is another question.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NotRequired, TypedDict, cast

from sixfold.base.bounds import COMPLETIONS
from sixfold.checks.check import read_check
from sixfold.checks.completing import Completed, completions
from sixfold.checks.head import head_or_none
from sixfold.errors import DiceNeeded, SixfoldError, TextError
from sixfold.rules.check import Check
from sixfold.rules.rule import Systems

CheckInput = str | Mapping[str, Any]

NextDice = Callable[[Check, Sequence[int | str]], DiceNeeded | None]
"""Returns the dice that a check still needs after those on the table; None if it needs none."""


class Mistake(TypedDict):
    """A mistake in a check; `column` counts from 1, `mended` is the text with the guess in it."""

    code: str
    detail: str
    column: NotRequired[int]
    expected: NotRequired[list[str]]
    guess: NotRequired[str]
    mended: NotRequired[str]


class DiceToThrow(TypedDict):
    """Dice that are thrown next on a real table."""

    size: int
    label: str
    sides: int
    lowest: int


class Checked(TypedDict):
    """A check while it is being made: its canonical text and options, or what is wrong with it.

    `system` and `rule` are those that it names, also where the rest cannot be read. `needed` are the dice that are
    still to be typed, `faces` is what is wrong with those that were.
    """

    version: int
    text: str
    system: str
    rule: str
    options: dict[str, Any]
    problem: NotRequired[Mistake]
    completions: NotRequired[list[Completed]]
    needed: NotRequired[DiceToThrow]
    faces: NotRequired[Mistake]


def checked(
    source: CheckInput, cursor: int | None, faces: Sequence[int | str] | None, systems: Systems, next_dice: NextDice
) -> Checked:
    """Return everything about a check, whether it can be read or not."""
    text = source if isinstance(source, str) else ""
    answer: Checked = {"version": 1, "text": "", "system": "", "rule": "", "options": {}}
    if cursor is not None:
        answer["completions"] = completions(text, cursor, systems)[:COMPLETIONS]
    try:
        check = read_check(source, systems)
    except SixfoldError as error:
        answer["problem"] = _mistake(error)
        answer["system"], answer["rule"] = _named(text, systems)
        return answer
    answer["text"], answer["system"], answer["rule"] = check.text, check.system, check.rule.name
    answer["options"] = check.options
    try:
        needed = None if faces is None else next_dice(check, faces)
    except SixfoldError as error:
        answer["faces"] = {"code": error.code, "detail": error.message}
    else:
        if needed is not None:
            answer["needed"] = DiceToThrow(
                size=needed.size, label=needed.label, sides=needed.sides, lowest=needed.lowest
            )
    return answer


def _mistake(error: SixfoldError) -> Mistake:
    details = error.to_json()["error"]
    places = {name: details[name] for name in ("column", "expected", "guess") if name in details}
    mistake = cast("Mistake", {"code": error.code, "detail": error.message, **places})
    if isinstance(error, TextError) and error.mended is not None:
        mistake["mended"] = error.mended
    return mistake


def _named(text: str, systems: Systems) -> tuple[str, str]:
    """The game and the rule that a text names, as far as it does."""
    head = head_or_none(text, systems)
    return (head.system.name, head.rule.name) if head is not None else ("", "")
