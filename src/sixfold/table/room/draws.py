"""Playing a check with fair dice: commitments in advance, the call, the witness, the faces, and what comes of them.

Each person has a lane: their own sequence of draws, so that two people never race for one.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from sixfold.base.bounds import COMMITMENTS, OPEN_QUESTIONS
from sixfold.checks.check import parse
from sixfold.errors import ChoiceNeeded, RoomError, SixfoldError
from sixfold.playing.record import DRAWN, TYPED
from sixfold.rules.check import Check
from sixfold.table.room.commands import Restore, Unwitnessed, Witness
from sixfold.table.room.event_kinds import Called, Committed, Drawn, Failed, Questioned, Request, Restored, Rolled
from sixfold.table.room.fair import ENTROPY, FairDice, commitment, key_of, seal_of
from sixfold.table.room.instrument_commands import follow_roll
from sixfold.table.room.log_event import LogEvent, canonical, digest
from sixfold.table.room.playing import ENDLESS, Player, document, next_dice, question_of, stopped, versions
from sixfold.table.room.requests import with_answer
from sixfold.table.room.state import (
    Call,
    Draft,
    Lane,
    PastCall,
    PendingChoice,
    Play,
    RollDone,
    RoomState,
)
from sixfold.table.room.visibility import Person, audience, together


class PlayFailed(NamedTuple):
    """A draw whose rule refused its dice, or raised an error."""

    error: SixfoldError


PlayResult: TypeAlias = Mapping[str, Any] | ChoiceNeeded | PlayFailed
"""How a play ends: with its record, as data; with the question that its rule asks next; or, for a draw, in vain."""


def play_and_write(draft: Draft, play: Play, check: Check) -> None:
    """Play on with the dice on the table, and write the result."""
    write_result(draft, play, _result_of(draft.player, play, check), {})


def _result_of(player: Player, play: Play, check: Check, dice: FairDice | None = None) -> PlayResult:
    """Play a check with the dice on the table and those of a draw.

    Nobody is asked during a hidden roll, since a question reveals the dice: the rule's policy decides, and anyone who
    may see the roll can choose differently by a correction.
    """
    source = TYPED if play.typed else DRAWN
    try:
        result = player(check, play.faces, dice, play.choices if play.seers is None else None, source)
        return result if isinstance(result, ChoiceNeeded) else document(result)
    except SixfoldError as error:
        if dice is None:
            raise
        return PlayFailed(error)


def write_result(draft: Draft, play: Play, result: PlayResult, drawn: Mapping[str, Any]) -> None:
    """Write how a play ended: `drawn` are the fields of its draw, if it has one.

    A failure after the faces of a draw are known is written too, so nobody draws a second time.
    """
    common = {"request": play.request, "typed": play.typed, "answers": play.question or 0, **drawn}
    calls = list(play.calls)
    body: Drawn
    match result:
        case ChoiceNeeded():
            body = Questioned(**common, calls=calls, **question_of(result), choices=list(play.choices))
        case PlayFailed(error):
            body = Failed(**common, calls=calls, code=error.code, message=error.message)
        case _:
            body = Rolled(**common, calls=UNSET if play.typed else calls, record=dict(result))
    draft.write(play.person, body, play.seers if body.HIDES else None)


def apply_questioned(state: RoomState, event: LogEvent, body: Questioned) -> RoomState:
    faces = tuple(face for throw in body.throws for face in throw["faces"])
    play = Play(body.by, body.request, None, body.typed, faces, tuple(body.choices), tuple(body.calls or ()))
    state = _settle(state, body)
    return replace(state, questions={**state.questions, body.number: PendingChoice(body, play)})


def apply_rolled(state: RoomState, event: LogEvent, body: Rolled) -> RoomState:
    play = Play(body.by, body.request, event.audience, body.typed, (), (), tuple(body.calls or ()))
    party = tuple(member.id for member in state.members if member.role == "player")
    role = state.people[body.by].role
    roll = RollDone(body.number, play, body.record, event.private, role=role, party=party)
    state = _settle(state, body)
    state = replace(state, rolls=state.rolls.having(body.number, roll))
    state = with_answer(state, body.request, body.by, body.number)
    state = follow_roll(state, body.number, roll)
    if body.request.instead:
        state = follow_roll(state, body.number, replace(roll, root=body.request.instead, record=None))
    return state


def apply_failed(state: RoomState, event: LogEvent, body: Failed) -> RoomState:
    roll = RollDone(body.number, Play(body.by, body.request, event.audience), None, event.private)
    return replace(_settle(state, body), rolls=state.rolls.having(body.number, roll))


def failure_of(shown: Mapping[str, Any]) -> RoomError:
    """Return the error of a roll that failed, as its roller gets it: a blind one is not told why."""
    why = shown.get("message", "Your roll failed. Only the people who may see it know why.")
    return RoomError(shown.get("code", "room/failed"), why)


def _settle(state: RoomState, body: Drawn) -> RoomState:
    """The call and the question that this event answers wait no longer; a repeated call is answered by this event."""
    if body.call:
        lane = state.lanes[body.by]
        last = tuple(past._replace(led_to=body.number) if past.draw == body.index else past for past in lane.last)
        state = replace(state, lanes={**state.lanes, body.by: replace(lane, last=last)})
    return replace(
        state,
        calls={number: call for number, call in state.calls.items() if number != body.call},
        questions={number: question for number, question in state.questions.items() if number != body.answers},
    )


def commit(draft: Draft, person: str) -> None:
    """Commit to the next draws of a person, before any of them is used; the answer of the command stays as it is."""
    answer = draft.number
    first = draft.state.lanes.get(person, Lane()).committed
    secret, room = draft.randomness.secret, draft.state.room
    keys = [key_of(secret, room, person, index) for index in range(first, first + COMMITMENTS)]
    draft.write(person, Committed(first=first, commitments=[commitment(key) for key in keys]))
    draft.number = answer


def apply_committed(state: RoomState, event: LogEvent, body: Committed) -> RoomState:
    lane = state.lanes.get(body.by, Lane())
    committed = body.first + len(body.commitments)
    return replace(state, lanes={**state.lanes, body.by: replace(lane, committed=committed)})


def earlier_result(state: RoomState, person: str, index: int | None, request: Request, c: str) -> int | None:
    """Return the number of the result of the same draw with the same request and entropy, if it was called before."""
    last = state.lanes.get(person, Lane()).last
    request_hash = _hash_of(request, c)
    return next((past.led_to for past in last if (past.draw, past.asked) == (index, request_hash)), None)


def _hash_of(request: Request, c: str) -> str:
    return digest(canonical({"request": request, "c": c}))


def call_draw(draft: Draft, play: Play, check: Check, c: str | None, index: int | None, witness: str | None) -> None:
    """Call the next draw of a person: key, request and entropy are bound before any face is known.

    Without a witness, its result is written too.

    Whatever is wrong with the roll itself is refused before the call, or else uses up the draw.
    """
    state, person = draft.state, play.person
    lane = state.lanes[person]
    c = read_entropy(c)
    if index is not None and index != lane.used:
        raise RoomError("room/index", f"The next draw of this lane is {lane.used}, not {index}.")
    check_open_questions(state, person)
    if any(call.play.person == person for call in state.calls.values()):
        raise RoomError("room/waiting", "Your last roll still waits for its witness; this one is next.")
    if witness is not None and (witness == person or witness not in state.people or not state.people[witness].member):
        raise RoomError("room/person", "A witness must be somebody else who is here.")
    key = key_of(draft.randomness.secret, state.room, person, lane.used)
    dice = FairDice(key, state.room, person, lane.used, play.request, c, "")
    result: PlayResult | None = None
    if witness is None:
        result = _result_of(draft.player, play, check, dice)
        if isinstance(result, PlayFailed) and not dice.rows and result.error.code != ENDLESS:
            raise result.error
    elif not play.choices:
        next_dice(check, play.faces, draft.player)
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
        _publish(draft, draft.state.calls[number], result, dice)


def apply_called(state: RoomState, event: LogEvent, body: Called) -> RoomState:
    lane = state.lanes[body.by]
    last = (*lane.last, PastCall(body.index, _hash_of(body.request, body.c), body.number))[-COMMITMENTS:]
    lanes = {**state.lanes, body.by: Lane(lane.committed, body.index + 1, last)}
    question = state.questions.get(body.answers)
    if question is not None:
        play = replace(question.play, request=body.request, question=body.answers)
    else:
        play = Play(body.by, body.request, audience(state.people, body.by, body.request.visible))
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
    key = key_of(draft.randomness.secret, draft.state.room, lane, body.index)
    dice = FairDice(key, draft.state.room, lane, body.index, body.request, body.c, w)
    player = draft.player
    if versions(check) != body.request.versions:
        player = stopped("The game was changed while this roll waited for its witness: roll again.")
    _publish(draft, call, _result_of(player, call.play, check, dice), dice, witness, silent)


def _publish(
    draft: Draft, call: Call, result: PlayResult, dice: FairDice, witness: str | None = None, silent: Sequence[str] = ()
) -> None:
    """Write the result of a call: an open roll publishes its key with the dice, a hidden one publishes neither."""
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


def check_open_questions(state: RoomState, person: str) -> None:
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
