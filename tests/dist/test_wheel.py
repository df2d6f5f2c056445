"""The wheel says under which licences it is, carries their words, and has no link that leads nowhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.pages import ROOT

PAGE = "src/sixfold/table/page/"
NOTICES = ROOT / "THIRD-PARTY-NOTICES.md"
ROW = re.compile(r"^\| (?P<work>\S+) \| \S+ \| \[(?P<licence>[^\]]+)\]\((?P<words>[^)]+)\) \| (?P<files>.+) \|$", re.M)
LINK = re.compile(r"\]\(([^)\s]+)\)")
FORGE = {
    "SIXFOLD_PAGES": "https://forge.example/sixfold/blob/v1",
    "SIXFOLD_FILES": "https://forge.example/sixfold/raw/v1",
}


def environment(**addresses: str) -> dict[str, str]:
    """What a build knows of this machine: the addresses of the pages are those that are given."""
    return {name: value for name, value in os.environ.items() if name not in FORGE} | addresses


def described(metadata: str) -> Message:
    """What a package says of itself."""
    return Parser().parsestr(metadata)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    """The wheel of a release, whose pages have addresses, built from what lies here."""
    away = tmp_path_factory.mktemp("released")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(away)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, env=environment(**FORGE))
    (archive,) = away.glob("*.whl")
    return ZipFile(archive)


@pytest.fixture(scope="module")
def told(wheel: ZipFile) -> Message:
    """What the wheel says of itself."""
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return described(wheel.read(name).decode())


def test_every_work_of_others_is_in_the_notices() -> None:
    """Each vendored file stands in one row of the notices, and each row's files are there."""
    there = {*ROOT.glob(f"{PAGE}vendor/**/*.js"), *ROOT.glob(f"{PAGE}fonts/*.woff2")}
    named = [
        ROOT / PAGE / name
        for row in ROW.finditer(NOTICES.read_text("utf-8"))
        for name in row["files"][1:-1].split("`, `")
    ]
    assert sorted(named) == sorted(there)


def test_the_expression_names_every_licence(told: Message) -> None:
    """The licence of the package is ours and those of all works in the notices."""
    others = {row["licence"] for row in ROW.finditer(NOTICES.read_text("utf-8"))}
    assert set(told["License-Expression"].split(" AND ")) == others | {"MIT"}


def test_the_words_of_every_licence_come_along(wheel: ZipFile, told: Message) -> None:
    """The wheel has our licence, the notices and each licence that they point to, and says so."""
    wanted = {"LICENSE", NOTICES.name, *(row["words"] for row in ROW.finditer(NOTICES.read_text("utf-8")))}
    inside = {name.partition(".dist-info/licenses/")[2] for name in wheel.namelist()} - {""}
    assert inside == set(told.get_all("License-File", ())) == wanted


def test_a_release_links_to_its_own_pages(told: Message) -> None:
    """Every link of the long description is absolute, and leads to a file of this version."""
    links = LINK.findall(str(told.get_payload()))
    ours = [link for link in links if link.startswith("https://forge.example/")]
    assert [link for link in links if not link.startswith("https://")] == []
    for link in ours:
        assert (ROOT / re.sub(r"^.*/v1/|#.*$", "", link)).exists(), link
    assert {link.partition("/v1/")[0].rpartition("/")[2] for link in ours} == {"blob", "raw"}


def test_a_build_of_your_own_has_no_dead_links(tmp_path: Path) -> None:
    """Without addresses the long description has the text of its links alone."""
    write = f"from hatchling.build import prepare_metadata_for_build_wheel as write; write({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", write], cwd=ROOT, check=True, capture_output=True, env=environment())
    (metadata,) = tmp_path.glob("*.dist-info/METADATA")
    told = described(metadata.read_text("utf-8"))
    text = str(told.get_payload())
    assert [link for link in LINK.findall(text) if not link.startswith("https://")] == []
    assert "All pages" in text
    assert told.get_all("Project-URL") is None
