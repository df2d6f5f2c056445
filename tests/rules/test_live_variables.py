"""Live variables, found in the syntax: never fewer than Python's own instructions look at."""

from __future__ import annotations

import ast
import re
from dis import Bytecode, hasfree, hasjabs, hasjrel, haslocal
from itertools import pairwise, zip_longest
from pathlib import Path
from types import CodeType
from typing import Any, Final

import pytest

from sixfold.rules.judging.live_variables import live_before

ENDS: Final = {"RETURN_VALUE", "RETURN_CONST", "RERAISE", "RAISE_VARARGS"} | {
    f"JUMP_{way}" for way in ("FORWARD", "BACKWARD", "BACKWARD_NO_INTERRUPT")
}
"""Instructions after which not the next one comes."""

KEPT_ASIDE: Final = ("LOAD_FAST_AND_CLEAR",)
"""Instructions that keep what a comprehension inside a function would hide, and look at nothing."""

DOES: Final = re.compile("(LOAD|STORE|DELETE)_(?:FAST|DEREF)")

HEAD: Final = "head_of_loop_"
"""The beginning of the name of a function that is called before a line."""


def witnessed(code: CodeType) -> dict[str, frozenset[str]]:
    """The variables that instructions may look at after each such call, which may stand there more than once."""
    whole: Any = Bytecode(code)
    steps = [*whole]
    after = {step.offset: [following.offset] for step, following in pairwise(steps) if step.opname not in ENDS}
    for step in steps:
        if step.opcode in hasjrel or step.opcode in hasjabs:
            after.setdefault(step.offset, []).append(step.argval)
        for entry in whole.exception_entries:
            if entry.start <= step.offset < entry.end:
                after.setdefault(step.offset, []).append(entry.target)
    before: dict[int, frozenset[str]] = {}
    known = -1
    while known != (known := sum(map(len, before.values()))):
        for step in reversed(steps):
            needed = set[str]().union(*[before.get(each, ()) for each in after.get(step.offset, ())])
            if step.opcode in (*haslocal, *hasfree) and step.opname not in KEPT_ASIDE:
                names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
                done = DOES.findall(step.opname)
                for does, name in reversed([*zip_longest(done[: len(names)], names)]):
                    (needed.discard if does == "STORE" else needed.add)(name)
            before[step.offset] = frozenset(needed)
    found: dict[str, frozenset[str]] = {}
    for step in steps:
        if step.opname.startswith("LOAD_GLOBAL") and str(step.argval).startswith(HEAD):
            found[step.argval] = found.get(step.argval, frozenset()) | before[step.offset]
    return found


def both(function: ast.FunctionDef, file: str = "rules.py") -> dict[ast.stmt, tuple[frozenset[str], frozenset[str]]]:
    """For each line of a function what is live by its syntax, and what is by its instructions."""
    live = live_before(function)
    calls = {line: ast.parse(f"{HEAD}{at}()").body for at, line in enumerate(live)}
    for node in [*ast.walk(function)]:
        for field, lines in ast.iter_fields(node):
            if isinstance(lines, list) and any(line in calls for line in lines):
                setattr(node, field, [part for line in lines for part in (*calls[line], line)])
    module = ast.fix_missing_locations(ast.Module([function], []))
    codes = [part for part in compile(module, file, "exec").co_consts if isinstance(part, CodeType)]
    needed = witnessed(next(code for code in codes if code.co_name == function.name))
    return {line: (live[line], needed.get(f"{HEAD}{at}", frozenset())) for at, line in enumerate(live)}


def in_loop(source: str) -> frozenset[str]:
    """The variables that are live before the first line in the loop of a function that is written here."""
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    loop = function.body[0]
    assert isinstance(loop, ast.For | ast.While)
    first = loop.body[0]
    return both(function)[first][0]


LOOPS: Final = {
    "for die in dice:\n  hits += die >= 5\n return hits": "die hits",
    "for die in dice:\n  die = 3\n  hits += die\n return hits": "hits",
    "while hits < 9:\n  last = roll(hits)\n  hits += last\n return hits": "hits",
    "while hits < 9:\n  last = roll()\n  if last: break\n  hits += 1\n else:\n  return hits\n return last": "hits",
    "for die in dice:\n  if die > 4: continue\n  hits = die\n return hits": "die hits",
    "for die in dice:\n  if die > 4: return hits\n  spare = die\n raise Wrong(spare)": "die hits",
    "for die, least in dice:\n  first, *rest = die\n  hits += [first, rest, least]\n return hits": "die hits least",
    "for die in dice:\n  worth: int = die\n  hits[worth] = die\n return hits": "die hits",
    "for die in dice:\n  try:\n   hits = roll()\n  except Wrong:\n   hits += die\n return hits": "die hits",
    "for die in dice:\n  try:\n   hits = roll()\n  finally:\n   tell(hits)\n return 0": "hits",
    "for die in dice:\n  with roll() as hits:\n   pass\n return hits": "hits",
    "for die in dice:\n  few = [spare for spare in die if spare]\n  hits += few\n return spare": "die hits spare",
    "for die in dice:\n  hits += sum([spare for spare in die])\n  spare = 3\n return hits": "die hits",
    "for die in dice:\n  hits = (lambda: spare)()\n  spare = die\n return hits": "die spare",
    "for die in dice:\n  match die:\n   case [hits, _]: spare = hits\n return spare": "die hits spare",
    "for die in dice:\n  with roll():\n   if die: break\n  spare = 3\n return spare": "die spare",
    "for die in dice:\n  match die:\n   case 1: break\n  spare = 3\n return spare": "die spare",
    "while roll(hits):\n  match roll():\n   case 1: continue\n  hits = 3\n return 0": "hits",
    "for die in dice:\n  try:\n   roll()\n  except* Wrong:\n   hits = die\n  hits += 1\n return 0": "die hits",
    "for die in dice:\n  del hits\n return 0": "hits",
    "for die in dice:\n  spare = [hits for hits in hits]\n return 0": "hits",
}
"""The body of a function, and the variables that are live in its loop."""


@pytest.mark.parametrize("body", LOOPS)
def test_a_variable_that_is_set_before_it_is_looked_at_is_not_live(body: str) -> None:
    """A variable is live if the function may look at it again, whichever way it goes on."""
    found = in_loop(f"def rule(hits, dice, spare, roll, tell):\n {body}")
    assert (
        " ".join([name for name in sorted(found) if name in ("die", "hits", "last", "least", "spare")]) == LOOPS[body]
    )


BLOCKS: Final = (ast.For, ast.While, ast.With, ast.Try, ast.TryStar, ast.Match)
"""Lines around others, after which it is not plain what comes next; around these are conditions enough."""


def functions_with_blocks(files: list[Path]) -> list[tuple[str, ast.FunctionDef]]:
    """Every function at the top level of some files that has a loop or another such line."""
    trees = [(file, ast.parse(file.read_text(encoding="utf-8"))) for file in files]
    functions = [(file.name, node) for file, tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [(name, each) for name, each in functions if any(isinstance(part, BLOCKS) for part in ast.walk(each))]


def test_no_live_variable_is_missing() -> None:
    """In all these functions, Python looks at no variable that is not live by the syntax."""
    root, compared = Path(__file__).parents[2], 0
    files = [file for folder in ("src", "examples", "tests") for file in (root / folder).rglob("*.py")]
    for name, function in functions_with_blocks(files):
        function.decorator_list = []
        for live, needed in both(function, name).values():
            assert needed <= live, (name, function.name, needed - live)
            compared += 1
    assert compared > 10_000
