"""What docstrings and pages of maintainers call by name is there: modules, files and what they define."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.test_walls import HOME, MODULES, nodes

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs" / "maintaining").rglob("*.md")))
NAMED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PATH = re.compile(r"[\w.-]*\w/[\w./-]*|\w[\w-]*\.(?:py|md|js|mjs|json|toml|yml)")
DOTTED = re.compile(r"([a-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\(.*\))?")
WORD = re.compile(r"([A-Za-z_]\w*)(?:\(.*\))?")
ELSEWHERE = {"build/mutants", "built/index.json", "tools/page/node_modules", "src/sixfold/systems/fence.py"}
"""What is only there once a command made it, or a reader."""


def defined(node: ast.AST) -> Iterator[str]:
    """The names that one piece of a module gives to something."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.Attribute(attr=name, ctx=ast.Store()) | ast.alias(name=name):
            yield name
        case ast.Constant(value=str(name)):
            yield name


@cache
def names(module: str) -> frozenset[str]:
    """Every name that a module defines, also inside of its classes and functions."""
    return frozenset(name for node in nodes(module) for name in defined(node))


@cache
def known() -> frozenset[str]:
    """Every name that some module has: its own, and those that it defines."""
    own = {part for module in MODULES for part in module.split(".")}
    return frozenset(own.union(dir(builtins), keyword.kwlist, *map(names, MODULES)))


@cache
def places() -> tuple[Path, ...]:
    """Where a path may begin: the project, the package, and every folder of the code."""
    return (ROOT, HOME, *(path for path in HOME.rglob("*") if path.is_dir()))


def is_there(named: str) -> bool:
    """Whether a path is there, and a dotted name is defined in its module; anything else is."""
    if PATH.fullmatch(named):
        return any((place / named).exists() for place in places())
    if dotted := DOTTED.fullmatch(named):
        *room, name = dotted[1].split(".")
        at = [module for module in MODULES if f".{module}".endswith(f".{'.'.join(room)}")]
        return dotted[1] in MODULES or not at or any(name in names(m) or f"{m}.{name}" in MODULES for m in at)
    return True


def is_known(named: str) -> bool:
    """Whether a word is some name of the code; anything else is."""
    word = WORD.fullmatch(named)
    return word is None or word[1] in known()


def lost(text: str) -> list[str]:
    """The paths in a text that lead nowhere."""
    return [named for named in NAMED.findall(text) if named not in ELSEWHERE and not is_there(named)]


def test_module_docstrings_name_what_is_there() -> None:
    """A module, a file or a function that the docstring of a module names exists."""
    said = {module: ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "" for module, path in MODULES.items()}
    words = {module: [word for word in NAMED.findall(text) if not is_known(word)] for module, text in said.items()}
    assert not {module: gone for module, text in said.items() if (gone := lost(text) + words[module])}


def test_pages_for_maintainers_name_what_is_there() -> None:
    """A file, a folder or a function of a module that a page for maintainers names exists."""
    said = {page.name: re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL) for page in PAGES}
    assert not {name: gone for name, text in said.items() if (gone := lost(text))}
