"""The rules of the house: each command is decided by a function, and each kind of event is applied by another.

Deciding may refuse; applying never does. The functions are in the files named after what they are about. No game is
known there: `playing` plays rules, and `instruments` has what games keep on the table.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from sixfold.base.bounds import EVENTS
from sixfold.errors import RoomError
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS
from sixfold.table.room import (
    characters,
    commands,
    corrections,
    draws,
    instrument_commands,
    notes,
    people,
    requests,
    results,
    rolls,
)
from sixfold.table.room import event_kinds as kinds
from sixfold.table.room.fair import Randomness
from sixfold.table.room.log_event import LogEvent
from sixfold.table.room.playing import PlayCheck, play
from sixfold.table.room.state import Draft, RoomState, require_member

GO_ON = (commands.Restore, commands.Witness, commands.Unwitnessed)
"""Commands that a full room still takes: a roll that was called is finished."""


class Decided(NamedTuple):
    """The decision on a command.

    `events` are to be stored as they are, and `state` is the room after them. `number` is that of the event that
    answers the command; a repeated roll has no new events, and the number of the one that it led to the first time.
    `given` are secrets for the person who asked and for nobody else: `token`, or links by role. No event has them.
    """

    events: tuple[LogEvent, ...]
    state: RoomState
    number: int
    given: Mapping[str, str]


def decide(
    state: RoomState, command: commands.Command, randomness: Randomness, now: datetime, play_check: PlayCheck = play
) -> Decided:
    """Return what a command comes to in a room. Raises a SixfoldError when it is refused; then nothing has happened.

    `play_check` plays the checks of rolls.
    """
    if state.number >= EVENTS and not isinstance(command, GO_ON):
        raise RoomError("room/full", f"A room holds {EVENTS:,} events; this one is full. Open another one.")
    draft = Draft(state, randomness, now, apply, play_check)
    by = [require_member(state, command.by, *command.ROLES)] if isinstance(command, commands.ByPerson) else []
    DECIDES[type(command)](draft, command, *by)
    return Decided(tuple(draft.events), draft.state, draft.number, draft.given)


def apply(state: RoomState, event: LogEvent) -> RoomState:
    """Return the room after an event. Raises RoomError (room/gap, room/version) when it does not follow."""
    body = event.body
    if event.number != state.number + 1 or body.number != event.number or body.prev != state.head:
        raise RoomError("room/gap", f"Event {event.number} does not follow on event {state.number} of this room.")
    after = APPLIES[type(body)](state, event, body)
    return replace(after, number=event.number, head=event.hash, at=body.at)


def replay(
    events: Iterable[LogEvent], systems: Mapping[str, System] = SYSTEMS, state: RoomState | None = None
) -> RoomState:
    """Return the room after many events: from the first one, or on from `state`."""
    state = RoomState(systems) if state is None else state
    for event in events:
        state = apply(state, event)
    return state


DECIDES: Mapping[type[commands.Command], Callable[..., None]] = MappingProxyType({
    commands.Open: people.open_room, commands.Join: people.join, commands.Rename: people.rename,
    commands.Remove: people.remove, commands.Leave: people.leave, commands.HandOver: people.hand_over,
    commands.Door: people.set_door, commands.ChooseGames: people.choose_games, commands.Links: people.renew_links,
    commands.Roll: rolls.roll_check, commands.Witness: draws.add_entropy, commands.Unwitnessed: draws.go_without,
    commands.Answer: rolls.answer, commands.Reveal: rolls.reveal, commands.Correct: corrections.correct,
    commands.RequestRoll: requests.request_roll, commands.Note: notes.note, commands.Use: instrument_commands.use,
    commands.EditCharacter: characters.edit, commands.Restore: draws.restore,
})  # fmt: skip
"""Which function decides on which command; one of a person gets that person too."""

APPLIES: Mapping[type, Callable[[RoomState, LogEvent, Any], RoomState]] = MappingProxyType({
    kinds.Opened: people.apply_opened, kinds.Joined: people.apply_joined, kinds.Renamed: people.apply_renamed,
    kinds.Removed: people.apply_removed, kinds.Left: people.apply_left, kinds.HandedOver: people.apply_handed_over,
    kinds.DoorSet: people.apply_door_set, kinds.GamesChosen: people.apply_games_chosen,
    kinds.LinksRenewed: people.apply_links_renewed, kinds.Committed: draws.apply_committed,
    kinds.Called: draws.apply_called, kinds.Rolled: results.apply_rolled,
    kinds.Questioned: results.apply_questioned, kinds.Failed: results.apply_failed,
    kinds.Answered: rolls.apply_answered,
    kinds.Revealed: rolls.apply_revealed, kinds.Corrected: corrections.apply_corrected,
    kinds.Requested: requests.apply_requested, kinds.Noted: notes.apply_noted,
    kinds.Used: instrument_commands.apply_used, kinds.CharacterEdited: characters.apply_character_edited,
    kinds.Restored: draws.apply_restored,
})  # fmt: skip
"""The functions that change the state, by kind of event."""
