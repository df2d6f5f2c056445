"""A room that was restored from a copy: it goes on with a new secret."""

from __future__ import annotations

from dataclasses import replace

from sixfold.room.commands import Restore
from sixfold.room.draft import Draft
from sixfold.room.draws import commit
from sixfold.room.events import Event
from sixfold.room.kinds import Restored
from sixfold.room.state import Lane, State


def restore(draft: Draft, command: Restore) -> None:
    """Begin again with a new secret, as the store: keys that may have been used after the copy never come again.

    Unused commitments are void, and so are draws that were called and wait. Everybody's next draws are committed to
    before anyone asks for one.
    """
    number = draft.write(None, Restored(void=sorted(draft.state.calls)))
    for person in draft.state.lanes:
        if draft.state.people[person].here:
            commit(draft, person)
    draft.number = number


def restored(state: State, event: Event, body: Restored) -> State:
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
            questions[question.number] = replace(question, play=play, open=True)
    return replace(state, lanes=lanes, calls={}, questions=questions, restored=body.number)
