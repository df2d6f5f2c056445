"""Requests: who may answer one, with which check, who sees it, and who has answered. Notes: a line in the log."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from sixfold.base.bounds import OPEN_ASKS
from sixfold.checks.check import parse, read_check
from sixfold.errors import RoomError
from sixfold.rules.check import Check
from sixfold.table.room.commands import Ask, Note
from sixfold.table.room.event_kinds import Noted, Requested
from sixfold.table.room.log_event import LogEvent
from sixfold.table.room.names import read_line
from sixfold.table.room.playing import of_check
from sixfold.table.room.state import Draft, RollDone, RollRequest, RoomState, require_member
from sixfold.table.room.visibility import AS_OPEN, audience, may_see, together

SEEN: Final[Mapping[str, str]] = MappingProxyType(
    {"all": "everyone", "master": "the GM and the roller", "blind": "the GM alone", "self": "the roller alone"}
)
"""The people who see a roll, in words."""


def request(draft: Draft, command: Ask) -> None:
    """Ask one, some or every player for a check, as GM."""
    state = draft.state
    master = require_member(state, command.by, "master")
    check = read_check(command.check, state.systems)
    named = command.people or tuple(p.id for p in state.members if p.role == "player")
    people = [require_member(state, person, "master", "player").id for person in dict.fromkeys(named)]
    if not people:
        raise RoomError("room/person", "There is nobody to ask yet.")
    audience(state.people, people[0], command.visible)
    seers = None
    if command.visible != "all":
        seers = together(audience(state.people, master.id, "master"), people)
    draft.write(master.id, Requested(**of_check(check), visible=command.visible, people=people), seers)


def apply_requested(state: RoomState, event: LogEvent, body: Requested) -> RoomState:
    ask = RollRequest(body, event.audience)
    asking = (*state.asking, body.number)[-OPEN_ASKS:]
    return replace(state, asks=state.asks.having(body.number, ask), asking=asking)


def answered_by(state: RoomState, request: Mapping[str, Any], person: str, number: int) -> RoomState:
    """Return the room after a roll that may answer a request; one instead of another answers for the same person."""
    ask = state.asks.get(request.get("to", 0))
    if ask is None:
        return state
    whose = answers_for(ask, request.get("instead")) or person
    answered = replace(ask, answers={**ask.answers, whose: number})
    return replace(state, asks=state.asks.having(ask.body.number, answered))


def may_answer(state: RoomState, ask: RollRequest, person: str, replaced: RollDone | None) -> None:
    """Check that a person may roll for a request, perhaps instead of a roll that answered it.

    Raises RoomError: room/forbidden if they were not asked, room/event if it was withdrawn, room/answered if they
    have answered, room/waiting if their answer waits for a choice or a witness.
    """
    whose = answers_for(ask, replaced.root if replaced is not None else None)
    if person not in ask.body.people and whose is None:
        raise RoomError("room/forbidden", "You were not asked for that.")
    if ask.withdrawn:
        raise RoomError("room/event", "That request is closed: the GM took it back.")
    waiting = [question.play for question in state.questions.values()]
    waiting += [call.play for call in state.calls.values()]
    if any(play.person == person and play.request.get("to") == ask.body.number for play in waiting):
        raise RoomError("room/waiting", "You already rolled for that: it waits for your choice, or for a witness.")
    if whose is None and has_answered(state, ask, person, person):
        raise RoomError("room/answered", "You already answered that. Correct your roll, or roll instead of it.")


def fits(state: RoomState, ask: RollRequest, check: Check, visible: str) -> None:
    """Check that a roll is what was asked for: the same rule, and everything that was said as it was said.

    The roller may set what was left open: modifiers, dice, a house rule. Raises RoomError: room/check
    for another check, room/visible where more people would see it, or the GM would not.
    """
    wanted = parse(ask.body.check, state.systems)
    other = f"The request is for {wanted.text}, and {check.text} is a different check."
    if (wanted.system, wanted.rule.name) != (check.system, check.rule.name):
        raise RoomError("room/check", other)
    for (_, before), (_, said), word in zip(wanted.settings, check.settings, wanted.rule.words, strict=True):
        if not word.keeps(before, said):
            label = ", with a label: +2 [mine]" if word.repeats and before != word.default else ""
            raise RoomError("room/check", f"{other} Keep the words of the request; you may add others{label}.")
    if visible not in AS_OPEN[ask.body.visible]:
        raise RoomError("room/visible", f"{SEEN[ask.body.visible].capitalize()} should see it, as requested.")


def answers_for(ask: RollRequest, roll: int | None) -> str | None:
    """Return the person who answered with the roll of this number, if anybody did."""
    return next((person for person, number in ask.answers.items() if number == roll), None)


def has_answered(state: RoomState, ask: RollRequest, person: str, onlooker: str | None) -> bool:
    """Whether a person has answered a request, as an onlooker knows it.

    People who rolled blind know that they rolled, but not whether it was taken back since.
    """
    number = ask.answers.get(person)
    roll = state.rolls.get(state.latest.get(number) or number) if number is not None else None
    if roll is None:
        return False
    if may_see(state.people.get(onlooker or ""), roll.play.seers, roll.root):
        return roll.record is not None
    return onlooker == person


def note(draft: Draft, command: Note) -> None:
    """Write a line, as anyone but a spectator: for all, for the GM and oneself, for oneself, or for some people."""
    person = require_member(draft.state, command.by, "master", "player")
    people = [require_member(draft.state, other).id for other in dict.fromkeys(command.people) if other != person.id]
    seers = audience(draft.state.people, person.id, "self" if command.people else command.visible)
    draft.write(person.id, Noted(text=read_line(command.text), people=people), together(seers, people))


def apply_noted(state: RoomState, event: LogEvent, body: Noted) -> RoomState:
    return state
