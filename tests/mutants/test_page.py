"""Changes of the page's JavaScript: each is one place of a module, and nothing is changed in vain."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.mutants.page import PARSER, READ, changes

pytestmark = pytest.mark.skipif(
    not (shutil.which("node") and PARSER.exists()), reason="the parser of JavaScript comes with `make page`"
)

MADE = {
    "a < b;": "((a) <= (b));",
    "x = a ?? b;": "x = (b);",
    "x = !a;": "x = (a);",
    "x = a ? b : `c${d}`;": "x = ((a) ? (`c${d}`) : (b));",
    "x = true;": "x = false;",
    "x = 2;": "x = 3;",
    "f(a, b, c);": "f(b, a, c);",
    "x = Math.min(a, b);": "x = Math.max(a, b);",
    "x = { ä: 1, ö };": "x = {ö};",
    "x = '🎲'; y = a === b;": "x = '🎲'; y = ((a) !== (b));",
    "const f = () => { return a; };": "const f = () => { return; };",
    "while (a) { break; }": "while (a) { ; }",
}
"""A module, and one of its changes."""


def test_each_kind_of_change(tmp_path: Path) -> None:
    """Each kind is made, behind wide characters, too; texts that are joined and thrown errors stay as they are."""
    sources = [*MADE, "x = 'a' + b;", "throw new Error(a + b);"]
    files = [tmp_path / f"{at}.mjs" for at in range(len(sources))]
    for file, source in zip(files, sources, strict=True):
        file.write_text(source, "utf-8")
    node = ["node", "--input-type=module", "-e", READ, PARSER.as_uri(), *map(str, files)]
    trees = json.loads(subprocess.run(node, capture_output=True, check=True).stdout)
    made = [[one.text for one in changes("x.js", source, tree)] for source, tree in zip(sources, trees, strict=True)]
    for source, texts in zip(MADE, made, strict=False):
        assert MADE[source] in texts
        assert source not in texts
    assert made[-2] == [";"]
    assert made[-1] == []
