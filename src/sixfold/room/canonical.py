"""Canonical JSON and its hash: the bytes that are stored and chained.

Keys are ASCII and sorted, numbers are whole, there are no blanks, and text is UTF-8, as RFC 8785 requires. A hash is
always taken of stored bytes, never of JSON that was written again.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import msgspec

ENCODER: Final = msgspec.json.Encoder(order="deterministic", enc_hook=dict)
"""Mappings that are no dict are written as one."""


def canonical(data: Any) -> bytes:
    """Return data as canonical JSON.

    >>> canonical({"b": [1, True, None], "a": "é"}).decode()
    '{"a":"é","b":[1,true,null]}'
    """
    return ENCODER.encode(data)


def digest(stored: bytes) -> str:
    """Return the SHA-256 of stored bytes, in hexadecimal.

    >>> digest(b"")[:8]
    'e3b0c442'
    """
    return sha256(stored).hexdigest()
