"""Throws that wait for a witness: another browser is asked, then the next; at last the throw stands without one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sixfold.bounds import WITNESS_SECONDS, WITNESSES
from sixfold.errors import RoomError
from sixfold.room import Event
from sixfold.room.commands import Unwitnessed
from sixfold.room.kinds import Called, Drawn, Restored
from sixfold.web.hall import Asked, Hall


async def settled(hall: Hall, room: str, asked: Asked) -> Event:
    """The event in which a throw came out: at once, or when its call has found a witness or none."""
    call = asked.state.calls.get(asked.number)
    if call is None:
        return await (_answer_to(hall, room, asked.number) if asked.again else hall.answer(room, asked))
    silent: list[str] = []
    others = [person for person in hall.hub.witnesses(room, call.play.person) if person != call.witness]
    for person in [call.witness or "", *others][:WITNESSES]:
        done = hall.awaiting(room, asked.number)
        hall.hub.want(room, person, asked.number)
        try:
            return await asyncio.wait_for(asyncio.shield(done), WITNESS_SECONDS)
        except TimeoutError:
            silent.append(person)
    await let_stand(hall, room, asked.number, silent)
    return await _answer_to(hall, room, asked.number)


async def let_stand(hall: Hall, room: str, call: int, silent: Sequence[str]) -> None:
    """A throw without a witness; nothing where somebody was faster."""
    try:
        await hall.ask(room, Unwitnessed(call, tuple(silent)))
    except RoomError:
        return


async def too_late(hall: Hall, room: str, call: int, person: str) -> Event | None:
    """What came of a call of somebody else while its witness was still answering; None where it is no such call."""
    event = await hall.event(room, call)
    if not isinstance(event.body, Called) or event.body.person == person:
        return None
    return await _answer_to(hall, room, call)


async def _answer_to(hall: Hall, room: str, call: int) -> Event:
    """The event in which a call that was answered before came out."""
    event = await hall.event(room, call)
    if not isinstance(event.body, Called):
        return event
    after = call
    while events := await hall.events(room, after):
        for later in events:
            if answers(later, call):
                return later
        after = events[-1].number
    return event


def answers(event: Event, call: int) -> bool:
    """Whether an event is what came of a call: a throw, a question, or that it is void."""
    if isinstance(event.body, Restored):
        return call in event.body.void
    return isinstance(event.body, Drawn) and event.body.call == call
