"""The page: its files as they lie in `page/`, read once, served compressed; nothing from elsewhere.

A browser gets the bundles that `tools/page/bundle.mjs` made, if they were made from these very sources, as in a wheel.
Otherwise, as in a fresh clone, it gets the modules and style sheets as they are: the same page in more requests.
All parts are served under a version, which changes when any of them does: a browser keeps them for good, never mixes
two versions, and finds a new one as soon as it asks for the document anew.
"""

import gzip
import json
import posixpath
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple

import brotli
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect

from sixfold.errors import TableError
from sixfold.table.server.requester import ApiRequest

PACKING: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "br": partial(brotli.compress, quality=11),
    "gzip": partial(gzip.compress, mtime=0),
}
"""How files are compressed, the smallest first."""


class File(NamedTuple):
    """A file: its bytes, the ways in which it is served compressed, and a tag that changes with its bytes."""

    kind: str
    plain: bytes
    ways: tuple[str, ...]
    tag: str


def file(kind: str, plain: bytes, ways: tuple[str, ...] = tuple(PACKING)) -> File:
    """A file of a media type, served compressed in some ways."""
    return File(kind, plain, ways, f'"{sha256(plain).hexdigest()[:20]}"')


@lru_cache(1_000)
def packed(plain: bytes, way: str) -> bytes:
    """A file's bytes, compressed when a client first asks for them: most files are never asked for."""
    return PACKING[way](plain)


def sent(request: ApiRequest, file: File, headers: Mapping[str, str]) -> Response[bytes]:
    """Return a file in an encoding that this client accepts; nothing if the client already has it."""
    all_ = {"etag": file.tag, "cache-control": "no-cache", "vary": "accept-encoding", **headers}
    if file.tag in request.headers.get("if-none-match", ""):  # of several, or weakened by a proxy
        return Response(b"", status_code=304, media_type=file.kind, headers=all_)
    ways = [way.replace(" ", "").partition(";") for way in request.headers.get("accept-encoding", "").split(",")]
    taken = {way for way, _, weight in ways if weight.rstrip("0.") != "q="}
    for way in file.ways:
        if way in taken:
            headers = {**all_, "content-encoding": way}
            return Response(packed(file.plain, way), media_type=file.kind, headers=headers)
    return Response(file.plain, media_type=file.kind, headers=all_)


KINDS: Final[Mapping[str, str]] = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "json": "application/json",
    "map": "application/json",
    "webmanifest": "application/manifest+json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "txt": "text/plain",
}
"""The kinds of files that a page is made of, by their endings; others are not served."""

PACKED: Final = ("png", "woff2")
"""Kinds that are compressed already."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; "
    "trusted-types sixfold; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
"""The policy of the page: nothing from another host, and no text that becomes a script."""


SITE_POLICY: Final = "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
"""The policy of the documents of the site, beside their own."""

NO_SITE: Final = (
    "There is no such page of a site here. To have one, build it with `sixfold site FOLDER`, and start the table with "
    "`sixfold serve --site FOLDER`."
)

WORKER_POLICY: Final = "default-src 'none'; script-src 'self'; connect-src 'self'"
"""The policy of the service worker: it fetches the page's own parts."""

ROOTS: Final = ("index.html", "service-worker.js", "manifest.webmanifest")
"""Files that stand at fixed addresses and name the others by their version."""

UNKEPT: Final = (".txt", "LICENSE", ".png", ".map", *ROOTS)
"""Endings of what a browser need not keep to open the page without a network: icons are for people who install it."""

BUILT: Final = "built/"
"""The folder of the bundles, if there are any."""

STYLES: Final = ("style/all.css", "style/lazy.css", "style/overrides.css")
"""The style sheets that the document names; each imports others."""

STYLED: Final = re.compile(rb'@import "\./([a-z]+\.css)";\n')
IMPORTED: Final = re.compile(r"""^(?:import|export)\b[^;"'(]*["'](\.[^"']+)""", re.M)
"""The imports of a style sheet, and those of a module that run before it."""

BENCH: Final = "views/workbench/workbench.js"
VIEWS: Final[Mapping[str, str]] = {
    "/": "views/first.js",
    "/rooms/{room:str}": "",
    "/rooms/{room:str}/luck": "views/luck.js",
    "/rooms/{room:str}/stream": "views/stream.js",
    **dict.fromkeys(("/odds", "/compare", "/need", "/grid", "/audit", "/luck", "/explain"), BENCH),
}
"""The addresses of the page, and the module that draws each of them; the table needs none beside the first."""

FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""A file with a version in its address is never asked for again."""

VERSIONED: Final = re.compile(r"v-[0-9a-f]{12}/")


class Page(NamedTuple):
    """The files of the page by their paths, the document of each view, and the version under which they are served."""

    version: str
    files: Mapping[str, File]
    documents: Mapping[str, File]


def read(folder: Traversable | None = None) -> Page:
    """Read the page from a folder; from the one beside this module if none is given."""
    served: dict[str, bytes] = {}
    _read(folder or files("sixfold.table") / "page", "", served)
    sources = {
        path: sha256(text).hexdigest()
        for path, text in served.items()
        if path.endswith((".js", ".css")) and not path.startswith(BUILT)
    }
    built = json.loads(served.pop(f"{BUILT}index.json", b"{}"))
    bundled = built.get("sources") == sources
    if bundled:
        needs = {module: [f"{BUILT}{bundle}" for bundle in bundles] for module, bundles in built["needs"].items()}
        for path in ("main.js", *STYLES):
            address = f"/page/{BUILT}{path.removeprefix('style/')}".encode()
            served["index.html"] = served["index.html"].replace(f"/page/{path}".encode(), address)
    else:
        needs = {module: _reached(served, "main.js", module or "main.js") for module in set(VIEWS.values())}
        served = {
            path: STYLED.sub(lambda match: served[f"style/{match[1].decode()}"], text) if path in STYLES else text
            for path, text in served.items()
            if not path.startswith(BUILT)
        }

    version = f"v-{sha256(b''.join(served[path] for path in sorted(served))).hexdigest()[:12]}"
    for path in ROOTS:
        served[path] = served[path].replace(b"/page/", f"/page/{version}/".encode())
    unread = sources.keys() if bundled else frozenset()  # there to be read by people: no browser fetches them
    kept = [f"/page/{version}/{path}" for path in sorted(served.keys() - unread) if not path.endswith(UNKEPT)]
    served["parts.js"] = f"self.VERSION = {json.dumps(version)};\nself.PARTS = {json.dumps(kept)};\n".encode()
    made = {path: _file(path, text, seldom=path in sources or path.endswith(".map")) for path, text in served.items()}
    drawn = {
        module: file(KINDS["html"], _document(served["index.html"], module, [*needs.get(module, ())], version))
        for module in set(VIEWS.values())
    }
    return Page(version, made, {view: drawn[module] for view, module in VIEWS.items()})


def _document(document: bytes, module: str, needs: list[str], version: str) -> bytes:
    """The document of a view: it names the modules that draw the view, so that a browser fetches them at once."""
    links = "".join(f'<link rel="modulepreload" href="/page/{version}/{needed}">\n' for needed in needs)
    document = document.replace(b"</head>", links.encode() + b"</head>")
    return document.replace(b"<link data-lazy", b'<link data-lazy rel="stylesheet"') if module else document


def _reached(served: Mapping[str, bytes], *modules: str) -> list[str]:
    """The modules that a browser fetches before it runs these, in the order in which they are named."""
    reached = list(dict.fromkeys(modules))
    for path in reached:
        named = IMPORTED.findall(served[path].decode())
        others = (posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) for name in named)
        reached += [module for module in dict.fromkeys(others) if module not in reached]
    return reached


def _read(folder: Traversable, path: str, files: dict[str, bytes]) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            _read(entry, f"{path}{entry.name}/", files)
        elif entry.name.rpartition(".")[2] in KINDS:
            files[path + entry.name] = entry.read_bytes()


def _file(path: str, plain: bytes, *, seldom: bool) -> File:
    ending = path.rpartition(".")[2]
    return file(KINDS[ending], plain, () if ending in PACKED else ("gzip",) if seldom else tuple(PACKING))


def handlers(page: Page) -> list[HTTPRouteHandler]:
    """The routes of the page: the document of every view, which finds its way by the address, and its parts."""

    @get("/page/{path:path}", include_in_schema=False, sync_to_thread=True)  # to compress takes a while
    def part(request: ApiRequest, path: FromPath[str]) -> Response[bytes]:
        name = path.lstrip("/")
        # A page that was opened before an upgrade may still ask by its own version.
        file = page.files.get(VERSIONED.sub("", name, count=1))
        if file is None:
            raise TableError("table/nowhere", "The page has no such part.")
        kept = {"cache-control": FOR_GOOD} if name.startswith(page.version) else {}
        return sent(request, file, {"content-security-policy": POLICY, **kept})

    views = [_view(path, document) for path, document in page.documents.items()]
    worker = _view("/service-worker.js", page.files["service-worker.js"], WORKER_POLICY)
    return [*views, part, worker, _view("/manifest.webmanifest", page.files["manifest.webmanifest"])]


def _view(path: str, file: File, policy: str = POLICY) -> HTTPRouteHandler:
    @get(path, include_in_schema=False, sync_to_thread=True)
    def view(request: ApiRequest) -> Response[bytes]:
        return sent(request, file, {"content-security-policy": policy})

    return view


def site(folder: str) -> list[HTTPRouteHandler]:
    """The routes of a site that `sixfold site` has written into a folder; what is not there is told in a sentence."""
    listed = Path(folder) / "files.json"
    known = frozenset(json.loads(listed.read_bytes())) if folder and listed.exists() else frozenset()

    @get("/try", include_in_schema=False, sync_to_thread=False)
    def begin() -> Redirect:
        return Redirect("/try/index.html")

    @get("/try/{path:path}", include_in_schema=False, sync_to_thread=True)
    def tried(path: FromPath[str]) -> Response[bytes]:
        name = path.lstrip("/")
        if name not in known:
            raise TableError("table/nowhere", NO_SITE)
        headers = {"content-security-policy": SITE_POLICY, "cache-control": "no-cache"}
        kind = KINDS.get(name.rpartition(".")[2], "application/octet-stream")
        return Response((Path(folder) / name).read_bytes(), media_type=kind, headers=headers)

    return [begin, tried]
