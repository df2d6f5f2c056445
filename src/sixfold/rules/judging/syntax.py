"""The syntax of an author's functions, out of the file where they stand."""

import ast
import linecache
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from symtable import symtable
from typing import Any, Final

from sixfold.rules.functions import beginning, innermost

Text = ast.FunctionDef | ast.Lambda
"""The syntax of a function."""

CHANGED: Final = "__changed__"
"""The name under which a module keeps the syntax that it was compiled from, if that differs from its file."""


def text_of(function: Callable[..., Any]) -> Sequence[Text]:
    """Return the syntax of a function: nothing where its text is not known, and of all in one line that it may be."""
    return _text_among(functions_in(beginning(function)[0]), function)


def syntax_of(function: Callable[..., Any]) -> Sequence[Text]:
    """Return the syntax that a function was compiled from, even if that differs from its file."""
    changed = innermost(function).__globals__.get(CHANGED)
    if changed is None:
        return text_of(function)
    return _text_among([node for node in parts_of(changed) if isinstance(node, Text)], function)


def _text_among(functions: Sequence[Text], function: Callable[..., Any]) -> Sequence[Text]:
    _, line = beginning(function)
    found = [node for node in functions if _begins(node) <= line <= node.lineno]
    if len(found) < 2:
        return found
    first = _body_begins(function)
    found = [node for node in found if _has_body(node, first)] or found
    inside = {id(part) for node in found for part in ast.walk(node) if part is not node}
    return [node for node in found if id(node) not in inside]


def walked(tree: ast.AST) -> list[ast.AST]:
    """Return a piece of syntax with all pieces in it, as `ast.walk` yields them, in half of its time."""
    found = [tree]
    for node in found:  # it grows
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                found += [part for part in value if isinstance(part, ast.AST)]
    return found


@lru_cache(maxsize=1024)
def parts_of(text: ast.AST) -> Sequence[ast.AST]:
    """Return the pieces of the syntax of a function, which are kept."""
    return walked(text)


def nodes_in(file: str) -> Sequence[ast.AST]:
    """Return the syntax of a file in pieces; nothing where it cannot be read."""
    return _pieces(_text(file))


def line_of(nodes: Iterable[ast.AST], name: str) -> int | None:
    """Return the line in which pieces of syntax give a name its value; None if none of them does.

    >>> line_of(ast.walk(ast.parse("luck = 0\\ndef duel(): pass")), "duel")
    2
    """
    for node in nodes:
        match node:
            case ast.Name(id=found, ctx=ast.Store()) | ast.FunctionDef(name=found) | ast.ClassDef(name=found):
                if found == name:
                    return node.lineno
    return None


def functions_in(file: str) -> Sequence[Text]:
    """Return the syntax of all functions of a file; nothing where it cannot be read."""
    return _functions_of(_text(file))


def imported_in(file: str) -> frozenset[str]:
    """Return the names that the top of a file imports; nothing where it cannot be read."""
    return _imported(_text(file))


def _text(file: str) -> str:
    return "".join(linecache.getlines(file))


@lru_cache(maxsize=8)
def _imported(source: str) -> frozenset[str]:
    with suppress(SyntaxError, ValueError):
        return frozenset(each.get_name() for each in symtable(source, "", "exec").get_symbols() if each.is_imported())
    return frozenset()


@lru_cache(maxsize=8)
def _functions_of(source: str) -> Sequence[Text]:
    return [node for node in _pieces(source) if isinstance(node, Text)]


@lru_cache(maxsize=8)
def _pieces(source: str) -> Sequence[ast.AST]:
    with suppress(SyntaxError, ValueError):
        return walked(ast.parse(source))
    return ()


def _body_begins(function: Callable[..., Any]) -> tuple[int, int] | None:
    """The line and column where the body of a lambda begins; None where Python does not say."""
    inner: Any = innermost(function)
    code = getattr(getattr(inner, "__func__", inner), "__code__", None)
    if code is None or code.co_name != "<lambda>":
        return None
    places = [(line, column) for line, _, column, end in code.co_positions() if line and column is not None and end]
    return min(places, default=None)  # what only begins a function has no columns


def _has_body(node: Text, place: tuple[int, int] | None) -> bool:
    """Whether the body of a lambda begins at a place."""
    return isinstance(node, ast.Lambda) and (node.body.lineno, node.body.col_offset) == place


def _begins(function: Text) -> int:
    decorators: Sequence[ast.expr] = getattr(function, "decorator_list", ())
    return min([function.lineno, *[each.lineno for each in decorators]])
