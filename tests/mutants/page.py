"""Change one small thing of the page's JavaScript at a time, and see whether a test in a browser notices.

    python -m tests.mutants.page --seed 7 --count 20

It works like `python -m tests.mutants`, with the tests of `tests/table/page` alone: the first time they run once, while
the browser counts which parts of which module each of them reaches. It needs what `make page` installs.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, NamedTuple

import pytest

from tests.conftest import ROOT
from tests.mutants.copy import BUILD, lay, noticed, tests
from tests.mutants.forking import HANGS

PAGE: Final = Path("src/sixfold/table/page")
ROOM: Final = "tests/table/page"
MAP: Final = "reached-page.jsonl"
"""A line for each test that passed: its name, and of each module which parts were run and which were not."""

VERSIONED: Final = re.compile(r"/v-[0-9a-f]{12}/(.+)")
OTHERS: Final = ("built", "vendor", "words", "service-worker.js")
"""Parts of the page that are made, come from elsewhere, are texts, or run where no coverage is taken."""

PARSER: Final = ROOT / "tools/page/node_modules/rollup/dist/es/parseAst.js"
READ: Final = """
const { parseAst } = await import(process.argv[1]);
const { readFileSync } = await import("node:fs");
const trees = process.argv.slice(2).map((path) => parseAst(readFileSync(path, "utf8")));
console.log(JSON.stringify(trees, (name, value) => (typeof value === "bigint" ? String(value) : value)));
"""
SIGNS: Final = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "+": "-", "-": "+", "*": "+", "/": "*",
    "%": "*", "&&": "||", "||": "&&", "??": "&&",
}  # fmt: skip
TWINS: Final = {"min": "max", "max": "min", "some": "every", "every": "some"}

Node = dict[str, Any]


class Change(NamedTuple):
    """A part of a module, by its place in UTF-16 as JavaScript counts, and what stands there instead."""

    file: str
    start: int
    line: int
    words: str
    text: str


def changes(file: str, source: str, tree: Node) -> Iterator[Change]:
    """Every small change of a module."""
    whole = source.encode("utf-16-le")

    def text(node: Node) -> str:
        return whole[2 * node["start"] : 2 * node["end"]].decode("utf-16-le")

    for node in nodes(tree):
        for new in changed(node, text):
            before, after = whole[: 2 * node["start"]].decode("utf-16-le"), whole[2 * node["end"] :].decode("utf-16-le")
            words = " ".join(f"{text(node)[:90]}  ->  {new[:90]}".split())
            yield Change(file, node["start"], before.count("\n") + 1, words, f"{before}{new}{after}")


def nodes(tree: Any) -> Iterator[Node]:
    """Every node of a syntax tree."""
    if isinstance(tree, list):
        for part in tree:
            yield from nodes(part)
    elif isinstance(tree, dict) and tree.get("type") != "ThrowStatement":
        if "type" in tree:
            yield tree
        yield from nodes([part for part in tree.values() if isinstance(part, dict | list)])


def changed(node: Node, text: Callable[[Node], str]) -> Iterator[str]:
    """The texts that may stand in the place of a node."""
    match node:
        case {"type": "BinaryExpression" | "LogicalExpression" as kind, "operator": sign, "left": left, "right": right}:
            if sign in SIGNS and not (sign == "+" and any(_is_text(one) for one in (left, right))):
                yield f"(({text(left)}) {SIGNS[sign]} ({text(right)}))"
            if kind == "LogicalExpression":
                yield from (f"({text(left)})", f"({text(right)})")
        case {"type": "UnaryExpression", "operator": "!", "argument": operand}:
            yield f"({text(operand)})"
        case {"type": "ConditionalExpression", "test": test, "consequent": first, "alternate": second}:
            yield f"(({text(test)}) ? ({text(second)}) : ({text(first)}))"
        case {"type": "Literal", "value": bool(value)}:
            yield str(not value).lower()
        case {"type": "Literal", "value": int(value)} if 0 <= value < 1000:
            yield str(value + 1)
        case {"type": "CallExpression", "optional": False, "callee": callee, "arguments": [first, second, *others]}:
            if "SpreadElement" not in (first["type"], second["type"]) and text(first) != text(second):
                yield f"{text(callee)}({', '.join(map(text, (second, first, *others)))})"
        case {"type": "MemberExpression", "object": owner, "property": {"name": name}} if name in TWINS:
            yield f"{text(owner)}.{TWINS[name]}"
        case {"type": "ObjectExpression", "properties": parts}:
            for at in range(len(parts)):
                yield f"{{{', '.join(map(text, parts[:at] + parts[at + 1 :]))}}}"
        case {"type": "ReturnStatement", "argument": dict()}:
            yield "return;"
        case {"type": "ExpressionStatement" | "ContinueStatement" | "BreakStatement"} if "directive" not in node:
            yield ";"


def _is_text(node: Node) -> bool:
    return node["type"] == "TemplateLiteral" or isinstance(node.get("value"), str)


def all_changes() -> Iterator[Change]:
    """Every small change of every module."""
    every = (path.relative_to(ROOT / PAGE) for path in sorted((ROOT / PAGE).rglob("*.js")))
    paths = [path for path in every if path.parts[0] not in OTHERS]
    node = ["node", "--input-type=module", "-e", READ, PARSER.as_uri(), *map(str, paths)]
    trees = json.loads(subprocess.run(node, cwd=ROOT / PAGE, capture_output=True, check=True).stdout)
    for path, tree in zip(paths, trees, strict=True):
        yield from changes(path.as_posix(), (ROOT / PAGE / path).read_text("utf-8"), tree)


# -- the map: this module is also the plugin of pytest with which it is drawn --------------------------------------


class Counting:
    """A plugin: the browser counts what each test reaches."""

    def __init__(self, path: Path) -> None:
        from tests.table.page.kit import Seat  # here, since drawing changes needs no browser

        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._spans: dict[str, set[tuple[int, int, bool]]] = {}
        made, leave = Seat.__init__, Seat.leave

        def counted(seat: Any, *given: Any, **named: Any) -> None:
            made(seat, *given, **named)
            seat.counting = seat.context.new_cdp_session(seat.page)
            seat.counting.send("Profiler.enable")
            seat.counting.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})

        def left(seat: Any, empty: str) -> None:
            for script in seat.counting.send("Profiler.takePreciseCoverage")["result"]:
                if part := VERSIONED.search(script["url"]):
                    spans = [span for function in script["functions"] for span in function["ranges"]]
                    ends = ((span["startOffset"], span["endOffset"], span["count"] > 0) for span in spans)
                    self._spans.setdefault(part[1], set()).update(ends)
            seat.counting.detach()
            leave(seat, empty)

        Seat.__init__, Seat.leave = counted, left  # type: ignore[assignment,method-assign]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            line = [report.nodeid, {part: sorted(spans) for part, spans in self._spans.items()}]
            os.write(self._file, f"{json.dumps(line)}\n".encode())
            self._spans.clear()


def pytest_configure(config: pytest.Config) -> None:
    """Count in each worker."""
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(Counting(config.rootpath / MAP))


def draw_map(workers: int) -> None:
    """Run the tests of the page, and keep which of them reach which part of which module."""
    place = lay(BUILD / "page-map")
    (place / MAP).unlink(missing_ok=True)
    done = tests(place, "-n", str(workers), "-p", "tests.mutants.page", ROOM)
    print(done.stdout if done.returncode else done.stdout.splitlines()[-1], flush=True)
    failed = set(re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE))
    lines = [json.loads(line) for line in (place / MAP).read_text("utf-8").splitlines()]
    (BUILD / MAP).write_text("".join(f"{json.dumps(line)}\n" for line in lines if line[0] not in failed), "utf-8")


def reaching(reached: list[Any], change: Change) -> list[str]:
    """The tests that reach a change, those first that reach fewest parts of its module."""
    found = []
    for name, parts in reached:
        spans = parts.get(change.file, [])
        around = [span for span in spans if span[0] <= change.start < span[1]]
        inner = min((last - first for first, last, _ in around), default=0)
        if any(run for first, last, run in around if last - first == inner):
            found.append((sum(run for _, _, run in spans), name))
    return [name for _, name in sorted(found)]


def result(place: Path, change: Change, names: list[str], seconds: float) -> str:
    """What comes of a change: a module that differs from what was bundled is served as it is."""
    path = place / PAGE / change.file
    before = path.read_bytes()
    path.write_bytes(change.text.encode())
    try:
        caps = (f"--timeout={HANGS}", f"--session-timeout={seconds}")
        done = tests(place, "-x", "-p", "no:xdist", *caps, *names)
        return "noticed" if noticed(done) else "survived"
    finally:
        path.write_bytes(before)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.page", description=str(__doc__).partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20, help="changes to make")
    parser.add_argument("--seconds", type=float, default=120, help="seconds in which tests of a change begin")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time")
    parser.add_argument("--again", action="store_true", help="find out again which test reaches which part")
    given = parser.parse_args()
    if given.again or not (BUILD / MAP).exists():
        draw_map(given.workers)
    reached = [json.loads(line) for line in (BUILD / MAP).read_text("utf-8").splitlines()]
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(given.workers):
        copies.put(lay(BUILD / f"page-{number}"))
    every = list(all_changes())
    results: Counter[str] = Counter()

    def attempted(change: Change) -> tuple[Change, str, int]:
        names = reaching(reached, change)
        place = copies.get()
        try:
            return change, result(place, change, names, given.seconds) if names else "unreached", len(names)
        finally:
            copies.put(place)

    with ThreadPoolExecutor(given.workers) as pool:
        for change, came, asked in pool.map(attempted, random.Random(given.seed).sample(every, given.count)):
            results[came] += 1
            if came != "noticed":
                print(f"{came.upper():9} {change.file}:{change.line}  {change.words}   ({asked} tests)", flush=True)
    many = results["noticed"] + results["survived"]
    print(f"{results['noticed']} of {many} changes noticed; {results['unreached']} in parts that no test reaches")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
