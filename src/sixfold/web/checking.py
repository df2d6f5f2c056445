"""A check while it is being made: what it says, what is wrong with it, what may come next, which dice it throws.

All of it is answered in the loop: reading a check costs microseconds, and solving it is another question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from sixfold.bounds import COMPLETIONS, MENDED_LENGTH
from sixfold.checks.check import Check
from sixfold.checks.completing import completions
from sixfold.checks.head import read_head
from sixfold.checks.mending import mended
from sixfold.errors import NotationError, SixfoldError, TextError
from sixfold.room import next_dice, read_check
from sixfold.rules.rule import System
from sixfold.web.api.answers import Checked, Mistake

Systems = Mapping[str, System]
Asked = str | Mapping[str, Any]


def checked(asked: Asked, cursor: int | None, faces: Sequence[int] | None, systems: Systems) -> Checked:
    """What there is to say about a check, whether it can be read or not."""
    text = asked if isinstance(asked, str) else ""
    answer: Checked = {"version": 1, "text": "", "system": "", "rule": "", "options": {}}
    if cursor is not None:
        found = completions(text, cursor, systems)[:COMPLETIONS]
        answer["completions"] = [
            {"start": each.start, "end": each.end, "word": each.word, "form": each.form, "help": each.help}
            for each in found
        ]
    try:
        check = read_check(asked, systems)
    except SixfoldError as error:
        answer["problem"] = _mistake(error, systems)
        answer["system"], answer["rule"] = _named(text, systems)
        return answer
    answer["text"], answer["system"], answer["rule"] = check.text, check.system, check.rule.name
    answer["options"] = check.options
    if faces is not None:
        _typed(check, faces, answer)
    return answer


def _typed(check: Check, faces: Sequence[int], answer: Checked) -> None:
    """Which dice are thrown next on a real table, after those that lie there."""
    try:
        needed = next_dice(check, faces)
    except SixfoldError as error:
        answer["faces"] = {"code": error.code, "detail": error.message}
        return
    if needed is not None:
        answer["needed"] = {
            "size": needed.size, "label": needed.label, "sides": needed.sides, "lowest": needed.lowest,
        }  # fmt: skip


def _mistake(error: SixfoldError, systems: Systems) -> Mistake:
    details: Any = error.to_json()["error"]
    places = {name: details[name] for name in ("column", "expected", "guess") if name in details}
    found = cast("Mistake", {"code": error.code, "detail": error.message, **places})
    better = mended(error, systems) if isinstance(error, TextError) and len(error.text) <= MENDED_LENGTH else None
    if better is not None:
        found["mended"] = better
    return found


def _named(text: str, systems: Systems) -> tuple[str, str]:
    """The game and the rule that a text names, as far as it does."""
    try:
        head = read_head(text, systems)
    except NotationError:
        return "", ""
    return head.system.name, head.rule.name
