"""The randomness and the time that a command is decided with."""

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
