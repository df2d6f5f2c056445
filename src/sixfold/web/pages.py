"""The page: its files as they lie in `page/`, read once, served compressed; nothing from elsewhere."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from sixfold.errors import TableError
from sixfold.web.asking import Asking

KINDS: Final[Mapping[str, str]] = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
}
"""The kinds of files that a page is made of, by their endings; others are not served."""

PACKED: Final = ("png", "woff2")
"""Kinds that are compressed already."""

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types sixfold",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""What the page may do: nothing from another host, and no text that becomes a script."""


class File(NamedTuple):
    """One file of the page: its bytes, the same compressed, and a tag that changes with them."""

    kind: str
    plain: bytes
    packed: bytes
    tag: str


def read() -> dict[str, File]:
    """Every file of the page by its path."""
    found: dict[str, File] = {}
    _read(files("sixfold.web") / "page", "", found)
    return found


def _read(folder: Traversable, path: str, found: dict[str, File]) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            _read(entry, f"{path}{entry.name}/", found)
            continue
        ending = entry.name.rpartition(".")[2]
        if ending in KINDS:
            plain = entry.read_bytes()
            packed = b"" if ending in PACKED else gzip.compress(plain, mtime=0)
            found[path + entry.name] = File(KINDS[ending], plain, packed, f'"{sha256(plain).hexdigest()[:20]}"')


def answered(request: Asking, file: File) -> Response[bytes]:
    """A file as this client takes it; nothing where he has it already."""
    headers = {
        "etag": file.tag,
        "cache-control": "no-cache",
        "content-security-policy": POLICY,
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match", "") == file.tag:
        return Response(b"", status_code=304, media_type=file.kind, headers=headers)
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.kind, headers={**headers, "content-encoding": "gzip"})
    return Response(file.plain, media_type=file.kind, headers=headers)


def handlers(page: Mapping[str, File]) -> list[HTTPRouteHandler]:
    """The routes of the page: every view is the same document, which finds its way by the address."""

    @get(
        ["/", "/rooms/{room:str}", "/rooms/{room:str}/luck", "/odds", "/compare", "/need", "/grid"],
        include_in_schema=False,
        sync_to_thread=False,
    )
    def view(request: Asking) -> Response[bytes]:
        return answered(request, page["index.html"])

    @get("/page/{path:path}", include_in_schema=False, sync_to_thread=False)
    def part(request: Asking, path: FromPath[str]) -> Response[bytes]:
        file = page.get(path.lstrip("/"))
        if file is None:
            raise TableError("table/nowhere", "The page has no such part.")
        return answered(request, file)

    @get(["/service-worker.js", "/manifest.webmanifest"], include_in_schema=False, sync_to_thread=False)
    def at_the_root(request: Asking) -> Response[bytes]:
        return answered(request, page[request.url.path.lstrip("/")])

    return [view, part, at_the_root]
