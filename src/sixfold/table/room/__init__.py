"""The live table, pure: commands in, events out. It uses no socket, clock, chance or database.

::

    decide(state, command, randomness, now) -> Decided    rules of the house; a SixfoldError refuses
    apply(state, event) -> RoomState                          nothing is refused here
    seen_by(event, person) -> dict                        the only way out (message() is the same as bytes)

**A store** keeps the secret of each room (32 random bytes, made with the room, never shown) and its events: the four
fields of `LogEvent`, unchanged. Inside one transaction that holds the room's number it reads the events after
`state.number` and applies them (`replay(events, state=state)`), calls `decide` with `Randomness(secret, fresh)`
(`fresh`: 32 new random bytes) and the time, and inserts `decided.events`; after the commit it keeps `decided.state`.
`decide` is deterministic: given the same state, command, randomness and time, it decides the same. A new room starts
from `RoomState()` with `Open`; the room's id is in its first event (`decided.state.room`).

**A server** finds the person who asks with `who(state, token)`, makes a command with `by=person.id`, and answers with
`seen_by(event, person)` of event `decided.number`, adding `decided.given` (the token, the links) once. To each
socket it sends `message(event, person)` for every event after the last number that it has. `view(state, person.id)` is
the room at this moment, `exported(room, events, person)` the log, `evening(events, person)` the luck. Nothing else
leaves. `visibility` decides who may see what, from the person as they are now: a later GM sees what was for the GM.
Keys of idempotent posts are the store's: room, person and key beside the number of the answering event. A client that
sends no entropy `c` of its own may give it by its key: `c` is then `entropy_of(key)`.

With a witness, `Roll(..., witness=ID)` writes the call alone; the server asks that person's browser and comes back
with `Witness` or, after 300 ms of silence, with the next one, at last with `Unwitnessed`. Calls that a crash left
open are in `state.calls`.
"""

from sixfold.table.room.dispatch import Decided, decide, replay
from sixfold.table.room.fair import Randomness, entropy_of
from sixfold.table.room.log_event import LogEvent, ordered
from sixfold.table.room.log_export import as_csv, as_markdown, exported, written_out
from sixfold.table.room.luck import evening
from sixfold.table.room.people import role_of, who
from sixfold.table.room.playing import next_dice, stopped
from sixfold.table.room.state import RoomState
from sixfold.table.room.view import view
from sixfold.table.room.visibility import Person, message, seen_by, sees

__all__ = [
    "Decided", "LogEvent", "Person", "Randomness", "RoomState", "as_csv", "as_markdown", "decide", "entropy_of",
    "evening", "exported", "message", "next_dice", "ordered", "replay", "role_of", "seen_by", "sees", "stopped",
    "view", "who", "written_out",
]  # fmt: skip
