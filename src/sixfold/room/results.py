"""What comes of dice: the roll is done, or its rules ask the roller a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from msgspec import UNSET

from sixfold.checks.check import Check
from sixfold.errors import ChoiceNeeded, RoomError, SixfoldError
from sixfold.room.draft import Draft
from sixfold.room.events import Event
from sixfold.room.fair import FairDice
from sixfold.room.kinds import Drawn, Failed, Questioned, Rolled
from sixfold.room.playing import play, question_of
from sixfold.room.requests import answered_by
from sixfold.room.state import Play, Question, State, Thrown
from sixfold.room.using import followed, refollowed


def play_on(
    draft: Draft,
    asking: Play,
    check: Check,
    dice: FairDice | None = None,
    drawn: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Play on with the dice on the table and those of a draw, and write what comes of it.

    Whatever fails once the faces of a draw are known is written too: nobody draws a second time.

    Nobody is asked during a hidden roll, since a question reveals the dice: the rule's policy decides, and anyone who
    may see the roll can choose differently by a correction.
    """
    name = "typed" if asking.typed else "system"
    common = {"request": dict(asking.request), "typed": asking.typed, "answers": asking.question or 0, **drawn}
    if dice is not None:
        common |= {"dice": dice.rows, "faces": dice.faces}
    calls = list(asking.calls)
    try:
        found = play(check, asking.faces, dice, None if asking.hidden else asking.choices, name)
        if isinstance(found, ChoiceNeeded):
            choices = list(asking.choices)
            draft.write(asking.person, Questioned(**common, calls=calls, **question_of(found), choices=choices))
        else:
            rolled = Rolled(**common, calls=UNSET if asking.typed else calls, record=found.to_json())
            draft.write(asking.person, rolled, asking.seers)
    except Exception as error:
        if dice is None:
            raise
        why = error if isinstance(error, SixfoldError) else RoomError("room/failed", "The roll has no result.")
        failed = Failed(**common, calls=calls, code=why.code, message=why.message)
        draft.write(asking.person, failed, asking.seers)


def questioned(state: State, event: Event, body: Questioned) -> State:
    faces = tuple(face for throw in body.throws for face in throw["faces"])
    play = Play(body.by, body.request, None, body.typed, faces, tuple(body.choices), tuple(body.calls or ()))
    shown = {name: getattr(body, name) for name in ("label", "options", "meanings", "default", "throws")}
    state = _settled(state, body)
    return replace(state, questions={**state.questions, body.number: Question(body.number, play, shown)})


def rolled(state: State, event: Event, body: Rolled) -> State:
    play = Play(body.by, body.request, event.audience, body.typed, (), (), tuple(body.calls or ()))
    party = tuple(other.id for other in state.people.values() if other.here and other.role == "player")
    role = state.people[body.by].role
    thrown = Thrown(body.number, play, body.record, event.private, role=role, party=party)
    state = _settled(state, body)
    state = replace(state, thrown=state.thrown.having(body.number, thrown))
    state = answered_by(state, body.request, body.by, body.number)
    state = followed(state, thrown)
    if "instead" in body.request:
        state = refollowed(state, body.number, replace(thrown, root=body.request["instead"], record=None))
    return state


def failed(state: State, event: Event, body: Failed) -> State:
    thrown = Thrown(body.number, Play(body.by, body.request, event.audience), None, event.private)
    return replace(_settled(state, body), thrown=state.thrown.having(body.number, thrown))


def failure(shown: Mapping[str, Any]) -> RoomError:
    """Return the error of a roll that failed, as its roller gets it: a blind one is not told why."""
    why = shown.get("message", "Your roll failed. Only the people who may see it know why.")
    return RoomError(shown.get("code", "room/failed"), why)


def _settled(state: State, body: Drawn) -> State:
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
