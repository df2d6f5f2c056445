"""Modules are put together so that they do what they did apart, each once."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sixfold.web import pages, wording
from sixfold.web.bundling import bundles

MODULES = {
    "main.js": 'import { a as first, say } from "./parts/a.js";\nimport * as b from "./parts/b.js";\n'
    'import "./late.js";\n'
    'import twice from "./vendor/small.js";\nsay("main", first, b.b(), twice(4));\n'
    'const x = () => import("./x.js").then((module) => module.X);\nconst y = () => import("./parts/y.js");\n'
    "x().then(async (X) => { X(); (await y()).y(); });\n",
    "parts/a.js": 'import { say } from "../say.js";\nsay("a runs");\nexport const a = "a";\nexport { say };\n',
    "parts/b.js": 'import { a } from "./a.js";\nexport function b() { return a + "b"; }\nexport const say = null;\n',
    "say.js": "export const say = (...words) => console.log(...words);\n",
    "late.js": 'import { say } from "./say.js"; // it is told\nsay("late runs");\n',
    "vendor/small.js": 'import{n as t}from"./core.js";export{n as again}from"./core.js";'
    "var u=1;export default function(s){return s*t}\n",
    "vendor/core.js": "const e=2;function f(){}export{e as n,f};\n",
    "x.js": 'import { say } from "./say.js";\nimport { shared } from "./shared.js";\n'
    'export async function X() { say("x", shared); }\n',
    "parts/y.js": 'import { say } from "../say.js";\nimport { shared } from "../shared.js";\n'
    'export class Y {}\nexport const y = () => say("y", shared, new Y() instanceof Y);\n',
    "shared.js": 'import { say } from "./say.js";\nsay("shared runs");\nexport const shared = "shared";\n',
}


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js runs the modules apart and together")
def test_together_as_apart(tmp_path: Path) -> None:
    """Bundles say what the modules say that they were made of, in the same order, each module once."""
    together = bundles(MODULES, "main.js")
    for path, text in [*MODULES.items(), *together.items(), ("package.json", '{"type": "module"}')]:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    apart, bundled = (
        subprocess.run(["node", tmp_path / start], capture_output=True, text=True, check=True).stdout
        for start in ("main.js", "bundles/main.js")
    )
    assert apart.splitlines() == bundled.splitlines()
    assert apart.count("runs") == 3 and apart.count("shared") == 3
    assert set(together) == {"bundles/main.js", "bundles/x.js", "bundles/parts-y.js", "bundles/shared.js"}


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('import { a } from "./a.js";\n', "import each other"),
        ("export let a = 1;\n", "form that is not known"),
        ("export * from './b.js';\n", "form that is not known"),
        ('const a = 1;\nimport "./b.js";\n', "form that is not known"),
        ("export const { a } = {};\n", "form that is not known"),
    ],
)
def test_what_cannot_be_put_together(source: str, said: str) -> None:
    """A module that would not be the same in a bundle is told when the table starts, and not by a browser."""
    with pytest.raises(ValueError, match=said):
        bundles({"main.js": 'import "./a.js";\n', "a.js": source, "b.js": 'import "./a.js";\n'}, "main.js")


def test_every_module_of_the_page_is_in_one_bundle() -> None:
    """Nothing of the page runs twice, and nothing is left out."""
    found = pages.read().files
    together = "".join(file.plain.decode() for path, file in found.items() if path.startswith("bundles/"))
    inside = re.findall(r"^(?:const (\$\w+) = )?\(\(\) => \{$", together, re.MULTILINE)
    modules = [
        path for path in found if path.endswith(".js") and not path.startswith(("bundles/", "parts.js", "service"))
    ]
    assert len(inside) == len(modules)
    assert len(set(inside)) == len(inside)


def test_every_text_goes_with_who_says_it() -> None:
    """No text is said by nobody, and a bundle has those that it says: of its own, or by the first."""
    found = pages.read().files
    source = pages.COMMENTS.sub(b"", found["words.js"].plain).decode()
    texts = wording.read(source)
    modules = {path: file.plain.decode() for path, file in found.items() if path.endswith(".js") and path != "words.js"}
    said = {path: texts.said(text) for path, text in modules.items() if not path.startswith("vendor/")}
    assert set(texts.texts) == set().union(*said.values())
    first = modules["bundles/main.js"]
    saved = modules["bundles/parts-saved.js"]
    assert "The dice are waiting for you." in first and "Only this browser keeps them." not in first
    assert "Only this browser keeps them." in saved and "The dice are waiting for you." not in saved


def test_a_text_that_is_not_there_is_told() -> None:
    """A slip in the name of a text is found when the table starts."""
    words = 'export const words = {\n  no: "No",\n};\n'
    main = 'import { words } from "./words.js";\nconsole.log(words.yes);\n'
    with pytest.raises(ValueError, match=r"words\.yes is said, and is not there"):
        bundles({"main.js": main, "words.js": words}, "main.js", "words.js")


def test_the_first_throw_is_light() -> None:
    """What a browser fetches until the first throw stays light, the face and the games with it."""
    found = pages.read().files
    first = (
        "index.html",
        "bundles/main.js",
        "style/all.css",
        "style/last.css",
        "fonts/besley-600.woff2",
        "icons/die.svg",
    )
    weights = {path: len(found[path].packed.get("br", found[path].plain)) for path in first}
    assert sum(weights.values()) < 62_000, weights


def test_a_view_names_what_draws_it() -> None:
    """A browser is told at once of every bundle and style that the view of an address needs, and of no other."""
    found = pages.read()
    links = {
        view: re.findall(r'modulepreload" href="/page/[^/]+/bundles/([^"]+)', file.plain.decode())
        for view, file in found.documents.items()
    }
    assert {"views-first.js", "main.js", "parts-form-form.js"} <= set(links["/"])
    assert "views-workbench-workbench.js" in links["/grid"] and "views-first.js" not in links["/grid"]
    assert links["/rooms/{room:str}"] == []
    waiting = {view: b"<link data-later href" in file.plain for view, file in found.documents.items()}
    assert {view for view, waits in waiting.items() if waits} == {"/rooms/{room:str}"}
