"""Try Sixfold where there is no make, as on Windows: `python tools/without_make.py`.

Installs the pinned packages into .venv, runs the demo's commands, opens a table until it answers, and runs the tests of
everything that does not hang on the system: rules, odds, checks, tables of designers and the room.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
BIN = ROOT / ".venv" / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / "python"
ROLLS = (
    ("roll", "ten", "+4", "superior", "1"),
    ("roll", "wild", "5D+1", "vs", "15", "--json"),
    ("odds", "hs", "3", "ranks", "1", "edge", "1", "cut"),
    ("compare", "ten +3", "odgs vs 15 +5"),
)
TESTS = ("base", "rules", "checks", "solving", "playing", "systems", "study", "show", "table/room", "brute")
PORT = "8765"


def run(*words: str | Path) -> None:
    """Run a command of the environment; stop where it fails."""
    print("$", *words, flush=True)
    subprocess.run(list(map(str, words)), cwd=ROOT, check=True, env={**os.environ, "PYTHONUTF8": "1"})


def answers() -> None:
    """Open a table and wait until it answers."""
    table = [PYTHON, "-m", "sixfold", "serve", "--port", PORT, "--data", "build/tried.db"]
    (ROOT / "build").mkdir(exist_ok=True)
    with subprocess.Popen(table, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8") as serving:
        try:
            assert serving.stdout
            print(serving.stdout.readline(), end="")
            with urlopen(f"http://127.0.0.1:{PORT}/api/v1/health", timeout=60) as answer:
                print(answer.status, answer.read().decode())
        except URLError:
            serving.kill()
            raise
        serving.terminate()


def main() -> int:
    """Install, roll, serve, test."""
    venv.create(ROOT / ".venv", with_pip=True)
    pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "--requirement", "requirements/dev.txt")
    run(*pip, "--no-build-isolation", "--no-deps", "--editable", ".")
    for words in ROLLS:
        run(PYTHON, "-m", "sixfold", *words)
    answers()
    run(PYTHON, "-m", "pytest", "-n", "auto", *(f"tests/{folder}" for folder in TESTS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
