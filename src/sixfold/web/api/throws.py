"""What is thrown, asked, answered, shown and noted in a room."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from litestar import post
from litestar.params import FromPath, JSONBody

from sixfold.bounds import WITNESS_SECONDS, WITNESSES
from sixfold.errors import RoomError
from sixfold.room import Event, entropy_of
from sixfold.room.commands import Answer, Ask, Correct, Note, Reveal, Throw, Unwitnessed, Use, Witness
from sixfold.room.draws import failure
from sixfold.room.kinds import Called, Drawn, Restored
from sixfold.web.api.answers import EventShape
from sixfold.web.api.bodies import (
    NewAnswer,
    NewCorrection,
    NewNote,
    NewRequest,
    NewReveal,
    NewThrow,
    NewUse,
    NewWitness,
)
from sixfold.web.api.rooms import done, key_of, seen
from sixfold.web.asking import Asking, TheHall, asker
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


TAGS = ["throws"]


def entropy(request: Asking, said: str | None) -> str:
    """Return the roller's entropy: the one they send, or one that follows from their own key of this post."""
    key = request.headers.get("idempotency-key", "")
    return said or (entropy_of(key) if key else "")


async def rolled(hall: TheHall, room: str, asked: Asked, by: str) -> EventShape:
    """The event in which a roll came out. Raises RoomError for one that failed: its draw is used up."""
    shown = await seen(hall, room, await settled(hall, room, asked), by)
    if shown["kind"] == "failed":
        raise failure(shown)
    return shown


@post("/rooms/{room:str}/throws", tags=TAGS, summary="Roll a check; with a key, the same post is the same roll")
async def throw(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[NewThrow]) -> EventShape:
    by = (await asker(request, hall, room)).id
    witness = next(iter(hall.hub.witnesses(room, by)), None) if data.faces is None else None
    command = Throw(
        by,
        data.check,
        data.visible or "",
        entropy(request, data.c),
        data.index,
        data.faces,
        data.to,
        data.instead,
        witness,
    )
    asked = await hall.ask(room, command, *key_of(request, by, data))
    return await rolled(hall, room, asked, by)


@post("/rooms/{room:str}/witnesses", tags=TAGS, summary="Send your entropy for somebody else's roll")
async def witness(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[NewWitness]) -> EventShape:
    by = (await asker(request, hall, room)).id
    try:
        return await done(request, hall, room, Witness(by, data.call, data.w), by, data)
    except RoomError as error:
        # A witness who is late has done nothing wrong: they get the result of the roll without them.
        late = await too_late(hall, room, data.call, by) if error.code == "room/event" else None
        if late is None:
            raise
        return await seen(hall, room, late, by)


@post("/rooms/{room:str}/answers", tags=TAGS, summary="Choose an option when the rules ask you")
async def answer(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[NewAnswer]) -> EventShape:
    by = (await asker(request, hall, room)).id
    witness = next(iter(hall.hub.witnesses(room, by)), None) if data.faces is None else None
    command = Answer(by, data.question, data.choice, entropy(request, data.c), data.index, data.faces, witness)
    asked = await hall.ask(room, command, *key_of(request, by, data))
    return await rolled(hall, room, asked, by)


@post("/rooms/{room:str}/reveals", tags=TAGS, summary="Show a hidden roll to everyone")
async def reveal(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[NewReveal]) -> EventShape:
    by = (await asker(request, hall, room)).id
    return await done(request, hall, room, Reveal(by, data.throw), by, data)


@post("/rooms/{room:str}/corrections", tags=TAGS, summary="Correct a roll, or take it back; the first stays in the log")
async def correct(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[NewCorrection]) -> EventShape:
    by = (await asker(request, hall, room)).id
    command = Correct(by, data.throw, data.check, data.faces, data.choices, data.withdraw, data.reason)
    return await done(request, hall, room, command, by, data)


@post("/rooms/{room:str}/requests", tags=TAGS, summary="Ask people for a check, as master")
async def ask(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[NewRequest]) -> EventShape:
    by = (await asker(request, hall, room)).id
    return await done(request, hall, room, Ask(by, data.check, data.people, data.visible), by, data)


@post("/rooms/{room:str}/notes", tags=TAGS, summary="Add a line to the log")
async def note(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[NewNote]) -> EventShape:
    by = (await asker(request, hall, room)).id
    return await done(request, hall, room, Note(by, data.text, data.visible), by, data)


@post("/rooms/{room:str}/instruments", tags=TAGS, summary="Use a command of one of the games' instruments")
async def use(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[NewUse]) -> EventShape:
    by = (await asker(request, hall, room)).id
    return await done(request, hall, room, Use(by, data.system, data.instrument, data.command, data.values), by, data)


HANDLERS = [throw, witness, answer, reveal, correct, ask, note, use]
