"""What the master asks for: who may answer it, with which check, who sees the answer, and who has answered."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sixfold.checks.check import Check, parse
from sixfold.errors import RoomError
from sixfold.room.people import may_see
from sixfold.room.state import Asked, State, Thrown

AS_OPEN: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({
    "all": ("all", "master", "blind"),
    "master": ("master", "blind"),
    "blind": ("blind",),
    "self": ("self",),
})  # fmt: skip
"""The visibilities of an answer, by that of its request: nobody more may see it, and the master never sees less."""

SEEN: Final[Mapping[str, str]] = MappingProxyType(
    {"all": "everyone", "master": "the GM and the roller", "blind": "the GM alone", "self": "the roller alone"}
)
"""Who sees a throw, in words."""


def may_answer(state: State, asked: Asked, person: str, replaced: Thrown | None) -> None:
    """Whether a person may throw for a request, perhaps in the place of a throw that answered it.

    Raises RoomError: room/forbidden if they were not asked, room/event if it was withdrawn, room/answered if they
    have answered, room/waiting if their answer waits for a choice or a witness.
    """
    whose = answers_for(asked, replaced.root if replaced is not None else None)
    if person not in asked.people and whose is None:
        raise RoomError("room/forbidden", "You were not asked for that.")
    if asked.withdrawn:
        raise RoomError("room/event", "That request is closed: the GM took it back.")
    waiting = [question.play for question in state.questions.values()]
    waiting += [call.play for call in state.calls.values()]
    if any(play.person == person and play.request.get("to") == asked.number for play in waiting):
        raise RoomError("room/waiting", "You already rolled for that: it waits for your choice, or for a witness.")
    if whose is None and has_answered(state, asked, person, person):
        raise RoomError("room/answered", "You already answered that. Correct your roll, or roll instead of it.")


def fits(state: State, asked: Asked, check: Check, visible: str) -> None:
    """Whether a check is what was asked for: the same rule, and everything that was said as it was said.

    The roller may set what was left open: modifiers, dice, a house rule. Raises RoomError: room/check
    for another check, room/visible where more people would see it, or the master would not.
    """
    wanted = parse(asked.check, state.systems)
    if (wanted.system, wanted.rule.name) != (check.system, check.rule.name):
        raise RoomError("room/check", f"The request is for {wanted.text}, and {check.text} is a different check.")
    for (_, before), (_, said), word in zip(wanted.settings, check.settings, wanted.rule.words, strict=True):
        if not word.keeps(before, said):
            label = ", with a label: +2 [mine]" if word.repeats and before != word.default else ""
            raise RoomError(
                "room/check",
                f"The request is for {wanted.text}, and {check.text} is a different check. Keep the words of the "
                f"request; you may add others{label}.",
            )
    if visible not in AS_OPEN[asked.visible]:
        raise RoomError("room/visible", f"{SEEN[asked.visible].capitalize()} should see it, as requested.")


def answers_for(asked: Asked, throw: int | None) -> str | None:
    """Who has answered with the throw of this number, if anybody has."""
    return next((person for person, number in asked.answers if number == throw), None)


def has_answered(state: State, asked: Asked, person: str, onlooker: str | None) -> bool:
    """Whether a person has answered a request, as an onlooker knows it.

    People who rolled blind know that they rolled, but not whether it was taken back since.
    """
    number = dict(asked.answers).get(person)
    thrown = state.thrown.get(state.latest.get(number) or number) if number is not None else None
    if thrown is None:
        return False
    if may_see(state, onlooker, thrown.play.seers, thrown.root):
        return thrown.record is not None
    return onlooker == person
