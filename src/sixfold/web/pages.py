"""The page: its files as they lie in `page/`, read once, served compressed; nothing from elsewhere.

What its authors write in many files a browser gets in few: modules in bundles, style sheets as one, without the
comments. They are served under a version, which changes when any of them does: a browser keeps them for good, never
mixes two versions, and finds a new one as soon as it asks for the document anew.
"""

import json
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from sixfold.errors import TableError
from sixfold.web.asking import Asking
from sixfold.web.bundling import FOLDER, bundles
from sixfold.web.files import PACKING, File, answered, file

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


WORKER_POLICY: Final = "default-src 'none'; script-src 'self'; connect-src 'self'"
"""What the service worker may do: fetch the page's own parts."""

ROOTS: Final = ("index.html", "service-worker.js", "manifest.webmanifest")
"""Files that stand at fixed addresses and name the others by their version."""

UNKEPT: Final = (".txt", "LICENSE", ".png", *ROOTS)
"""Endings of what a browser need not keep to open the page without a network: icons are for people who install it."""

COMMENTS: Final = re.compile(rb"/\*.*?\*/|^[ \t]*//[^\n]*\n|(?<=[;{,(]) +// [^\n\"`]*$", re.DOTALL | re.MULTILINE)
"""What is written in modules and style sheets for people: a third of what a browser would fetch."""

INDENTS: Final = re.compile(rb"^[ \t]+|^\n", re.MULTILINE)
"""What else is there for people. No text of the page has a line of its own that begins with spaces."""

SPACES: Final = re.compile(rb"(?<=[:;,{}]) +| +(?=\{)|;?\n(?=\})|(?<=[;{},])\n")
"""The same in style sheets, none of which has such a place in a text of its own."""

WHOLE: Final = re.compile(r"vendor/[^/]+\.js")
"""Libraries that come without comments, or say their licence in one."""

START: Final = "main.js"
"""The module that the page starts with."""

BENCH: Final = "views/workbench/workbench.js"
VIEWS: Final[Mapping[str, str]] = {
    "/": "views/first.js",
    "/rooms/{room:str}": START,
    "/rooms/{room:str}/luck": "views/luck.js",
    **dict.fromkeys(("/odds", "/compare", "/need", "/grid"), BENCH),
}
"""The addresses of the page, and the module that draws each of them."""

NEEDED: Final = re.compile(rb'^import .* from "\./([^"]+)";$', re.MULTILINE)
"""What a bundle needs of others."""

TEXTS: Final = "words.js"
"""The module with every text of the page."""

STYLED: Final = re.compile(
    rb'(?:<link (?P<how>rel="stylesheet"|data-later) href="/page/style/[a-z]+\.css">\n)+?(?!<link (?P=how))'
)
SHEET: Final = re.compile(rb'href="/page/(style/[a-z]+\.css)"')
STYLES: Final = ("style/all.css", "style/later.css", "style/last.css")
"""The style sheets in which a browser gets all that the document names: at once, with what comes later, over both."""

FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""What has a version in its address is never asked for again."""

VERSIONED: Final = re.compile(r"v-[0-9a-f]{12}/")


class Page(NamedTuple):
    """The files of the page by their paths, the document of each view, and the version under which they are served."""

    version: str
    files: Mapping[str, File]
    documents: Mapping[str, File]


def read() -> Page:
    """The page as it lies beside this module."""
    lying: dict[str, bytes] = {}
    _read(files("sixfold.web") / "page", "", lying)
    sources = {path: text for path, text in lying.items() if path.endswith((".js", ".css")) and path not in ROOTS}
    bare = {path: text if WHOLE.fullmatch(path) else COMMENTS.sub(b"", text) for path, text in sources.items()}
    served = {path: text for path, text in lying.items() if path not in sources}

    served["index.html"], styles = _styled(served["index.html"], bare)
    served |= styles
    together = bundles({path: text.decode() for path, text in bare.items() if path.endswith(".js")}, START, TEXTS)
    served.update({path: INDENTS.sub(b"", text.encode()) for path, text in together.items()})
    served["index.html"] = served["index.html"].replace(START.encode(), FOLDER.encode() + START.encode())

    version = f"v-{sha256(b''.join(served[path] for path in sorted(served))).hexdigest()[:12]}"
    for path in ROOTS:
        served[path] = served[path].replace(b"/page/", f"/page/{version}/".encode())
    kept = [f"/page/{version}/{path}" for path in sorted(served) if not path.endswith(UNKEPT)]
    served["parts.js"] = f"self.VERSION = {json.dumps(version)};\nself.PARTS = {json.dumps(kept)};\n".encode()
    # The sources are there to be read: no browser fetches them.
    found = {path: _file(path, text, ("gzip",)) for path, text in sources.items()}
    found |= {path: _file(path, text) for path, text in served.items()}
    drawn = {module: file(KINDS["html"], _drawing(module, served, version)) for module in set(VIEWS.values())}
    return Page(version, found, {view: drawn[module] for view, module in VIEWS.items()})


def _styled(document: bytes, sheets: Mapping[str, bytes]) -> tuple[bytes, dict[str, bytes]]:
    """The document with its style sheets put together, and these."""
    together = {}
    for style, named in zip(STYLES, STYLED.finditer(document), strict=True):
        sheet = b"".join(sheets[one.decode()] for one in SHEET.findall(named[0]))
        together[style] = SPACES.sub(b"", INDENTS.sub(b"", sheet))
        link = b'<link %s href="/page/%s">\n' % (named["how"], style.encode())
        document = document.replace(named[0], link)
    return document, together


def _drawing(module: str, served: Mapping[str, bytes], version: str) -> bytes:
    """The document of a view: it names what draws the view, so that a browser fetches that at once."""
    if module == START:
        return served["index.html"]
    needed = [FOLDER + module.replace("/", "-")]
    for bundle in needed:
        others = (FOLDER + other.decode() for other in NEEDED.findall(served[bundle]))
        needed += [other for other in others if other not in needed]
    links = b"".join(
        b'<link rel="modulepreload" href="/page/%s/%s">\n' % (version.encode(), one.encode()) for one in needed
    )
    document = served["index.html"].replace(b"<link data-later", b'<link data-later rel="stylesheet"')
    return document.replace(b"</head>", links + b"</head>")


def _read(folder: Traversable, path: str, found: dict[str, bytes]) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            _read(entry, f"{path}{entry.name}/", found)
        elif entry.name.rpartition(".")[2] in KINDS:
            found[path + entry.name] = entry.read_bytes()


def _file(path: str, plain: bytes, ways: Iterable[str] = tuple(PACKING)) -> File:
    ending = path.rpartition(".")[2]
    return file(KINDS[ending], plain, () if ending in PACKED else ways)


def _answered(request: Asking, found: File, *, policy: str = POLICY, for_good: bool = False) -> Response[bytes]:
    headers = {"content-security-policy": policy}
    return answered(request, found, headers | {"cache-control": FOR_GOOD} if for_good else headers)


def handlers(page: Page) -> list[HTTPRouteHandler]:
    """The routes of the page: the document of every view, which finds its way by the address, and its parts."""

    @get("/page/{path:path}", include_in_schema=False, sync_to_thread=False)
    def part(request: Asking, path: FromPath[str]) -> Response[bytes]:
        asked = path.lstrip("/")
        # A page that was opened before an upgrade may still ask by its own version.
        found = page.files.get(VERSIONED.sub("", asked, count=1))
        if found is None:
            raise TableError("table/nowhere", "The page has no such part.")
        return _answered(request, found, for_good=asked.startswith(page.version))

    @get("/service-worker.js", include_in_schema=False, sync_to_thread=False)
    def worker(request: Asking) -> Response[bytes]:
        return _answered(request, page.files["service-worker.js"], policy=WORKER_POLICY)

    @get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
    def manifest(request: Asking) -> Response[bytes]:
        return _answered(request, page.files["manifest.webmanifest"])

    return [*(_view(path, document) for path, document in page.documents.items()), part, worker, manifest]


def _view(path: str, document: File) -> HTTPRouteHandler:
    @get(path, include_in_schema=False, sync_to_thread=False)
    def view(request: Asking) -> Response[bytes]:
        return _answered(request, document)

    return view
