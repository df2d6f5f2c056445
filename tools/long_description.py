"""Make the page of the package index of the README: hatchling calls this whenever it builds.

On an index a relative link leads nowhere. The addresses come from the environment, since they belong to the forge that
builds a release, and to its tag:

    SIXFOLD_PAGES   where it shows the files of this version, without a slash at the end
    SIXFOLD_FILES   where it gives them out as they are, for pictures

Without them a link is its text alone, and a picture is left out.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:)([^)\s]+)\)")


def described(readme: str, pages: str, files: str) -> str:
    """The README with absolute links, or with none."""
    readme = PICTURE.sub(rf"![\1]({files}/\2)" if files else "", readme)
    return LINK.sub(rf"[\1]({pages}/\2)" if pages else r"\1", readme)


class LongDescription(MetadataHookInterface):
    """Fills in `readme` and `urls` of the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by hatchling with the table `project`."""
        pages, files = os.environ.get("SIXFOLD_PAGES", ""), os.environ.get("SIXFOLD_FILES", "")
        readme = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": described(readme, pages, files)}
        metadata["urls"] = {
            name: f"{pages}/{page}"
            for name, page in (
                ("Documentation", "docs/README.md"),
                ("Changelog", "CHANGELOG.md"),
                ("Security", "SECURITY.md"),
            )
            if pages
        }
