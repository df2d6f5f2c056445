"""The syntax of an author's functions, out of the file where they stand."""

import ast
import linecache
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
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
    return _of_file(file).nodes


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
    return _of_file(file).functions


def imported_in(file: str) -> frozenset[str]:
    """Return the names that the top of a file imports; nothing where it cannot be read."""
    return _of_file(file).imported


def homes_in(file: str) -> Sequence[tuple[str, tuple[str, str]]]:
    """Return the names that imports give anywhere in a file, as `imports` says."""
    return _of_file(file).homes


def function_names_in(file: str) -> Collection[str]:
    """Return the names of a file that stand for nothing but functions, as `function_names` says."""
    return _of_file(file).function_names


def imports(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each name that an import gives, with its module and its name there: nothing for the module itself."""
    for node in nodes:
        for alias in node.names if isinstance(node, ast.Import | ast.ImportFrom) else ():
            if isinstance(node, ast.ImportFrom):
                yield alias.asname or alias.name, (str(node.module), alias.name)
            else:
                whole = alias.name if alias.asname else alias.name.partition(".")[0]
                yield alias.asname or whole, (whole, "")


def function_names(nodes: Iterable[ast.AST]) -> Collection[str]:
    """Return the names of functions that are no name of anything else in these pieces of syntax."""
    functions, others = set(), set()
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            functions.add(node.name)
        elif isinstance(node, ast.arg):
            others.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            others.add(node.id)
    return functions - others


class _File:
    """The syntax of a file, and what is found in it when it is first asked for."""

    def __init__(self, source: str) -> None:
        self._source = source

    @cached_property
    def nodes(self) -> Sequence[ast.AST]:
        with suppress(SyntaxError, ValueError):
            return walked(ast.parse(self._source))
        return ()

    @cached_property
    def functions(self) -> Sequence[Text]:
        return [node for node in self.nodes if isinstance(node, Text)]

    @cached_property
    def homes(self) -> Sequence[tuple[str, tuple[str, str]]]:
        return list(imports(self.nodes))

    @cached_property
    def function_names(self) -> Collection[str]:
        return function_names(self.nodes)

    @cached_property
    def imported(self) -> frozenset[str]:
        with suppress(SyntaxError, ValueError):
            names = symtable(self._source, "", "exec").get_symbols()
            return frozenset(each.get_name() for each in names if each.is_imported())
        return frozenset()


def _of_file(file: str) -> _File:
    return _of_source("".join(linecache.getlines(file)))


_of_source: Final = lru_cache(maxsize=8)(_File)


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
