"""Events as they are stored: canonical JSON, with a public part for everyone and perhaps a private one for a few.

The private part is bound by its hash (`sealed`) in the public part, with salt, so that it can be checked once it is
revealed. `event_kinds` declares what events contain, and `visibility` decides who sees a private part. A hash is always
taken of stored bytes, never of JSON that was written again.

Each kind has a version. An event of another version is refused when it is read: stored bytes never change.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import json

from sixfold.errors import RoomError
from sixfold.table.room.event_kinds import Body, Kinds

ENCODER: Final = msgspec.json.Encoder(order="sorted", enc_hook=dict)
"""Mappings that are no dict are written as one."""

IN_ORDER: Final = msgspec.json.Encoder(enc_hook=dict)


def canonical(data: Any) -> bytes:
    """Return data as canonical JSON.

    >>> canonical({"b": [1, True, None], "a": "é"}).decode()
    '{"a":"é","b":[1,true,null]}'
    """
    return ENCODER.encode(data)


def ordered(data: Any) -> bytes:
    """Return data as JSON with its names in their own order: forms show the fields of a command so.

    >>> ordered({"b": [1, True, None], "a": "é"}).decode()
    '{"b":[1,true,null],"a":"é"}'
    """
    return IN_ORDER.encode(data)


def digest(stored: bytes) -> str:
    """Return the SHA-256 of stored bytes, in hexadecimal.

    >>> digest(b"")[:8]
    'e3b0c442'
    """
    return sha256(stored).hexdigest()


_BODY: Final = json.Decoder(Kinds)


@dataclass(frozen=True)
class LogEvent:
    """One event as a store keeps it.

    `number` counts from 1 in each room without a gap. `public` is canonical JSON and contains the number, the kind,
    when it happened (`at`), who did it (`person`, or null) and `prev`, the hash of the public part before. `private` is
    canonical JSON for the people in `seers` alone, or empty; with no seers it is for the room itself.
    """

    number: int
    public: bytes
    private: bytes = b""
    seers: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return LogEvent, (self.number, self.public, self.private, self.seers)  # and nothing that was worked out of it

    @cached_property
    def hash(self) -> str:
        """The hash of the public part, which the next event contains as `prev`."""
        return digest(self.public)

    @property
    def whole(self) -> bytes:
        """Both parts as one JSON object: for the room itself and for the people who see the private part."""
        return self.public[:-1] + b"," + self.private[1:] if self.private else self.public

    @cached_property
    def body(self) -> Body:
        """Both parts as data: for the room itself, never for sending.

        Raises RoomError (room/version) for a kind or version that this Sixfold does not know.
        """
        with suppress(msgspec.ValidationError):
            body: Body = _BODY.decode(self.whole)
            if body.version == body.VERSION:
                return body
        raise RoomError("room/version", f"Event {self.number} is of a newer Sixfold than this one.")

    @property
    def audience(self) -> tuple[str, ...] | None:
        """The people who see all of it; None is everyone."""
        return self.seers if self.body.hidden else None

    @property
    def shown(self) -> dict[str, Any]:
        """The public part as data."""
        shown: dict[str, Any] = json.decode(self.public)
        return shown
