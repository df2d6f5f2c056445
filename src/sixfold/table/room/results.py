"""Results of rolls: a record, a question of the rules, or a failure, with drawn dice and with typed ones."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from sixfold.errors import ChoiceNeeded, RoomError, SixfoldError
from sixfold.playing.record import DRAWN, TYPED
from sixfold.rules.check import Check
from sixfold.table.room.event_kinds import Failed, Questioned, Rolled, RollResult
from sixfold.table.room.fair import FairDice
from sixfold.table.room.instrument_commands import follow_roll
from sixfold.table.room.log_event import LogEvent
from sixfold.table.room.playing import PlayCheck, document, question_of
from sixfold.table.room.requests import with_answer
from sixfold.table.room.state import Draft, OpenRoll, PendingChoice, RollDone, RoomState


class PlayFailed(NamedTuple):
    """A draw whose rule refused its dice, or raised an error."""

    error: SixfoldError


PlayResult: TypeAlias = Mapping[str, Any] | ChoiceNeeded | PlayFailed
"""How a play ends: with its record, as data; with the question that its rule asks next; or, for a draw, in vain."""


def play_and_write(draft: Draft, play: OpenRoll, check: Check) -> None:
    """Play on with the dice on the table, and write the result."""
    write_result(draft, play, result_of(draft.play_check, play, check), {})


def result_of(play_check: PlayCheck, play: OpenRoll, check: Check, dice: FairDice | None = None) -> PlayResult:
    """Play a check with the dice on the table and those of a draw.

    Nobody is asked during a hidden roll, since a question reveals the dice: the rule's policy decides, and anyone who
    may see the roll can choose differently by a correction.
    """
    source = TYPED if play.typed else DRAWN
    try:
        result = play_check(check, play.faces, dice, play.choices if play.seers is None else None, source)
        return result if isinstance(result, ChoiceNeeded) else document(result)
    except SixfoldError as error:
        if dice is None:
            raise
        return PlayFailed(error)


def write_result(draft: Draft, play: OpenRoll, result: PlayResult, drawn: Mapping[str, Any]) -> None:
    """Write how a play ended: `drawn` are the fields of its draw, if it has one.

    A failure after the faces of a draw are known is written too, so nobody draws a second time.
    """
    common = {"request": play.request, "typed": play.typed, "answers": play.question or 0, **drawn}
    calls = list(play.calls)
    body: RollResult
    match result:
        case ChoiceNeeded():
            body = Questioned(**common, calls=calls, **question_of(result), choices=list(play.choices))
        case PlayFailed(error):
            body = Failed(**common, calls=calls, code=error.code, message=error.message)
        case _:
            body = Rolled(**common, calls=UNSET if play.typed else calls, record=dict(result))
    draft.write(play.person, body, play.seers if body.MAY_BE_HIDDEN else None)


def apply_questioned(state: RoomState, event: LogEvent, body: Questioned) -> RoomState:
    faces = tuple(face for throw in body.throws for face in throw["faces"])
    play = OpenRoll(body.by, body.request, None, body.typed, faces, tuple(body.choices), tuple(body.calls or ()))
    state = _settle(state, body)
    return replace(state, questions={**state.questions, body.number: PendingChoice(body, play)})


def apply_rolled(state: RoomState, event: LogEvent, body: Rolled) -> RoomState:
    play = OpenRoll(body.by, body.request, event.audience, body.typed, (), (), tuple(body.calls or ()))
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
    roll = RollDone(body.number, OpenRoll(body.by, body.request, event.audience), None, event.private)
    return replace(_settle(state, body), rolls=state.rolls.having(body.number, roll))


def failure_of(shown: Mapping[str, Any]) -> RoomError:
    """Return the error of a roll that failed, as its roller gets it: a blind one is not told why."""
    why = shown.get("message", "Your roll failed. Only the people who may see it know why.")
    return RoomError(shown.get("code", "room/failed"), why)


def _settle(state: RoomState, body: RollResult) -> RoomState:
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
