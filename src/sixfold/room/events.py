"""What happened: an event with a public part, the same for everyone, and perhaps a private part for a few.

What is public is decided when an event is written. The private part is bound by its hash (`sealed`) in the public
part, with salt, so that what is revealed later can be held against it. `seen_by` is the only way out.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from sixfold.room.canonical import canonical, digest
from sixfold.room.upgrades import VERSIONS, upgraded

MASTER: Final = "master"
"""Stands among those who see a private part, beside the masters of that moment, where it is for the master's office."""


class Event(NamedTuple):
    """One event as it is stored: everything that a store keeps of it.

    `number` counts from 1 in each room without a gap. `public` is canonical JSON and holds the number, the kind, when
    it happened (`at`), who did it (`person`, or null) and `prev`, the hash of the public part before. `private` is
    canonical JSON for the people in `seers` alone, or empty; with no seers it is for the room itself.
    """

    number: int
    public: bytes
    private: bytes = b""
    seers: tuple[str, ...] = ()

    @property
    def hash(self) -> str:
        """The hash of the public part, which the next event holds as `prev`."""
        return digest(self.public)

    @property
    def body(self) -> dict[str, Any]:
        """The public part as data, brought to the newest version of its kind."""
        return upgraded(_data(self.public))

    @property
    def whole(self) -> dict[str, Any]:
        """The public and the private part as data: for the room's own fold, never for sending."""
        return upgraded(_data(self.public) | self.told)

    @property
    def told(self) -> dict[str, Any]:
        """The private part as data."""
        return _data(self.private) if self.private else {}


def _data(stored: bytes) -> dict[str, Any]:
    return msgspec.json.decode(stored, type=dict[str, Any])


def written(
    number: int,
    prev: str,
    at: str,
    kind: str,
    person: str | None,
    public: Mapping[str, Any],
    private: Mapping[str, Any] | None = None,
    seers: tuple[str, ...] = (),
    salt: str = "",
) -> Event:
    """A new event. `salt` (64 hexadecimal digits, fresh) keeps the hash of a private part from being guessed."""
    body = {
        **public,
        "number": number,
        "kind": kind,
        "version": VERSIONS.get(kind, 1),
        "at": at,
        "person": person,
        "prev": prev,
    }
    hidden = b""
    if private is not None:
        hidden = canonical({**private, "salt": salt})
        body["sealed"] = digest(hidden)
    return Event(number, canonical(body), hidden, tuple(sorted(seers)))


def seen_by(event: Event, person: str | None) -> dict[str, Any]:
    """Return an event as a person (None: anyone) gets it: the public part and its hash, and their private part, if any.

    >>> event = written(1, "", "2026-11-21T20:15:00Z", "noted", "p1", {"hidden": True}, {"text": "psst"}, ("p1",))
    >>> seen_by(event, "p2").get("text"), seen_by(event, "p1")["text"]
    (None, 'psst')
    """
    body = event.whole if sees(event, person) else event.body
    return {**body, "hash": event.hash}


def sees(event: Event, person: str | None) -> bool:
    """Whether a person has a private part to see here."""
    return person is not None and bool(event.private) and person in event.seers


def message(event: Event, person: str | None) -> bytes:
    """`seen_by` as bytes of JSON; the same bytes for everyone who sees the public part alone."""
    return canonical(seen_by(event, person))
