"""Corrections: the same dice are read again; a roll, an act of an instrument or a request is taken back.

The first form stays visible.
"""

from typing import Any

from msgspec.structs import replace

from sixfold.checks.check import parse, read_check
from sixfold.errors import ChoiceNeeded, DiceNeeded, RoomError
from sixfold.playing.record import Record
from sixfold.table.room.commands import Correct
from sixfold.table.room.event_kinds import Corrected
from sixfold.table.room.instrument_commands import follow_entry, follow_roll
from sixfold.table.room.instruments import Entry
from sixfold.table.room.log_event import LogEvent
from sixfold.table.room.names import read_line
from sixfold.table.room.playing import PlayCheck, document
from sixfold.table.room.requests import require_fit
from sixfold.table.room.rolls import roll_of, with_check
from sixfold.table.room.state import ActDone, Draft, GmRequest, RollDone, RoomState
from sixfold.table.room.visibility import Person, may_see


def correct(draft: Draft, command: Correct, by: Person) -> None:
    """Read the dice of a roll again, or take back a roll, an act or a request."""
    state = draft.state
    reason = read_line(command.reason) if command.reason else ""
    done = state.acts.get(command.throw) or state.requests.get(command.throw)
    if done is not None:
        _may_take_back(by, done, command)
        draft.write(by.id, Corrected(throw=command.throw, withdrawn=True, reason=reason), done.seers)
        return
    roll = _roll_to_correct(state, command.throw, by)
    if command.withdraw:
        corrected = Corrected(throw=roll.root, withdrawn=True, reason=reason)
    else:
        record = _read_again(state, roll, command, draft.play_check)
        request = with_check(roll.play.request, record.check)
        roll_request = state.requests.get(request.to or 0)
        if roll_request is not None and by.role != "master":
            require_fit(state, roll_request, record.check, roll_request.body.visible)
        corrected = Corrected(throw=roll.root, record=document(record), request=request, reason=reason)
    draft.write(by.id, corrected, roll.play.seers)


def _roll_to_correct(state: RoomState, number: int, by: Person) -> RollDone:
    """Return a roll that counts, for its roller or a GM who sees it."""
    roll = roll_of(state, number, by.id)
    if by.id != roll.play.person and by.role != "master":
        raise RoomError("room/forbidden", "Only the roller or the GM can correct it.")
    if roll.record is None:
        taken_back = state.rolls[roll.root].corrections
        raise RoomError("room/event", "That was taken back." if taken_back else "That roll failed: roll again.")
    return roll


def _may_take_back(by: Person, done: ActDone | GmRequest, command: Correct) -> None:
    """Something done with an instrument is taken back by the person who did it or the GM, a request by a GM."""
    if not may_see(by, done.seers, command.throw):
        raise RoomError("room/event", f"You see no roll with the number {command.throw}.")
    if by.role != "master" and (isinstance(done, GmRequest) or by.id != done.body.by):
        who_may = (
            "the GM withdraws a request" if isinstance(done, GmRequest) else "the person who did it, or the GM, can"
        )
        raise RoomError("room/forbidden", f"Only {who_may}, so you cannot take this back.")
    if done.withdrawn:
        raise RoomError("room/event", "That was taken back.")
    if not command.withdraw:
        raise RoomError("room/event", "That was not a roll: take it back, and do it again.")


def _read_again(state: RoomState, roll: RollDone, command: Correct, play_check: PlayCheck) -> Record:
    """The record of a correction; its dice are those of the first roll, unless they were typed and typed wrong."""
    before: Any = roll.record
    check = read_check(command.check, state.systems) if command.check else parse(before["text"], state.systems)
    if command.faces is not None and not roll.play.typed:
        raise RoomError("room/dice", "Drawn dice cannot change: roll again instead.")
    lying = [face for throw in before["throws"] for face in throw["faces"]]
    faces = lying if command.faces is None else command.faces
    choices = command.choices
    if choices is None and check.text == before["text"]:
        choices = before.get("choices")
    try:
        result = play_check(check, faces, None, tuple(choices) if choices else None, before["source"])
    except DiceNeeded:
        if roll.play.typed:
            raise
        raise RoomError("room/dice", "That check needs more dice than were rolled: roll again instead.") from None
    if isinstance(result, ChoiceNeeded):
        raise result
    return result


def apply_corrected(state: RoomState, event: LogEvent, body: Corrected) -> RoomState:
    if state.acts.get(body.throw) is not None:
        return _without_act(state, event, body)
    if state.requests.get(body.throw) is not None:
        return _without_request(state, body.throw)
    return _with_correction(state, event, body)


def _without_act(state: RoomState, event: LogEvent, body: Corrected) -> RoomState:
    done = state.acts[body.throw]
    state = replace(state, acts=state.acts.having(body.throw, replace(done, withdrawn=True)))
    return follow_entry(state, state.systems[done.body.system], Entry(body.number, body.throw, None, event.audience))


def _without_request(state: RoomState, number: int) -> RoomState:
    requests = state.requests.having(number, replace(state.requests[number], withdrawn=True))
    still_open = tuple(other for other in state.open_requests if other != number)
    return replace(state, requests=requests, open_requests=still_open)


def _with_correction(state: RoomState, event: LogEvent, body: Corrected) -> RoomState:
    first = state.rolls[body.throw]
    play = replace(first.play, seers=event.audience, request=body.request or first.play.request)
    roll = replace(first, play=play, record=body.record, private=event.private)
    first = replace(first, corrections=(*first.corrections, body.number))
    state = replace(state, rolls=state.rolls.having(body.throw, first).having(body.number, roll))
    return follow_roll(state, body.number, roll)
