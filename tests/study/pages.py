"""The designers' pages: their outputs, images and notebook are made by running what they show.

`python -m tests.study.pages` writes them anew; the test compares them.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path
from typing import Any

from sixfold import odds, rolls, study
from tests.pages import ROOT, current

FOLDER = ROOT / "docs" / "designers"
EVENING = FOLDER / "evening.json"
NOTEBOOK = ROOT / "notebooks" / "designing.ipynb"
HARD = re.search(r"```toml\n(# hard\.toml\n.*?)```", (FOLDER / "sweeps.md").read_text("utf-8"), re.DOTALL)
IMAGES: dict[str, Any] = {
    "hard.svg": lambda: study.sweep(tomllib.loads(HARD[1]) if HARD else {}),
    "compare.svg": lambda: study.compare("ten +3", "ten", "ten +3 superior 1", "ten hard inferior 1"),
    "games.svg": lambda: study.compare("ten +3", "wild 5D vs 15", "odgs vs 15 +5 combat"),
    "table.svg": lambda: study.table("ten", "modifier=-9..9..3", "skew=-3..3"),
    "odds.svg": lambda: odds("ten +4 superior 1"),
}
CELLS: tuple[str, ...] = (
    "# From an idea to a printed table\n\n"
    "You design a game. Characters roll 3d6 and add their skill, and they succeed with 10 or more. In good "
    "circumstances they roll one more die and keep the best three.\n\n"
    "How much is the extra die worth? How hard should a hard task be? What do you print in your rule book? This "
    "notebook answers these questions. All figures are exact.",
    "from sixfold import odds, study",
    "## How good is an extra die?\n\nCompare it with the plain modifiers that could replace it.",
    'study.compare("ten", "ten superior 1", "ten +2", "ten +3")',
    "An extra die is nearly as good as +2, but criticals are almost three times as likely. Here is the whole "
    "distribution:",
    'odds("ten superior 1")',
    "## How hard should a hard task be?\n\n"
    "Characters without any skill should still succeed one time in four. Which modifier does that?",
    'study.need("ten +?", "1 in 4", ranges=["-9..9"])',
    "## Make the table for the book",
    'study.table("ten", "modifier=-6..6..3", "skew=-2..2")',
    "As Markdown, rounded to whole percent:",
    'print(study.table("ten", "modifier=-6..6..3", "skew=-2..2", digits=0).to("markdown"))',
    "## Convert to another game\n\nWhich pool in `wild` is as good as an untrained test, against a difficulty of 15?",
    'study.equivalent("ten", "wild vs 15")',
    "## Check your first draft\n\nThese three claims are in the draft. Are they right?",
    'claims = """\n'
    "place: first draft\n\n"
    "check: ten superior 1\nprinted: nearly nine in ten\n\n"
    "check: ten superior 1\nevent: quality=critical\nprinted: 13 %\n\n"
    'check: ten -3\nprinted: one in four\n"""\n'
    "study.audit(study.parse_claims(claims))",
    "## How lucky were the testers?\n\nThey rolled forty times. Did they succeed more often than expected?",
    'from sixfold import rolls\n\nstudy.evening(rolls("ten superior 1", 40, seed="testers"))',
)
"""The notebook: a cell that begins with a letter of code is code, the others are text."""


def pages() -> list[Path]:
    """The designers' pages."""
    return sorted(FOLDER.glob("*.md"))


def evening() -> str:
    """The records of the page on luck."""
    records = [record.to_json() for record in rolls("ten +3", 20, seed="tavern")]
    return json.dumps({"version": 1, "records": records}, indent=1, ensure_ascii=False) + "\n"


def notebook() -> str:
    """The notebook with what its cells show."""
    names: dict[str, Any] = {}
    cells = [_cell(at, text, names) for at, text in enumerate(CELLS)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _cell(at: int, text: str, names: dict[str, Any]) -> dict[str, Any]:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return {"cell_type": "markdown", "id": f"cell-{at}", "metadata": {}, "source": text}
    if all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Name | ast.Constant) for node in tree.body):
        return {"cell_type": "markdown", "id": f"cell-{at}", "metadata": {}, "source": text}
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": f"cell-{at}",
        "metadata": {},
        "outputs": _outputs(tree, names),
        "source": text,
    }


def _outputs(tree: ast.Module, names: dict[str, Any]) -> list[dict[str, Any]]:
    printed: list[str] = []
    names["print"] = lambda value: printed.append(f"{value}\n")
    *before, last = tree.body
    exec(compile(ast.Module(before, []), "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        exec(compile(ast.Module([last], []), "cell", "exec"), names)
        return []
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if printed:
        return [{"name": "stdout", "output_type": "stream", "text": "".join(printed)}]
    return [{"data": _shown(value), "execution_count": None, "metadata": {}, "output_type": "execute_result"}]


def _shown(value: Any) -> dict[str, Any]:
    if hasattr(value, "_repr_html_"):
        return {"text/html": value._repr_html_(), "text/plain": str(value)}
    return {"text/plain": str(value)}


def write() -> None:
    """Write everything anew."""
    EVENING.write_text(evening(), "utf-8")
    NOTEBOOK.parent.mkdir(exist_ok=True)
    NOTEBOOK.write_text(notebook(), "utf-8")
    for name, made in IMAGES.items():
        made().save(FOLDER / "images" / name)
    for page in pages():
        page.write_text(current(page), "utf-8")


if __name__ == "__main__":
    write()
