"""Who may lean on whom, read from the source: the walls between the rooms of the house."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import sixfold

HOME = Path(sixfold.__file__).parent
MODULES = {
    ".".join(("sixfold", *path.relative_to(HOME).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(HOME.rglob("*.py"))
}
LAYERS = (
    ("sixfold.base.bounds", "sixfold.base.machine", "sixfold.base.printable", "sixfold.base.throw"),
    ("sixfold.errors",),
    ("sixfold.base",),
    ("sixfold.show",),
    ("sixfold.rules",),
    ("sixfold.systems",),
    ("sixfold.checks",),
    ("sixfold.solving.counting",),
    ("sixfold.solving",),
    ("sixfold.playing",),
    ("sixfold.show.values",),
    ("sixfold.authoring",),
    ("sixfold.api",),
    ("sixfold.study",),
    ("sixfold.table.room",),
    ("sixfold.table.store",),
    ("sixfold.table",),
    ("sixfold.site",),
    ("sixfold.cli",),
)
"""The rooms from the ground up: each leans on those before it only."""

CORE = ("sixfold.errors", "sixfold.base.bounds", "sixfold.base.shapes", "sixfold.rules", "sixfold.systems",
        "sixfold.checks", "sixfold.solving", "sixfold.playing", "sixfold.table.room")  # fmt: skip
CHANCE_AND_TIME = ("random", "secrets", "os", "time", "datetime", "numpy", "uuid")
OUTSIDE = ("socket", "asyncio", "sqlite3", "subprocess", "urllib", "http", "pathlib", "io", "shutil", "threading",
           "multiprocessing", "requests", "argparse", "sys")  # fmt: skip


@cache
def nodes(module: str) -> list[ast.AST]:
    """The syntax of a module, in pieces."""
    return list(ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))))


@cache
def imported(module: str) -> frozenset[str]:
    """Every module that one imports, wherever in its file."""
    found: set[str] = set()
    for node in nodes(module):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative imports hide who leans on whom"
            modules_of_it = {f"{node.module}.{n.name}" for n in node.names if f"{node.module}.{n.name}" in MODULES}
            found |= modules_of_it if len(modules_of_it) == len(node.names) else {str(node.module), *modules_of_it}
    return frozenset(found)


def within(module: str, rooms: tuple[str, ...]) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


def modules(*rooms: str) -> list[str]:
    found = [module for module in MODULES if within(module, rooms)]
    assert found, f"no such room: {rooms}"
    return found


def layer_of(module: str) -> int:
    """How high a module lies, in the smallest room that it is in; the package itself lies above everything."""
    rooms = {room: at for at, each in enumerate(LAYERS) for room in each if within(module, (room,))}
    return rooms[max(rooms, key=len)] if rooms else len(LAYERS)


def test_imports_run_one_way() -> None:
    """Every module imports from its own room and from those below it."""
    for module in modules(*(room for rooms in LAYERS for room in rooms)):
        for other in imported(module) & MODULES.keys() - {"sixfold"}:
            assert layer_of(other) <= layer_of(module), f"{module} imports {other}"


def test_no_module_leads_back_to_itself() -> None:
    """There is no circle of imports, wherever in a file they stand."""
    arrows: dict[str, set[str]] = {module: {*imported(module)} & MODULES.keys() - {module} for module in MODULES}
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(error.args[1]))


def imported_late(node: ast.AST, inside: bool = False) -> set[str]:
    """Every module that a function imports."""
    found: set[str] = set()
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.Import) and inside:
            found |= {name.name for name in part.names}
        elif isinstance(part, ast.ImportFrom) and inside:
            names = {f"{part.module}.{name.name}" for name in part.names}
            found |= names & MODULES.keys() or {str(part.module)}
        found |= imported_late(part, inside or isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef))
    return found


def test_imports_that_wait_are_worth_it() -> None:
    """A function imports only what the decision on late imports lists, with what it saves."""
    page = Path(__file__).parents[1] / "docs" / "maintaining" / "decisions" / "design-imports.md"
    rows = [line.split("|") for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    listed = {name for row in rows for name in row[1].replace("`", "").replace(" ", "").split(",")}
    late = {
        name: module
        for module, path in MODULES.items()
        for name in imported_late(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert not {name: module for name, module in late.items() if not within(name, tuple(listed))}
    assert not {room for room in listed if not any(within(name, (room,)) for name in late)}, "nothing of these waits"


ORDER = ("sixfold.rules.dice", "sixfold.rules.folds", "sixfold.rules.table")


def test_the_ground_has_an_order() -> None:
    """Dice know no folds, and folds no table."""
    for at, module in enumerate(ORDER, start=1):
        assert not [other for other in imported(module) if within(other, ORDER[at:])], module


def test_games_know_no_chance() -> None:
    """Nothing under systems imports randomness, time, the operating system or a reader."""
    for module in modules("sixfold.systems"):
        for other in imported(module):
            assert other.split(".")[0] not in CHANCE_AND_TIME, f"{module} imports {other}"


def test_games_do_not_know_each_other() -> None:
    """A game is one file or one folder: it imports no other game."""
    for module in modules("sixfold.systems"):
        own = ".".join(module.split(".")[:3])
        others = {other for other in imported(module) if within(other, ("sixfold.systems",))}
        assert not {other for other in others if not within(other, (own,))}, module


def test_readers_know_no_games() -> None:
    """A reader works for every game: it imports none."""
    for module in modules("sixfold.playing", "sixfold.solving"):
        games = {other for other in imported(module) if within(other, ("sixfold.systems",))}
        assert games <= {"sixfold.systems"}, module


def test_the_core_does_no_io() -> None:
    """The core opens no files and sockets, starts no processes and reads no arguments.

    Only what judges the code of authors looks at the interpreter: at the frames of a rule while it is played.
    """
    for module in modules(*CORE):
        for other in imported(module):
            judges = other == "sys" and within(module, ("sixfold.rules.judging",))
            assert judges or other.split(".")[0] not in OUTSIDE, f"{module} imports {other}"
        for node in nodes(module):
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            assert called not in ("open", "print", "input", "exec", "eval", "__import__"), f"{module} calls {called}"


def test_nobody_knows_the_command_line() -> None:
    """Only `python -m sixfold` starts the command; nothing else leans on it."""
    for module in modules("sixfold"):
        if not within(module, ("sixfold.cli",)) and module != "sixfold.__main__":
            assert not [other for other in imported(module) if within(other, ("sixfold.cli",))], module


def test_a_log_is_checked_by_other_code_than_wrote_it() -> None:
    """The verifier shares with the room what its docstring says, and nothing else."""
    room = "sixfold.table.room"
    own = (f"{room}.verify",)
    found = {
        other
        for module in modules(*own)
        for other in imported(module)
        if within(other, (room,)) and not within(other, own)
    }
    assert found == {f"{room}.{name}" for name in ("commands", "event_kinds", "names", "playing", "visibility")}


def test_only_one_room_throws() -> None:
    """Randomness is drawn in two places: for dice, and for outcomes in bulk."""
    throwing = {
        module
        for module, path in MODULES.items()
        if {other.split(".")[0] for other in imported(module)} & {"random", "secrets"}
        or "os.urandom" in path.read_text()
        if within(module, CORE)
    }
    assert throwing == {"sixfold.playing.sources.system", "sixfold.solving.sampling"}


def fresh(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.strip()


def test_importing_costs_nothing_and_does_nothing() -> None:
    """`import sixfold` prints nothing and loads no heavy library; rolling a game needs none either."""
    heavy = {"argparse", "asyncio", "numpy", "lark", "msgspec", "random", "hashlib", "sqlite3", "click", "rich"}
    report = "import sys; print(*(sys.modules.keys() & set({!r}.split())))".format(" ".join(sorted(heavy)))

    assert fresh(f"import sixfold; {report}") == ""
    assert fresh(f"import sixfold; sixfold.parse('ten +1'); sixfold.odds('ten'); {report}") in ("", "random")
    assert "sixfold.cli" not in fresh("import sixfold, sys; print(*sys.modules)")


@pytest.mark.parametrize("words", [["roll", "ten"], ["odds", "ten"], ["roll", "wild 3D vs 10"]], ids=" ".join)
def test_a_roll_and_odds_load_no_study_and_no_chart(words: list[str]) -> None:
    """What is typed at the table pays for no question of designers, no drawing and no other format."""
    program = (
        "import contextlib, io, sys\nfrom sixfold.cli.main import main\n"
        f"with contextlib.redirect_stdout(io.StringIO()):\n    main({words!r})\n"
        "heavy = ('sixfold.study.questions', 'sixfold.study.sweeps', 'sixfold.show.report.chart', "
        "'sixfold.show.files', 'sixfold.show.formats.vega', 'html')\n"
        "print(*(name for name in sys.modules if name.startswith(heavy)))"
    )
    assert fresh(program) == ""


def test_every_name_of_the_package_is_there() -> None:
    """All public names exist, and no others are invented."""
    for name in sixfold.__all__:
        assert getattr(sixfold, name) is not None
        assert name in dir(sixfold)
    assert {name for name in dir(sixfold) if name[0] != "_"} == set(sixfold.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        sixfold.nothing  # noqa: B018
