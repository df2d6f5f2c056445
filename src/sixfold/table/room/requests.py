"""Requests: who may answer one, with which check, who sees it, and who has answered."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from sixfold.base.bounds import OPEN_REQUESTS
from sixfold.checks.check import parse, read_check
from sixfold.errors import RoomError
from sixfold.rules.check import Check
from sixfold.table.room.commands import RequestRoll
from sixfold.table.room.event_kinds import Requested, RollTerms
from sixfold.table.room.log_event import LogEvent
from sixfold.table.room.playing import versions
from sixfold.table.room.state import Draft, GmRequest, RollDone, RoomState, require_member
from sixfold.table.room.visibility import AS_OPEN, Person, audience, may_see, together

SEEN: Final[Mapping[str, str]] = MappingProxyType(
    {"all": "everyone", "master": "the GM and the roller", "blind": "the GM alone", "self": "the roller alone"}
)
"""The people who see a roll, in words."""


def request_roll(draft: Draft, command: RequestRoll, by: Person) -> None:
    """Ask one, some or every player for a check, as GM."""
    state = draft.state
    check = read_check(command.check, state.systems)
    named = command.people or tuple(p.id for p in state.members if p.role == "player")
    people = [require_member(state, person, "master", "player").id for person in dict.fromkeys(named)]
    if not people:
        raise RoomError("room/person", "There is nobody to ask yet.")
    audience(state.people, people[0], command.visible)
    seers = None
    if command.visible != "all":
        seers = together(audience(state.people, by.id, "master"), people)
    requested = Requested(check=check.text, versions=versions(check), visible=command.visible, people=people)
    draft.write(by.id, requested, seers)


def apply_requested(state: RoomState, event: LogEvent, body: Requested) -> RoomState:
    roll_request = GmRequest(body, event.audience)
    open_requests = (*state.open_requests, body.number)[-OPEN_REQUESTS:]
    return replace(state, requests=state.requests.having(body.number, roll_request), open_requests=open_requests)


def with_answer(state: RoomState, request: RollTerms, person: str, number: int) -> RoomState:
    """Return the room after a roll that may answer a request; one instead of another answers for the same person."""
    roll_request = state.requests.get(request.to or 0)
    if roll_request is None:
        return state
    whose = who_answered(roll_request, request.instead or None) or person
    after = replace(roll_request, answers={**roll_request.answers, whose: number})
    return replace(state, requests=state.requests.having(roll_request.body.number, after))


def require_may_answer(state: RoomState, roll_request: GmRequest, person: str, replaced: RollDone | None) -> None:
    """Check that a person may roll for a request, perhaps instead of a roll that answered it.

    Raises RoomError: room/forbidden if they were not asked, room/event if it was withdrawn, room/answered if they
    have answered, room/waiting if their answer waits for a choice or a witness.
    """
    whose = who_answered(roll_request, replaced.root if replaced is not None else None)
    if person not in roll_request.body.people and whose is None:
        raise RoomError("room/forbidden", "You were not asked for that.")
    if roll_request.withdrawn:
        raise RoomError("room/event", "That request is closed: the GM took it back.")
    waiting = [question.play for question in state.questions.values()]
    waiting += [call.play for call in state.calls.values()]
    if any(play.person == person and play.request.to == roll_request.body.number for play in waiting):
        raise RoomError("room/waiting", "You already rolled for that: it waits for your choice, or for a witness.")
    if whose is None and has_answered(state, roll_request, person, person):
        raise RoomError("room/answered", "You already answered that. Correct your roll, or roll instead of it.")


def require_fit(state: RoomState, roll_request: GmRequest, check: Check, visible: str) -> None:
    """Check that a roll is what was asked for: the same rule, and everything that was said as it was said.

    The roller may set what was left open: modifiers, dice, a house rule. Raises RoomError: room/check
    for another check, room/visible where more people would see it, or the GM would not.
    """
    wanted = parse(roll_request.body.check, state.systems)
    refusal = f"The request is for {wanted.text}, and {check.text} is a different check."
    if (wanted.system, wanted.rule.name) != (check.system, check.rule.name):
        raise RoomError("room/check", refusal)
    for (_, before), (_, value), word in zip(wanted.settings, check.settings, wanted.rule.words, strict=True):
        if not word.keeps(before, value):
            label = ", with a label: +2 [mine]" if word.repeats and before != word.default else ""
            raise RoomError("room/check", f"{refusal} Keep the words of the request; you may add others{label}.")
    if visible not in AS_OPEN[roll_request.body.visible]:
        raise RoomError("room/visible", f"{SEEN[roll_request.body.visible].capitalize()} should see it, as requested.")


def who_answered(roll_request: GmRequest, roll: int | None) -> str | None:
    """Return the person who answered with the roll of this number, if anybody did."""
    return next((person for person, number in roll_request.answers.items() if number == roll), None)


def has_answered(state: RoomState, roll_request: GmRequest, person: str, onlooker: str | None) -> bool:
    """Whether a person has answered a request, as an onlooker knows it.

    People who rolled blind know that they rolled, but not whether it was taken back since.
    """
    number = roll_request.answers.get(person)
    if number is None:
        return False
    roll = state.rolls[state.roll_and_corrections(number)[-1]]
    if may_see(state.people.get(onlooker or ""), roll.play.seers, roll.root):
        return roll.record is not None
    return onlooker == person
