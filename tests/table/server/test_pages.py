"""The page is served as bundles if they fit its sources, and as its sources otherwise."""

from __future__ import annotations

import gzip
import json
import posixpath
import re
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from mimetypes import guess_type
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import brotli
import httpx
import pytest

from sixfold.table.server import pages
from tests.pages import ROOT
from tests.table.server.kit import Table, serving
from tests.waiting import PATIENCE

PAGE = ROOT / "src" / "sixfold" / "table" / "page"
IMPORTED = re.compile(r"""(?:\bfrom ?|\bimport ?\(?)"(\.[^"]+)\"""")
AT_ONCE = re.compile(r"""^(?:import|export) [^(\n]*"(\.[^"]+)\"""", re.M)
PRELOADED = re.compile(r'modulepreload" href="/page/[^/]+/([^"]+)')
TEXT = re.compile(r"^  (\w+):", re.M)
GROUP = re.compile(r"^export const (\w+) = \{$", re.M)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """The page without bundles, as in a fresh clone."""
    return Path(shutil.copytree(PAGE, tmp_path / "page", ignore=shutil.ignore_patterns("built*")))


@pytest.fixture(scope="session")
def bundled() -> pages.Page:
    """The page as a wheel has it."""
    found = pages.read()
    if "built/main.js" not in found.files:
        pytest.skip("The page has no bundles of its present sources: `make page` makes them, with Node.js.")
    return found


def reached(page: pages.Page, start: str, imported: re.Pattern[str] = IMPORTED) -> Iterator[str]:
    """Every path that a module names, and those that these name."""
    seen = [start]
    for path in seen:
        yield path
        named = imported.findall(page.files[path].plain.decode())
        named = [posixpath.normpath(posixpath.join(posixpath.dirname(path), one)) for one in named]
        seen += [one for one in named if one not in seen]


def test_a_clone_serves_its_modules_as_they_are(sources: Path) -> None:
    """Every module that the first one reaches is served, and kept for the time without a network."""
    page = pages.read(sources)
    kept = page.files["parts.js"].plain.decode()
    found = set(reached(page, "main.js"))
    assert "views/workbench/odds.js" in found
    assert (sources / "style" / "dice.css").read_bytes() in page.files["style/all.css"].plain
    assert [path for path in found if f'/{path}"' not in kept] == []
    assert b"/main.js" in page.documents["/"].plain and b"built/" not in page.documents["/"].plain


def test_a_clone_names_the_modules_of_its_first_screen(sources: Path) -> None:
    """A browser hears at once of every module that a view runs first, and of no other."""
    page = pages.read(sources)
    for view, module in pages.VIEWS.items():
        named = PRELOADED.findall(page.documents[view].plain.decode())
        starts = ("main.js", module) if module else ("main.js",)
        assert set(named) == {path for start in starts for path in reached(page, start, AT_ONCE)}, view
        assert len(named) == len(set(named)), view


def test_old_bundles_are_left_alone(bundled: pages.Page, tmp_path: Path) -> None:
    """Bundles that were made from other sources are not served."""
    folder = Path(shutil.copytree(PAGE, tmp_path / "page"))
    assert "built/main.js" in pages.read(folder).files
    (folder / "main.js").write_text("// Another page.\n", "utf-8")
    assert "built/main.js" not in pages.read(folder).files


def test_bundles_that_fit_are_not_made_again(bundled: pages.Page, tmp_path: Path) -> None:
    """They are made again once a source or their maker has changed: it wants packages then that are missing here."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Bundles are made with Node.js.")
    page = Path(shutil.copytree(PAGE, tmp_path / "src" / "sixfold" / "table" / "page"))
    tools = tmp_path / "tools" / "page"
    tools.mkdir(parents=True)
    makers = [Path(shutil.copy(ROOT / "tools" / "page" / name, tools)) for name in ("bundle.mjs", "package.json")]
    index = page / "built" / "index.json"
    made = {"tools": [sha256(maker.read_bytes()).hexdigest() for maker in makers]}
    index.write_text(json.dumps(json.loads(index.read_text("utf-8")) | made), "utf-8")

    def made_again() -> bool:
        return subprocess.run([node, str(makers[0])], capture_output=True, check=False).returncode != 0

    assert not made_again()
    for changed in (page / "main.js", page / "style" / "dice.css", makers[1]):
        before = changed.read_bytes()
        changed.write_bytes(before + b"\n")
        assert made_again(), changed
        changed.write_bytes(before)
    assert not made_again()


def test_the_first_throw_is_light(bundled: pages.Page) -> None:
    """The files that a browser fetches until the first roll stay light, the title font and the games included."""
    first = [
        "index.html",
        "built/main.js",
        "built/all.css",
        "built/overrides.css",
        "fonts/besley-600.woff2",
        "icons/die.svg",
    ]
    assert b'from"./' not in bundled.files["built/main.js"].plain  # no second bundle is needed
    sent = {path: bundled.files[path] for path in first}
    weights = {path: len(pages.packed(it.plain, "br") if "br" in it.ways else it.plain) for path, it in sent.items()}
    assert sum(weights.values()) < 62_000, weights


def test_parts_come_compressed(table: Table) -> None:
    """A client gets the page in the smallest of the ways that it takes, and the same page in all of them."""
    came = {
        accepted: httpx.get(table.address, headers={"accept-encoding": accepted}, timeout=PATIENCE)
        for accepted in ("gzip, br", "gzip", "identity")
    }
    assert [answer.headers.get("content-encoding") for answer in came.values()] == ["br", "gzip", None]
    assert len({answer.text for answer in came.values()}) == 1


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize(
    "address",
    ["/nowhere", "/rooms", "/rooms/one/two", "/page/no.js", "/try", "/api/v1/rooms/nowhere", "/api/v1/odds?check=<i>"],
)
@pytest.mark.parametrize("host", ["", "elsewhere.example"])
def test_a_refusal_is_a_page_for_whoever_opens_an_address(table: Table, address: str, host: str) -> None:
    """A browser shows the sentence and a way back, whatever refuses; a program gets the same problem as a document."""
    named = {"host": host} if host else {}
    with httpx.Client(base_url=table.address, headers=named, timeout=PATIENCE, follow_redirects=True) as asked:
        shown = asked.get(address, headers={"accept": BROWSER})
        for accepted in ("*/*", "application/json", "application/json, text/html;q=0.1"):
            problem = asked.get(address, headers={"accept": accepted})
            assert problem.headers["content-type"] == "application/problem+json"
            assert problem.status_code == shown.status_code
            assert f"<p>{escape(problem.json()['detail'])}</p>" in shown.text
    assert shown.headers["content-type"] == "text/html; charset=utf-8"
    assert shown.headers.get_list("content-security-policy") == [pages.POLICY]
    assert (problem.json()["code"] == "table/host") == bool(host)


def test_a_program_that_asks_for_pages_hears_of_problems(table: Table) -> None:
    """Some programs (of Java) ask for HTML first by themselves: who posts, or has a token, opens no address."""
    room, headers = table.open(), {"accept": "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2"}
    for answer in (
        table.http.post("/odds", json={"check": "nonsense"}, headers=headers),
        table.http.get(f"/rooms/{room.name}", headers={**headers, "authorization": "Bearer nobody"}),
    ):
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == answer.status_code


@pytest.mark.parametrize(
    ("accepted", "way"),
    [
        ("br;q=1.0, gzip;q=0.8", "br"),
        ("gzip ; q=0.5,br", "br"),
        ("deflate, gzip;q=0.5", "gzip"),
        ("br;q=0, gzip;q=1.000", "gzip"),
        ("br; q=0.000, gzip ;q=0", None),
        ("deflate", None),
        ("", None),
    ],
)
def test_a_file_as_it_is_accepted(accepted: str, way: str | None) -> None:
    """However a client lists what it takes, it gets the file in that way; who has it gets nothing again."""
    page = pages.file("text/plain", b"the same text " * 9)
    unpacked = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[way]
    answer = pages.sent(asking({"accept-encoding": accepted}), page, {})
    assert (answer.headers.get("content-encoding"), unpacked(answer.content)) == (way, page.plain)
    tag = str(answer.headers["etag"])
    for known in (tag, f"W/{tag}", f'"another", {tag}'):
        again = pages.sent(asking({"if-none-match": known, "accept-encoding": accepted}), page, {})
        assert (again.status_code, again.content) == (304, b"")
        assert (again.headers["etag"], again.media_type) == (page.tag, page.kind)


def asking(headers: dict[str, str]) -> Any:
    """A request with some headers."""
    return SimpleNamespace(headers=headers)


def test_a_view_names_the_bundles_that_draw_it(bundled: pages.Page) -> None:
    """A browser is told at once of every bundle and style that the view of an address needs, and of no other."""
    links = {view: PRELOADED.findall(file.plain.decode()) for view, file in bundled.documents.items()}
    assert [name for name in ("first", "form") if not any(f"built/{name}-" in path for path in links["/"])] == []
    assert any("workbench" in path for path in links["/grid"]) and not any("first" in path for path in links["/grid"])
    assert links["/rooms/{room:str}"] == []
    assert {path for paths in links.values() for path in paths} <= bundled.files.keys()
    waiting = {view for view, file in bundled.documents.items() if b"<link data-lazy href" in file.plain}
    assert waiting == {"/rooms/{room:str}"}


def test_a_bundle_leads_to_its_sources(bundled: pages.Page) -> None:
    """Each bundle has a source map, whose sources are served, so that people can read the code that runs."""
    bundles = [path for path in bundled.files if path.startswith("built/") and path.endswith(".js")]
    for path in bundles:
        mapped = re.findall(r'"\.\./([^"]+\.js)"', bundled.files[f"{path}.map"].plain.decode())
        assert mapped and set(mapped) <= bundled.files.keys(), path


def test_every_text_is_shown_somewhere() -> None:
    """No text of the page is left over; `make page` finds those that are missing."""
    said = "".join(path.read_text("utf-8") for path in PAGE.glob("**/*.js") if "words" not in path.parts)
    unsaid = []
    for path in (PAGE / "words").glob("*.js"):
        text = path.read_text("utf-8")
        for group in GROUP.findall(text):
            whole = re.search(rf"\b{group}\b(?!\.)(?! \}} from)", said)
            unsaid += [f"{group}.{name}" for name in TEXT.findall(text) if not whole and f"{group}.{name}" not in said]
    assert unsaid == []


def test_a_table_shows_a_site(tmp_path: Path) -> None:
    """A folder of a site is served at /try, and nothing beside it; without one, a sentence says how to have one."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("<p>Odds")
    others = [f"a.{ending}" for ending in ("js", "css", "json", "svg", "png", "woff2", "txt")]
    for name in others:
        (folder / name).write_text("")
    (folder / "files.json").write_text(json.dumps(["index.html", *others]))
    (folder / "secret.txt").write_text("no")
    with serving(tmp_path / "one.db", tmp_path, "--site", str(folder)) as table:
        shown = httpx.get(f"{table.address}/try", follow_redirects=True, timeout=PATIENCE)
        assert (shown.text, shown.headers["content-type"]) == ("<p>Odds", "text/html; charset=utf-8")
        assert shown.headers["content-security-policy"] == pages.SITE_POLICY
        assert shown.headers["cache-control"] == "no-cache"
        for name in others:
            kind = httpx.get(f"{table.address}/try/{name}", timeout=PATIENCE).headers["content-type"]
            assert kind.partition(";")[0] == guess_type(name)[0]
        for path in ("secret.txt", "../one.db", "%2e%2e/one.db"):
            assert httpx.get(f"{table.address}/try/{path}", timeout=PATIENCE).status_code == 404
    with serving(tmp_path / "two.db", tmp_path) as table:
        missing = httpx.get(f"{table.address}/try", follow_redirects=True, timeout=PATIENCE)
        assert (missing.status_code, "--site" in missing.json()["detail"]) == (404, True)


def test_every_icon_is_drawn() -> None:
    """An icon that the page names is in the file of icons; one that is not would be an empty square."""
    named = re.compile(r"""(?:<\$\{Icon\} name=|\bicon(?:: |=))"(\w+)\"""")
    sources = [file.read_text("utf-8") for file in PAGE.rglob("*.js") if not {"built", "vendor"} & {*file.parts}]
    drawn = re.findall(r"^  (\w+): ", (PAGE / "parts" / "icon.js").read_text("utf-8").partition("\n};")[0], re.M)
    used = {icon for source in sources for icon in named.findall(source)}
    assert len(used) > 20
    assert used <= {*drawn}
