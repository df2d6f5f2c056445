"""What a command is given of the outside: the room's secret, fresh randomness, and the time."""

import hmac
from base64 import b32encode, urlsafe_b64encode
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple


class Chance(NamedTuple):
    """`secret`: 32 random bytes of the room, the same for all its life, kept beside its events and never in one.
    `fresh`: 32 random bytes for this command alone. With the same of both, a command decides the same.

    >>> Chance(bytes(32), bytes(32)).token("player") == Chance(bytes(32), bytes(32)).token("player")
    True
    """

    secret: bytes
    fresh: bytes

    def drawn(self, purpose: str) -> bytes:
        """32 bytes for one purpose."""
        return hmac.digest(self.fresh, purpose.encode(), "sha256")

    def token(self, purpose: str) -> str:
        """A secret that nobody guesses, as 43 characters that may stand in a URL."""
        return urlsafe_b64encode(self.drawn(f"token\n{purpose}")).decode().rstrip("=")

    def name(self, purpose: str) -> str:
        """A name of 16 letters and digits."""
        return b32encode(self.drawn(f"name\n{purpose}")[:10]).decode().lower()

    def salt(self, number: int) -> str:
        """The salt of event `number`."""
        return self.drawn(f"salt\n{number}").hex()


def hashed(token: str) -> str:
    """A token as it is stored. It is 32 random bytes, so that one hash is enough."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def moment(now: datetime) -> str:
    """A time as events hold it: UTC, to the second.

    >>> moment(datetime(2026, 11, 21, 20, 15, tzinfo=UTC))
    '2026-11-21T20:15:00Z'
    """
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
