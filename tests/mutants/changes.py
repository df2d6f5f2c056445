"""Every small change of one file of Python, each as the whole text with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
"""Functions that are called alike and mean the opposite."""

LARGEST = 1000
"""Whole numbers from here on are limits of work, which tests try at their own places."""


@dataclass(frozen=True, slots=True)
class Change:
    """One small change of a file; `loading` if its line runs when the file is loaded, and not when it is used."""

    line: int
    words: str
    text: str
    loading: bool


def changes(source: str) -> list[Change]:
    """Every small change of a file, in the order of its lines.

    Annotations, messages of errors and what only a type checker reads stay as they are: no test can notice them.

    >>> [change.words for change in changes("def f(n):\\n    return n < 3\\n")]
    ['return n < 3  ->  return None', 'n < 3  ->  n <= 3', '3  ->  4']
    """
    tree = ast.parse(source)
    left_alone = _left_alone(tree)
    used = _used(tree)
    lines = source.splitlines(keepends=True)
    stands = {id(part): whole for whole in tree.body for part in ast.walk(whole)}
    found = []
    for node in ast.walk(tree):
        if id(node) not in left_alone:
            for old, new, words in _changed(node):
                text = _with(lines, old, new)
                if _reads(text, stands[id(old)]):
                    found.append(Change(old.lineno, words, text, id(node) not in used))
    return sorted(found, key=lambda change: change.line)


def _left_alone(tree: ast.Module) -> set[int]:
    """The parts of a tree that no change touches, by identity while the tree lives."""
    parts: list[ast.AST] = []
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=annotation) if annotation:
                parts.append(annotation)
            case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns) if returns:
                parts.append(returns)
            case ast.Raise() | ast.Assert() | ast.JoinedStr() | ast.keyword(arg="strict" | "slots"):
                parts.append(node)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                parts.append(node)
            case ast.Expr(value=ast.Constant()):
                parts.append(node)
    return {id(part) for whole in parts for part in ast.walk(whole)}


def _used(tree: ast.Module) -> set[int]:
    """The parts of a tree that run when a function is called, by identity while the tree lives."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, functions)]
    statements = [part for body in bodies for part in (body if isinstance(body, list) else [body])]
    return {id(part) for whole in statements for part in ast.walk(whole)}


def _changed(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, ast.AST, str]]:
    """The part that is changed, the new one in its place, and the change in words."""
    match node:
        case ast.Compare(left, [sign], others) if type(sign) in COMPARISONS:
            yield _replaced(node, ast.Compare(left, [COMPARISONS[type(sign)]()], others))
        case ast.BinOp(left, sign, right) if type(sign) in ARITHMETIC and not isinstance(
            left, ast.Constant | ast.JoinedStr
        ):
            yield _replaced(node, ast.BinOp(left, ARITHMETIC[type(sign)](), right))
        case ast.BoolOp(sign, values):
            yield _replaced(node, ast.BoolOp(ast.And() if isinstance(sign, ast.Or) else ast.Or(), values))
            for at in range(len(values)):
                rest = values[:at] + values[at + 1 :]
                yield _replaced(node, rest[0] if len(rest) == 1 else ast.BoolOp(sign, rest))
        case ast.UnaryOp(ast.Not(), operand):
            yield _replaced(node, operand)
        case ast.Constant(bool(value)):
            yield _replaced(node, ast.Constant(not value))
        case ast.Constant(int(value)) if 0 <= value < LARGEST:
            yield _replaced(node, ast.Constant(value + 1))
        case ast.IfExp(test, first, second):
            yield _replaced(node, ast.IfExp(test, second, first))
        case ast.Call(ast.Name(name), arguments, keywords) if name in TWINS:
            yield _replaced(node, ast.Call(ast.Name(TWINS[name]), arguments, keywords))
        case ast.Call(ast.Name("suppress")):
            return  # the order of errors means nothing
        case ast.Call(function, arguments, keywords):
            yield from _exchanged(node, function, arguments, keywords)
        case ast.Dict(keys, values) if keys and None not in keys:
            for at in range(len(keys)):
                yield _replaced(node, ast.Dict(keys[:at] + keys[at + 1 :], values[:at] + values[at + 1 :]))
        case ast.Return(value) if value is not None and not _is_none(value):
            yield _replaced(node, ast.Return(ast.Constant(None)))
        case ast.Expr(ast.Call() | ast.Await()) | ast.AugAssign() | ast.Continue() | ast.Break() | ast.Delete():
            yield _replaced(node, ast.Pass())


def _exchanged(
    node: ast.Call, function: ast.expr, arguments: list[ast.expr], keywords: list[ast.keyword]
) -> Iterator[tuple[ast.expr | ast.stmt, ast.AST, str]]:
    """A call with its first two arguments exchanged, and without each argument that is named."""
    if len(arguments) >= 2 and not any(isinstance(one, ast.Starred) for one in arguments[:2]):
        first, second, *others = arguments
        if ast.dump(first) != ast.dump(second):
            yield _replaced(node, ast.Call(function, [second, first, *others], keywords))
    for at, keyword in enumerate(keywords):
        if keyword.arg not in (None, "strict", "slots"):
            yield _replaced(node, ast.Call(function, arguments, keywords[:at] + keywords[at + 1 :]))


def _replaced(old: ast.expr | ast.stmt, new: ast.AST) -> tuple[ast.expr | ast.stmt, ast.AST, str]:
    return old, new, f"{_short(old)}  ->  {_short(new)}"


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else f"{text[:88]} …"


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _with(lines: list[str], old: ast.expr | ast.stmt, new: ast.AST) -> str:
    """The file with one part replaced, and all others in their lines; the places of a syntax tree count bytes."""
    assert old.end_lineno is not None
    assert old.end_col_offset is not None
    first, last = old.lineno - 1, old.end_lineno - 1
    before = lines[first].encode()[: old.col_offset].decode()
    after = lines[last].encode()[old.end_col_offset :].decode()
    gone = "\n" * (last - first)
    written = f"{ast.unparse(new)}{gone}" if isinstance(new, ast.stmt) else f"({ast.unparse(new)}{gone})"
    return "".join([*lines[:first], before, written, after, *lines[last + 1 :]])


def _reads(text: str, changed: ast.stmt) -> bool:
    """Whether a file reads, of which one whole statement was changed within its lines."""
    first = min(each.lineno for each in (changed, *getattr(changed, "decorator_list", ())))
    try:
        ast.parse("".join(text.splitlines(keepends=True)[first - 1 : changed.end_lineno]))
    except SyntaxError:
        return False
    return True
