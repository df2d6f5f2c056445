"""Fair dice: a room's randomness, the keys of its draws, and the faces that follow (docs/fairness/protocol.md).

The log has a commitment to each key before the key is used. The roller's 16 random bytes `c` (and a witness's `w`)
come after that, so that neither side alone decides a face. `verify` checks all this with its own code.
"""

import hmac
from base64 import b32encode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from struct import unpack
from typing import NamedTuple

from sixfold.rules.dice import Die
from sixfold.table.room.log_event import canonical


class Randomness(NamedTuple):
    """`secret`: 32 random bytes of the room, the same for all its life, kept beside its events and never in one.
    `fresh`: 32 random bytes for this command alone. With the same of both, a command decides the same.

    >>> Randomness(bytes(32), bytes(32)).token("player") == Randomness(bytes(32), bytes(32)).token("player")
    True
    """

    secret: bytes
    fresh: bytes

    def drawn(self, purpose: str) -> bytes:
        """Return 32 bytes for one purpose."""
        return hmac.digest(self.fresh, purpose.encode(), "sha256")

    def token(self, purpose: str) -> str:
        """Return a secret that nobody can guess, as 43 characters that are allowed in a URL."""
        return urlsafe_b64encode(self.drawn(f"token\n{purpose}")).decode().rstrip("=")

    def name(self, purpose: str) -> str:
        """Return a name of 16 letters and digits."""
        return b32encode(self.drawn(f"name\n{purpose}")[:10]).decode().lower()

    def salt(self, number: int) -> str:
        """Return the salt of event `number`."""
        return self.drawn(f"salt\n{number}").hex()


def hashed(token: str) -> str:
    """Return a token as it is stored. Tokens are 32 random bytes, so one hash is enough."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def moment(now: datetime) -> str:
    """Return a time as events contain it: UTC, to the second.

    >>> moment(datetime(2026, 11, 21, 20, 15, tzinfo=UTC))
    '2026-11-21T20:15:00Z'
    """
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


ENTROPY = 16
"""The number of random bytes of a roller or a witness."""


def entropy_of(idempotency_key: str) -> str:
    """Return the entropy of a client that sends none, from its key for this post: as random as that key.

    >>> entropy_of("5e0f4c9c-9f53-4a0e-a4c1-3f6b1c1f6e0a")
    '1b393a5b73521b72dcf44a22434eb5c4'
    """
    return sha256(b"sixfold/1/entropy\n" + idempotency_key.encode("utf-8", "surrogatepass")).hexdigest()[: 2 * ENTROPY]


def draw_key(secret: bytes, room: str, lane: str, index: int) -> bytes:
    """Return the key of one draw: 32 bytes that follow from the room's secret."""
    return hmac.digest(secret, f"sixfold/1/key\n{room}\n{lane}\n{index}".encode(), "sha256")


def commitment(key: bytes) -> str:
    """Return the commitment that is published before a key is used."""
    return sha256(b"sixfold/1/commit\n" + key).hexdigest()


def seal_of(key: bytes, request: object, c: str) -> str:
    """Return the seal that binds a key to a request and the roller's entropy."""
    return hmac.digest(key, b"sixfold/1/seal\n" + canonical({"request": request, "c": c}), "sha256").hex()


def words(key: bytes, room: str, lane: str, index: int, request: object, c: str, w: str) -> Iterator[int]:
    """Yield the 32-bit numbers of one draw, without end."""
    request_hash = sha256(canonical(request)).hexdigest()
    head = f"sixfold/1/faces\n{room}\n{lane}\n{index}\n{request_hash}\n{c}\n{w}\n"
    block = 0
    while True:
        yield from unpack(">8I", hmac.digest(key, f"{head}{block}".encode(), "sha256"))
        block += 1


def number(row: Iterator[int], sides: int) -> int:
    """Return the next number from 0 to `sides` - 1, all equally likely: words past the last full round are skipped."""
    limit = 2**32 - 2**32 % sides
    return next(word for word in row if word < limit) % sides


class FairDice:
    """Dice whose faces follow from a draw; `rows` notes how many of which die were rolled.

    >>> dice = FairDice(bytes(range(32)), "inn", "one", 0, {"check": "ten +4", "sides": [6]}, "00" * 16, "ff" * 16)
    >>> dice.throw(5, Die(), "test")
    [5, 4, 5, 3, 1]
    >>> dice.rows
    [[5, 6, 1]]
    """

    def __init__(self, key: bytes, room: str, lane: str, index: int, request: object, c: str, w: str) -> None:
        self._row = words(key, room, lane, index, request, c, w)
        self.key, self.w = key, w
        self.rows: list[list[int]] = []
        self.faces: list[int] = []

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        """Faces of `size` dice."""
        thrown = [die.lowest + number(self._row, die.sides) for _ in range(size)]
        self.rows.append([size, die.sides, die.lowest])
        self.faces += thrown
        return thrown
