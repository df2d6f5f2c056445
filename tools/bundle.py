"""Bundle the page for a distribution: hatchling calls this whenever it builds one.

`tools/page/bundle.mjs` does the work, with Node.js and the packages of `tools/page`, which `make page` installs.
Without them, bundles that are here already go into the distribution, as when a wheel is built from the source
distribution; the server uses them only if they fit the sources. A wheel without bundles serves the modules as they are.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Bundled(BuildHookInterface):
    """Makes the folder `built` of the page."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it collects files. An editable install serves the sources."""
        tools = Path(self.root) / "tools" / "page"
        if version == "editable":
            return
        if shutil.which("node") and (tools / "node_modules" / "rollup").exists():
            subprocess.run(["node", str(tools / "bundle.mjs")], check=True)
        elif not (Path(self.root) / "src/sixfold/table/page/built/index.json").exists():
            self.app.display_warning("The page is not bundled: this takes Node.js and `make page`.")
