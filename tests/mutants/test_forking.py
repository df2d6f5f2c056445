"""Changes in a fork: they are put into what is loaded, and noticed as in a new process."""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutants import forking
from tests.mutants.forking import ANSWER, Job, put

SOURCE = """\
from functools import cache, wraps

def twice(play):
    @wraps(play)
    def played(number):
        return play(number) * 2
    return played

@twice
def decorated(number):
    return number + 1

class Die:
    def __init__(self, sides=6):
        super().__init__()
        self.sides = sides

    @property
    def half(self):
        return self.sides // 2

    def faces(self): return [face for face in range(self.sides) if face > 1]

pair = (lambda: 1, lambda: 2)
limit = max(3, 4)
"""


@pytest.fixture
def loaded(tmp_path: Path) -> Iterator[ModuleType]:
    """A module that was loaded from a file, as all are that tests import, and frozen as they are after collection."""
    path = tmp_path / "loaded_here.py"
    path.write_text(SOURCE, encoding="utf-8")
    spec = spec_from_file_location("loaded_here", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    gc.freeze()
    yield module
    gc.freeze()


@pytest.mark.parametrize(
    ("old", "new", "asked", "before", "after"),
    [
        ("number + 1", "number - 1", "decorated(5)", 12, 8),
        ("play(number) * 2", "play(number) * 3", "decorated(5)", 12, 18),
        ("self.sides // 2", "self.sides * 2", "Die().half", 3, 12),
        ("face > 1", "face >= 1", "len(Die().faces())", 4, 5),
        ("lambda: 2", "lambda: 3", "[one() for one in pair]", [1, 2], [1, 3]),
        ("self.sides = sides", "pass", "vars(Die())", {"sides": 6}, {}),
    ],
)
def test_what_is_loaded_is_changed(
    loaded: ModuleType, monkeypatch: pytest.MonkeyPatch, old: str, new: str, asked: str, before: object, after: object
) -> None:
    """Decorated functions, what decorators made, properties, parts of functions and lambdas of one line are changed."""
    monkeypatch.setitem(sys.modules, "loaded_here", loaded)
    assert eval(asked, vars(loaded)) == before
    assert SOURCE.count(old) == 1
    assert put(Path(str(loaded.__file__)), SOURCE, SOURCE.replace(old, new))
    assert eval(asked, vars(loaded)) == after


@pytest.mark.parametrize(("old", "new"), [("super().__init__()", "pass"), ("max(3, 4)", "max(4, 4)")])
def test_what_cannot_be_changed_is_said(
    loaded: ModuleType, monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    """A function of other cells, and what ran while the module was loaded, are left to a new process."""
    monkeypatch.setitem(sys.modules, "loaded_here", loaded)
    assert not put(Path(str(loaded.__file__)), SOURCE, SOURCE.replace(old, new))


FILES = {
    "half.py": "def half(n, low=0):\n    if n < low:\n        return 0\n    return n // 2\ndef one():\n    return 1\n",
    "late.py": "NUMBER = 1\n",
    "__init__.py": "",
}
TESTS = """\
import subprocess, sys
from sixfold.half import half

def test_half():
    assert half(4) == 2

def test_always_fails():
    assert half(4) == 3

def test_late():
    import sixfold.late
    assert sixfold.late.NUMBER == 1

def test_in_a_process_of_its_own():
    said = subprocess.run([sys.executable, "-c", "import sixfold.half as h; print(h.one())"], capture_output=True)
    assert said.stdout.split() == [b"1"]
"""

ASKED = [
    ("half.py", "n // 2", "n * 2", ["test_half"], "noticed"),
    ("half.py", "n < low", "n <= low", ["test_half"], "survived"),
    ("half.py", "n < low", "n <= low", ["test_always_fails", "test_half"], "survived"),
    ("half.py", "n // 2", "n * 2", ["test_always_fails", "test_half"], "noticed"),
    ("half.py", "n // 2", "n * 2", ["test_always_fails"], "unreached"),
    ("half.py", "return 1", "return None", ["test_half", "test_in_a_process_of_its_own"], "noticed"),
    ("half.py", "return n // 2", "raise KeyboardInterrupt", ["test_half"], "noticed"),
    ("half.py", "return n // 2", "import os; os.abort()", ["test_half"], "noticed"),
    ("half.py", "low=0", "low=5", ["test_half"], "elsewhere"),
    ("late.py", "NUMBER = 1", "NUMBER = 2", ["test_late"], "noticed"),
]
"""The file that is changed, how, the tests that are asked, and what comes of it."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes fork themselves on Unix alone")
def test_each_result(tmp_path: Path) -> None:
    """A change is noticed by a test that passes without it, in its own process or in one that it starts."""
    package = tmp_path / "src" / "sixfold"
    package.mkdir(parents=True)
    for name, text in FILES.items():
        (package / name).write_text(text, encoding="utf-8")
    (tmp_path / "test_half.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "tests" / "mutants").mkdir(parents=True)
    shutil.copy(str(forking.__file__), tmp_path / "tests" / "mutants")
    jobs = [
        Job(file, FILES[file].replace(old, new), [f"test_half.py::{name}" for name in names])
        for file, old, new, names, _ in ASKED
    ]
    (tmp_path / "jobs.json").write_text(json.dumps([asdict(job) for job in jobs]), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "tests.mutants.forking", "jobs.json", "60"], cwd=tmp_path, text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, check=False,
    )  # fmt: skip
    answers = [json.loads(line.removeprefix(ANSWER)) for line in run.stdout.split("\n") if line.startswith(ANSWER)]
    assert [answer["result"] for answer in answers] == [result for *_, result in ASKED], run.stdout + run.stderr
    assert {path.name: path.read_text(encoding="utf-8") for path in package.glob("*.py")} == FILES
