"""The live variables before each line of a function: those that it may look at before it sets them anew.

They are found in its syntax, from its end to its beginning. Where in doubt a variable is live, which only keeps paths
apart that could have met.
"""

import ast
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Names = frozenset[str]

NONE: Names = frozenset()

LATER = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda | ast.GeneratorExp
"""Code inside a function that may run at any time."""

COMPREHENSION = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class Exits(NamedTuple):
    """The variables that are live wherever a statement can lead, other than to the next one."""

    always: Names
    """Live everywhere: what code inside the function looks at, and what a handler of errors does."""
    after_break: Names = NONE
    after_continue: Names = NONE


def live_before(function: ast.FunctionDef) -> Mapping[ast.stmt, Names]:
    """Return the variables that are live before each line, also before the first one in the body of a loop.

    >>> text = "def sum_of(dice):\\n  s = 0\\n  for die in dice:\\n    worth = die + 1\\n    s += worth\\n  return s"
    >>> live = live_before(ast.parse(text).body[0])
    >>> [(line.lineno, *sorted(live[line])) for line in sorted(live, key=lambda line: line.lineno)]
    [(2, 'dice'), (3, 'dice', 's'), (4, 'die', 's'), (5, 's', 'worth'), (6, 's')]
    """
    found: dict[ast.stmt, Names] = {}
    inner = [part for line in function.body for part in ast.walk(line)]
    later = [part for node in inner if isinstance(node, LATER) for part in ast.walk(node)]
    always = {part.id for part in later if isinstance(part, ast.Name)}
    always.update([name for node in inner if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names])
    _before(function.body, NONE, Exits(frozenset(always)), found)
    return found


def _before(body: Sequence[ast.stmt], after: Names, exits: Exits, found: dict[ast.stmt, Names]) -> Names:
    """The variables that are live before some statements, of those that are live after them."""
    for line in reversed(body):
        after = found[line] = _before_one(line, after, exits, found) | exits.always
    return after


def _before_one(line: ast.stmt, after: Names, exits: Exits, found: dict[ast.stmt, Names]) -> Names:
    match line:
        case ast.Return() | ast.Raise():
            return _looked_at([line])
        case ast.Break():
            return exits.after_break
        case ast.Continue():
            return exits.after_continue
        case ast.Assign(targets=targets):
            return (after - _set_by(targets)) | _looked_at([line])
        case ast.AnnAssign(target=target, value=ast.expr()):
            return (after - _set_by([target])) | _looked_at([line])
        case ast.AugAssign(target=ast.Name(id=name)):
            return after | {name} | _looked_at([line])
        case ast.If(test=test, body=body, orelse=other):
            both = _before(body, after, exits, found) | _before(other, after, exits, found)
            return both | _looked_at([test])
        case ast.For(target=target, iter=through, body=body, orelse=other):
            head = _loop(line, _before(other, after, exits, found), after, exits, found, _set_by([target]), NONE)
            return head | _looked_at([target, through])
        case ast.While(test=test, body=body, orelse=other):
            asked = _looked_at([test])
            return _loop(line, _before(other, after, exits, found) | asked, after, exits, found, NONE, asked)
        case ast.Try(body=body, handlers=handlers, orelse=other, finalbody=final):
            ends = _before(final, after, exits, found) | after if final else after
            inside = exits._replace(always=exits.always | ends) if final else exits
            caught = NONE.union(
                *[_before(each.body, ends, inside, found) for each in handlers],
                _looked_at([each.type for each in handlers if each.type is not None]),
            )
            inside = inside._replace(always=inside.always | caught)
            return _before(body, _before(other, ends, inside, found), inside, found)
        case ast.With() | ast.Match() | ast.TryStar():  # what these set is as if it were not
            after |= exits.after_break | exits.after_continue
    return after | _looked_at([line])


def _loop(
    line: ast.For | ast.While,
    ended: Names,
    after: Names,
    exits: Exits,
    found: dict[ast.stmt, Names],
    sets: Names,
    asked: Names,
) -> Names:
    """The variables that are live before a loop, whose head `sets` some and looks at some that are `asked`."""
    head, known = ended | asked, -1
    while known != (known := len(head)):
        inside = exits._replace(after_break=after, after_continue=head)
        head |= _before(line.body, head, inside, found) - sets
    return head


def _set_by(targets: Iterable[ast.expr]) -> Names:
    """The variables that targets set as a whole."""
    waiting, names = list(targets), set()
    while waiting:
        match waiting.pop():
            case ast.Name(id=name):
                names.add(name)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                waiting += parts
            case ast.Starred(value=part):
                waiting.append(part)
    return frozenset(names)


def _looked_at(nodes: Iterable[ast.AST]) -> Names:
    """The variables that pieces of syntax look at."""
    waiting, names = list(nodes), set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, COMPREHENSION):
            first, *_ = node.generators
            own = _set_by([each.target for each in node.generators])
            names.update((_looked_at(ast.iter_child_nodes(node)) - own) | _looked_at([first.iter]))
        else:
            waiting += ast.iter_child_nodes(node)
    return frozenset(names)
