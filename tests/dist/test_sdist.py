"""The source distribution holds all that its own tests need; `make dist-check` runs every one of them from it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sixfold
from tests.pages import ROOT

QUICK = ("tests/docs/test_links.py", "tests/test_walls.py::test_imports_run_one_way")
"""Tests that read the most of what lies beside the source, and of the source itself."""

ROOMS = ("src", "tests", "docs", "benchmarks", "examples", "notebooks", "requirements", "tools")
SINGLE = ("LICENSE", "Makefile", "Containerfile", ".containerignore", "pyproject.toml", ".pre-commit-config.yaml")
LEFTOVERS = ("__pycache__", ".pyc", "node_modules", "package-lock.json")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, built from what lies here, and unpacked."""
    away = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(away)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (archive,) = away.glob("*.tar.gz")
    subprocess.run(["tar", "-xzf", str(archive), "-C", str(away)], check=True)
    return away / f"sixfold-{sixfold.__version__}"


def test_nothing_is_left_behind(unpacked: Path) -> None:
    """Every file of every room is in it, and so are the pages at the root, the licence and the Makefile."""
    here = {path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()}
    here |= {path.relative_to(ROOT) for path in ROOT.glob("*.md")}
    here |= {Path(name) for name in SINGLE}
    missing = {path for path in here if not (unpacked / path).is_file()}
    assert {path for path in missing if not any(part.endswith(LEFTOVERS) for part in path.parts)} == set()


def test_it_passes_its_own_tests(unpacked: Path) -> None:
    """Run from where it was unpacked, with its own source, its tests pass."""
    environment = {**os.environ, "PYTHONPATH": str(unpacked / "src")}
    where = [sys.executable, "-c", "import sixfold; print(sixfold.__file__)"]
    told = subprocess.run(where, cwd=unpacked, env=environment, capture_output=True, text=True, check=True)
    assert Path(told.stdout.strip()).is_relative_to(unpacked)

    tests = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *QUICK]
    done = subprocess.run(tests, cwd=unpacked, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
