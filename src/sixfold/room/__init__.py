"""The live table, pure: commands in, events out. No socket, clock, chance or database is in here.

::

    decide(state, command, chance, now) -> Decided      rules of the house; a SixfoldError refuses
    apply(state, event) -> State                         nothing is refused here
    seen_by(event, person) -> dict                       the only way out (message() is the same as bytes)

**A store** keeps, for each room, its secret (32 random bytes, made with the room, never shown) and its events: the
four fields of `Event`, unchanged, `public` and `private` as the bytes or text that they are. Inside one transaction
that holds the room's number it reads the events after `state.number` and applies them (`fold(events, state=state)`),
calls `decide` with `Chance(secret, fresh)` (`fresh`: 32 new random bytes) and the time, and inserts `decided.events`;
after the commit it keeps `decided.state`. Events hold their number and the hash of the one before, so they fit no
other place. `decide` is deterministic: given the same state, command, chance and time, it decides the same. A new room
starts from `State()` with `Open`; the room's id stands in its first event (`decided.state.room`).

**A server** finds who asks with `who(state, token)`, makes a command with `by=person.id`, and answers with
`seen_by(event, person.id)` of event `decided.number`, adding `decided.given` (the token, the links) once. To each
socket it sends `message(event, person)` for every event after the last number that it has. `view(state, person)` is the
room at this moment, `exported(room, events, person)` the log, `evening(events, person)` the luck. Nothing else leaves.
Later masters see what only the master saw: a server hands out events as `in_office(state, events)` has
them, with those who see them by now.
Keys of idempotent posts are the store's: room, person and key beside the number of the answering event. A client that
sends no entropy `c` of its own may give it by its key: `c` is then `entropy_of(key)`.

With a witness, `Throw(..., witness=ID)` writes the call alone; the server asks that person's browser and comes back
with `Witness` or, after 300 ms of silence, with the next one, at last with `Unwitnessed`. Calls that a crash left
over are in `state.calls`.
"""

from sixfold.room.canonical import canonical, digest
from sixfold.room.chance import Chance
from sixfold.room.checks import read_check
from sixfold.room.evening import evening
from sixfold.room.events import Event, message, seen_by, sees
from sixfold.room.export import as_csv, as_markdown, exported, written_out
from sixfold.room.fair import entropy_of
from sixfold.room.house import Decided, apply, decide, fold
from sixfold.room.people import here, in_office, role_of, who
from sixfold.room.playing import next_dice
from sixfold.room.state import Person, State
from sixfold.room.view import view

__all__ = [
    "Chance",
    "Decided",
    "Event",
    "Person",
    "State",
    "apply",
    "as_csv",
    "as_markdown",
    "canonical",
    "decide",
    "digest",
    "entropy_of",
    "evening",
    "exported",
    "fold",
    "here",
    "in_office",
    "message",
    "next_dice",
    "read_check",
    "role_of",
    "seen_by",
    "sees",
    "view",
    "who",
    "written_out",
]
