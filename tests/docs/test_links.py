"""Every link in the pages leads somewhere: to a file that is there, and to a heading that it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import NamedTuple
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.pages import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
START = ROOT / "docs" / "README.md"


PLACE = re.compile(r"[\w-]+(/[\w.-]+)*(/|\.py)")
NAME = re.compile(r"sixfold(\.\w+){2,}")
PACKAGE = ROOT / "src" / "sixfold"
LOOKED_FOR = (ROOT, PACKAGE, PACKAGE / "table" / "page", ROOT / "benchmarks")
NOT_THERE_YET = {"src/sixfold/systems/fence.py", "fence.py", "l5r.py"}
"""Games that the pages show how to write."""


class Page(NamedTuple):
    """What a page points to, and which of its headings can be pointed to."""

    links: list[str]
    headings: set[str]


def read(path: Path) -> Page:
    """The links and headings of a page, code left out."""
    tokens = MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8"))
    links = [str(link) for link in map(target, inner(tokens)) if link]
    headings = [tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open"]
    return Page(links, {slug(heading) for heading in headings})


def spans(path: Path, form: re.Pattern[str]) -> set[str]:
    """The code in the lines of a page that has this form, as `rules/table.py` and `tests/odds/` have that of places."""
    tokens = MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8"))
    return {token.content for token in inner(tokens) if token.type == "code_inline" and form.fullmatch(token.content)}


def inner(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from token.children or ()


def target(token: Token) -> str | int | float | None:
    return token.attrs.get("href") or token.attrs.get("src")


def slug(heading: str) -> str:
    """How a heading is pointed to: in small letters, with a hyphen for each blank, without other signs."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link is a file of the project, and what stands after # a heading of it."""
    for link in read(page).links:
        where, _, heading = unquote(link).partition("#")
        found = (page.parent / where).resolve() if where else page
        assert found.exists(), f"{named(page)} points to {link}"
        assert found.is_relative_to(ROOT), f"{named(page)} points out of the project: {link}"
        assert not heading or heading in read(found).headings, f"{named(page)} points to {link}"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_places_in_the_code_are_there(page: Path) -> None:
    """A file or folder that a page names is one of the repository, or of the package."""
    missing = {place for place in spans(page, PLACE) if not any((room / place).exists() for room in LOOKED_FOR)}
    assert missing <= NOT_THERE_YET


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_names_in_the_package_are_there(page: Path) -> None:
    """Every path into the package that a page names leads to something."""
    for name in spans(page, NAME):
        assert resolve_name(name) is not None


def test_every_page_is_found_from_the_first() -> None:
    """Whoever begins at docs/README.md can reach every page by links."""
    reached, waiting = set(), [START]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        links = (unquote(link).partition("#")[0] for link in read(page).links)
        waiting += [(page.parent / link).resolve() for link in links if link]
    assert set(PAGES) - reached <= {ROOT / "README.md"}


@pytest.mark.parametrize(
    "index", [page for page in PAGES if page.name == "README.md" and page.parent != ROOT], ids=named
)
def test_every_page_is_in_the_index_of_its_folder(index: Path) -> None:
    """The README of a folder of pages names each of them, and the READMEs of the folders in it."""
    listed = {(index.parent / unquote(link).partition("#")[0]).resolve() for link in read(index).links}
    pages = {*index.parent.glob("*.md"), *index.parent.glob("*/README.md")} - {index}
    assert pages - listed == set()


def test_every_page_has_one_title() -> None:
    """A page begins with its title, and has no other of that size."""
    for page in PAGES:
        tokens = MarkdownIt("commonmark").parse(page.read_text("utf-8"))
        titles = [at for at, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h1"]
        assert titles == [0], named(page)
