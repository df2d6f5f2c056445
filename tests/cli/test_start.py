"""A roll is typed at the table: starting pays for nothing that it does not need."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from sixfold.systems import SYSTEMS

COSTLY = {
    "argparse", "asyncio", "bz2", "ctypes", "datetime", "hashlib", "html", "importlib.util", "inspect", "json", "lark",
    "logging", "lzma", "msgspec", "multiprocessing", "numpy", "pathlib", "pkgutil", "random", "shlex", "shutil",
    "socket", "subprocess", "tempfile", "textwrap", "threading", "traceback", "urllib", "uuid",
    "zipfile", "sixfold.study.questions", "sixfold.cli.shell", "sixfold.cli.complaint",
    "sixfold.cli.prompts", "sixfold.cli.records", "sixfold.show.text_tables", "sixfold.show.files",
    "sixfold.solving.best.graph", "sixfold.solving.best.cuts",
}  # fmt: skip
"""Each costs a roll a measurable part of its time."""


STARTS = [system.rules[0].example for system in SYSTEMS.values()]
"""A check of each game."""


def loaded(*words: str) -> set[str]:
    """What is imported by the time a command is done."""
    program = (
        "import sys, os, json\nfrom sixfold.cli.main import main\nout = sys.stdout\n"
        f"sys.stdout = open(os.devnull, 'w')\nmain({list(words)!r})\njson.dump(sorted(sys.modules), out)\nout.flush()"
    )
    before = "import sys, json; json.dump(sorted(sys.modules), sys.stdout)"
    runs = (subprocess.run([sys.executable, "-c", each], capture_output=True, check=True) for each in (before, program))
    bare, whole = (set(json.loads(run.stdout)) for run in runs)
    return whole - bare - {"json", "json.decoder", "json.encoder", "json.scanner"}


@pytest.mark.parametrize("words", [("roll", "ten", "+4", "superior", "1"), ("ten", "+4"), ("roll", "dice", "4d6kh3")])
def test_a_roll_loads_what_it_needs(words: tuple[str, ...]) -> None:
    """Throwing a game loads no other game, and nothing that costs more than it is worth."""
    found = loaded(*words)
    assert not found & (COSTLY - {"json"})
    assert (
        len({name for name in found if name.startswith("sixfold.systems.")} - {"sixfold.systems.dice.expression"}) < 5
    )


def test_odds_load_what_they_need() -> None:
    """Exact odds load the tables that show them, and nothing more."""
    assert not loaded("odds", "ten") & (COSTLY - {"json", "sixfold.show.text_tables"})


COMPILED = """
import os, sys

texts, out = [], sys.stdout
sys.stdout = open(os.devnull, "w")
sys.addaudithook(lambda event, said: texts.append(str(said[0])) if event == "compile" and said[1] == "<string>" else 0)

from sixfold.cli.main import main

for check in sys.argv[1:]:
    for command in ("roll", "odds"):
        main([command, check])
print(*texts, sep=chr(10), file=out, flush=True)
"""
"""Prints each text that a roll and the odds of some checks compile."""


def test_no_annotation_is_compiled() -> None:
    """What a command loads has no annotation that is text: compiling the first costs as much as defining ten records.

    So a module that defines records or rules has no `from __future__ import annotations`.
    """
    run = [sys.executable, "-c", COMPILED, *STARTS]
    texts = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [text for text in texts if text and "lambda _cls" not in text] == []
