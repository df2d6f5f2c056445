"""Builds the site: a folder of files that any web server can serve, below any path."""

import inspect
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import escape
from importlib.metadata import distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import quote_plus

from sixfold import odds, rules
from sixfold.authoring.load import load_game
from sixfold.checks.check import read_check
from sixfold.errors import StudyError, file_named
from sixfold.rules.rule import System
from sixfold.rules.table import Table
from sixfold.show.formats.html import part
from sixfold.show.values.games import listing
from sixfold.systems import SYSTEMS

HERE: Final = Path(__file__).parent
HOME: Final = HERE.parent

SERVER_ROOMS: Final = (("cli",), ("table", "page"), ("table", "server"), ("table", "store"))
"""Rooms that a browser's Python cannot use."""

SHOWN: Final = "ten +4 superior 1"
"""The check whose odds the first page shows before Python has started."""

ABOUT: Final = "Roll dice by the rules of your game, see the exact odds, and write a game of your own, in your browser."

MSGSPEC: Final = "msgspec==0.22.0"
PLATFORM: Final = ("install", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:",
                   "--python-version", "3.14", "--implementation", "cp", "--abi", "cp314",
                   "--platform", "pyemscripten_2026_0_wasm32")  # fmt: skip
"""The one package that is compiled for browsers, and how `pip` calls them."""


def build(folder: Path, examples: Sequence[Path] = ()) -> None:
    """Write the site into a folder, which is made if needed.

    `examples` are files of games for the gallery. Node.js and npm make the parts in JavaScript; their packages are kept
    in the user's cache. Raises StudyError (study/file) if one of them is missing, a step fails, or the folder cannot be
    written.
    """
    with file_named(str(folder), "written"):
        folder.mkdir(parents=True, exist_ok=True)
    node, npm = _tool("node"), _tool("npm")
    packages = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sixfold-site" / "npm"
    packages.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "package.json", packages)
    _run("npm packages", [npm, "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"], packages)
    games = [load_game(path) for path in examples]
    with TemporaryDirectory() as made:
        parts, site = Path(made), Path(made) / "site"
        _pack(parts / "engine.zip", HOME.parent, _engine())
        _run("msgspec", [*_pip(), *PLATFORM, "--target", str(parts / "msgspec"), MSGSPEC], parts)
        _pack(parts / "msgspec.zip", parts / "msgspec", sorted((parts / "msgspec" / "msgspec").rglob("*")))
        (parts / "names.json").write_text(json.dumps(list(_names())), "utf-8")
        (parts / "licences.json").write_text(json.dumps(list(_licences(parts / "msgspec"))), "utf-8")
        page = HOME / "table" / "page"
        for beside in ("fonts", "icons"):
            shutil.copytree(page / beside, site / beside)
        (site / "games.json").write_text(json.dumps(listing(list(SYSTEMS.values()))), "utf-8")
        sources = [path.read_text("utf-8") for path in examples]
        named = [
            {"name": game.name, "title": game.title, "source": text} for game, text in zip(games, sources, strict=True)
        ]
        (site / "examples.json").write_text(json.dumps(named), "utf-8")
        for name, document in _pages(games):
            (site / name).write_text(document, "utf-8")
        command = [node, str(HERE / "build.mjs"), str(page), str(site), str(parts), str(packages)]
        _run("the bundles", command, parts)
        with file_named(str(folder), "written"):
            _replace(folder, site)


def _replace(folder: Path, site: Path) -> None:
    """Write the files of a site into a folder; those of the last build that this one has not are removed."""
    last = folder / "files.json"
    for name in json.loads(last.read_text("utf-8")) if last.exists() else ():
        (folder / name).unlink(missing_ok=True)
        with suppress(OSError):  # others have files there
            (folder / name).parent.rmdir()
    shutil.copytree(site, folder, dirs_exist_ok=True)


def _pages(examples: Sequence[System]) -> Iterator[tuple[str, str]]:
    """The documents with their names: the first page, and one for each game with the odds of its rules."""
    games = {**SYSTEMS, **{game.name: game for game in examples}}
    links = "".join(
        f'<li><a href="{name}.html"><code>{name}</code></a> {escape(game.title)}</li>' for name, game in games.items()
    )
    drawn = (HERE / "page/first.html").read_text("utf-8")
    yield "index.html", drawn.format(title="Sixfold", about=ABOUT, opens="", odds=part(odds(SHOWN)), games=links)
    for game in games.values():
        checks = [rule.example for rule in game.rules]
        opens = f"roll={quote_plus(checks[0])}" if game.name in SYSTEMS else f"/play?start={game.name}"
        shown = "".join(part(odds(read_check(check, games))) for check in checks)
        yield (
            f"{game.name}.html",
            drawn.format(title=game.name, about=escape(game.title), opens=escape(opens), odds=shown, games=links),
        )


def _engine() -> Iterator[Path]:
    """The files of the package that a browser can use."""
    for path in sorted((*HOME.rglob("*.py"), HOME / "show/formats/page.html")):
        parts = path.relative_to(HOME).parts
        if not any(parts[: len(room)] == room for room in SERVER_ROOMS):
            yield path


def _pack(target: Path, root: Path, files: Sequence[Path] | Iterator[Path]) -> None:
    """Pack files whose names begin at `root`; the same files give the same archive."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for path in files:
            if path.is_file():
                made.writestr(zipfile.ZipInfo(path.relative_to(root).as_posix()), path.read_bytes())


def _names() -> Iterator[dict[str, str]]:
    """Return the names that the editor offers: the verbs of a table, and everything that a game imports."""
    for name, value in inspect.getmembers(Table):
        if not name.startswith("_") and callable(value):
            yield _name(name, "method", value)
    for name in rules.__all__:
        value = getattr(rules, name)
        yield _name(name, "class" if inspect.isclass(value) else "function", value)


def _licences(packages: Path) -> Iterator[tuple[str, str]]:
    """The works in Python that a browser receives, and their licences."""
    for name, found in (
        ("Sixfold", distributions(name="sixfold")),
        (MSGSPEC, distributions(name="msgspec", path=[str(packages)])),
    ):
        texts = [text for one in found if (text := one.read_text("licenses/LICENSE"))]
        yield name, texts[0]
    yield "Python", f"{sys.copyright}\n\nhttps://docs.python.org/3.14/license.html"


def _name(name: str, kind: str, value: Any) -> dict[str, str]:
    about = (inspect.getdoc(value) or "").split("\n\n")[0]
    try:
        detail = str(inspect.signature(value)).replace("(self, ", "(") if callable(value) else ""
    except ValueError:
        detail = ""
    return {"label": name, "type": kind, "info": " ".join(about.split()), "detail": detail[:60]}


def _tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise StudyError("study/file", f"Building the site needs {name}: install Node.js with npm.")
    return path


def _pip() -> list[str]:
    """A way to call pip, which an environment made by uv does not contain."""
    beside = Path(sys.executable).with_name("uv")
    uv = str(beside) if beside.exists() else shutil.which("uv")
    if uv is None:
        return [sys.executable, "-m", "pip"]
    return [uv, "run", "--quiet", "--no-project", "--with", "pip", "python", "-m", "pip"]


def _run(what: str, command: Sequence[str], folder: Path) -> None:
    """Raises StudyError (study/file) with the last lines of what a step said."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        output = "\n".join((done.stderr or done.stdout).strip().splitlines()[-8:])[-1500:]
        raise StudyError("study/file", f"The site could not be built ({what}):\n{output}")
