"""Notes: a line in the log."""

from __future__ import annotations

from sixfold.errors import RoomError
from sixfold.room.commands import Note
from sixfold.room.draft import Draft
from sixfold.room.events import Event
from sixfold.room.kinds import Noted
from sixfold.room.names import read_line
from sixfold.room.sight import audience
from sixfold.room.state import State, here


def note(draft: Draft, command: Note) -> None:
    """Write a line, as anyone but a spectator: for all, for the GM and oneself, or for oneself."""
    person = here(draft.state, command.by, "master", "player")
    if command.visible == "blind":
        raise RoomError("room/visible", "A note is for all, for the GM, or for yourself.")
    draft.write(
        person.id, Noted(text=read_line(command.text)), audience(draft.state.people, person.id, command.visible)
    )


def noted(state: State, event: Event, body: Noted) -> State:
    return state
