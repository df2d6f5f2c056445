"""Canonical JSON and its hash: the bytes that are stored, chained and signed.

Keys are ASCII and sorted, numbers are whole, nothing stands between tokens, text is UTF-8: what RFC 8785 asks for,
within these limits. A hash is always taken over bytes that were stored, never over JSON that was written anew.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import msgspec

ENCODER: Final = msgspec.json.Encoder(order="deterministic", enc_hook=dict)
"""Mappings that are no dict are written as one."""


def canonical(data: Any) -> bytes:
    """The one way to write data as JSON.

    >>> canonical({"b": [1, True, None], "a": "é"}).decode()
    '{"a":"é","b":[1,true,null]}'
    """
    return ENCODER.encode(data)


def digest(stored: bytes) -> str:
    """The SHA-256 of stored bytes, in hexadecimal.

    >>> digest(b"")[:8]
    'e3b0c442'
    """
    return sha256(stored).hexdigest()
