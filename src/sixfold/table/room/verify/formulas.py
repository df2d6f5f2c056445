"""The formulas of docs/fairness/protocol.md, as a stranger writes them: nothing is shared with `fair`."""

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
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
    """The seal that belongs to a key, a request and the roller's entropy."""
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
    head = "\n".join(["sixfold/1/faces", room, lane, str(index), sha(canon(request)), c, w, ""])

    def words() -> Iterator[int]:
        for block in count():
            made = hmac.new(bytes.fromhex(key), (head + str(block)).encode(), hashlib.sha256).digest()
            yield from (int.from_bytes(made[at : at + 4], "big") for at in range(0, 32, 4))

    row = words()
    return [
        next(word for word in row if word < (1 << 32) // sides * sides) % sides + lowest
        for many, sides, lowest in dice
        for _ in range(many)
    ]
