"""Mistakes that the syntax of a file shows before it is run, the same on every Python."""

import ast
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from sixfold.base.printable import shown
from sixfold.base.wording import did_you_mean, listed, nearest
from sixfold.errors import RuleError
from sixfold.rules.functions import beginning
from sixfold.rules.judging.reached_functions import reached_functions
from sixfold.rules.judging.syntax import function_names, function_names_in, text_of, walked


def lint(tree: ast.Module, file: str) -> None:
    """Raise RuleError, with the line, for what gives other results than its author means, in a function.

    The codes are rule/tell for a clause that no docstring has, and rule/identity for a comparison by identity, or of a
    type.

    `is None` may be asked, and so may members of a class (`stance is Stance.DEFEND`). Classes with a method `follow`
    are instruments, which never meet open values.

    >>> lint(ast.parse("def parry(table): return hit is True"), "duel.py")
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: duel.py, line 1: “hit is True” compares by identity. While a rule is solved, a value \
that it read stands for all its possible values: write “hit”.
    >>> lint(ast.parse("def parry(table): return score > 7 is not False"), "duel.py")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: ...: write “score > 7”.
    """
    _lint([tree], list(outermost(tree)), function_names(walked(tree)), file)


def lint_functions(play: Callable[..., Any]) -> None:
    """Raise RuleError as `lint` does, for the functions of authors that a rule uses, as far as their text is known."""
    found: dict[str, list[ast.AST]] = {}
    for function in reached_functions(play):
        found.setdefault(beginning(function)[0], []).extend(text_of(function))
    for file, nodes in found.items():
        _lint(nodes, nodes, function_names_in(file), file)


def _lint(texts: Sequence[ast.AST], judged: Sequence[ast.AST], functions: Collection[str], file: str) -> None:
    """Lint some functions of a file, whose clauses are in these texts; `functions` are the names of all in the file."""
    nodes = list(dict.fromkeys([node for text in texts for node in walked(text)]))  # one text may be in another
    _check_clauses(nodes, file)
    for around in nodes:
        _check_twice(getattr(around, "body", None), file)
    for function in judged:
        for node in walked(function):
            if isinstance(node, ast.MatchSingleton) and node.value is not None:
                raise _by_identity(f"case {node.value}", "an “if”", file, node.lineno)
            if isinstance(node, ast.Compare):
                _check(node, file)
            for sentence in _without_effect(node, functions):
                raise RuleError("rule/verb", sentence).placed(file, getattr(node, "lineno", 1))


def _without_effect(node: ast.AST, functions: Collection[str]) -> Iterator[str]:
    """Sentences for a condition that is always true, a line that does nothing, and a value that the next one hides."""
    if isinstance(node, ast.If | ast.IfExp):
        test = node.test
        for part in test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]:
            says = ""
            if isinstance(part, ast.Constant) and part is not test and part.value:
                says = "by itself is always true, and so is all of this: write it out, as in n == 1 or n == 2."
            if isinstance(part, ast.Tuple) and part.elts:
                says = "is always true: a tuple that has parts is. Write “and” or “or” instead of the comma."
            if isinstance(part, ast.Name) and part.id in functions:
                says = "is a function, which is always true: call it, with parentheses."
            if says:
                yield f"“{shown(ast.unparse(part))}” {says}"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Compare | ast.BinOp):
        yield f"“{shown(ast.unparse(node))}” does nothing here: give what it is a name, or return it."
    power = getattr(node.right, "value", None) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitXor) else 0
    if type(power) is int and power > 1:  # with 1, it says whose turn is next
        yield f"“{shown(ast.unparse(node))}” is no power: write “**”."
    loop = node.body[-1] if isinstance(node, ast.FunctionDef) else None  # with a line behind it, it may be meant
    ends = isinstance(loop, ast.For) and len(loop.body) > 1 and isinstance(loop.body[-1], ast.Return)
    if ends and not any(isinstance(part, ast.Continue) for part in ast.walk(node)):
        yield "This loop ends in its first round: its “return” is written too far to the right."
    for kept, name in _kept_of_a_round(node):
        yield (
            f"“{shown(ast.unparse(kept))}” is kept, and when it is called it sees only the last “{name}”: bind it, as "
            f"in lambda {name}={name}: …."
        )
    if isinstance(node, ast.Dict):
        keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
        for key in keys:
            if keys.count(key) > 1:
                yield f"“{shown(str(key))}” is in this dict twice, and only the last value counts."


def _kept_of_a_round(node: ast.AST) -> Iterator[tuple[ast.Lambda, str]]:
    """Yield each lambda that a loop keeps for later, with a name of the loop that it does not bind."""
    kept: list[ast.AST | None] = []
    names: list[ast.AST] = []
    if isinstance(node, ast.ListComp):
        kept, names = [node.elt], [each.target for each in node.generators]
    if isinstance(node, ast.For):
        names = [node.target]
        for part in (part for line in node.body for part in ast.walk(line)):
            if isinstance(part, ast.Call) and getattr(part.func, "attr", "") == "append":
                kept += part.args
            if isinstance(part, ast.Assign) and any(isinstance(target, ast.Subscript) for target in part.targets):
                kept.append(part.value)
    bound = {part.id for target in names for part in ast.walk(target) if isinstance(part, ast.Name)}
    for function in kept:
        if isinstance(function, ast.Lambda):
            own = {part.arg for part in ast.walk(function) if isinstance(part, ast.arg)}
            used = {part.id for part in ast.walk(function.body) if isinstance(part, ast.Name)}
            yield from [(function, name) for name in sorted((used - own) & bound)][:1]


def _check_twice(body: Any, file: str) -> None:
    """Raises RuleError (rule/verb) for functions of one name, if nothing between uses the first."""
    known: set[str] = set()
    for node in body if isinstance(body, list) else ():
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list:
            if node.name in known:
                sentence = f"“{node.name}” is defined twice, and only this one counts: give it another name."
                raise RuleError("rule/verb", sentence).placed(file, node.lineno)
            known.add(node.name)
        elif known:
            known -= {part.id for part in walked(node) if isinstance(part, ast.Name)}


def _check_clauses(nodes: Sequence[ast.AST], file: str) -> None:
    """Raises RuleError (rule/tell) for a clause that is told, and that the texts of a file with clauses never name."""
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    tells = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "tell" and call.args]
    told = {id(call.args[0]): call.args[0].value for call in tells if isinstance(call.args[0], ast.Constant)}
    written = [one.value for one in nodes if isinstance(one, ast.Constant) and id(one) not in told]
    named = {word.rstrip(":") for text in written if isinstance(text, str) for word in re.findall(r"\b\w*\d\b:?", text)}
    clauses = {
        word for text in written if isinstance(text, str) for word in re.findall(r"^[ *-]*(\w*\d): ", text, re.M)
    }
    for call in tells:
        clause = told.get(id(call.args[0]))
        if clauses and isinstance(clause, str) and clause and clause not in named:
            guess = did_you_mean(nearest(clause, clauses))
            sentence = f"No docstring has the clause “{shown(clause)}”; there are {listed(sorted(clauses))}.{guess}"
            raise RuleError("rule/tell", sentence).placed(file, call.lineno)


def _check(node: ast.Compare, file: str) -> None:
    sides = [node.left, *node.comparators]
    for at, operator in enumerate(node.ops):
        one, other = sides[at], sides[at + 1]
        kind = _asks_kind(one) or _asks_kind(other)
        if not (kind or isinstance(operator, ast.Is | ast.IsNot)) or _may_be(one) or _may_be(other):
            continue
        negated = isinstance(operator, ast.IsNot)
        left, right = ast.unparse(one), ast.unparse(other)
        before = ast.Compare(node.left, node.ops[:at], node.comparators[:at]) if at else one
        instead = f"{left} {'!=' if negated else '=='} {right}"
        if kind:
            instead = f"isinstance({kind}, {right if _asks_kind(one) else left})"
        if isinstance(other, ast.Constant) and isinstance(other.value, bool):
            said = ast.unparse(before)
            instead = said if other.value is not negated else f"not {said}"
        raise _by_identity(ast.unparse(node), f"“{instead}”", file, node.lineno)


def _by_identity(code: str, instead: str, file: str, line: int) -> RuleError:
    return RuleError(
        "rule/identity",
        f"“{code}” compares by identity. While a rule is solved, a value that it read stands for all its possible "
        f"values: write {instead}.",
    ).placed(file, line)


def _asks_kind(side: ast.expr) -> str:
    """The `n` of a side `type(n)`; nothing for another side."""
    if isinstance(side, ast.Call) and getattr(side.func, "id", "") == "type" and len(side.args) == 1:
        return ast.unparse(side.args[0])
    return ""


def _may_be(side: ast.expr) -> bool:
    """Whether something may be compared by identity: None, `...`, a member of a class."""
    if isinstance(side, ast.Constant):
        return side.value is None or side.value is ...
    return isinstance(side, ast.Attribute) and isinstance(side.value, ast.Name) and side.value.id[:1].isupper()


def outermost(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the outermost functions of a file, but for those of instruments."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            yield node
        elif not (isinstance(node, ast.ClassDef) and any(getattr(part, "name", "") == "follow" for part in node.body)):
            yield from outermost(node)
