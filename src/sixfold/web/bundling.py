"""The page's modules put together: a browser asks once for what it starts with, and once for what comes later.

Nothing is rewritten but `import` and `export`: each module becomes a function of its own in the bundle, so that no
name meets another's, and gives what it exports. A module that is asked for later (`import("…")`) begins a bundle of
what it needs and nobody has fetched before; what several of them need is a bundle, too.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from sixfold.web import wording as wordings
from sixfold.web.wording import Names

FOLDER: Final = "bundles/"
"""Where bundles are served, each named after the module that it begins with."""

HEAD: Final = re.compile(r"(?:\s|/\*.*?\*/|//[^\n]*\n)*", re.DOTALL)
IMPORT: Final = re.compile(
    r"""import \s* (?: (?P<named>\{[^}]*\}) | \* \s* as \s (?P<whole>[\w$]+) | (?P<default>[\w$]+) )?
    \s* (?:from)? \s* "(?P<path>\.[^"]+)";""",
    re.VERBOSE,
)
AGAIN: Final = re.compile(r"""export\s*(?P<named>\{[^}]*\})\s*from\s*"(?P<path>\.[^"]+)";""")
"""What is imported to be exported again."""

DECLARED: Final = re.compile(r"^export ((?:async )?function\*? ?|const |class )([\w$]+)", re.MULTILINE)
LISTED: Final = re.compile(r"(?:^|(?<=[;}]))export\s*\{([^}]*)\};?[ \t]*$", re.MULTILINE)
DEFAULT: Final = re.compile(r"^export default ([\w$]+);", re.MULTILINE)
UNNAMED: Final = re.compile(r"(?:^|(?<=[;}]))export default (?=function ?\()", re.MULTILINE)
LATER: Final = re.compile(r"""\bimport\("(\.[^"]+)"\)""")
LEFT: Final = re.compile(r"(?:^|[;}])\s*(?:import|export)(?:\s+[\w$]|\s*[{*\"])[^\n]{,20}", re.MULTILINE)


class Module(NamedTuple):
    """A module: what it imports from the start, what it asks for later, and itself as a function's body."""

    imports: tuple[str, ...]
    later: tuple[str, ...]
    body: str


def bundles(modules: Mapping[str, str], first: str, texts: str = "") -> dict[str, str]:
    """Bundles by their paths: the first is what the page starts with, the others are asked for later.

    Args:
        modules: sources by path; paths in them are relative, as in a browser.
        first: the path of the module that the page starts with.
        texts: the path of the module with all texts, of which each bundle brings those that it says.

    Raises:
        ValueError: a module imports itself by way of others, or in a form that is not known here; it says a text that
            there is not.

    >>> modules = {"a.js": 'import { b } from "./b.js";\\nb();\\n', "b.js": "export const b = () => 1;\\n"}
    >>> print(bundles(modules, "a.js")["bundles/a.js"])
    const $b = (() => {
    const b = () => 1;
    return { b };
    })();
    (() => {
    const { b } = $b;
    b();
    })();
    <BLANKLINE>
    """
    read: dict[str, Module] = {}
    starts = [first]
    for start in starts:
        for path in _reached(start, modules, read):
            starts += [later for later in read[path].later if later not in starts]
    at_once = set(_reached(first, modules, read))
    wording = wordings.read(modules[texts]) if texts else None
    heard: Names = frozenset()
    if wording:
        heard = wording.said("".join(read[path].body for path in at_once))
        read[texts] = _module(texts, wording.first(heard))
    users: dict[str, list[str]] = {}
    for start in starts:
        for path in _reached(start, modules, read):
            if path not in at_once or start == first:
                users.setdefault(path, []).append(start)
    together: dict[tuple[str, ...], list[str]] = {}
    for path, starting in users.items():  # what is needed stands before what needs it
        together.setdefault(tuple(starting), []).append(path)
    homes = {}
    for paths in together.values():
        named = next((path for path in reversed(paths) if path in starts), paths[-1])
        homes.update(dict.fromkeys(paths, FOLDER + named.replace("/", "-")))
    asked = {path: home for path, home in homes.items() if path in starts[1:]}
    asked |= {one: homes[one] for path in homes for one in read[path].imports if homes[one] != homes[path]}
    found = {}
    for paths in together.values():
        more = wording.said("".join(read[path].body for path in paths)) - heard if wording else ()
        said = wording.more(frozenset(more), _name(texts)) if wording and more else ""
        found[homes[paths[0]]] = _bundle(paths, read, homes, asked, said)
    return found


def _reached(start: str, modules: Mapping[str, str], read: dict[str, Module]) -> Iterator[str]:
    """Everything that a module needs from the start, in the order in which a browser would run it."""
    ran: dict[str, bool] = {}

    def run(path: str) -> Iterator[str]:
        ran[path] = False
        if path not in read:
            read[path] = _module(path, modules[path])
        for one in read[path].imports:
            if one not in ran:
                yield from run(one)
            elif not ran[one]:
                raise ValueError(f"{one} and {path} import each other")
        ran[path] = True
        yield path

    return run(start)


def _module(path: str, source: str) -> Module:
    """A module in its parts."""
    imports: list[str] = []
    lines: list[str] = []
    exports: list[str] = []
    folder = posixpath.dirname(path)
    at = 0
    while found := IMPORT.match(source, at := _end(HEAD, source, at)) or AGAIN.match(source, at):
        one = posixpath.normpath(posixpath.join(folder, found["path"]))
        imports.append(one)
        if found.re is AGAIN:
            exports += [f"{new}: {_name(one)}.{old}" for old, new in _pairs(found["named"][1:-1])]
        elif found["named"]:
            names = (old if old == new else f"{old}: {new}" for old, new in _pairs(found["named"][1:-1]))
            lines.append(f"const {{ {', '.join(names)} }} = {_name(one)};\n")
        elif found["whole"]:
            lines.append(f"const {found['whole']} = {_name(one)};\n")
        elif found["default"]:
            lines.append(f"const {found['default']} = {_name(one)}.default;\n")
        at = found.end()
    body = source[at:]
    exports += [name for _, name in DECLARED.findall(body)]
    exports += [f"default: {name}" for name in DEFAULT.findall(body)]
    if UNNAMED.search(body):
        exports.append("default: unnamed")
    for listed in LISTED.findall(body):
        exports += [old if old == new else f"{new}: {old}" for old, new in _pairs(listed)]
    for pattern, becomes in ((DECLARED, r"\1\2"), (DEFAULT, ""), (UNNAMED, "const unnamed = "), (LISTED, "")):
        body = pattern.sub(becomes, body)
    if left := LEFT.search(body):
        raise ValueError(f"{path} imports or exports in a form that is not known: {left[0].strip(' ;}')}")
    given = f"return {{ {', '.join(exports)} }};\n" if exports else ""
    later = tuple(posixpath.normpath(posixpath.join(folder, one)) for one in LATER.findall(body))
    return Module(tuple(imports), later, f"{''.join(lines)}{body.strip()}\n{given}")


def _end(pattern: re.Pattern[str], source: str, at: int) -> int:
    found = pattern.match(source, at)
    return found.end() if found else at


def _pairs(names: str) -> list[tuple[str, str]]:
    """What `a, b as c` names: each with what it is called afterwards."""
    pairs = (name.strip().partition(" as ") for name in names.split(","))
    return [(old, new or old) for old, _, new in pairs if old]


def _name(path: str) -> str:
    """What a module is called in bundles."""
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _bundle(
    paths: list[str], read: Mapping[str, Module], homes: Mapping[str, str], asked: Mapping[str, str], said: str
) -> str:
    """One bundle: what it needs of others, the texts that it says, its modules, and what others need of it."""
    home = homes[paths[0]]
    lines = []
    needed = dict.fromkeys(one for path in paths for one in read[path].imports if homes[one] != home)
    for other in dict.fromkeys(homes[one] for one in needed):
        names = ", ".join(_name(one) for one in needed if homes[one] == other)
        lines.append(f'import {{ {names} }} from "./{other.removeprefix(FOLDER)}";\n')
    lines.append(said)
    for path in paths:
        body = LATER.sub(partial(_later, path=path, homes=homes), read[path].body)
        named = f"const {_name(path)} = " if "\nreturn {" in body or body.startswith("return {") else ""
        lines.append(f"{named}(() => {{\n{body}}})();\n")
    given = [_name(path) for path in paths if asked.get(path)]
    if given:
        lines.append(f"export {{ {', '.join(given)} }};\n")
    return "".join(lines)


def _later(found: re.Match[str], path: str, homes: Mapping[str, str]) -> str:
    """What asks for a module later: it comes in a bundle."""
    one = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[1]))
    return f'import("./{homes[one].removeprefix(FOLDER)}").then((bundle) => bundle.{_name(one)})'
