"""JSON lines: tidy data, an object for each line."""

from __future__ import annotations

from sixfold.report.shown import Shown
from sixfold.show.formats.json import draw

TITLE = "JSON lines"
ENDINGS = (".jsonl",)
TEXT = True
CHART = False


def write(value: Shown) -> str:
    tidy = value.tidy()
    return "".join(f"{draw(dict(zip(tidy.names, line, strict=True)))}\n" for line in tidy.lines)
