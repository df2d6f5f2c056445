"""A table that is printed row by row, and can be written into the docs."""

from __future__ import annotations

import json
import os

from benchmarks.__main__ import LATEST, write


class Printed:
    """A table in Markdown: each row is printed as soon as it is known."""

    def __init__(self, head: tuple[str, ...], about: str = "") -> None:
        self._about = about
        self._rows = [head]
        if about:
            print(f"{about}\n")
        print(_line(head))
        print(f"|{'---|' * len(head)}", flush=True)

    def row(self, *cells: str) -> None:
        """Add a row."""
        self._rows.append(cells)
        print(_line(cells), flush=True)

    def write(self, section: str) -> None:
        """Keep the table with the results of the last whole run, and write the pages again."""
        results = json.loads(LATEST.read_text())
        kept = {"about": self._about, "rows": self._rows, "load": os.getloadavg()[0], "processors": os.cpu_count()}
        results["table"] = {**results.get("table", {}), section: kept}
        write(results)


def _line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"
