"""The formulas of docs/fairness/protocol.md as a stranger writes them: nothing here is shared with `fair`."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any


def sha(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def canon(data: Any) -> bytes:
    """JSON with sorted keys, without blanks, in UTF-8."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode("utf-8")


def committed(key: str) -> str:
    """The commitment that belongs to a key."""
    return sha(b"sixfold/1/commit\n" + bytes.fromhex(key))


def sealed(key: str, request: Mapping[str, Any], c: str) -> str:
    """The seal that belongs to a key, a request and the thrower's entropy."""
    message = b"sixfold/1/seal\n" + canon({"c": c, "request": request})
    return hmac.new(bytes.fromhex(key), message, hashlib.sha256).hexdigest()


def faces(
    key: str,
    room: str,
    lane: str,
    index: int,
    request: Mapping[str, Any],
    c: str,
    w: str,
    dice: Sequence[Sequence[int]],
) -> list[int]:
    """The faces of a draw; `dice` has rows of how many dice, of how many sides, and their lowest face."""
    secret = bytes.fromhex(key)
    head = "\n".join(["sixfold/1/faces", room, lane, str(index), sha(canon(request)), c, w, ""])
    found: list[int] = []
    block, at = b"", 32
    blocks = 0
    for count, sides, lowest in dice:
        full = (1 << 32) // sides * sides
        left = count
        while left:
            if at == 32:
                block = hmac.new(secret, (head + str(blocks)).encode(), hashlib.sha256).digest()
                blocks, at = blocks + 1, 0
            word = int.from_bytes(block[at : at + 4], "big")
            at += 4
            if word < full:
                found.append(word % sides + lowest)
                left -= 1
    return found
