"""Draws of fair dice: commitments in advance, the call, the witness, and then the faces.

Each person has a lane: their own sequence of draws, so that two people never race for one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sixfold.bounds import COMMITMENTS, OPEN_QUESTIONS
from sixfold.checks.check import Check, parse
from sixfold.errors import RoomError
from sixfold.room.canonical import canonical, digest
from sixfold.room.commands import Unwitnessed, Witness
from sixfold.room.draft import Draft
from sixfold.room.events import Event
from sixfold.room.fair import ENTROPY, FairDice, commitment, key_of, seal_of
from sixfold.room.kinds import Called, Committed
from sixfold.room.playing import next_dice
from sixfold.room.results import play_on
from sixfold.room.sight import audience, together
from sixfold.room.state import Call, Lane, Play, State, here


def commit(draft: Draft, person: str) -> None:
    """Commit to the next draws of a person, before any of them is used."""
    first = draft.state.lanes.get(person, Lane()).committed
    secret, room = draft.chance.secret, draft.state.room
    keys = [key_of(secret, room, person, index) for index in range(first, first + COMMITMENTS)]
    draft.write(person, Committed(first=first, commitments=[commitment(key) for key in keys]))


def committed(state: State, event: Event, body: Committed) -> State:
    lane = state.lanes.get(body.by, Lane())
    told = body.first + len(body.commitments)
    return replace(state, lanes={**state.lanes, body.by: replace(lane, committed=told)})


def drawn_before(state: State, person: str, index: int | None, request: Mapping[str, Any], c: str) -> int | None:
    """Return the number of the result of the same draw with the same request and entropy, if it was called before."""
    if index is None:
        return None
    made, number = dict(state.lanes.get(person, Lane()).last).get(index, ("", 0))
    return number if made == _bound(request, c) else None


def _bound(request: Mapping[str, Any], c: str) -> str:
    return digest(canonical({"request": request, "c": c}))


def draw(draft: Draft, asking: Play, check: Check, c: str, index: int | None, witness: str | None) -> None:
    """Call the next draw of a person: key, request and entropy are bound before any face is known.

    Whatever is wrong with the roll itself is refused before the call, or else uses up the draw.
    """
    state, person = draft.state, asking.person
    lane = state.lanes[person]
    read_entropy(c)
    before = drawn_before(state, person, index, asking.request, c)
    if before is not None:
        draft.number = before
        return
    if index is not None and index != lane.used:
        raise RoomError("room/index", f"The next draw of this lane is {lane.used}, not {index}.")
    not_too_many(state, person)
    if any(call.play.person == person for call in state.calls.values()):
        raise RoomError("room/waiting", "Your last roll still waits for its witness; this one is next.")
    if witness is not None and (witness == person or witness not in state.people or not state.people[witness].here):
        raise RoomError("room/person", "A witness must be somebody else who is here.")
    if not asking.choices:
        next_dice(check, asking.faces)
    seal = seal_of(key_of(draft.chance.secret, state.room, person, lane.used), asking.request, c)
    called = Called(
        index=lane.used, seal=seal, witness=witness, request=dict(asking.request), c=c, answers=asking.question or 0
    )
    # The roller of a blind roll knows what they asked for; only the people who see the roll know its result.
    number = draft.write(person, called, together(asking.seers, (person,)))
    if witness is None:
        _open(draft, draft.state.calls[number], "", None, ())


def called(state: State, event: Event, body: Called) -> State:
    lane = state.lanes[body.by]
    last = (*lane.last, (body.index, (_bound(body.request, body.c), body.number)))[-COMMITMENTS:]
    lanes = {**state.lanes, body.by: Lane(lane.committed, body.index + 1, last)}
    question = state.questions.get(body.answers)
    if question is not None:
        play = replace(question.play, request=body.request, question=question.number)
    else:
        play = Play(body.by, body.request, audience(state.people, body.by, body.request["visible"]))
    call = Call(body.number, play, body.index, body.c, body.witness)
    return replace(state, lanes=lanes, calls={**state.calls, body.number: call})


def add_entropy(draft: Draft, command: Witness) -> None:
    """Add a witness's entropy, as anyone but the roller: then neither roller nor server chose the faces."""
    witness = here(draft.state, command.by)
    call = draft.state.calls.get(command.call)
    if call is None or call.play.person == witness.id:
        raise RoomError("room/event", "No roll of somebody else waits for a witness there.")
    read_entropy(command.w)
    _open(draft, call, command.w, witness.id, command.silent)


def go_without(draft: Draft, command: Unwitnessed) -> None:
    """Go on without a witness, since nobody answered in time: the roll stands, and says so."""
    call = draft.state.calls.get(command.call)
    if call is None:
        raise RoomError("room/event", "No roll waits for a witness there.")
    _open(draft, call, "", None, command.silent)


def _open(draft: Draft, call: Call, w: str, witness: str | None, silent: Sequence[str]) -> None:
    """Roll the dice of a call: an open roll publishes its key with them, a hidden one publishes neither."""
    lane, index, request = call.play.person, call.index, call.play.request
    key = key_of(draft.chance.secret, draft.state.room, lane, index)
    dice = FairDice(key, draft.state.room, lane, index, request, call.c, w)
    drawn: dict[str, Any] = {
        "call": call.number,
        "index": index,
        "w": w,
        "witness": witness,
        "silent": _silent(draft.state, call, witness, silent),
        "key": key.hex(),
        "c": call.c,
    }
    play = replace(call.play, calls=(*call.play.calls, call.number))
    play_on(draft, play, parse(request["check"], draft.state.systems), dice, drawn)
    after = draft.state.lanes[lane]
    if after.committed - after.used <= COMMITMENTS // 4:
        number = draft.number
        commit(draft, lane)
        draft.number = number


def _silent(state: State, call: Call, witness: str | None, silent: Sequence[str]) -> list[str]:
    """Return the witnesses who were asked and did not answer in time: first the one in the call, if nobody answered."""
    asked = [call.witness or "", *silent] if witness is None else silent
    others = set(state.people) - {call.play.person, witness}
    return [person for person in dict.fromkeys(asked) if person in others] if call.witness else []


def read_entropy(text: str) -> None:
    """Raises RoomError (room/entropy) for a text that is no entropy."""
    if len(text) != 2 * ENTROPY or not set(text) <= set("0123456789abcdef"):
        raise RoomError(
            "room/entropy", f"Dice need your own entropy: {2 * ENTROPY} hexadecimal digits, fresh and random."
        )


def not_too_many(state: State, person: str) -> None:
    """Raises RoomError (room/waiting) for a person with too many open questions."""
    if sum(question.play.person == person for question in state.questions.values()) >= OPEN_QUESTIONS:
        raise RoomError("room/waiting", "First answer the questions that wait for you.")
