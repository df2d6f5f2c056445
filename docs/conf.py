"""How `make docs` turns the pages of this repository, and the docstrings of the package, into a site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import sixfold

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Sixfold"
author = "The Sixfold maintainers"
copyright = author
version = release = sixfold.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
include_patterns = ["*.md", "docs/*.md", "docs/**/*.md"]
exclude_patterns = [".*", "build", "dist", "src", "tests", "benchmarks"]
root_doc = "docs/README"

myst_heading_anchors = 4
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"
add_module_names = False

html_theme = "furo"
html_title = f"Sixfold {release}"
html_static_path = ["_static"]
html_css_files = ["sixfold.css"]
html_additional_pages = {"index": "redirect.html"}
templates_path = ["_templates"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a3324", "color-brand-content": "#8a3324"},
    "dark_css_variables": {"color-brand-primary": "#e8a87c", "color-brand-content": "#e8a87c"},
    "navigation_with_keys": True,
}

LINK = re.compile(r"\]\(([^)#]+)\.md\)")


def add_contents(app: Sphinx, page: str, source: list[str]) -> None:
    """Make the tree of the site from the links of each README; decisions are found by their index alone."""
    if page.startswith("docs/maintaining/decisions/"):
        if not page.endswith("/README"):
            source[0] = f"---\norphan: true\n---\n\n{source[0]}"
        return
    if not page.startswith("docs/") or not page.endswith("/README"):
        return
    for section in source[0].split("\n## ")[1:] if page == root_doc else source[:]:
        pages = list(dict.fromkeys(LINK.findall(section)))
        below = [name for name in pages if page == root_doc or not name.startswith("..")]
        heading = section.partition("\n")[0].removeprefix("# ")
        source[0] += "\n".join(("\n```{toctree}", ":hidden:", f":caption: {heading}", "", *below, "```\n"))


def drop_aliases(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """A field of a named tuple is no “Alias for field number 0”: it says nothing, or what its class says."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", add_contents)
    app.connect("autodoc-process-docstring", drop_aliases)
