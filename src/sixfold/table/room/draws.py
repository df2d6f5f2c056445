"""Fair dice: commitments in advance, the call of a draw, the witness, and the faces.

Each person has a lane: their own sequence of draws, so that two people never race for one.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from sixfold.base.bounds import COMMITMENTS, OPEN_QUESTIONS
from sixfold.checks.check import parse
from sixfold.errors import RoomError
from sixfold.rules.check import Check
from sixfold.table.room.commands import Restore, Unwitnessed, Witness
from sixfold.table.room.event_kinds import Called, Committed, Restored, RollTerms
from sixfold.table.room.fair import ENTROPY, FairDice, commitment, draw_key, seal_of
from sixfold.table.room.log_event import LogEvent, canonical, digest
from sixfold.table.room.playing import ENDLESS, next_dice, stopped, versions
from sixfold.table.room.results import PlayFailed, PlayResult, result_of, write_result
from sixfold.table.room.state import (
    Call,
    Draft,
    Lane,
    OpenRoll,
    PastCall,
    RoomState,
)
from sixfold.table.room.visibility import Person, audience, together


def commit(draft: Draft, person: str) -> None:
    """Commit to the next draws of a person, before any of them is used; the answer of the command stays as it is."""
    answer = draft.number
    first = draft.state.lanes.get(person, Lane()).committed
    secret, room = draft.randomness.secret, draft.state.room
    keys = [draw_key(secret, room, person, index) for index in range(first, first + COMMITMENTS)]
    draft.write(person, Committed(first=first, commitments=[commitment(key) for key in keys]))
    draft.number = answer


def apply_committed(state: RoomState, event: LogEvent, body: Committed) -> RoomState:
    lane = state.lanes.get(body.by, Lane())
    committed = body.first + len(body.commitments)
    return replace(state, lanes={**state.lanes, body.by: replace(lane, committed=committed)})


def earlier_result(state: RoomState, person: str, index: int | None, request: RollTerms, c: str) -> int | None:
    """Return the number of the result of the same draw with the same request and entropy, if it was called before."""
    last = state.lanes.get(person, Lane()).last
    request_hash = _hash_of(request, c)
    return next((past.led_to for past in last if (past.draw, past.request_hash) == (index, request_hash)), None)


def _hash_of(request: RollTerms, c: str) -> str:
    return digest(canonical({"request": request, "c": c}))


def _refuse_draw(state: RoomState, person: str, index: int | None, witness: str | None) -> None:
    """Raise RoomError for a draw that is not the next of its lane, waits for another, or that nobody can witness."""
    next_index = state.lanes[person].used
    if index is not None and index != next_index:
        raise RoomError("room/index", f"The next draw of this lane is {next_index}, not {index}.")
    require_no_open_question(state, person)
    if any(call.play.person == person for call in state.calls.values()):
        raise RoomError("room/waiting", "Your last roll still waits for its witness; this one is next.")
    if witness is not None and (witness == person or witness not in state.people or not state.people[witness].member):
        raise RoomError("room/person", "A witness must be somebody else who is here.")


def call_draw(
    draft: Draft, play: OpenRoll, check: Check, c: str | None, index: int | None, witness: str | None
) -> None:
    """Call the next draw of a person: key, request and entropy are bound before any face is known.

    Without a witness, the check is played at once and its result is written right after the call. It is played first,
    so that whatever is wrong with the roll itself is refused and leaves no call, or else uses up the draw.
    """
    state, person = draft.state, play.person
    lane = state.lanes[person]
    c = read_entropy(c)
    _refuse_draw(state, person, index, witness)
    key = draw_key(draft.randomness.secret, state.room, person, lane.used)
    dice = FairDice(key, state.room, person, lane.used, play.request, c, "")
    result: PlayResult | None = None
    if witness is None:
        result = result_of(draft.play_check, play, check, dice)
        if isinstance(result, PlayFailed) and not dice.rows and result.error.code != ENDLESS:
            raise result.error
    elif not play.choices:
        next_dice(check, play.faces, draft.play_check)
    body = Called(
        index=lane.used,
        seal=seal_of(key, play.request, c),
        witness=witness,
        request=play.request,
        c=c,
        answers=play.question or 0,
    )
    # The roller of a blind roll knows what they asked for; only the people who see the roll know its result.
    number = draft.write(person, body, together(play.seers, (person,)))
    if result is not None:
        _write_drawn(draft, draft.state.calls[number], result, dice)


def apply_called(state: RoomState, event: LogEvent, body: Called) -> RoomState:
    lane = state.lanes[body.by]
    last = (*lane.last, PastCall(body.index, _hash_of(body.request, body.c), body.number))[-COMMITMENTS:]
    lanes = {**state.lanes, body.by: Lane(lane.committed, body.index + 1, last)}
    question = state.questions.get(body.answers)
    if question is not None:
        play = replace(question.play, request=body.request, question=body.answers)
    else:
        play = OpenRoll(body.by, body.request, audience(state.people, body.by, body.request.visible))
    return replace(state, lanes=lanes, calls={**state.calls, body.number: Call(body, play)})


def add_entropy(draft: Draft, command: Witness, by: Person) -> None:
    """Add a witness's entropy, as anyone but the roller: then neither roller nor server chose the faces."""
    call = draft.state.calls.get(command.call)
    if call is None or call.play.person == by.id:
        raise RoomError("room/event", "No roll of somebody else waits for a witness there.")
    read_entropy(command.w)
    _draw_dice(draft, call, command.w, by.id, command.silent)


def go_without(draft: Draft, command: Unwitnessed) -> None:
    """Go on without a witness, since nobody answered in time: the roll stands, and says so."""
    call = draft.state.calls.get(command.call)
    if call is None:
        raise RoomError("room/event", "No roll waits for a witness there.")
    _draw_dice(draft, call, "", None, command.silent)


def _draw_dice(draft: Draft, call: Call, w: str, witness: str | None, silent: Sequence[str]) -> None:
    """Draw the dice of a call that waited for its witness, and write the result."""
    body, lane = call.body, call.play.person
    check = parse(call.play.request.check, draft.state.systems)
    key = draw_key(draft.randomness.secret, draft.state.room, lane, body.index)
    dice = FairDice(key, draft.state.room, lane, body.index, body.request, body.c, w)
    play_check = draft.play_check
    if versions(check) != body.request.versions:
        play_check = stopped("The game was changed while this roll waited for its witness: roll again.")
    _write_drawn(draft, call, result_of(play_check, call.play, check, dice), dice, witness, silent)


def _write_drawn(
    draft: Draft, call: Call, result: PlayResult, dice: FairDice, witness: str | None = None, silent: Sequence[str] = ()
) -> None:
    """Write the result of a call with its dice and key: of an open roll they are public, of a hidden one neither is."""
    body, lane = call.body, call.play.person
    drawn: dict[str, Any] = {
        "call": body.number,
        "index": body.index,
        "w": dice.w,
        "witness": witness,
        "silent": _silent_witnesses(draft.state, call, witness, silent),
        "key": dice.key.hex(),
        "c": body.c,
        "dice": dice.rows,
        "faces": dice.faces,
    }
    write_result(draft, replace(call.play, calls=(*call.play.calls, body.number)), result, drawn)
    after = draft.state.lanes[lane]
    if after.committed - after.used <= COMMITMENTS // 4:
        commit(draft, lane)


def _silent_witnesses(state: RoomState, call: Call, witness: str | None, silent: Sequence[str]) -> list[str]:
    """Return the witnesses who were asked and did not answer in time: first the one in the call, if nobody answered."""
    witnesses = [call.body.witness or "", *silent] if witness is None else silent
    others = set(state.people) - {call.play.person, witness}
    return [person for person in dict.fromkeys(witnesses) if person in others] if call.body.witness else []


def read_entropy(text: str | None) -> str:
    """Return entropy. Raises RoomError (room/entropy) for a text that is none."""
    if text is None or len(text) != 2 * ENTROPY or not set(text) <= set("0123456789abcdef"):
        raise RoomError(
            "room/entropy", f"Dice need your own entropy: {2 * ENTROPY} hexadecimal digits, fresh and random."
        )
    return text


def require_no_open_question(state: RoomState, person: str) -> None:
    """Raises RoomError (room/waiting) for a person with too many open questions."""
    if sum(question.play.person == person for question in state.questions.values()) >= OPEN_QUESTIONS:
        raise RoomError("room/waiting", "First answer the questions that wait for you.")


def restore(draft: Draft, command: Restore) -> None:
    """Begin again with a new secret, as the store: keys that may have been used after the copy never come again.

    Unused commitments are void, and so are draws that were called and wait. Everybody's next draws are committed to
    before anyone asks for one.
    """
    draft.write(None, Restored(void=sorted(draft.state.calls)))
    for person in draft.state.lanes:
        if draft.state.people[person].member:
            commit(draft, person)


def apply_restored(state: RoomState, event: LogEvent, body: Restored) -> RoomState:
    lanes = {}
    for person, lane in state.lanes.items():
        rolled = tuple(past for past in lane.last if past.led_to not in state.calls)
        lanes[person] = Lane(lane.committed, lane.committed, rolled)
    questions = dict(state.questions)
    for call in state.calls.values():
        question = questions.get(call.play.question or 0)
        if question is not None:
            # The dice of this choice were never rolled: the question is open again.
            play = replace(question.play, choices=question.play.choices[:-1])
            questions[question.body.number] = replace(question, play=play, open=True)
    return replace(state, lanes=lanes, calls={}, questions=questions, restored=body.number)
