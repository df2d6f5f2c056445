"""Questions that the rules ask a roller: the answer, and the dice that follow it."""

from __future__ import annotations

from dataclasses import replace

from sixfold.checks.check import parse
from sixfold.errors import DiceNeeded, RoomError
from sixfold.room.commands import Answer
from sixfold.room.draft import Draft
from sixfold.room.draws import draw
from sixfold.room.events import Event
from sixfold.room.kinds import Answered
from sixfold.room.results import play_on
from sixfold.room.state import State, here


def answer(draft: Draft, command: Answer) -> None:
    """Take an option, as the roller, or as GM for somebody who is gone; the dice stay as they lie."""
    state = draft.state
    question = state.questions.get(command.question)
    by = here(state, command.by, "master", "player")
    if question is None or not question.open:
        raise RoomError("room/event", f"There is no open question {command.question}.")
    roller = state.people[question.play.person]
    if by.id != roller.id and (roller.here or by.role != "master"):
        raise RoomError("room/forbidden", "Only the roller can choose.")
    most = len(question.shown["options"]) - 1
    if not 0 <= command.choice <= most:
        raise RoomError("room/choice", f"The options are 0 to {most}; there is no {command.choice}.")
    draft.write(by.id, Answered(question=question.number, choice=command.choice))
    play = replace(draft.state.questions[question.number].play, question=question.number)
    if play.typed:
        play = replace(play, faces=(*play.faces, *(command.faces or ())))
    check = parse(play.request["check"], state.systems)
    try:
        play_on(draft, play, check)
    except DiceNeeded:
        if play.typed:
            raise
        request = {**play.request, "question": question.number, "choices": list(play.choices)}
        draw(draft, replace(play, request=request), check, command.c, command.index, command.witness)


def answered(state: State, event: Event, body: Answered) -> State:
    question = state.questions[body.question]
    play = replace(question.play, choices=(*question.play.choices, body.choice))
    return replace(state, questions={**state.questions, question.number: replace(question, play=play, open=False)})
