"""The pages of the documentation: everything that a command or the code says in them is made by running it.

`python -m tests.pages` writes the pages anew; the test compares them.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import io
import re
import shlex
from itertools import pairwise
from pathlib import Path

from sixfold import bounds, errors
from sixfold.cli.main import main

ROOT = Path(__file__).parent.parent
_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def pages() -> list[Path]:
    """Every page that shows what commands say."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def current(page: Path) -> str:
    """The page as it would be if it were written now."""
    text = _CONSOLE.sub(lambda block: f"```console\n{_session(block.group(1))}```", page.read_text("utf-8"))
    text = _between(text, "tree", f"```text\n{_tree()}\n```")
    return _between(text, "bounds", _bounds())


def said(command: str) -> str:
    """What a command prints, on both streams."""
    stream = io.StringIO()
    words = shlex.split(command, comments=True)
    assert words[0] == "sixfold", command
    with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
        main(words[1:])
    return stream.getvalue()


def _session(block: str) -> str:
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    return "\n".join(f"$ {command}\n{said(command).rstrip()}\n" for command in commands)


def _between(text: str, name: str, content: str) -> str:
    mark = f"<!-- {name} -->"
    if mark not in text:
        return text
    return f"{text.partition(mark)[0]}{mark}\n{content}\n"


def _tree() -> str:
    doc = inspect.getdoc(errors) or ""
    return "\n".join(
        line.removeprefix("    ") for line in doc.partition("::\n")[2].split("Codes are")[0].splitlines()
    ).strip()


def _bounds() -> str:
    rows = ["| bound | value | what it bounds |", "|---|---|---|"]
    body = ast.parse(inspect.getsource(bounds)).body
    for node, following in pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(following, ast.Expr):
            name = ast.unparse(node.target)
            words = " ".join(ast.literal_eval(following.value).split())
            rows.append(f"| `{name}` | {getattr(bounds, name):,} | {words} |")
    return "\n".join(rows)


if __name__ == "__main__":
    for each in pages():
        each.write_text(current(each), "utf-8")
