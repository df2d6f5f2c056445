"""The syntax of authors, in pieces."""

import ast
from pathlib import Path

import pytest

from sixfold.rules.judging.syntax import walked

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_the_pieces_are_those_of_python(file: Path) -> None:
    """They come as `ast.walk` yields them: it is the slow twin."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert walked(tree) == list(ast.walk(tree))
