"""Notes of a game: its comparisons, conditions and look-ups, to find those with one answer in all that was tried.

The file is run with each of them noted. One that is never true, though the solver followed every roll, often compares
with what cannot be; no list of mistakes has to name it.
"""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType, ModuleType
from typing import Any, Final, NamedTuple

from sixfold.authoring.load import run_with
from sixfold.base.printable import shown
from sixfold.rules.folds import Fold
from sixfold.rules.judging.hands import lacks
from sixfold.rules.judging.lint import outermost
from sixfold.rules.judging.strict_table import Table
from sixfold.rules.late import LateCondition
from sixfold.rules.rule import System
from sixfold.solving.entries import split_entries
from sixfold.solving.joint_distribution import by_variable

NAME: Final = "__noted__"
"""The name of the notes in a module: it begins as what is no state of a game."""

DICTS: Final = (dict, defaultdict, MappingProxyType)
"""Types whose `in` is their own, and not an author's."""

REFUSALS: Final = ("rule/", "notation/", "bounds/")
"""Beginnings of the codes with which a game refuses options."""


class Site(NamedTuple):
    """A place in a file where something is true or false."""

    line: int
    said: str
    refuses: bool
    """Whether it leads to a refusal alone: what is refused is not played."""


class Notes:
    """The places of a file, and the answers that came in each."""

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.seen: list[set[bool]] = []
        self.lacked: dict[tuple[int, str], bool] = {}
        """All that a verb asks for in a place, and whether no hand has had it so far."""

    def compared(self, at: int, value: Any) -> Any:
        """Note a comparison: one that is still open with each answer that it may have."""
        if value is True or value is False:
            self.seen[at].add(value)
        elif type(value) is LateCondition and value.known is None and len(self.seen[at]) < 2:
            self.seen[at] |= _possible(value)
        return value

    def tested(self, at: int, value: Any) -> Any:
        """Note a condition on which depends what is done next."""
        self.seen[at].add(bool(value))
        return value

    def looked(self, at: int, where: Any, key: Any, *default: Any) -> Any:
        """Note whether a dict never has a key; `get` of anything else is left alone."""
        if type(where) in DICTS:
            self.seen[at] |= {False, key in where}
        return where.get(key, *default)

    def asked(self, at: int, verb: Callable[..., Any], *given: Any, **more: Any) -> Any:
        """Note what a verb of a table asks for that its hand never shows."""
        answer = verb(*given, **more)
        for said, lacking in _lacking(*given, **more) if isinstance(getattr(verb, "__self__", None), Table) else ():
            self.lacked[at, said] = lacking and self.lacked.get((at, said), True)
        return answer

    def same(self) -> Iterator[tuple[int, str]]:
        """Yield each line with something that never varied, and a sentence about the first such thing in it."""
        lines = set()
        for (line, source, refuses), seen in zip(self.sites, self.seen, strict=True):
            if len(seen) == 1 and not refuses and line not in lines:
                lines.add(line)
                yield line, f"“{shown(source, 80)}” is {'always' if True in seen else 'never'} true in what was tried."
        for (at, said), lacking in self.lacked.items():
            line, source, _ = self.sites[at]
            if lacking and line not in lines:
                lines.add(line)
                yield line, f"“{shown(source, 80)}” asks in vain: {said} in what was tried."


def _possible(condition: LateCondition) -> set[bool]:
    """The answers that a condition about dice of one roll may have; none where it is about several rolls."""
    path: Any = condition.decider
    variables = by_variable(condition.terms)
    for variable, places in variables.items() if len(variables) == 1 else ():
        variable.look(places)
        return {side for side, _ in split_entries(variable, places, condition, path.context)}
    return set()


def _lacking(hand: Any, *asked: Any, **more: Any) -> Iterator[tuple[str, bool]]:
    """All that is asked of a hand: by folds, faces to throw again, a number of dice; and whether it has none of it."""
    for each in (*asked, *more.values()) if not isinstance(hand, tuple | list) else ():
        if isinstance(each, Fold):
            yield from lacks(hand, each.wants, each.places)
        elif isinstance(each, set | frozenset | list | tuple):
            yield from lacks(hand, each)
        elif type(each) is int:
            yield from lacks(hand, (), each)


def noted(system: System) -> tuple[System, Notes]:
    """Return the game of a file, run again with a note of everything in its functions that is true or false."""
    notes, module = Notes(), ModuleType(NAME)  # which has no state, to the solver
    vars(module).update({name: getattr(notes, name) for name in ("compared", "tested", "looked", "asked")})

    def note(tree: ast.Module) -> Mapping[str, Any]:
        for function in outermost(tree):
            _Noting(notes).visit(function)
        return {NAME: module}

    try:
        return run_with(system, note), notes
    except RecursionError:  # an expression is too long to be looked into
        return system, Notes()


class _Noting(ast.NodeTransformer):
    """Puts a note around whatever is true or false in a function."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes

    def _noted(self, how: str, source: str, node: ast.expr, *given: ast.expr, refuses: bool = False) -> ast.Call:
        self.notes.sites.append(Site(node.lineno, source, refuses))
        self.notes.seen.append(set())
        method = ast.Attribute(ast.Name(NAME, ast.Load()), how, ast.Load())
        call = ast.Call(method, [ast.Constant(len(self.notes.sites) - 1), *(given or [node])], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def _test(self, node: ast.expr, refuses: bool = False) -> Any:
        source = ast.unparse(node)
        by_itself = isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        if by_itself or _asks(node):
            return self.visit(node)
        inner: Any = self.generic_visit(node) if isinstance(node, ast.Compare) else self.visit(node)
        return self._noted("tested", source, inner, refuses=refuses)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        source = ast.unparse(node)
        self.generic_visit(node)
        return node if _asks(node) else self._noted("compared", source, node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        node.operand = self._test(node.operand) if isinstance(node.op, ast.Not) else self.visit(node.operand)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        node.values = [*map(self._test, node.values[:-1]), self.visit(node.values[-1])]
        return node

    def visit(self, node: Any) -> Any:
        """Note the condition of a statement or an expression, before what depends on it."""
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            test = self._test(node.test, _refuses(node.body))
            node.test = ast.Constant(True)  # which is left alone
            self.generic_visit(node)
            node.test = test
            return node
        return super().visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.ifs = [*map(self._test, node.ifs)]
        node.iter = self.visit(node.iter)
        return node

    def visit_Match(self, node: ast.Match) -> Any:
        """Note each case that is reached, and before them that none was."""
        sources = [f"case {ast.unparse(case.pattern)}" for case in node.cases]
        self.generic_visit(node)
        before: list[ast.stmt] = []
        for case, name in zip(node.cases, sources, strict=True):
            if name != "case _":
                never = ast.copy_location(ast.Constant(False), case.pattern)
                missed = self._noted("compared", name, never)
                reached = ast.Call(missed.func, [missed.args[0], ast.Constant(True)], [])
                before.append(ast.copy_location(ast.Expr(missed), case.pattern))
                case.body.insert(0, ast.fix_missing_locations(ast.copy_location(ast.Expr(reached), case.pattern)))
        return [*before, node]

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return node  # what it claims is always true

    def visit_Call(self, node: ast.Call) -> ast.AST:
        source = ast.unparse(node)
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args and not node.keywords:
            return self._noted("looked", f"{source} finds it", node, node.func.value, *node.args)
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("read", "rethrow", "pick"):
            call = self._noted("asked", source, node, node.func, *node.args)
            call.keywords = node.keywords
            return call
        return node


def _asks(node: ast.expr) -> bool:
    """Whether something hangs on what a player decides there: the default of each choice is tried most."""
    return any(isinstance(one, ast.Call) and getattr(one.func, "attr", "") == "choose" for one in ast.walk(node))


def _refuses(body: Any) -> bool:
    """Whether what is done is nothing but a refusal: an error that is raised, or a code with its sentence."""
    (done, *others) = body if isinstance(body, list) else [body]
    given = getattr(done, "value", done)
    code = given.elts[0] if isinstance(given, ast.Tuple) and given.elts else None
    refused = isinstance(code, ast.Constant) and str(code.value).startswith(REFUSALS)
    return not others and (refused or isinstance(done, ast.Raise))
