"""Calls that roll, ask, answer, show and note in a room."""

import asyncio
from contextlib import suppress

from msgspec.structs import replace

from sixfold.base.bounds import WITNESS_SECONDS, WITNESSES
from sixfold.errors import RoomError
from sixfold.table.room import Decided, LogEvent, entropy_of, seen_by
from sixfold.table.room.commands import (
    Answer,
    Correct,
    EditCharacter,
    Note,
    RequestRoll,
    Reveal,
    Roll,
    Unwitnessed,
    Use,
    Witness,
)
from sixfold.table.room.event_kinds import Called, Failed
from sixfold.table.room.results import failure_of
from sixfold.table.room.state import Call
from sixfold.table.server.api.command_calls import EventShape, RequestBody, http_call, idempotency_of, shown_to, submit
from sixfold.table.server.requester import ApiRequest
from sixfold.table.server.room_service import RoomService


async def submit_roll(
    request: ApiRequest, service: RoomService, room_id: str, command: Roll | Answer, data: RequestBody
) -> EventShape:
    """Return the event in which a roll came out. Raises RoomError for one that failed: its draw is used up.

    A roller who sends no entropy has one that follows from their own key of this post.
    """
    if command.seen is not None and not await service.follows(room_id, command.seen.number, command.seen.hash):
        raise RoomError(
            "room/seen",
            f"This table has another log than the one in which you saw event {command.seen.number}. Load it anew, and "
            "compare the last hash with the others before you roll.",
        )
    key = request.headers.get("idempotency-key", "")
    witnesses = (await service.live_room(room_id)).witnesses(command.by) if command.faces is None else ()
    command = replace(command, c=command.c or (entropy_of(key) if key else None), witness=next(iter(witnesses), None))
    try:
        decided = await service.submit(room_id, command, *idempotency_of(request, command.by, data))
    except RoomError as error:
        state = await service.state(room_id)
        waiting = next((open_call for open_call in state.calls.values() if open_call.play.person == command.by), None)
        if error.code != "room/waiting" or waiting is None:
            raise
        # Their last roll comes first: nobody waits for it any more if a server was killed in the midst of it.
        await wait_for_witness(service, room_id, waiting)
        decided = await service.submit(room_id, command, *idempotency_of(request, command.by, data))
    event = await wait_for_result(service, room_id, decided)
    if isinstance(event.body, Failed):
        raise failure_of(seen_by(event, await service.person(room_id, command.by)))
    return await shown_to(service, room_id, event, command.by)


async def wait_for_result(service: RoomService, room_id: str, decided: Decided) -> LogEvent:
    """Return the event in which a roll came out: at once, or when its call has found a witness or none."""
    call = decided.state.calls.get(decided.number)
    if call is not None:
        return await wait_for_witness(service, room_id, call)
    if decided.events:
        return await service.answering_event(room_id, decided)
    return await _answer_to(service, room_id, decided.number)


async def wait_for_witness(service: RoomService, room_id: str, call: Call) -> LogEvent:
    """Ask one witness after the other for entropy, then go without. Returns the event in which the roll came out."""
    number = call.body.number
    silent: list[str] = []
    live_room = await service.live_room(room_id)
    others = [person for person in live_room.witnesses(call.play.person) if person != call.body.witness]
    for person in [call.body.witness or "", *others][:WITNESSES]:
        outcome = live_room.awaiting(number)
        live_room.want(person, number)
        try:
            return await asyncio.wait_for(asyncio.shield(outcome), WITNESS_SECONDS)
        except TimeoutError:
            silent.append(person)
    with suppress(RoomError):  # somebody was faster
        await service.submit(room_id, Unwitnessed(number, tuple(silent)))
    return await _answer_to(service, room_id, number)


async def _answer_to(service: RoomService, room_id: str, call: int) -> LogEvent:
    """The event in which a call that was answered before came out."""
    event = await service.event(room_id, call)
    if not isinstance(event.body, Called):
        return event
    after = call
    while events := await service.events(room_id, after):
        for later in events:
            if call in later.body.settles:
                return later
        after = events[-1].number
    return event


async def submit_entropy(
    request: ApiRequest, service: RoomService, room_id: str, command: Witness, data: RequestBody
) -> EventShape:
    """The event that came of a witness's entropy."""
    try:
        return await submit(request, service, room_id, command, data)
    except RoomError as error:
        called = await service.event(room_id, command.call) if error.code == "room/event" else None
        if called is None or not isinstance(called.body, Called) or called.body.person == command.by:
            raise
        # A witness who is late has done nothing wrong: they get the result of the roll without them.
        return await shown_to(service, room_id, await _answer_to(service, room_id, command.call), command.by)


HANDLERS = [
    http_call(Roll, "Roll a check; with a key, the same post is the same roll", submit_roll),
    http_call(Witness, "Send your entropy for somebody else's roll", submit_entropy),
    http_call(Answer, "Choose an option when the rules ask you", submit_roll),
    http_call(Reveal, "Show a hidden roll to everyone"),
    http_call(Correct, "Correct a roll, or take it back; the first stays in the log"),
    http_call(RequestRoll, "Ask people for a check, as master"),
    http_call(Note, "Add a line to the log"),
    http_call(EditCharacter, "Make a character, change it, hand it over, show it or remove it"),
    http_call(Use, "Use a command of one of the games' instruments"),
]
