"""What is the same for everyone: its bytes, compressed once, with a tag by which a browser knows that it has them."""

import gzip
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from hashlib import sha256
from typing import Final, NamedTuple

import brotli
from litestar import Response

from sixfold.web.asking import Asking

PACKING: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "br": partial(brotli.compress, quality=11),
    "gzip": partial(gzip.compress, mtime=0),
}
"""How files are compressed, the smallest first."""


class File(NamedTuple):
    """A file: its bytes, the same compressed in each way, and a tag that changes with them."""

    kind: str
    plain: bytes
    packed: Mapping[str, bytes]
    tag: str


def file(kind: str, plain: bytes, ways: Iterable[str] = tuple(PACKING)) -> File:
    """A file of a media type, compressed in some ways."""
    return File(kind, plain, {way: PACKING[way](plain) for way in ways}, f'"{sha256(plain).hexdigest()[:20]}"')


def answered(request: Asking, file: File, headers: Mapping[str, str]) -> Response[bytes]:
    """Return a file in an encoding that this client accepts; nothing if the client already has it."""
    all_ = {"etag": file.tag, "cache-control": "no-cache", "vary": "accept-encoding", **headers}
    if request.headers.get("if-none-match", "") == file.tag:
        return Response(b"", status_code=304, media_type=file.kind, headers=all_)
    taken = {way.partition(";")[0].strip() for way in request.headers.get("accept-encoding", "").split(",")}
    for way, packed in file.packed.items():
        if way in taken:
            return Response(packed, media_type=file.kind, headers={**all_, "content-encoding": way})
    return Response(file.plain, media_type=file.kind, headers=all_)
