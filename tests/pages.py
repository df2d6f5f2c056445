"""The pages of the documentation: everything that a command or the code says in them is made by running it.

`python -m tests.pages` writes the pages anew; the test compares them.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import io
import json
import re
import shlex
import sys
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from sixfold.base import bounds
from sixfold.cli.client.local import KeptRoom
from sixfold.cli.commands.play import FILE, evening
from sixfold.cli.console import out
from sixfold.cli.main import main
from sixfold.cli.shell import quoted
from sixfold.systems import SYSTEMS
from sixfold.table.room.names import COLOURS

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"```(console|python|toml)\n(.*?)```", re.DOTALL)
_FILE = re.compile(r"# (\w+\.(?:py|toml))\n")
"""How a block begins that is a file which the commands after it use."""


def pages() -> list[Path]:
    """Every page that shows what commands say."""
    elsewhere = ("decisions", "designers", "reference", "table")
    docs = [page for page in (ROOT / "docs").rglob("*.md") if page.parent.name not in elsewhere]
    return [ROOT / "README.md", *sorted(docs)]


def named(page: Path) -> str:
    """A page by its place in the project."""
    return page.relative_to(ROOT).as_posix()


def current(page: Path) -> str:
    """The page as it would be if it were written now."""
    evenings = Evenings()
    with TemporaryDirectory() as folder:
        text = _BLOCK.sub(lambda block: _block(block[1], block[2], evenings, Path(folder)), page.read_text("utf-8"))
    text = _between(text, "rules", _rules())
    return _between(text, "bounds", _bounds())


def _block(kind: str, block: str, evenings: Evenings, folder: Path) -> str:
    """A block as it would be if it were written now; a file is there from then on."""
    if kind == "console":
        return f"```console\n{_session(block, evenings, folder)}```"
    file = _FILE.match(block)
    if file:
        (folder / file[1]).write_text(block, "utf-8")
    return f"```{kind}\n{block}```"


def files_of(page: Path) -> list[str]:
    """Every file that a page shows, in order."""
    blocks = _BLOCK.findall(page.read_text("utf-8"))
    return [block for kind, block in blocks if kind == "python" and _FILE.match(block)]


def said(command: str) -> str:
    """What a command prints, on both streams."""
    stream = io.StringIO()
    words = shlex.split(command, comments=True)
    assert words[0] == "sixfold", command
    with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
        main(words[1:])
    return stream.getvalue()


class Evenings:
    """Chance and time for `sixfold play` in a page: the same ones every time that it is written."""

    def __init__(self) -> None:
        self._drawn = 0
        self._clock = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)

    def fresh(self, size: int) -> bytes:
        """Bytes as random as a counter can make them."""
        self._drawn += 1
        return sha256(f"evening {self._drawn}".encode()).digest()[:size]

    def clock(self) -> datetime:
        """A time, a minute after the last one."""
        self._clock += timedelta(minutes=1)
        return self._clock


def played(command: str, lines: list[str], evenings: Evenings, folder: Path) -> str:
    """What `sixfold play` shows to somebody who types these lines, in a folder of his own."""
    stream = io.StringIO()
    words = shlex.split(command)
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(stream),
        contextlib.redirect_stderr(stream),
        patch.object(sys, "stdin", io.StringIO("\n".join(lines))),
    ):
        room = KeptRoom(words[2] if words[2:] else FILE, SYSTEMS, evenings.fresh, evenings.clock)
        try:
            evening(room, out())
        finally:
            room.close()
    return stream.getvalue()


def _session(block: str, evenings: Evenings, folder: Path) -> str:
    commands = [command.split("\n") for command in f"\n{block}".split("\n$ ")[1:]]
    return "\n".join(
        f"$ {command}\n{_shown(command, [line[2:] for line in after if line.startswith('> ')], evenings, folder)}\n"
        for command, *after in commands
    )


def _shown(command: str, typed: list[str], evenings: Evenings, folder: Path) -> str:
    if command.startswith("sixfold play"):
        return played(command, typed, evenings, folder).rstrip()
    own = "evening.sixfold" in command or ".toml" in command or (".py" in command and "examples/" not in command)
    with contextlib.chdir(folder if own else ROOT):
        text = said(command).rstrip()
    return folded(json.loads(text)) if command.endswith("--json") else text


def folded(document: Any, indent: str = "") -> str:
    """A JSON document in lines that fit a page; the command writes it in one line."""
    line = json.dumps(document, ensure_ascii=False)
    if len(indent) + len(line) <= 112 or not document or not isinstance(document, dict | list):
        return line
    inner = f"{indent}  "
    if isinstance(document, list):
        parts, ends = [folded(each, inner) for each in document], "[]"
    else:
        parts, ends = [f"{json.dumps(key)}: {folded(each, inner)}" for key, each in document.items()], "{}"
    return f"{ends[0]}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{ends[1]}"


def _between(text: str, name: str, content: str) -> str:
    mark = f"<!-- {name} -->"
    if mark not in text:
        return text
    return f"{text.partition(mark)[0]}{mark}\n{content}\n"


def _rules() -> str:
    rows = ["| rule | what it is | you type |", "|---|---|---|"]
    for name, game in SYSTEMS.items():
        rows += (f"| `{name} {rule.name}` | {rule.title} | `sixfold {quoted(rule.example)}` |" for rule in game.rules)
    return "\n".join(rows)


def _bounds() -> str:
    rows = ["| bound | value | what it bounds |", "|---|---|---|"]
    body = ast.parse(inspect.getsource(bounds)).body
    for node, following in pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(following, ast.Expr):
            name = ast.unparse(node.target)
            words = " ".join(ast.literal_eval(following.value).split())
            rows.append(f"| `{name}` | {_figure(getattr(bounds, name))} | {words} |")
    return "\n".join(rows)


def _figure(bound: int | float | Fraction) -> str:
    return f"{float(bound) if isinstance(bound, Fraction) else bound:,}"


PAGE_BOUNDS = ROOT / "src" / "sixfold" / "table" / "page" / "bounds.js"
"""The bounds that the page in the browser keeps as well."""


def page_bounds() -> str:
    """The module with the bounds of the page as it would be if it were written now."""
    told = "// The bounds that this page keeps as well, and the colours of people: made by `python -m tests.pages`.\n"
    names = (
        "CONFIG_LENGTH",
        "LABEL_LENGTH",
        "NOTE_LENGTH",
        "SAVED_CHARACTERS",
        "SAVED_CHECKS",
        "SAVED_NAME_LENGTH",
        "TEXT_LENGTH",
    )
    kept = "".join(f"export const {name} = {getattr(bounds, name)};\n" for name in names)
    return f"{told}{kept}export const COLOURS = {json.dumps(COLOURS)};\n"


if __name__ == "__main__":
    PAGE_BOUNDS.write_text(page_bounds(), "utf-8")
    for each in pages():
        each.write_text(current(each), "utf-8")
