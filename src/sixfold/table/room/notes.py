"""Notes: lines that people write into the log, for everyone or for some."""

from sixfold.table.room.commands import Note
from sixfold.table.room.event_kinds import Noted
from sixfold.table.room.log_event import LogEvent
from sixfold.table.room.names import read_line
from sixfold.table.room.state import Draft, RoomState, require_member
from sixfold.table.room.visibility import Person, audience, together


def note(draft: Draft, command: Note, by: Person) -> None:
    """Write a line, as anyone but a spectator: for all, for the GM and oneself, for oneself, or for some people."""
    people = [require_member(draft.state, person).id for person in dict.fromkeys(command.people) if person != by.id]
    seers = audience(draft.state.people, by.id, "self" if command.people else command.visible)
    draft.write(by.id, Noted(text=read_line(command.text), people=people), together(seers, people))


def apply_noted(state: RoomState, event: LogEvent, body: Noted) -> RoomState:
    return state
