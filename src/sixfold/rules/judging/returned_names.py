"""Texts and fields that are written in the file of an author's rule."""

import ast
from collections.abc import Callable
from typing import Any

from sixfold.rules.functions import beginning, innermost, is_builtin
from sixfold.rules.judging.syntax import nodes_in, parts_of, text_of
from sixfold.rules.outcome import annotated_fields, annotated_names
from sixfold.rules.signature import annotation_of


def written_in(play: Callable[..., Any]) -> frozenset[str]:
    """Every text in the file of a rule, and the names of its Enums: the names that it returns are mostly among these.

    Of the package's own rules nothing is said: they declare what they may give.
    """
    if is_builtin(play):
        return frozenset()
    inner = innermost(play)
    found = {name for value in list(getattr(inner, "__globals__", {}).values()) for name in annotated_names(value)}
    parts = [node for node in nodes_in(beginning(play)[0]) if isinstance(node, ast.Constant)]
    found.update(part.value for part in parts if isinstance(part.value, str))
    return frozenset(found)


def fields_written(play: Callable[..., Any]) -> frozenset[str]:
    """The fields of an outcome that the return type of a rule has, or a dict that is written in its function.

    A dict that is looked up and not returned says nothing of them.

    >>> def attack(table):
    ...     worth = {"critical": 2}
    ...     found = {"hit": True}
    ...     return {**found, "harm": worth["critical"]}
    >>> sorted(fields_written(attack))
    ['harm', 'hit']
    """
    nodes = [part for text in text_of(play) for part in parts_of(text)]
    assigned = [
        (target.id, node.value)
        for node in nodes
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]
    returned: list[ast.AST | None] = [node.value for node in nodes if isinstance(node, ast.Return)]
    written, named = set(), set()
    while returned:
        match returned.pop():
            case ast.Dict(keys=keys, values=values):
                written.update([key.value for key in keys if isinstance(key, ast.Constant)])
                returned += [value for key, value in zip(keys, values, strict=True) if key is None]
            case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
                returned += [one, other]
            case ast.Name(id=name) if name not in named:
                named.add(name)
                returned += [value for target, value in assigned if target == name]
    return frozenset([key for key in written if isinstance(key, str)]) | frozenset(
        annotated_fields(annotation_of(play, "return"))
    )
