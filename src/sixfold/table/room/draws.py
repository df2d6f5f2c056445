"""Playing a check with fair dice: commitments in advance, the call, the witness, the faces, and what comes of them.

Each person has a lane: their own sequence of draws, so that two people never race for one.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from sixfold.base.bounds import COMMITMENTS, OPEN_QUESTIONS
from sixfold.checks.check import parse
from sixfold.errors import ChoiceNeeded, RoomError, SixfoldError
from sixfold.rules.check import Check
from sixfold.table.room.commands import Restore, Unwitnessed, Witness
from sixfold.table.room.event_kinds import Called, Committed, Drawn, Failed, Questioned, Restored, Rolled
from sixfold.table.room.fair import ENTROPY, FairDice, commitment, key_of, seal_of
from sixfold.table.room.instrument_commands import followed
from sixfold.table.room.log_event import LogEvent, canonical, digest
from sixfold.table.room.playing import ENDLESS, Player, document, next_dice, question_of, stopped, versions
from sixfold.table.room.requests import answered_by
from sixfold.table.room.state import Call, Draft, Lane, PendingChoice, Play, RollDone, RoomState, here
from sixfold.table.room.visibility import audience, together

Came = Mapping[str, Any] | SixfoldError
"""The end of a play: its record, as data; the question that its rule asks next; or the error of a draw."""


def play_on(draft: Draft, asking: Play, check: Check) -> None:
    """Play on with the dice on the table, and write what comes of it."""
    come_to(draft, asking, _played(draft.player, asking, check))


def _played(player: Player, asking: Play, check: Check, dice: FairDice | None = None) -> Came:
    """Play a check with the dice on the table and those of a draw.

    Nobody is asked during a hidden roll, since a question reveals the dice: the rule's policy decides, and anyone who
    may see the roll can choose differently by a correction.
    """
    name = "typed" if asking.typed else "system"
    try:
        result = player(check, asking.faces, dice, asking.choices if asking.seers is None else None, name)
        return result if isinstance(result, ChoiceNeeded) else document(result)
    except SixfoldError as error:
        if dice is None:
            raise
        return error


def come_to(
    draft: Draft,
    asking: Play,
    came: Came,
    dice: FairDice | None = None,
    drawn: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Write what came of a check.

    A failure after the faces of a draw are known is written too, so nobody draws a second time.
    """
    common = {"request": dict(asking.request), "typed": asking.typed, "answers": asking.question or 0, **drawn}
    if dice is not None:
        common |= {"dice": dice.rows, "faces": dice.faces}
    calls = list(asking.calls)
    if isinstance(came, ChoiceNeeded):
        choices = list(asking.choices)
        draft.write(asking.person, Questioned(**common, calls=calls, **question_of(came), choices=choices))
    elif isinstance(came, SixfoldError):
        failed = Failed(**common, calls=calls, code=came.code, message=came.message)
        draft.write(asking.person, failed, asking.seers)
    else:
        rolled = Rolled(**common, calls=UNSET if asking.typed else calls, record=dict(came))
        draft.write(asking.person, rolled, asking.seers)


def questioned(state: RoomState, event: LogEvent, body: Questioned) -> RoomState:
    faces = tuple(face for throw in body.throws for face in throw["faces"])
    play = Play(body.by, body.request, None, body.typed, faces, tuple(body.choices), tuple(body.calls or ()))
    state = _settled(state, body)
    return replace(state, questions={**state.questions, body.number: PendingChoice(body, play)})


def rolled(state: RoomState, event: LogEvent, body: Rolled) -> RoomState:
    play = Play(body.by, body.request, event.audience, body.typed, (), (), tuple(body.calls or ()))
    party = tuple(other.id for other in state.people.values() if other.here and other.role == "player")
    role = state.people[body.by].role
    roll = RollDone(body.number, play, body.record, event.private, role=role, party=party)
    state = _settled(state, body)
    state = replace(state, rolls=state.rolls.having(body.number, roll))
    state = answered_by(state, body.request, body.by, body.number)
    state = followed(state, body.number, roll)
    if "instead" in body.request:
        state = followed(state, body.number, replace(roll, root=body.request["instead"], record=None))
    return state


def failed(state: RoomState, event: LogEvent, body: Failed) -> RoomState:
    roll = RollDone(body.number, Play(body.by, body.request, event.audience), None, event.private)
    return replace(_settled(state, body), rolls=state.rolls.having(body.number, roll))


def failure(shown: Mapping[str, Any]) -> RoomError:
    """Return the error of a roll that failed, as its roller gets it: a blind one is not told why."""
    why = shown.get("message", "Your roll failed. Only the people who may see it know why.")
    return RoomError(shown.get("code", "room/failed"), why)


def _settled(state: RoomState, body: Drawn) -> RoomState:
    """The call and the question that this event answers wait no longer; a repeated call is answered by this event."""
    if body.call:
        lane = state.lanes[body.by]
        last = tuple((i, (seal, body.number if i == body.index else number)) for i, (seal, number) in lane.last)
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


def committed(state: RoomState, event: LogEvent, body: Committed) -> RoomState:
    lane = state.lanes.get(body.by, Lane())
    told = body.first + len(body.commitments)
    return replace(state, lanes={**state.lanes, body.by: replace(lane, committed=told)})


def drawn_before(state: RoomState, person: str, index: int | None, request: Mapping[str, Any], c: str) -> int | None:
    """Return the number of the result of the same draw with the same request and entropy, if it was called before."""
    if index is None:
        return None
    called = dict(state.lanes.get(person, Lane()).last).get(index)
    return called[1] if called and called[0] == _bound(request, c) else None


def _bound(request: Mapping[str, Any], c: str) -> str:
    return digest(canonical({"request": request, "c": c}))


def draw(draft: Draft, asking: Play, check: Check, c: str | None, index: int | None, witness: str | None) -> None:
    """Call the next draw of a person: key, request and entropy are bound before any face is known.

    Whatever is wrong with the roll itself is refused before the call, or else uses up the draw.
    """
    state, person = draft.state, asking.person
    lane = state.lanes[person]
    c = read_entropy(c)
    if index is not None and index != lane.used:
        raise RoomError("room/index", f"The next draw of this lane is {lane.used}, not {index}.")
    not_too_many(state, person)
    if any(call.play.person == person for call in state.calls.values()):
        raise RoomError("room/waiting", "Your last roll still waits for its witness; this one is next.")
    if witness is not None and (witness == person or witness not in state.people or not state.people[witness].here):
        raise RoomError("room/person", "A witness must be somebody else who is here.")
    key = key_of(draft.randomness.secret, state.room, person, lane.used)
    dice = FairDice(key, state.room, person, lane.used, asking.request, c, "")
    came: Came | None = None
    if witness is None:
        came = _played(draft.player, asking, check, dice)
        if isinstance(came, SixfoldError) and not (dice.rows or came.code == ENDLESS or isinstance(came, ChoiceNeeded)):
            raise came
    elif not asking.choices:
        next_dice(check, asking.faces, draft.player)
    seal = seal_of(key, asking.request, c)
    called = Called(
        index=lane.used, seal=seal, witness=witness, request=dict(asking.request), c=c, answers=asking.question or 0
    )
    # The roller of a blind roll knows what they asked for; only the people who see the roll know its result.
    number = draft.write(person, called, together(asking.seers, (person,)))
    if came is not None:
        _open(draft, draft.state.calls[number], came, dice)


def called(state: RoomState, event: LogEvent, body: Called) -> RoomState:
    lane = state.lanes[body.by]
    last = (*lane.last, (body.index, (_bound(body.request, body.c), body.number)))[-COMMITMENTS:]
    lanes = {**state.lanes, body.by: Lane(lane.committed, body.index + 1, last)}
    question = state.questions.get(body.answers)
    if question is not None:
        play = replace(question.play, request=body.request, question=body.answers)
    else:
        play = Play(body.by, body.request, audience(state.people, body.by, body.request["visible"]))
    return replace(state, lanes=lanes, calls={**state.calls, body.number: Call(body, play)})


def add_entropy(draft: Draft, command: Witness) -> None:
    """Add a witness's entropy, as anyone but the roller: then neither roller nor server chose the faces."""
    witness = here(draft.state, command.by)
    call = draft.state.calls.get(command.call)
    if call is None or call.play.person == witness.id:
        raise RoomError("room/event", "No roll of somebody else waits for a witness there.")
    read_entropy(command.w)
    _draw(draft, call, command.w, witness.id, command.silent)


def go_without(draft: Draft, command: Unwitnessed) -> None:
    """Go on without a witness, since nobody answered in time: the roll stands, and says so."""
    call = draft.state.calls.get(command.call)
    if call is None:
        raise RoomError("room/event", "No roll waits for a witness there.")
    _draw(draft, call, "", None, command.silent)


def _draw(draft: Draft, call: Call, w: str, witness: str | None, silent: Sequence[str]) -> None:
    """Roll the dice of a call that waited for its witness."""
    called, lane = call.body, call.play.person
    check = parse(call.play.request["check"], draft.state.systems)
    key = key_of(draft.randomness.secret, draft.state.room, lane, called.index)
    dice = FairDice(key, draft.state.room, lane, called.index, called.request, called.c, w)
    player = draft.player
    if versions(check) != called.request.get("versions", {}):
        player = stopped("The game was changed while this roll waited for its witness: roll again.")
    _open(draft, call, _played(player, call.play, check, dice), dice, witness, silent)


def _open(
    draft: Draft, call: Call, came: Came, dice: FairDice, witness: str | None = None, silent: Sequence[str] = ()
) -> None:
    """Write what came of a call: an open roll publishes its key with the dice, a hidden one publishes neither."""
    called, lane = call.body, call.play.person
    drawn: dict[str, Any] = {
        "call": called.number,
        "index": called.index,
        "w": dice.w,
        "witness": witness,
        "silent": _silent(draft.state, call, witness, silent),
        "key": dice.key.hex(),
        "c": called.c,
    }
    come_to(draft, replace(call.play, calls=(*call.play.calls, called.number)), came, dice, drawn)
    after = draft.state.lanes[lane]
    if after.committed - after.used <= COMMITMENTS // 4:
        commit(draft, lane)


def _silent(state: RoomState, call: Call, witness: str | None, silent: Sequence[str]) -> list[str]:
    """Return the witnesses who were asked and did not answer in time: first the one in the call, if nobody answered."""
    asked = [call.body.witness or "", *silent] if witness is None else silent
    others = set(state.people) - {call.play.person, witness}
    return [person for person in dict.fromkeys(asked) if person in others] if call.body.witness else []


def read_entropy(text: str | None) -> str:
    """Return entropy. Raises RoomError (room/entropy) for a text that is none."""
    if text is None or len(text) != 2 * ENTROPY or not set(text) <= set("0123456789abcdef"):
        raise RoomError(
            "room/entropy", f"Dice need your own entropy: {2 * ENTROPY} hexadecimal digits, fresh and random."
        )
    return text


def not_too_many(state: RoomState, person: str) -> None:
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
        if draft.state.people[person].here:
            commit(draft, person)


def restored(state: RoomState, event: LogEvent, body: Restored) -> RoomState:
    lanes = {
        person: Lane(lane.committed, lane.committed, tuple(call for call in lane.last if call[1][1] not in state.calls))
        for person, lane in state.lanes.items()
    }
    questions = dict(state.questions)
    for call in state.calls.values():
        question = questions.get(call.play.question or 0)
        if question is not None:
            # The dice of this choice were never rolled: the question is open again.
            play = replace(question.play, choices=question.play.choices[:-1])
            questions[question.body.number] = replace(question, play=play, open=True)
    return replace(state, lanes=lanes, calls={}, questions=questions, restored=body.number)
