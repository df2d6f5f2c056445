"""Posts to a store: what has to be decided of them, and how they were written."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from sixfold.errors import StoreError
from sixfold.table.room.log_event import LogEvent

State = TypeVar("State")
State_co = TypeVar("State_co", covariant=True)


class NewEvents(Protocol[State_co]):
    """Events to be written, the state after them, and the number of the one that answers."""

    @property
    def events(self) -> tuple[LogEvent, ...]: ...

    @property
    def state(self) -> State_co: ...

    @property
    def number(self) -> int: ...


Replay = Callable[[Sequence[LogEvent], State | None], State]
"""The state after events: from the first one, or on from a state."""


class IdempotencyKey(NamedTuple):
    """A post that may come twice: `key` says whose it is and which, `request` is the hash of what it asks."""

    key: str
    request: str


class Written(NamedTuple, Generic[State]):
    """A written post: the number of its answer, and its outcome; None if it had been answered before."""

    room: str
    number: int
    outcome: NewEvents[State] | None


def other_post() -> StoreError:
    """A key came with another request before."""
    return StoreError(
        "store/other-post", "This Idempotency-Key was used for another request. Use a new key for every request."
    )
